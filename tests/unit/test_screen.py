"""door.screens.screen: what every screen has, and what it says unless told otherwise."""

from __future__ import annotations

from door.screens.screen import Screen


def test_a_bare_screen_paints_an_empty_canvas_and_takes_no_key() -> None:
    screen = Screen()
    assert (screen.paint().columns, screen.paint().rows) == (80, 24)
    assert screen.press("a") is None
    assert (screen.prompt, screen.typed, screen.question, screen.notice) == ("", "", "", "")
    assert not (screen.typing or screen.hidden or screen.money)


def test_no_key_that_came_early_answers_unless_a_screen_says_so() -> None:
    assert Screen().ahead(["1", "0", "ENTER"]) == 0


def test_lines_are_told_once() -> None:
    screen = Screen()
    screen.print("one", "two")
    screen.print("three")
    assert screen.lines() == ["one", "two", "three"]
    assert screen.lines() == []


def test_a_warning_stands_above_the_prompt_and_is_printed() -> None:
    screen = Screen()
    screen.warn("No.")
    assert screen.notice == "No." and screen.lines() == ["No."]
