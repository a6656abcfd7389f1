"""Glyphs and bytes: what a glyph is on a caller's wire, and what text a caller's bytes mean.

A glyph is a code of code page 437 (0-255), whatever the caller's charset is; every charset has
something to show for every glyph, always one column wide. A charset more is a table more.
"""

import codecs
from typing import Protocol

from ansi import petscii

PICTURES = "\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
SIGNS = bytes(range(0x20, 0x7F)).decode("ascii")
GLYPHS = PICTURES + SIGNS + "⌂" + bytes(range(0x80, 0x100)).decode("cp437")
BLANKS = (0x00, 0x20, 0xFF)

# What stands for a glyph where only ASCII is safe, in the order of GLYPHS.
FALLBACKS = (
    " oohdcs**o*mfnn*" "><|!PS-|^v><L-^v"
    + SIGNS + "^"
    + "CueaaaaceeeiiiAA" "EaAooouuyOUcLYPf"
    + "aiounNao?--//!<>" ".:%|++++++|+++++"
    + "++++-++++++++=++" "+++++++++++#####"
    + "asGpSsutFOOd8fen" "=+><||/~o*.vn2# "
)

# Other codes below 20 move the cursor, ring, or make a terminal answer (05 is ENQ); 7F and FF are
# eaten by some clients and by telnet. The suits are worth it, on terminals known to be CP437.
RAW = frozenset(range(0x03, 0x07)) | frozenset(range(0x20, 0x7F)) | frozenset(range(0x80, 0xFF))

_ENCODING = codecs.charmap_build(GLYPHS)
_TYPOGRAPHY = str.maketrans({"…": "..."} | dict(zip("—–‘’“”", "--''\"\"")))


class TextDecoder(Protocol):
    """Bytes to text, however the bytes are split; what means nothing becomes U+FFFD."""

    def decode(self, data: bytes) -> str: ...


class _EachByte:
    """One byte, one character: nothing to remember, so all callers of a charset share one."""

    __slots__ = ("_codec",)

    def __init__(self, codec: str) -> None:
        self._codec = codec

    def decode(self, data: bytes) -> str:
        return data.decode(self._codec, "replace")


class _Utf8:
    """The codecs module's own incremental decoder, without the kilobyte each of those takes."""

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = b""

    def decode(self, data: bytes) -> str:
        data = self._rest + data
        text, used = codecs.utf_8_decode(data, "replace", False)
        self._rest = data[used:]
        return text


SUITS = slice(3, 7)  # codes of the suits in code page 437


class Charset:
    """How one kind of caller writes glyphs and reads bytes. Compare and share the constants."""

    __slots__ = ("name", "single_byte", "_table", "_wire", "_shared")

    def __init__(self, name: str, table: str, wire: str,
                 decoder: TextDecoder | None = None) -> None:
        self.name = name
        self.single_byte = name != "utf-8"
        self._table, self._wire = table, wire
        self._shared = decoder or _EachByte(name)

    def draw(self, glyphs: bytes | bytearray) -> str:
        """One character a glyph, which `wire` turns into the bytes that show it."""
        return codecs.charmap_decode(glyphs, "strict", self._table)[0]

    def wire(self, drawn: str) -> bytes:
        """Bytes for what `draw` returned, with any escape sequences between."""
        return drawn.encode(self._wire)

    def encode(self, glyphs: bytes) -> bytes:
        return self.wire(self.draw(glyphs))

    def plain(self, text: str) -> bytes:
        """Bytes that print ASCII, CR LF and BS: the same everywhere but on a C64."""
        if self.name == "petscii":
            text = text.translate(petscii.PRINTED)
        return text.encode("latin-1")

    def lettered(self) -> "Charset":
        """The same with letters for the suits, for boards that send 03-06 on as bare controls."""
        table = self._table
        suits = SUITS.start, SUITS.stop
        return Charset(self.name, table[:suits[0]] + FALLBACKS[SUITS] + table[suits[1]:],
                       self._wire)

    def decoder(self) -> TextDecoder:
        return self._shared if self.single_byte else _Utf8()


def _shown(table: str) -> str:
    return "".join(" " if code in BLANKS else table[code] for code in range(256))


def _cp437_wire() -> str:
    return "".join(chr(code) if code in RAW else FALLBACKS[code] for code in range(256))


CP437 = Charset("cp437", _cp437_wire(), "latin-1")
UTF8 = Charset("utf-8", _shown(GLYPHS), "utf-8")
ASCII = Charset("ascii", FALLBACKS, "ascii")
PETSCII = Charset("petscii", petscii.shown(GLYPHS, FALLBACKS), "latin-1", petscii.Keyboard())
# Of a caller who may be at a C64: printed to in ASCII, and read in either.
STRANGE = Charset("ascii", FALLBACKS, "ascii", petscii.Stranger())
LETTERED = {plain.name: plain.lettered() for plain in (CP437, UTF8, ASCII)}
LETTERED[PETSCII.name] = PETSCII  # which has no other suits
CHARSETS = {charset.name: charset for charset in (CP437, UTF8, ASCII, PETSCII)}


def charset(name: str, letters: bool = False) -> Charset:
    """The charset of that name (cp437, utf-8, ascii, petscii), or LookupError; no other is tried.

    `letters`: with letters for the suits.
    """
    try:
        return (LETTERED if letters else CHARSETS)[name.lower()]
    except KeyError:
        raise LookupError(f"no charset {name[:40]!a}") from None


def to_glyphs(text: str) -> bytes:
    """One glyph a character; control characters and all that CP437 has no code for become "?"."""
    return codecs.charmap_encode(text, "replace", _ENCODING)[0]


def to_ascii(text: str) -> str:
    """The text in 20-7E only, as plain callers get it; "…" becomes three characters."""
    return ASCII.draw(to_glyphs(text.translate(_TYPOGRAPHY)))
