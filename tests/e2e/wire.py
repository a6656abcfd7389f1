"""A caller who is a bare socket: refuses what is negotiated, reads and sends bytes.

Such a caller is printed to, never painted, and sends whole lines. The socket may be TLS.
"""

from __future__ import annotations

import re
import socket
import struct
from types import TracebackType

from tests.e2e.server import PATIENCE

IAC, DONT, DO, WONT, WILL = 255, 254, 253, 252, 251
PROMPTS = re.compile(
    r"(?:A\)NSI U\)TF-8 T\)ext P\)lain V\)oice C\)64\?|Handle:|Password:|Create it\? Y/N:"
    r"|Choose a password:|Once more:|Casino>|Withdraw \(.*\)\?|A\)nte or Q\)uit\?"
    r"|B\)et, C\)heck or F\)old\?|C\)heck or F\)old\?|C\)all \$\d+(?:, R\)aise)? or F\)old\?"
    r"|(?:Bet|Raise) \(.*\)\?|Discard \(1-5, RETURN stands pat\)\?"
    r"|Fold for nothing\? Y/N:|Fold and leave\? Y/N:|Cut \(RETURN = the House cuts\)\?"
    r"|That was the last hand\. Q\)uit\?|Q\)uit the table\?|H\)ands, F\)igures or Q\)uit\?"
    r"|Hand 1(?:-\d+)?(?:, N\)ext, B\)ack)? or Q\)uit\?"
    r"|\d+ of \d+: N\)ext, B\)ack, (?:S\)eal|H\)ouse|Y\)ours), Q\)uit\?|[HY]\)ou.. or Q\)uit\?"
    r"|D\)eal of the day, F\)reezeout or Q\)uit\?"
    r"|(?:P\)lay|R\)eplay), S\)e(?:al|ed)s(?:, L\)ast one)? or Q\)uit\?"
    r"|Write:|RETURN goes on\.|Page \d+ of \d+: N\)ext, B\)ack, Q\)uit\?) \Z")


class LineLost(Exception):
    """The other side closed; the text is what it said since it was last asked."""


class WireCaller:
    """`text` is what has been said and not been taken by expect() or prompt()."""

    def __init__(self, port: int, sock: socket.socket | None = None) -> None:
        self.sock = sock or socket.create_connection(("127.0.0.1", port))
        self.sock.settimeout(PATIENCE)
        self.text = ""
        self._raw = b""

    def __enter__(self) -> WireCaller:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    # -- what is said ------------------------------------------------------------------------

    def expect(self, wanted: str) -> str:
        """Waits for a text, takes it and all before it; what stood before it."""
        while (at := self.text.find(wanted)) < 0:
            self._receive()
        before, self.text = self.text[:at], self.text[at + len(wanted):]
        return before

    def prompt(self) -> tuple[str, str]:
        """Waits until a prompt is the last thing said: what stood before it, and the prompt."""
        while (found := PROMPTS.search(self.text)) is None:
            self._receive()
        said, self.text = self.text[:found.start()], ""
        return said, found[0].strip()

    def ended(self) -> str:
        """Waits for the line's end, and closes as well: what was said until then."""
        try:
            while True:
                self._receive()
        except LineLost as lost:
            self.close()
            return str(lost)

    def _receive(self) -> None:
        try:
            data = self.sock.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            said, self.text = self.text, ""
            raise LineLost(said)
        self._raw += data
        self._refuse_options()

    def _refuse_options(self) -> None:
        """Says no to every option, and keeps the text."""
        while self._raw:
            plain, iac, rest = self._raw.partition(bytes((IAC,)))
            self.text += plain.decode("ascii", "replace")
            self._raw = iac + rest
            if len(self._raw) < 3:
                return
            _, command, option = self._raw[:3]
            assert command in (DO, DONT, WILL, WONT), f"telnet command {command}"
            self._raw = self._raw[3:]
            if command in (DO, WILL):
                self._send(bytes((IAC, WONT if command == DO else DONT, option)))

    # -- what is answered --------------------------------------------------------------------

    def send(self, line: str) -> None:
        """A line and its RETURN."""
        self._send(line.encode() + b"\r\n")

    def _send(self, data: bytes) -> None:
        try:
            self.sock.sendall(data)
        except ConnectionError:
            pass    # the end of the line is told by the next read

    def answer(self, wanted: str, line: str) -> str:
        """Waits for a prompt of exactly that text, and answers it; what was said before it."""
        said, prompt = self.prompt()
        assert prompt == wanted, f"{said}{prompt}"
        self.send(line)
        return said

    def close(self) -> None:
        """Hangs up as a client does that quits."""
        self.sock.close()

    def reset(self) -> None:
        """Hangs up as a cut cable does, more or less: RST instead of FIN."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    # -- the usual ---------------------------------------------------------------------------

    def log_in(self, handle: str, password: str = "lantern") -> tuple[str, str]:
        """From the graphics question, as a new handle or a known one, to the first prompt."""
        self.answer("A)NSI U)TF-8 T)ext P)lain V)oice C)64?", "p")
        self.answer("Handle:", handle)
        said, prompt = self.prompt()
        if prompt == "Create it? Y/N:":
            self.send("y")
            self.answer("Choose a password:", password)
            prompt = "Once more:"
            self.answer(prompt, password)
        elif prompt == "Password:":
            self.send(password)
        else:
            return said, prompt     # a guest
        return self.prompt()
