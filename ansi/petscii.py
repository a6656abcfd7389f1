"""A C64 in lower case: its codes for glyphs, pens and keys. Tables alone; ansi.wire writes them.

The codes are those of the shifted character set (0E): letters lie at 41-5A in lower case and at
C1-DA in upper case, box drawing is there, suits are not, so those are letters. Codes are written
as characters, U+0000 to U+00FF, one for the byte.
"""

import re

LOWER_CASE, HOME, CLEAR = "\x0e", "\x13", "\x93"
UP, DOWN, LEFT, RIGHT = "\x91\x11\x9d\x1d"
# RETURN ends reverse as well, and goes to the first column of the next row.
REVERSE, REVERSE_OFF, RETURN = "\x12", "\x92", "\r"

# For the foregrounds of the PC, in their order. There is one cyan and one purple; dark grey is the
# second of the three greys and brown is orange, which can be read on a television.
PENS = "\x90\x1f\x1e\x9f\x1c\x9c\x81\x9b\x98\x9a\x99\x9f\x96\x9c\x9e\x05"
# For its backgrounds, on which signs are black: not blue, red or brown, which are nearly as dark.
GROUNDS = (0, 9, 10, 11, 12, 13, 14, 7)

_LETTERS = {chr(code): chr(code ^ 0x20 if code >= 0x61 else code | 0x80)
            for code in (*range(0x41, 0x5B), *range(0x61, 0x7B))}
_BOXES = dict(zip("─│┌┐└┘├┤┬┴┼", "\xc0\xdd\xb0\xae\xad\xbd\xab\xb3\xb2\xb1\xdb"))
_DOUBLES = dict(zip("═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬",
                    "─│┌┌┌┐┐┐└└└┘┘┘├├├┤┤┤┬┬┬┴┴┴┼┼┼"))
_PICTURES = dict(zip("▒░▓█▄▌▐▀■▬√£↑▲←", "\xa6\xa6\xa6\xa6\xa2\xa1\xb6\xb8\xac\xaf\xba\x5c^^_"))
# A quotation mark would have the C64's screen editor print what moves and colours instead of
# obeying it, up to the next one. 5E is an arrow up, 5F an arrow left; the rest is not there.
_SIGNS = dict(zip("\"^_|\\{}~`", "'^\xa4\xdd/()-'"))
CODES = _LETTERS | _BOXES | _PICTURES | _SIGNS | {
    double: _BOXES[single] for double, single in _DOUBLES.items()}

# Text that is printed, of ASCII alone. RETURN begins a row by itself, and 08 locks the case.
PRINTED = str.maketrans(_LETTERS | _SIGNS | {"\n": "", "\b": LEFT})

# Glyphs that are another one in reverse: the full block, the right and the upper half.
REVERSED = {0xDB: " ", 0xDE: "\xa1", 0xDF: "\xa2"}
# What is a shape rather than a sign: it may lose its background, and not its foreground.
SHAPES = frozenset((0xB0, 0xB1, 0xB2, *range(0xDB, 0xE0)))

# Keys that are no characters, as the sequences by which ansi.keys knows them. CLR and RUN repaint;
# the arrow left sits where others have ESC (U+0080 is no key, but tells that no more will follow).
_KEYS = {
    UP: "\x1b[A", DOWN: "\x1b[B", RIGHT: "\x1b[C", LEFT: "\x1b[D", HOME: "\x1b[H",
    CLEAR: "\x0c", "\x83": "\x12", "\x14": "\x7f", "\x94": "\x1b[2~", "\x8d": "\r",
    "\x5f": "\x1b\x80", "\x85": "\x1bOP", "\x89": "\x1bOQ", "\x86": "\x1bOR", "\x8a": "\x1bOS",
    "\x87": "\x1b[15~", "\x8b": "\x1b[17~", "\x88": "\x1b[18~", "\x8c": "\x1b[19~",
}
# STOP is 03, as ^C is. These come from CTRL or the Commodore key with a digit, and with N.
_PEN_KEYS = set("\x05\x0e\x1c\x1e\x1f") | {chr(code) for code in range(0x80, 0xA0)}


def shown(glyphs: str, fallbacks: str) -> str:
    """A code for each glyph, given what each of them is in Unicode and in ASCII."""
    return "".join(CODES.get(glyph) or CODES.get(fallback, fallback)
                   for glyph, fallback in zip(glyphs, fallbacks))


def _read(code: int) -> str:
    """What one code means as a key. 60-7F and E0-FF are C0-DF and A0-BF once more."""
    if code == 0xFF or 0x60 <= code <= 0x7F:
        code = 0xDE if code == 0xFF else code + 0x60
    elif code >= 0xE0:
        code -= 0x40
    key = chr(code)
    if key in _KEYS or key in _PEN_KEYS:
        return _KEYS.get(key, "")
    if code < 0x41 or key in "[]":
        return key
    return " " if code == 0xA0 else _MEANINGS.get(key, "\ufffd")


# The first of those that share a code has it.
_MEANINGS = {code: character for character, code in reversed(CODES.items())} | {"^": "^"}
_SHIFTED = re.compile(b"[\xc1-\xda](?![\x80-\xbf])")
_READ = {code: _read(code) for code in range(256)}


class Stranger:
    """Bytes of somebody who may be at a C64 or not: ASCII, and letters typed there with SHIFT.

    Those are not known to a C64 alone: before 80-BF they begin a character in UTF-8.
    """

    __slots__ = ()

    def decode(self, data: bytes) -> str:
        letters = _SHIFTED.sub(lambda found: bytes((found[0][0] & 0x7F,)), data)
        return letters.decode("ascii", "replace")


class Keyboard:
    """Bytes to text: nothing to remember, so all callers share one."""

    __slots__ = ()

    def decode(self, data: bytes) -> str:
        return data.decode("latin-1").translate(_READ)
