"""door.screens.line_field: a line that is typed, its bound, and how little of it can be edited."""

from __future__ import annotations

import pytest

from door.screens.line_field import LineField


def typed(*keys: str, limit: int = 10, hidden: bool = False) -> LineField:
    field = LineField(limit, hidden)
    for key in keys:
        field.press(key)
    return field


@pytest.mark.parametrize("keys, text", [
    ("abc", "abc"), (["a", "b", "BACKSPACE", "c"], "ac"), (["BACKSPACE"], ""),
    ("0123456789abc", "0123456789"), ([*"two words", "CTRL_W"], "two "),
    ([*"two words", "CTRL_U"], ""), ("naïve ♥", "naïve ♥"), ("ВЪ", "ВЪ")])
def test_text(keys: list[str], text: str) -> None:
    assert typed(*keys).text == typed(*keys).shown == text


@pytest.mark.parametrize("key", [
    "LEFT", "RIGHT", "HOME", "END", "UP", "DOWN", "DELETE", "INSERT", "TAB", "F1", "PAGE_UP",
    "CTRL_A", "CTRL_K", "CTRL_Y", "CTRL_B", "ESC", "ENTER", "\x07", "\u200b", "\x1b[A"])
def test_other_keys_change_nothing(key: str) -> None:
    """The cursor stays at the end, where the terminal keeps it."""
    assert typed("a", "b", key, "c").text == "abc"


def test_a_hidden_field_shows_a_star_for_each_character() -> None:
    field = typed(*"secret", hidden=True)
    assert (field.text, field.shown) == ("secret", "******")


def test_a_cleared_field_takes_as_much_as_before() -> None:
    field = typed(*"0123456789")
    field.clear()
    assert field.text == ""
    for key in "abcdefghijk":
        field.press(key)
    assert field.text == "abcdefghij"
