"""SAUCE: the record that editors put behind a picture, with its title, its size, its comments.

The specification is version 00: an end-of-file byte (1A), comments of 64 bytes a line behind
"COMNT", and 128 bytes that begin with "SAUCE". Editors break it in small ways; see split().
"""

from struct import Struct
from typing import NamedTuple

from ansi.charset import UTF8, to_glyphs

END_OF_FILE = b"\x1a"
SIGNATURE, COMMENTS = b"SAUCE", b"COMNT"
LINE = 64
# Signature, version, title, author, group, date, file size, data type, file type, four numbers
# (columns and rows first), lines of comments, flags, font.
RECORD = Struct("<5s2s35s20s20s8sIBBHHHHBB22s")
TEXTS = (35, 20, 20, 8)
FONT = b"IBM VGA"
ANSI_PICTURE = (1, 1)
PICTURES = ((0, 0), (1, 0), ANSI_PICTURE)  # undefined, ASCII, ANSI; not RIP, BIN, XBIN ...
ICE = 1  # flag: no blinking, but eight more backgrounds


class Unreadable(Exception):
    """Why data is no picture that can be shown: a clause for the sysop."""


class Sauce(NamedTuple):
    """What a record says. Date as YYYYMMDD; columns and rows may be 0, for unknown."""

    title: str = ""
    author: str = ""
    group: str = ""
    date: str = ""
    columns: int = 0
    rows: int = 0
    ice: bool = False


def split(data: bytes) -> tuple[bytes, Sauce | None]:
    """The picture and its record, if it has one. Raises Unreadable.

    The picture ends at its first 1A, whatever file size the record has: many are wrong, and there
    is an editor whose comments are not as long as they say.
    """
    at = len(data) - RECORD.size
    if at < 0 or not data.startswith(SIGNATURE, at):
        picture, _, rest = data.partition(END_OF_FILE)
        if rest.startswith((SIGNATURE, COMMENTS)):
            raise Unreadable("its SAUCE record is cut short")
        return picture, None
    record = RECORD.unpack_from(data, at)
    if record[7:9] not in PICTURES:
        raise Unreadable("its SAUCE record says that it is no ANSI picture")
    comments = at - len(COMMENTS) - LINE * record[13]
    if record[13] and comments >= 0 and data.startswith(COMMENTS, comments):
        at = comments
    title, author, group, date = map(_text, record[2:6])
    sauce = Sauce(title, author, group, date, record[9], record[10], bool(record[14] & ICE))
    return data[:at].partition(END_OF_FILE)[0], sauce


def _text(data: bytes) -> str:
    """Printable, whatever the bytes are."""
    return UTF8.draw(data.split(b"\0")[0].rstrip())


def join(picture: bytes, sauce: Sauce) -> bytes:
    """A file: the picture and its record. Texts are clipped to the room that they have."""
    texts = [to_glyphs(text)[:size].ljust(size) for text, size in zip(sauce[:4], TEXTS)]
    record = RECORD.pack(SIGNATURE, b"00", *texts, len(picture), *ANSI_PICTURE,
                         sauce.columns, sauce.rows, 0, 0, 0, ICE if sauce.ice else 0, FONT)
    return picture + END_OF_FILE + record
