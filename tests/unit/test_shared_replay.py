"""door.screens.shared_replay: a contest's deal, swapped between two who have played it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from door.proof.replay import Replay as Again
from door.rules.house_draw import CALLER, HOUSE
from door.screens.frame import Sign
from door.screens.replay import LEAVE, SEAL
from door.screens.sentences import YOU
from door.screens.shared_replay import SharedReplay, Side
from door.screens.speech import TERSE, Speech
from door.screens.voice import Voice
from door.session.past import scenes
from tests.pasts import FOLDED, WON, Actions, again, deck
from tests.unit.test_replay_screen import closed, text

WIDE, NARROW = Sign("Brass Lantern Casino"), Sign("Brass Lantern Casino", columns=40)
SEALED, BEST = "0123456789abcdef" * 4, "the day's best"
LONGEST = "Dolores del Rio III."
SHORT: Actions = [(CALLER, "check"), (HOUSE, "bet 5"), (CALLER, "fold")]


def side(player: str, actions: Actions = WON, is_open: bool = False, result: str = "-$5") -> Side:
    return Side(player, result, BEST * (player != YOU),
                list(scenes(again(deck(), actions), is_open)))


def screen(*sides: Side, sign: Sign = WIDE, speech: Speech | None = None) -> SharedReplay:
    return SharedReplay(sign, speech or Speech(), "D2023-11-14-3", SEALED, 3, sides, 10)


def two(sign: Sign = WIDE, speech: Speech | None = None) -> SharedReplay:
    return screen(side(YOU, SHORT), side("Zoe", WON, result="+$20"), sign=sign, speech=speech)


def test_it_says_whose_try_it_is() -> None:
    shown = two()
    assert "Your try: -$5  K)seal" in text(shown) and "YOU    $195" in text(shown)
    assert "Deal 3 of 10" in text(shown) and "first: YOU" in text(shown)
    shown.press("s")
    assert "Zoe, the day's best: +$20" in text(shown) and "BEST   $195" in text(shown)
    assert "YOU" not in text(shown) and "first: BEST" in text(shown)
    shown.press("S")
    assert "Your try: -$5" in text(shown) and "BEST" not in text(shown)


def test_a_swap_stays_at_the_step_that_is_shown() -> None:
    """Or at the end of a deal that was shorter."""
    shown = two()
    assert shown.prompt == "1 of 4: N)ext, B)ack, S)wap, Q)uit?"
    shown.press("n")
    assert "You check." in text(shown)
    shown.press("s")
    assert shown.prompt.startswith("2 of 6") and "Zoe bets $10." in text(shown)
    for _ in range(5):
        shown.press("n")
    assert shown.prompt.startswith("6 of 6") and "Zoe wins $40 with full house" in text(shown)
    shown.press("s")
    assert shown.prompt.startswith("4 of 4") and "The House wins $10: you fold." in text(shown)
    assert shown.notice == ""


def test_one_alone_cannot_be_swapped() -> None:
    shown = screen(side("Zoe"))
    assert shown.prompt == "1 of 6: N)ext, B)ack, Q)uit?"
    before = text(shown)
    shown.press("s")
    assert shown.notice.startswith("Zoe's turn.")
    shown.press("")
    assert text(shown) == before
    shown.press("?")
    assert "S:" not in shown.notice


def test_who_has_the_best_try_sees_that_it_is() -> None:
    alone = screen(Side(YOU, "+$20", BEST, list(scenes(again(deck(), WON), False))))
    assert "Your try, the day's best: +$20" in text(alone) and "BEST" not in text(alone)


@pytest.mark.parametrize("key, answer", [("k", SEAL), ("K", SEAL), ("q", LEAVE), ("ESC", LEAVE),
                                         ("s", None), ("x", None)])
def test_keys_that_leave(key: str, answer: str | None) -> None:
    assert two().press(key) == answer


def test_keys_that_ask_are_answered_for_who_is_shown() -> None:
    shown = two()
    shown.press("s")
    for key, told in (("w", "Zoe holds Kh Kc 9s 9d 4d, two pair"), ("g", "Zoe holds two pair"),
                      ("y", "Zoe: $195 on the table"), (" ", "The House: $195"),
                      ("d", "Nothing is due. Zoe may bet $2 to $25")):
        shown.press({" ": "o"}.get(key, key))
        assert shown.notice.startswith(told)


@pytest.mark.parametrize("sign", [WIDE, NARROW], ids=lambda sign: str(sign.columns))
@pytest.mark.parametrize("is_open", [False, True])
def test_prompt_and_rows_fit_the_screen(sign: Sign, is_open: bool) -> None:
    shown = screen(side(YOU, WON, is_open, "-$200"), side(LONGEST, WON, is_open, "-$200"),
                   sign=sign)
    for _ in range(2):
        for _ in range(7):
            assert len(shown.prompt) <= 37
            assert max(len(row) for row in text(shown).split("\n")) < sign.columns
            shown.press("n")
        shown.press("s")
    shown.press("s")
    assert f"{LONGEST}, " in text(shown) and "best: -$200" in text(shown)


def test_the_screen_goes_with_the_window() -> None:
    shown = screen(side(LONGEST, WON, True))
    assert "the day's best: -$5. The House's cards lie open" in text(shown)
    shown.fit(40)
    assert shown.paint().columns == 40 and f"{LONGEST}, best: -$5" in text(shown)


def test_each_step_is_printed_of_who_did_it() -> None:
    shown = two()
    assert shown.lines() == ["Deal D2023-11-14-3.", "Your try: -$5.",
                             "You ante $5. House antes $5.",
                             "You hold Kh Kc 9s 9d 4d, two pair, kings and nines.", "Pot $10."]
    shown.press("s")
    assert shown.lines() == ["Zoe, the day's best: +$20.", "Zoe antes $5. House antes $5.",
                             "Zoe holds Kh Kc 9s 9d 4d, two pair, kings and nines.", "Pot $10."]
    for _ in range(5):
        shown.press("n")
    assert shown.lines()[-3:] == [
        "Zoe shows Kh Kc 9s 9d 9h, full house, nines and kings.",
        "House shows Ad As 8c 3c 3d, two pair, aces and threes.",
        "Zoe wins $40 with full house, nines and kings."]


def test_by_ear_each_step_says_who_did_it_and_nothing_is_left_out() -> None:
    voice = Voice()
    voice.verbosity = TERSE
    shown = screen(side("Zoe", FOLDED), speech=voice)
    said = voice.lines(shown.lines())
    for _ in range(6):
        shown.press("n")
        said += voice.lines(shown.lines())
    assert said[:4] == ["Deal D2023-11-14-3.", "Zoe, the day's best: minus 5.", "Ante: 5 each.",
                        "Deal: king of hearts, king of clubs, nine of spades, nine of diamonds,"]
    for line in ("Bet: Zoe bets 10. Pot 20.", "Draw: Zoe discards four of diamonds.",
                 "Win: House, 40, Zoe folds."):
        assert line in said
    assert not any("you" in line.lower().split() for line in said)


def test_by_ear_a_pat_hand_is_its_players() -> None:
    pat: Actions = [(CALLER, "check"), (HOUSE, "check"), (CALLER, "stand pat"),
                    (HOUSE, "stand pat"), (CALLER, "check"), (HOUSE, "bet 5"), (CALLER, "call")]
    voice = Voice()
    shown = screen(side("Zoe", pat), speech=voice)
    said: list[str] = []
    for _ in range(8):
        said += voice.lines(shown.lines())
        shown.press("n")
    assert "Draw: Zoe stands pat. Two pair, kings and nines." in said


# -- the House's cards -----------------------------------------------------------------------


def told(story: Again, is_open: bool) -> Iterator[str]:
    """All that both tries' replay shows and says, in every width and manner."""
    for sign, speech in ((WIDE, Speech()), (NARROW, Voice())):
        shown = screen(*(Side(player, "", "", list(scenes(story, is_open)))
                         for player in (YOU, "Zoe")), sign=sign, speech=speech)
        for _ in range(9):
            for _ in range(2):
                yield text(shown)
                yield "\n".join(speech.lines(shown.lines()))
                for key in "wgpdyo!":
                    shown.press(key)
                    yield shown.notice.replace("\xa0", " ")
                shown.lines()
                shown.press("s")
            shown.press("n")


@pytest.mark.parametrize("number", range(15))
def test_no_swap_tells_a_card_of_the_houses_that_was_not_shown(number: int) -> None:
    closed(told, number)
