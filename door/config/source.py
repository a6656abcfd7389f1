"""The text of an anteup.ini, its values, and refusals that name its lines."""

import configparser
import re
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from door.config.values import quoted

MOST_BYTES = 65_536


class BadConfig(Exception):
    """A setting that the sysop must mend. `line` counts from 1; 0 means the file as a whole."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        place = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{place}: {message}")
        self.path, self.line, self.message = path, line, message


class _Parser(configparser.ConfigParser):
    """configparser without its surprises: nothing is substituted, inherited or dropped."""

    SECTCRE = re.compile(r"\[(?P<header>[^]]+)\]$")

    def __init__(self) -> None:
        super().__init__(interpolation=None, default_section="", empty_lines_in_values=False)


class Source:
    """One anteup.ini. Every method raises BadConfig for what it cannot take."""

    def __init__(self, path: Path) -> None:
        self.path, self.parser = path, _Parser()
        self.text = self._decoded(self._bytes())
        self._parse()
        self._refuse_what_runs_on()

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
            line, message = error.lineno or 0, f"{quoted(twice)} comes twice"
            raise BadConfig(self.path, line, message) from error
        except configparser.MissingSectionHeaderError as error:
            raise BadConfig(self.path, error.lineno, "comes before any [section]") from error
        except configparser.ParsingError as error:
            line = error.errors[0][0]
            raise BadConfig(self.path, line, "is neither [section] nor key = value") from error

    def _refuse_what_runs_on(self) -> None:
        for section in self.parser.sections():
            for key, text in self.parser.items(section):
                if "\n" in text:
                    raise self.refusal(section, key, (
                        f"{quoted(key)} runs on: begin the next line at its left edge"))

    def refusal(self, section: str, key: str, message: str) -> BadConfig:
        """Names the line of that key; of the section's header where the key is ""."""
        return BadConfig(self.path, self._place(section, key)[0], message)

    def spelled(self, section: str, key: str) -> str:
        """The key as the file has it, for configparser knows it in small letters only."""
        return self._place(section, key)[1]

    def _place(self, section: str, key: str) -> tuple[int, str]:
        """configparser forgets where it read a value, so the place is looked up again.

        An indented line may look like a key or a section and be none, but the value that it
        continues has been refused before anything further down is looked up.
        """
        within = ""
        for number, line in enumerate(self.text.split("\n"), 1):
            header = self.parser.SECTCRE.match(line.strip())
            within = header["header"] if header else within
            name = "" if header else re.split("[=:]", line, maxsplit=1)[0].strip()
            if (within, name.lower()) == (section, key):
                return number, name
        return 0, key

    def items(self, section: str) -> list[tuple[str, str]]:
        """The keys of a section, in small letters, and their texts."""
        return self.parser.items(section) if self.parser.has_section(section) else []

    def values(self, section: str, kind: type[Any]) -> dict[str, Any]:
        """What stands in a section, each value read by its field of that dataclass."""
        known = {each.name: each for each in fields(kind)}
        return {key: self._value(section, key, text, known) for key, text in self.items(section)}

    def _value(self, section: str, key: str, text: str, known: dict[str, "Field[Any]"]) -> Any:
        if key not in known:
            raise self.refusal(section, key, (
                f"unknown key {quoted(key)}: [{section}] has {', '.join(known)}"))
        try:
            return known[key].metadata["read"](text)
        except ValueError as error:
            raise self.refusal(section, key, f"{key} = {quoted(text)}: {error}") from error
