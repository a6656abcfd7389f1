"""door.screens.poker_felt: what stands where on the painted table, in every state of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ansi.canvas import Canvas
from door.rules.actions import CALL, CHECK, STAND_PAT, Bet, Discard, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table, View
from door.screens import card_faces, frame
from door.screens.frame import Sign
from door.screens.poker_felt import SEAL_SHOWN, Felt, paint

SIGN = Sign("Brass Lantern Casino")
SEAL = ("0741fd74-1000", "0123456789abcdef" * 4)
CARDS = [card for pair in zip(parse_cards("Kh Kc 9s 9d 4d"), parse_cards("Ad As 7h 6c 2s"))
         for card in pair] + [*parse_cards("9h Ac 3c 3d")]
DECK = [*CARDS, *(card for card in FRESH_DECK if card not in CARDS)]


def view(*acts: object, stacks: tuple[int, int] = (200, 200)) -> View:
    table = Table(GAME, stacks, CALLER)
    table.deal(DECK)
    for act in acts:
        assert table.to_act is not None
        table.act(table.to_act, act)    # type: ignore[arg-type]
    return table.view(CALLER)


def felt(seen: View | None = None, **more: object) -> Felt:
    return replace(Felt(SIGN, view=seen, seal=SEAL), **more)    # type: ignore[arg-type]


def row(canvas: Canvas, number: int) -> str:
    return canvas.row_text(number).rstrip()


def text(canvas: Canvas) -> str:
    return "\n".join(row(canvas, number) for number in range(24))


STATES = {
    "empty": felt(), "between": felt(Table(GAME, (500, 500)).view(CALLER)),
    "dealt": felt(view(), number=1000, asks_ante=False, patter='"Let us see about that."',
                  keys="M)ax  0-9 amount  ?)help  L)og  Q)uit"),
    "capped": felt(view(Bet(25), Raise(25), Raise(25), Raise(25)), asks_ante=False),
    "draw": felt(view(CHECK, CHECK), numbered=True, lifted=frozenset(range(5)), asks_ante=False),
    "over": felt(view(CHECK, CHECK, STAND_PAT, STAND_PAT, Bet(5), CALL), log=("x" * 90,) * 5,
                 notice="y" * 90),
}


@pytest.mark.parametrize("name", STATES)
def test_the_last_column_and_the_prompts_row_stay_empty(name: str) -> None:
    canvas = paint(STATES[name])
    assert {canvas.row_text(number)[79] for number in range(24)} == {" "}
    assert row(canvas, frame.PROMPT_ROW) == ""


def test_nobodys_cards_are_outlines_before_the_deal() -> None:
    canvas = paint(felt(Table(GAME, (200, 200)).view(CALLER)))
    assert row(canvas, 2).count("┌─────┐") == 5 and row(canvas, 8).count("┌───────┐") == 5
    assert "▒" not in text(canvas)


def test_the_houses_cards_are_backs_until_they_are_shown() -> None:
    assert row(paint(felt(view())), 3).count("│▒▒▒▒▒│") == 5
    shown = row(paint(STATES["over"]), 3)
    assert "▒" not in shown and "A   ♦" in shown and "A   ♠" in shown


def test_pot_due_raises_limit_and_who_is_first() -> None:
    assert row(paint(felt(view())), 6).split() == (
        "═══ POT $10 ═══ nothing due raises ··· 0 of 3 limit $25 first: YOU".split())
    raised = row(paint(felt(view(Bet(12), Raise(10)))), 6)
    assert "POT $44" in raised and "to call $10" in raised and "■·· 1 of 3" in raised


def test_at_the_cap_of_raises_no_limit_is_shown() -> None:
    capped = row(paint(STATES["capped"]), 6)
    assert "■■■ 3 of 3" in capped and "limit" not in capped


def test_the_limit_is_capped_by_table_stakes() -> None:
    assert "limit $15 " in row(paint(felt(view(stacks=(20, 200)))), 6)


def test_stacks_what_is_in_the_pot_and_the_name_of_the_holding() -> None:
    shown = text(paint(felt(view(Bet(12), Raise(10)), doing="raises $10")))
    for words in ("HOUSE  $173", "raises $10", "in pot $27", "YOU    $183", "in pot $17",
                  "TWO PAIR,", "kings and nines"):
        assert words in shown


def test_after_the_draw_both_numbers_are_told() -> None:
    """RULEBOOK 1.10."""
    shown = paint(felt(view(CHECK, CHECK, Discard((4,)), STAND_PAT)))
    assert "pat" in row(shown, 2) and "took 1" in row(shown, 9)


def test_lifted_cards_stand_a_row_higher_and_are_numbered() -> None:
    canvas = paint(replace(STATES["draw"], lifted=frozenset({0, 4})))
    assert [n for n in range(5) if canvas.row_text(7)[1 + 10 * n] == "┌"] == [0, 4]
    assert [n for n in range(5) if canvas.row_text(8)[1 + 10 * n] == "┌"] == [1, 2, 3]
    assert [n for n in range(5) if canvas.row_text(14)[1 + 10 * n] == "└"] == [1, 2, 3]
    assert row(canvas, 15).split() == ["(1)", "(2)", "(3)", "(4)", "(5)"]


def test_a_lifted_card_leaves_nothing_behind() -> None:
    lifted = paint(replace(STATES["draw"], lifted=frozenset({2})))
    back = paint(replace(STATES["draw"], lifted=frozenset()))
    assert back.glyphs != lifted.glyphs
    canvas = card_faces.FACES[DECK[4]]
    assert [lifted.row_text(7 + n)[21:30] for n in range(7)] == [
        canvas.row_text(n) for n in range(7)]


def test_half_the_seal_stands_on_the_table_while_the_ante_is_asked() -> None:
    """RULEBOOK 5.1: at least 32 of its 64 hex digits, and the id of the hand."""
    assert SEAL_SHOWN >= 32
    seal_row = row(paint(felt(Table(GAME, (200, 200)).view(CALLER), keys="K)seal  ?)help")), 21)
    assert SEAL[0] in seal_row and SEAL[1][:SEAL_SHOWN] in seal_row
    assert seal_row.endswith("K)seal  ?)help")


def test_in_the_hand_keys_and_seal_share_a_row_without_touching() -> None:
    """The longest id of a hand once ran into Q)uit."""
    seal_row = row(paint(STATES["dealt"]), 21)
    assert "Q)uit  Seal 0741fd74-1000  0123456789ab... K)" in seal_row


def test_without_a_hand_to_come_there_is_no_seal() -> None:
    assert row(paint(felt(seal=("", ""), keys="K)seal")), 21).split() == ["K)seal"]
    assert row(paint(felt(seal=("", ""), asks_ante=False, keys="L)og")), 21).split() == ["L)og"]


def test_the_last_three_lines_are_white_and_need_no_paint_when_another_comes() -> None:
    canvas = paint(felt(view(), log=("one", "two", "three", "four")))
    assert [row(canvas, number).strip() for number in (17, 18, 19)] == ["two", "three", "four"]
    assert canvas.colours[19 * 80 + 1] == canvas.colours[18 * 80 + 1] == 15


def test_a_remark_stands_beside_the_houses_cards() -> None:
    canvas = paint(STATES["dealt"])
    assert [canvas.row_text(number)[64:].strip() for number in (2, 3)] == [
        '"Let us see', 'about that."']


def test_painting_twice_gives_the_same() -> None:
    for state in STATES.values():
        assert paint(state).glyphs == paint(state).glyphs
