"""Bytes to keys, however the bytes are split.

A key is one printable character or a name: ENTER ESC BACKSPACE TAB UP DOWN LEFT RIGHT HOME END
PAGE_UP PAGE_DOWN INSERT DELETE, F1 to F12, CTRL_A to CTRL_Z. Whatever else a terminal sends is
swallowed: answers to queries (kept for whoever asked), sequences nobody knows, strings, rubbish.
"""

import io
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from ansi.charset import Charset

Key = str

ESCAPE = "\x1b"
LONGEST = 64
ANSWERS_KEPT = 8

_CONTROLS = {chr(code): f"CTRL_{chr(code + 64)}" for code in range(1, 27)} | {
    "\r": "ENTER", "\n": "ENTER", "\t": "TAB", "\b": "BACKSPACE", "\x7f": "BACKSPACE",
    "\x04": "BACKSPACE",  # mTCP's telnet for DOS
}

_NAMES = {
    "KEY_UP": "UP", "KEY_DOWN": "DOWN", "KEY_LEFT": "LEFT", "KEY_RIGHT": "RIGHT",
    "KEY_HOME": "HOME", "KEY_END": "END", "KEY_PGUP": "PAGE_UP", "KEY_PGDOWN": "PAGE_DOWN",
    "KEY_INSERT": "INSERT", "KEY_DELETE": "DELETE", "KEY_ENTER": "ENTER",
    "KEY_KP_MULTIPLY": "*", "KEY_KP_ADD": "+", "KEY_KP_SEPARATOR": ",", "KEY_KP_SUBTRACT": "-",
    "KEY_KP_DECIMAL": ".", "KEY_KP_DIVIDE": "/", "KEY_KP_EQUAL": "=",
    **{f"KEY_KP_{digit}": f"{digit}" for digit in range(10)},
    **{f"KEY_F{n}": f"F{n}" for n in range(1, 13)},
}

_KINDS = ("xterm", "linux", "syncterm")
_LEAKING = ("COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM")

_OURS = {
    # The Linux console's F1-F5, whatever its terminfo entry says.
    **{f"\x1b[[{letter}": f"F{n}" for n, letter in enumerate("ABCDE", 1)},
    # rxvt marks Shift and Ctrl by lower case; terminfo has some of these the wrong way round.
    **{f"\x1b{opening}{letter}": key for opening in "[O"
       for letter, key in zip("abcd", ("UP", "DOWN", "RIGHT", "LEFT"))},
}

# These look finished and are not: ESC [ [ A is a Linux console's F1, ESC [ O A is in blessed's map.
_UNFINISHED = ("\x1b[[", "\x1b[O")
# A cursor or function key with Shift, Ctrl or Alt held. Not R: that would be a cursor report.
_MODIFIED = re.compile(r"\x1b\[(\d+);\d+([A-DFHPQS~])")
_ANSWER = re.compile(r"\x1b\[[?=>]?[\d;]+[cR]")


@contextmanager
def _bare_environment() -> Iterator[None]:
    """Without what blessed would take from the server's own terminal for all callers."""
    kept = {name: os.environ.pop(name) for name in _LEAKING if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)


@cache
def key_map() -> Mapping[str, Key]:
    """Escape sequence -> key for all kinds of terminal at once.

    The first call takes a quarter of a second (blessed is imported): a server makes it at start-up.
    """
    found: dict[str, Key] = {}
    with _bare_environment():
        from blessed import Terminal
        from blessed.keyboard import get_keyboard_codes, get_keyboard_sequences
        codes = get_keyboard_codes()
        for kind in _KINDS:
            terminal = Terminal(kind=kind, stream=io.StringIO(), force_styling=True)
            for sequence, code in get_keyboard_sequences(terminal).items():
                name = _NAMES.get(codes.get(code, ""))
                if name and sequence.startswith(("\x1b[", "\x1bO")):
                    found[sequence] = name
    return found | _OURS


def _unmodified(sequence: str) -> str:
    match = _MODIFIED.fullmatch(sequence)
    if not match:
        return sequence
    number, final = match.groups()
    return f"\x1b[{number}~" if final == "~" else f"\x1b[{final}"


def _is_whole(sequence: str) -> bool:
    if sequence in _UNFINISHED:
        return False
    last = sequence[-1]
    if sequence[1] == "O":
        return last not in "0123456789;"
    # ECMA-48, 5.4: 40-7E end a control sequence. rxvt ends Shift-Delete and its like with $.
    return "@" <= last <= "~" or last == "$" and sequence[2:-1].isdigit()


class KeyDecoder:
    """One caller's keyboard. Holds at most 64 characters of an unfinished sequence."""

    __slots__ = ("_charset", "_text", "_step", "_sequence", "_returned", "_answers")

    def __init__(self, charset: Charset) -> None:
        self.charset = charset
        self._step: Callable[[KeyDecoder, str, list[Key]], None] = _ground
        self._sequence = ""
        self._returned = False
        self._answers: deque[bytes] | None = None

    @property
    def charset(self) -> Charset:
        """May be changed at any time: a CR before is still one ENTER with the LF after."""
        return self._charset

    @charset.setter
    def charset(self, charset: Charset) -> None:
        self._charset = charset
        self._text = charset.decoder()

    @property
    def waiting(self) -> bool:
        """A lone ESC, or a sequence, is unfinished: 350 ms after the last byte, flush()."""
        return self._step is not _ground

    @property
    def answers(self) -> deque[bytes]:
        """The latest replies to cursor (CPR) and device (DA) queries, whole, as they came."""
        if self._answers is None:
            self._answers = deque(maxlen=ANSWERS_KEPT)
        return self._answers

    def feed(self, data: bytes) -> list[Key]:
        """The keys that are complete with these bytes, in order. Any bytes will do."""
        text = self._text.decode(data)
        if self._step is _ground and text and text.isprintable():
            self._returned = False
            return list(text)
        keys: list[Key] = []
        for character in text:
            self._step(self, character, keys)
        return keys

    def flush(self) -> list[Key]:
        """Nothing came for 350 ms: a lone ESC was the key, a torn sequence is dropped."""
        keys = ["ESC"] if self._step is _escape else []
        self._step, self._sequence = _ground, ""
        return keys

    def _finish(self, keys: list[Key]) -> None:
        sequence, self._sequence, self._step = self._sequence, "", _ground
        key = key_map().get(sequence) or key_map().get(_unmodified(sequence))
        if key:
            keys.append(key)
        elif _ANSWER.fullmatch(sequence):
            self.answers.append(sequence.encode("ascii"))

    def _abandon(self, character: str, keys: list[Key]) -> None:
        """The sequence broke off; this character is no part of it. (A NUL never means anything.)"""
        if character != "\0":
            self._step, self._sequence = _ground, ""
            _ground(self, character, keys)


# The states: each takes one character and sets the next state. Functions of the module, for a
# decoder that held its own methods would be a cycle for the garbage collector.

def _ground(decoder: KeyDecoder, character: str, keys: list[Key]) -> None:
    # CR is ENTER at once; one LF or NUL behind it, in whatever packet, belongs to it (RFC 854).
    returned, decoder._returned = decoder._returned, character == "\r"
    if character == ESCAPE:
        decoder._step = _escape
    elif not (returned and character == "\n"):
        key = _CONTROLS.get(character) or (character if character.isprintable() else "")
        if key:
            keys.append(key)


def _escape(decoder: KeyDecoder, character: str, keys: list[Key]) -> None:
    if character in ("[", "O"):
        decoder._step, decoder._sequence = _control, ESCAPE + character
    elif character in ("P", "]", "^", "_"):
        decoder._step = _string
    elif character != "\0":
        keys.append("ESC")
        decoder._abandon(character, keys)


def _control(decoder: KeyDecoder, character: str, keys: list[Key]) -> None:
    """In ESC [ or ESC O."""
    if not " " <= character <= "~":
        decoder._abandon(character, keys)
        return
    decoder._sequence += character
    if _is_whole(decoder._sequence):
        decoder._finish(keys)
    elif len(decoder._sequence) >= LONGEST:
        decoder._step, decoder._sequence = _overlong, ""


def _overlong(decoder: KeyDecoder, character: str, keys: list[Key]) -> None:
    if "@" <= character <= "~":
        decoder._step = _ground
    elif not " " <= character <= "?":
        decoder._abandon(character, keys)


def _string(decoder: KeyDecoder, character: str, keys: list[Key]) -> None:
    """In a string (OSC, DCS, APC, PM), of which nothing is kept."""
    if character == ESCAPE:
        decoder._step = _string_end
    elif character in ("\x07", "\x18", "\x1a"):
        decoder._step = _ground
    elif character in ("\r", "\n"):
        # No terminal sends these in a string, and a caller who typed ESC P must get out again.
        decoder._abandon(character, keys)


def _string_end(decoder: KeyDecoder, character: str, keys: list[Key]) -> None:
    if character == "\\":
        decoder._step = _ground
    elif character != "\0":
        decoder._step = _escape
        _escape(decoder, character, keys)
