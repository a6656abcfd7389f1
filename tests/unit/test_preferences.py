"""Preferences as they are stored, and as they come back from whatever a row holds."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.bank.preferences import parse, written
from door.views import CHOICES, Preferences

ANY = st.builds(Preferences, **{name: st.sampled_from(choices)
                                for name, choices in CHOICES.items()})


@given(ANY)
def test_what_is_written_is_read_again(preferences: Preferences) -> None:
    assert parse(written(preferences)) == preferences


@given(st.text())
def test_any_text_is_some_preferences(text: str) -> None:
    found = parse(text)
    assert all(getattr(found, name) in choices for name, choices in CHOICES.items())


def test_the_defaults_are_the_first_of_the_choices_and_need_no_words() -> None:
    assert [each.name for each in fields(Preferences)] == list(CHOICES)
    assert written(Preferences()) == ""
    assert parse("") == Preferences() == Preferences(
        **{name: choices[0] for name, choices in CHOICES.items()})


def test_only_what_differs_is_written() -> None:
    assert written(Preferences(motion="off", width="40", patter="on")) == "width=40 motion=off"


@pytest.mark.parametrize("text", [
    "motion=off smell=on", "motion=off bell=loud", "motion=off bell", "=on motion=off =",
    "  motion=off\tbell= ", "motion=on motion=off", "motion=off __class__=x", "motion=off =off="])
def test_words_that_are_not_understood_are_left_out(text: str) -> None:
    assert parse(text) == Preferences(motion="off")
