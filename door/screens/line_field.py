"""A field for a line of text: handles, passwords, cuts.

The editing is blessed's; the cursor stays at the end, where the terminal keeps it, so the keys
that would move it are left out.
"""

from __future__ import annotations

from blessed.line_editor import LineEditor

from ansi.keys import Key

_EDITING = {"BACKSPACE": "KEY_BACKSPACE", "CTRL_U": "KEY_CTRL_U", "CTRL_W": "KEY_CTRL_W"}


class _Named(str):
    """A key that blessed knows by its name."""

    name: str


def _named(name: str) -> _Named:
    key = _Named()
    key.name = name
    return key


_KEYS = {ours: _named(theirs) for ours, theirs in _EDITING.items()}


class LineField:
    """At most `limit` characters; `hidden` shows a star for each, as a password does."""

    __slots__ = ("hidden", "_editor")

    def __init__(self, limit: int, hidden: bool = False) -> None:
        self.hidden = hidden
        self._editor = LineEditor(limit=limit, limit_bell="")

    @property
    def text(self) -> str:
        return self._editor.line

    @property
    def shown(self) -> str:
        return "*" * len(self.text) if self.hidden else self.text

    def press(self, key: Key) -> None:
        """Edits by one key; keys that mean nothing to a line are passed over."""
        if key in _KEYS:
            self._editor.feed_key(_KEYS[key])
        elif len(key) == 1 and key.isprintable():
            self._editor.feed_key(key)

    def clear(self) -> None:
        self._editor.clear()
