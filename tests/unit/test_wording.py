"""door.screens.wording: what is only for the eye, in words."""

import pytest

from door.screens.wording import worded


@pytest.mark.parametrize("text, said", [
    ("B)ank: the house may grant you $1,250.", "Bank: the house may grant you 1250."),
    ("-$200, balance $0", "minus 200, balance 0"), ("nothing to do", "nothing to do"),
    ("Under $5, the sitting ends (*).", "Under 5, the sitting ends (house rule)."),
    ("(*) A house rule: ours.", "A house rule: ours.")])
def test_what_is_only_for_the_eye_is_left_out(text: str, said: str) -> None:
    assert worded(text) == said
