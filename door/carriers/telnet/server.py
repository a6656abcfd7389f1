"""The telnet port."""

from ssl import SSLContext

from door.carriers.entrance import Entrance, TcpServer
from door.carriers.switchboard import Answer, Switchboard
from door.carriers.telnet.caller import Caller


class TelnetServer(TcpServer):
    """The telnet port and all who called it."""


async def serve(
        host: str, port: int, answer: Answer, *, ssl: SSLContext | None = None,
        lines: int = 500, lines_per_address: int = 20,
        exempt: frozenset[str] = frozenset()) -> TelnetServer:
    """Listen for telnet callers and run `answer(line)` for each, once negotiation is over.

    With `ssl`, callers by TLS and plain ones share the port. Addresses in `exempt` may have more
    than `lines_per_address`. Raises OSError if the port cannot be had.
    """
    switchboard = Switchboard(answer)
    entrance = Entrance(
        lambda address, gone: Caller(address, gone, switchboard), ssl=ssl, lines=lines,
        lines_per_address=lines_per_address, exempt=exempt)
    await entrance.open(host, port)
    return TelnetServer(entrance, switchboard)
