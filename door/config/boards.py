"""[boards]: what the sysop says of each board, one line a board.

    NAME = option value; option value; ...
"""

import ipaddress
import re
from dataclasses import Field, dataclass, fields
from functools import partial
from typing import Any

from door.config.values import choice, line, number, quoted, setting

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")    # IPv4 inside IPv6 (RFC 4291, 2.5.5.2)
PASSWORD_USER, ALIAS_NAME = "password-user", "alias-name"


def _tag(text: str) -> str:
    if not re.fullmatch("[0-9A-Za-z_-]{1,8}", text):
        raise ValueError("must be 1 to 8 letters and digits")
    return text


def _yes(text: str) -> bool:
    return choice("yes", "no")(text) == "yes"


def _level(text: str) -> int | None:
    return number(text, 1, 65_535)


def _network(text: str) -> Network:
    network = ipaddress.ip_network(text)
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(_MAPPED):
        address = network.network_address.ipv4_mapped
        return ipaddress.IPv4Network((int(address or 0), network.prefixlen - _MAPPED.prefixlen))
    return network


def _networks(text: str) -> tuple[Network, ...]:
    try:
        found = tuple(map(_network, text.split()))
    except ValueError as error:
        raise ValueError(
            "must be addresses such as 10.0.0.5 or whole networks such as 192.168.7.0/24, "
            "with blanks between them") from error
    if not found:
        raise ValueError("names no address")
    return found


def _secret(text: str) -> str:
    if not text.isascii():
        raise ValueError("must be printable ASCII")
    return line(text, 8, 64)


@dataclass(frozen=True, slots=True)
class Board:
    """A board and what it is trusted with. Its callers are people of their own, never those of
    another board or of telnet, unless it is shared."""

    name: str
    tag: str = setting("", _tag, (
        "tag LAB: the board in short, 1 to 8 letters and digits. It stands behind a handle that "
        "somebody else has already. By rlogin, [LAB]somebody is this board's caller somebody, so "
        "its callers must not be free to choose a handle that begins like that."))
    sysop: int | None = setting(None, _level, (
        "sysop 100: callers of this security level and above are sysops of the casino. "
        "Without it nobody is."))
    shared: bool = setting(False, _yes, (
        "shared yes: its callers are the casino's own accounts of the same handles, no password "
        "asked. Only for a board where every handle is the same person's as here."))
    addresses: tuple[Network, ...] = setting((), _networks, (
        "addresses 10.0.0.5 192.168.7.0/24: from where it may call by rlogin. Boards at one "
        "address vouch for each other's callers unless each has a secret as well."))
    secret: str = setting("", _secret, (
        "secret TEXT: the password that it sends by rlogin, 8 to 64 characters without a "
        "semicolon. With addresses too, both must be right."), secret=True)
    order: str = setting(ALIAS_NAME, choice(PASSWORD_USER, ALIAS_NAME), (
        "order alias-name or order password-user: what it sends by rlogin. Synchronet sends "
        "alias and real name unless told otherwise, SyncTERM password and user. By default "
        "password-user with a secret, else alias-name."))
    charset: str = setting("", choice("cp437", "utf-8", "ascii", "petscii"), (
        "charset cp437, utf-8, ascii or petscii: what its callers' terminals show, whatever the "
        "drop file says. With utf-8, handles by rlogin are read in it as well."))
    suits: str = setting("glyphs", choice("glyphs", "letters"), (
        "suits letters: h d c s on the cards, for a board that swallows the suits of code page "
        "437."))

    @property
    def by_rlogin(self) -> bool:
        """Whether it may call by rlogin at all: something must vouch for it."""
        return bool(self.addresses or self.secret)


OPTIONS: dict[str, "Field[Any]"] = {each.name: each for each in fields(Board)[1:]}
EXAMPLES = (
    "Black Flag BBS = tag BF; sysop 90",
    "The Corner Store = tag CS; addresses 10.0.0.5 192.168.7.0/24",
    "Far Horizon = tag FAR; secret lantern at the door; suits letters",
)


def fold(name: str) -> str:
    """What is equal for names of boards that differ by case and blanks alone."""
    return " ".join(name.split()).casefold()


def read_board(name: str, text: str) -> Board:
    """The board that a line tells of. Raises ValueError."""
    parts = [part.split(maxsplit=1) for part in text.split(";") if part.strip()]
    options = [part[0] for part in parts]
    if twice := [option for option in options if options.count(option) > 1]:
        raise ValueError(f"{quoted(twice[0])} comes twice")
    given = {part[0]: _option(part[0], "".join(part[1:]).strip()) for part in parts}
    if "secret" in given:
        _make_room(given)
    return Board(_name(name), **given)


_name = partial(line, least=1, most=60)


def _option(option: str, text: str) -> Any:
    if option not in OPTIONS:
        raise ValueError(
            f"unknown option {quoted(option)}: a board has {', '.join(OPTIONS)} with semicolons "
            "between them, and its name holds no = or :")
    try:
        return OPTIONS[option].metadata["read"](text)
    except ValueError as error:
        said = option if OPTIONS[option].metadata["secret"] else f"{option} {quoted(text)}"
        raise ValueError(f"{said}: {error}") from error


def _make_room(given: dict[str, Any]) -> None:
    """A secret comes in the password's place."""
    if given.setdefault("order", PASSWORD_USER) != PASSWORD_USER:
        raise ValueError(f"secret needs order {PASSWORD_USER}: {ALIAS_NAME} has no place for it")
