"""The settings, section by section: what each is called, means, may be, and is by default."""

import ipaddress
import re
from dataclasses import dataclass
from datetime import time
from functools import partial

from door.config.boards import Board, fold
from door.config.values import choice, line, number, port, setting

NAMELESS = "this board"     # the board of callers whose drop file names none, where nobody says


def _name(text: str) -> str:
    try:
        line(text, 1, 26).encode("cp437")
    except UnicodeEncodeError as error:
        raise ValueError("has a character that code page 437 lacks") from error
    return text


def _host(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.:%_-]{1,255}", text):
        raise ValueError("must be a host name or an address, and no port")
    return text


def _addresses(text: str) -> tuple[str, ...]:
    try:
        parts = [part.strip() for part in text.split(",")] if text else []
        return tuple(str(ipaddress.ip_address(part)) for part in parts)
    except ValueError as error:
        raise ValueError("must be addresses with commas between them") from error


def _time_of_day(text: str) -> time:
    if not re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", text):
        raise ValueError("must be a time of day from 00:00 to 23:59")
    return time.fromisoformat(text)


_port = port    # [server] has a setting of that name
_seconds = partial(number, least=1, most=86_400)
_minutes = partial(number, least=1, most=1440)
_days = partial(number, least=1, most=36_500)
_lines = partial(number, least=1, most=100_000)
_chips = partial(number, least=0, most=1_000_000_000)
_file_name = partial(line, least=0, most=1024)


@dataclass(frozen=True, slots=True)
class Casino:
    """[casino]: what callers see of it."""

    name: str = setting("Brass Lantern Casino", _name, (
        "The casino's name on every screen: at most 26 characters, all of them in code page 437."))
    art: str = setting("", _file_name, (
        "The folder of your own pictures, looked in before ours; anteup art export writes ours "
        "out to begin from. A name that is not absolute is looked for in the folder of this "
        "file. Empty: the folder art in the data folder."))
    house: str = setting("equilibrium", choice("equilibrium", "gentle"), (
        "How the House plays. equilibrium: as well as it can. gentle: the same, but that it never "
        "raises, which gives a good caller a small edge."))


@dataclass(frozen=True, slots=True)
class Server:
    """[server]: lines and clocks, in seconds."""

    host: str = setting("127.0.0.1", _host, (
        "The address that callers by telnet and rlogin reach. 127.0.0.1 is this machine alone, "
        "0.0.0.0 is everybody (IPv4), :: is everybody (IPv6)."))
    port: int = setting(2323, port, (
        "The telnet port. 0 takes any free one; the first line of output names it."))
    tls_cert: str = setting("", _file_name, (
        "Certificate chain and private key (PEM) for telnet over TLS; both or neither. A name "
        "that is not absolute is looked for in the folder of this file."))
    tls_key: str = setting("", _file_name, "The private key that belongs to tls_cert.")
    lines: int = setting(500, _lines, "How many callers at once.")
    lines_per_address: int = setting(20, _lines, "How many callers at once from one address.")
    login_seconds: int = setting(60, _seconds, "How long a caller may take to log in.")
    idle_seconds: int = setting(300, _seconds, "How long a caller may press no key.")
    group: str = setting("", partial(line, least=0, most=64), (
        "The group whose accounts may reach the casino at this machine beside its own account. "
        "Empty: that account alone."))
    proxies: tuple[str, ...] = setting((), _addresses, (
        "Addresses, with commas between them, that many callers share, such as a board's that "
        "calls by rlogin: the limits and pauses that count by address leave them out."))
    voice_port: int = setting(0, _port, (
        "A second telnet port, for callers with a screen reader: it starts in voice and asks for "
        "no choice of graphics. 0: none."))


@dataclass(frozen=True, slots=True)
class BankSettings:
    """[bank]: chips, the day, and how the books are kept."""

    start: int = setting(1000, _chips, "The chips of a new caller.")
    grant_below: int = setting(20, _chips, "Who has less than this gets a grant once a day.")
    grant_to: int = setting(100, _chips, "The daily grant fills a bankroll up to this.")
    day_starts: time = setting(time(0, 0), _time_of_day, (
        "When the casino's day begins, local time, as HH:MM."))
    keep_days: int = setting(90, _days, (
        "How many days hands are kept. anteup sysop maintain prunes older ones to daily totals."))
    durability: str = setting("full", choice("full", "normal"), (
        "full: what a caller saw survives a power cut. normal: for slow disks; it survives a "
        "killed server, but a power cut may lose the last moments."))


@dataclass(frozen=True, slots=True)
class Door:
    """[door]: callers whom a board starts the door for; times in minutes."""

    board: str = setting("", partial(line, least=0, most=60), (
        "The board whose drop files do not say its name. Empty: the only one in [boards], else "
        f'"{NAMELESS}".'))
    minutes: int = setting(60, _minutes, "The time left where a drop file says none, or 0.")
    longest: int = setting(1440, _minutes, "The most that a drop file is believed.")


@dataclass(frozen=True, slots=True)
class Rlogin:
    """[rlogin]: callers whom a board sends over the network."""

    port: int = setting(0, port, (
        "The rlogin port, such as 513. 0: none. Only boards with addresses or a secret can call, "
        "and nothing is encrypted."))


@dataclass(frozen=True, slots=True)
class Config:
    """All settings; a section that the file lacks has its defaults."""

    casino: Casino = Casino()
    server: Server = Server()
    bank: BankSettings = BankSettings()
    boards: tuple[Board, ...] = ()
    door: Door = Door()
    rlogin: Rlogin = Rlogin()

    def board(self, name: str) -> Board:
        """The board of that name, in capitals or not; one with the defaults if none is listed.

        "" is the board whose drop files do not say.
        """
        only = self.boards[0].name if len(self.boards) == 1 else NAMELESS
        name = name or self.door.board or only
        listed = (board for board in self.boards if fold(board.name) == fold(name))
        return next(listed, Board(name))
