"""The sysop's settings: anteup.ini read into frozen dataclasses, and where the data folder is.

Each setting stands once, as a field with its default, its bounds and its explanation; reading,
refusing and the text that `anteup init` writes all follow from these fields. What a setting does
belongs to whoever uses it.
"""

import configparser
import ipaddress
import os
import re
import textwrap
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, replace
from datetime import time
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

T = TypeVar("T")
MOST_BYTES = 65_536


class BadConfig(Exception):
    """A setting that the sysop must mend. `line` counts from 1; 0 means the file as a whole."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        place = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{place}: {message}")
        self.path, self.line, self.message = path, line, message


def _quoted(text: str) -> str:
    """What the file says, short and on one line whatever it holds."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def _number(text: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise ValueError(f"must be a whole number from {least} to {most}")
    return int(text)


def _line(text: str, least: int, most: int) -> str:
    if not least <= len(text) <= most or not text.isprintable():
        raise ValueError(f"must be {least} to {most} printable characters")
    return text


def _name(text: str) -> str:
    try:
        _line(text, 1, 26).encode("cp437")
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


def _durability(text: str) -> str:
    if text not in ("full", "normal"):
        raise ValueError("must be full or normal")
    return text


_seconds = partial(_number, least=1, most=86_400)
_lines = partial(_number, least=1, most=100_000)
_chips = partial(_number, least=0, most=1_000_000_000)
_file_name = partial(_line, least=0, most=1024)


def _setting(default: T, read: Callable[[str], T], why: str) -> T:
    """A field that knows how its value is read (ValueError says what is wrong) and explained."""
    return field(default=default, metadata={"read": read, "why": why})


@dataclass(frozen=True, slots=True)
class Casino:
    """[casino]: what callers see of it."""

    name: str = _setting("Brass Lantern Casino", _name, (
        "The casino's name on every screen: at most 26 characters, all of them in code page 437."))


@dataclass(frozen=True, slots=True)
class Server:
    """[server]: lines and clocks, in seconds."""

    host: str = _setting("127.0.0.1", _host, (
        "The address that telnet callers reach. 127.0.0.1 is this machine alone, 0.0.0.0 is "
        "everybody (IPv4), :: is everybody (IPv6)."))
    port: int = _setting(2323, partial(_number, least=0, most=65_535), (
        "The telnet port. 0 takes any free one; the first line of output names it."))
    tls_cert: str = _setting("", _file_name, (
        "Certificate chain and private key (PEM) for telnet over TLS; both or neither. A name "
        "that is not absolute is looked for in the folder of this file."))
    tls_key: str = _setting("", _file_name, "The private key that belongs to tls_cert.")
    lines: int = _setting(500, _lines, "How many callers at once.")
    lines_per_address: int = _setting(20, _lines, "How many callers at once from one address.")
    login_seconds: int = _setting(60, _seconds, "How long a caller may take to log in.")
    idle_seconds: int = _setting(300, _seconds, "How long a caller may press no key.")
    group: str = _setting("", partial(_line, least=0, most=64), (
        "The group whose accounts may reach the casino at this machine beside its own account. "
        "Empty: that account alone."))
    proxies: tuple[str, ...] = _setting((), _addresses, (
        "Addresses, with commas between them, that many callers share: the limits and pauses "
        "that count by address leave them out."))


@dataclass(frozen=True, slots=True)
class BankSettings:
    """[bank]: chips, the day, and how the books are kept."""

    start: int = _setting(1000, _chips, "The chips of a new caller.")
    grant_below: int = _setting(20, _chips, "Who has less than this gets a grant once a day.")
    grant_to: int = _setting(100, _chips, "The daily grant fills a bankroll up to this.")
    day_starts: time = _setting(time(0, 0), _time_of_day, (
        "When the casino's day begins, local time, as HH:MM."))
    durability: str = _setting("full", _durability, (
        "full: what a caller saw survives a power cut. normal: for slow disks; it survives a "
        "killed server, but a power cut may lose the last moments."))


@dataclass(frozen=True, slots=True)
class Config:
    """All settings; a section that the file lacks has its defaults."""

    casino: Casino = Casino()
    server: Server = Server()
    bank: BankSettings = BankSettings()


_SECTIONS: dict[str, type[Any]] = {"casino": Casino, "server": Server, "bank": BankSettings}


class _Parser(configparser.ConfigParser):
    """configparser without its surprises: nothing is substituted, inherited or dropped."""

    SECTCRE = re.compile(r"\[(?P<header>[^]]+)\]$")

    def __init__(self) -> None:
        super().__init__(interpolation=None, default_section="", empty_lines_in_values=False)


class _File:
    """One anteup.ini: its text, its values, and refusals that name its lines."""

    def __init__(self, path: Path) -> None:
        self.path, self.parser = path, _Parser()
        self.text = self._decoded(self._bytes())
        self._parse()

    def _bytes(self) -> bytes:
        try:
            with self.path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise BadConfig(self.path, 0, f"cannot be read: {error.strerror}") from error
        if len(data) > MOST_BYTES:
            raise BadConfig(self.path, 0, f"is longer than {MOST_BYTES} bytes")
        return data

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadConfig(self.path, line, "is not UTF-8 text") from error

    def _parse(self) -> None:
        try:
            self.parser.read_string(self.text)
        except (configparser.DuplicateSectionError, configparser.DuplicateOptionError) as error:
            twice = getattr(error, "option", f"[{error.section}]")
            line, message = error.lineno or 0, f"{_quoted(twice)} comes twice"
            raise BadConfig(self.path, line, message) from error
        except configparser.MissingSectionHeaderError as error:
            raise BadConfig(self.path, error.lineno, "comes before any [section]") from error
        except configparser.ParsingError as error:
            line = error.errors[0][0]
            raise BadConfig(self.path, line, "is neither [section] nor key = value") from error

    def refusal(self, section: str, key: str, message: str) -> BadConfig:
        """Names the line of that key; of the section's header where the key is ""."""
        return BadConfig(self.path, self._line_of(section, key), message)

    def _line_of(self, section: str, key: str) -> int:
        """configparser forgets where it read a value, so the place is looked up again.

        An indented line may look like a key and be none, but values() refuses the value that it
        continues before it asks for any line further down.
        """
        within = ""
        for number, line in enumerate(self.text.split("\n"), 1):
            header = self.parser.SECTCRE.match(line.strip())
            within = header["header"] if header else within
            name = "" if header else re.split("[=:]", line, maxsplit=1)[0].strip().lower()
            if (within, name) == (section, key):
                return number
        return 0

    def values(self, section: str, kind: type[Any]) -> dict[str, Any]:
        """What stands in a section, each value read by its field of that dataclass."""
        if not self.parser.has_section(section):
            return {}
        known = {each.name: each for each in fields(kind)}
        return {key: self._value(section, key, text, known)
                for key, text in self.parser.items(section)}

    def _value(self, section: str, key: str, text: str, known: dict[str, "Field[Any]"]) -> Any:
        if key not in known:
            raise self.refusal(section, key, (
                f"unknown key {_quoted(key)}: [{section}] has {', '.join(known)}"))
        if "\n" in text:
            raise self.refusal(section, key, f"{key} runs on: begin the next line at its left edge")
        try:
            return known[key].metadata["read"](text)
        except ValueError as error:
            raise self.refusal(section, key, f"{key} = {_quoted(text)}: {error}") from error


def load(path: Path) -> Config:
    """The settings in an anteup.ini; the defaults where there is no such file.

    Raises BadConfig, which names file and line, for whatever is not wholly understood.
    """
    file = _File(path)
    for name in file.parser.sections():
        if name not in _SECTIONS:
            known = ", ".join(f"[{each}]" for each in _SECTIONS)
            raise file.refusal(name, "", f"unknown section {_quoted(name)}: there are {known}")
    casino = Casino(**file.values("casino", Casino))
    server = Server(**file.values("server", Server))
    bank = BankSettings(**file.values("bank", BankSettings))
    _check_together(file, server, bank)
    return Config(casino, _beside(path, server), bank)


def _beside(path: Path, server: Server) -> Server:
    """A certificate lies beside the file that names it, unless its name is absolute."""
    def place(name: str) -> str:
        return str(path.absolute().parent / name) if name else ""
    return replace(server, tls_cert=place(server.tls_cert), tls_key=place(server.tls_key))


def _check_together(file: _File, server: Server, bank: BankSettings) -> None:
    """What is wrong only beside another setting."""
    if bool(server.tls_cert) != bool(server.tls_key):
        key = "tls_cert" if server.tls_cert else "tls_key"
        raise file.refusal("server", key, "tls_cert and tls_key need each other")
    if bank.grant_to < bank.grant_below:
        key = "grant_to" if file.parser.has_option("bank", "grant_to") else "grant_below"
        raise file.refusal("bank", key, (
            f"grant_to ({bank.grant_to}) is less than grant_below ({bank.grant_below})"))


def default_text() -> str:
    """A whole anteup.ini that says nothing but the defaults, every key explained."""
    lines = ["# The settings of the casino, all at their defaults.",
             "# A line that begins with # is a comment."]
    for name, kind in _SECTIONS.items():
        lines += ["", f"[{name}]"]
        for each in fields(kind):
            lines += textwrap.wrap(f"# {each.metadata['why']}", 78, subsequent_indent="# ")
            lines += [f"{each.name} = {_written(each.default)}".rstrip()]
    return "\n".join(lines) + "\n"


def _written(value: object) -> str:
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def data_folder(option: str | None) -> Path:
    """Where store, settings, lock and socket are: --data, else ANTEUP_DATA, else the user's own."""
    chosen = option or os.environ.get("ANTEUP_DATA") or platformdirs.user_data_dir("anteup")
    return Path(chosen).absolute()
