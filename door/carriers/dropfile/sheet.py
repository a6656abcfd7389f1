"""A drop file as lines of text, what is odd in it, and the refusal of one that cannot be right."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_BYTES = 65_536     # a real one has a few hundred
LONGEST_NAME = 255      # characters kept of a file's name, its end
SHOWN = 40              # characters of a line that a message repeats
UTF8_MARK = b"\xef\xbb\xbf"


class BadDropFile(Exception):
    """A drop file that the sysop must mend. `line` counts from 1; 0 means the file as a whole.

    `name` is "" if there is no file to name.
    """

    def __init__(self, name: str, line: int, message: str) -> None:
        name = cleaned(name)[-LONGEST_NAME:]
        place = f"{name}, line {line}" if line else name
        super().__init__(f"{place}: {message}" if place else message)
        self.name, self.line, self.message = name, line, message


@dataclass(frozen=True, slots=True)
class Note:
    """What is odd, for the log and for `anteup doctor`.

    `field` is one of DropFile's, or "" for none; `line` counts from 1, 0 is no line of the file.
    """

    field: str
    line: int
    text: str

    def __str__(self) -> str:
        place = [f"line {self.line}"] * bool(self.line) + [self.field] * bool(self.field)
        return f"{', '.join(place)}: {self.text}" if place else self.text


class Sheet:
    """The lines of a drop file, counted from 1.

    A line that holds a password is forgotten here, before anything can read it, and such a file
    is discreet: if its lines are shifted the password may be on any of them, so that no message
    repeats what stands there.
    """

    def __init__(self, name: str, data: bytes, encoding: str, secret: int) -> None:
        if len(data) > MOST_BYTES:
            raise BadDropFile(name, 0, f"is longer than {MOST_BYTES} bytes: no drop file is")
        self.name = cleaned(name)[-LONGEST_NAME:]
        self.discreet = bool(secret)
        self.odd: list[str] = []
        lines = self._decoded(data, encoding).split("\n")
        if not lines[-1]:
            lines.pop()     # what a last line's ending leaves behind
        if 0 < secret <= len(lines):
            lines[secret - 1] = ""
        self._lines: Sequence[str] = lines

    def _decoded(self, data: bytes, encoding: str) -> str:
        if data.startswith(UTF8_MARK):
            self.odd.append("begins with a byte-order mark, which is left out")
            data = data.removeprefix(UTF8_MARK)
        utf8 = _is_utf8(data)
        if encoding == "utf-8" and utf8:
            return data.decode("utf-8")
        if encoding == "utf-8":
            self.odd.append("is no UTF-8: read as code page 437")
        elif utf8 and not data.isascii():
            self.odd.append("looks like UTF-8, but is read as code page 437 as the format has it")
        return data.decode("cp437")

    def __len__(self) -> int:
        return len(self._lines)

    def raw(self, line: int) -> str:
        """As it was decoded, without its ending; "" beyond the end of the file."""
        return self._lines[line - 1].rstrip("\r") if line <= len(self._lines) else ""

    def text(self, line: int) -> str:
        """What a person would see of the line, without space at its ends."""
        return cleaned(self.raw(line))

    def shown(self, line: int) -> str:
        """What stood there, for a message."""
        text = self.text(line)
        if not self.discreet or not text:
            return quoted(text)
        return "a number" if text.isdecimal() else "text"

    def refusal(self, line: int, message: str) -> BadDropFile:
        return BadDropFile(self.name, line, message)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def cleaned(text: str) -> str:
    """Without control characters; other white space becomes a space, none is left at the ends."""
    if text.isprintable():
        return text.strip()
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else ""
                   for letter in text).strip()


def quoted(text: str) -> str:
    """Short, on one line and in ASCII, whatever it holds; cleaned already."""
    return ascii(text if len(text) <= SHOWN else text[:SHOWN - 3] + "...") if text else "nothing"
