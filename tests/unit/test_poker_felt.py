"""door.screens.poker_felt: what stands where on the painted table, in every state of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ansi.canvas import Canvas
from ansi.fields import Field
from ansi.gallery import OURS, Gallery
from door.rules.actions import CALL, CHECK, FOLD, STAND_PAT, Bet, Discard, Raise
from door.rules.cards import FRESH_DECK, Card, parse_cards
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table, View
from door.screens import card_faces, poker_felt
from door.screens.dealers import DEALERS, Dealer
from door.screens.frame import PRACTICE, Sign
from door.screens.pictures import SHOWDOWN, TABLE, Picture
from door.screens.poker_felt import SEAL_SHOWN, Felt, paint
from tests.caller import club, script
from tests.golden.night import Night
from tests.sitting import Sitting

SIGN = Sign("Brass Lantern Casino")
NARROW = SIGN.fit(40)
SEAL = ("0741fd74-1000", "0123456789abcdef" * 4)
BETTING_KEYS = "?)help  L)og  Q)uit  K)seal  M)ax  0-9 amount"
BOTH = pytest.mark.parametrize("sign", [SIGN, NARROW], ids=["80", "40"])


def deck(yours: str = "Kh Kc 9s 9d 4d", houses: str = "Ad As 7h 6c 2s") -> list[Card]:
    cards = [card for pair in zip(parse_cards(yours), parse_cards(houses)) for card in pair]
    cards += [card for card in parse_cards("9h Ac 3c 3d") if card not in cards]
    return [*cards, *(card for card in FRESH_DECK if card not in cards)]


DECK = deck()


def view(*acts: object, stacks: tuple[int, int] = (200, 200), cards: Sequence[Card] = DECK) -> View:
    table = Table(GAME, stacks, CALLER)
    table.deal(cards)
    for act in acts:
        assert table.to_act is not None
        table.act(table.to_act, act)    # type: ignore[arg-type]
    return table.view(CALLER)


def felt(seen: View | None = None, **more: object) -> Felt:
    return replace(Felt(SIGN, view=seen, seal=SEAL), **more)    # type: ignore[arg-type]


def between() -> View:
    return Table(GAME, (500, 500)).view(CALLER)


def rows(canvas: Canvas) -> list[str]:
    return [canvas.row_text(number).rstrip() for number in range(canvas.rows)]


def text(canvas: Canvas) -> str:
    return "\n".join(rows(canvas))


def at(canvas: Canvas, field: Field) -> list[str]:
    """What stands in a field."""
    return [row[field.column:field.column + field.width].rstrip()
            for row in map(canvas.row_text, range(field.row, field.row + field.height))]


def within(shown: Felt, name: str) -> list[str]:
    """What stands in the field of that name."""
    picture = SHOWDOWN if shown.view and shown.view.shown else TABLE
    return at(paint(shown), picture.hung(shown.sign).fields[name])


SHOWN = (CHECK, CHECK, STAND_PAT, STAND_PAT, Bet(5), CALL)
STATES = {
    "empty": felt(), "between": felt(between()),
    "dealt": felt(view(), number=1000, patter='"Let us see about that."', keys=BETTING_KEYS),
    "capped": felt(view(Bet(25), Raise(25), Raise(25), Raise(25))),
    "draw": felt(view(CHECK, CHECK), lifted=frozenset(range(5))),
    "folded": felt(view(FOLD), number=3),
    "over": felt(view(*SHOWN), log=("x" * 90,) * 5, notice="y" * 90),
}


# -- both widths -----------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("name", STATES)
def test_the_last_column_and_the_prompts_row_stay_empty(name: str, sign: Sign) -> None:
    canvas = paint(replace(STATES[name], sign=sign))
    assert (canvas.columns, canvas.rows) == (sign.columns, sign.rows)
    assert {canvas.row_text(number)[-1] for number in range(canvas.rows)} == {" "}
    assert rows(canvas)[-1] == ""


@BOTH
def test_nobodys_cards_are_places_before_the_deal(sign: Sign) -> None:
    canvas = paint(felt(between(), sign=sign))
    for name in ("cards", "house.cards"):
        field = TABLE.hung(sign).fields[name]
        space = card_faces.fitting(field.width, field.height).space
        assert at(canvas, field) == [row.rstrip() for row in
                                     rows(Canvas.abreast([space] * 5))]
    assert "▒▒▒▒▒" not in text(canvas)


@BOTH
def test_the_houses_cards_are_backs_until_they_turn_one_by_one(sign: Sign) -> None:
    assert "".join(within(felt(view(), sign=sign), "house.cards")).count("▒▒▒") % 5 == 0
    seen = view(*SHOWN)
    for turned in range(6):
        shown = "".join(within(felt(seen, sign=sign, turned=turned), "house.cards"))
        assert [rank in shown for rank in "A762"] == [turned > n for n in (0, 2, 3, 4)]
        assert ("▒" in shown) == (turned < 5)


@BOTH
def test_what_the_house_holds_is_named_when_all_of_it_is_turned(sign: Sign) -> None:
    seen = view(*SHOWN)
    assert within(felt(seen, sign=sign, turned=4, doing="calls $5"), "house.doing")[0] == "calls $5"
    assert " ".join(within(felt(seen, sign=sign), "house.doing")).strip() == "PAIR OF ACES"


@BOTH
def test_cards_on_their_way_are_not_there_yet(sign: Sign) -> None:
    seen = view()
    for away in ((), (4,), (0, 1, 2, 3, 4)):
        shown = "".join(within(felt(seen, sign=sign, away=frozenset(away)), "cards"))
        assert ("4" in shown, "K" in shown) == (4 not in away, 0 not in away)


@BOTH
def test_pot_due_raises_limit_and_who_is_first(sign: Sign) -> None:
    shown = felt(view(), sign=sign)
    for name, words in (("pot", "$10"), ("due", "nothing due"), ("raises", "raises ··· 0 of 3"),
                        ("limit", "limit $25"), ("first", "first: YOU")):
        assert within(shown, name) == [words]
    raised = felt(view(Bet(12), Raise(10)), sign=sign)
    for name, words in (("pot", "$44"), ("due", "to call $10"), ("raises", "raises ■·· 1 of 3")):
        assert within(raised, name) == [words]


@BOTH
def test_at_the_cap_of_raises_no_limit_is_shown(sign: Sign) -> None:
    capped = replace(STATES["capped"], sign=sign)
    assert within(capped, "raises") == ["raises ■■■ 3 of 3"] and within(capped, "limit") == [""]


@BOTH
def test_the_limit_is_capped_by_table_stakes(sign: Sign) -> None:
    assert within(felt(view(stacks=(20, 200)), sign=sign), "limit") == ["limit $15"]


@BOTH
def test_stacks_what_is_in_the_pot_and_the_name_of_the_holding(sign: Sign) -> None:
    shown = felt(view(Bet(12), Raise(10)), sign=sign, doing="raises $10")
    for name, words in (("house.stack", "$173"), ("house.doing", "raises $10"),
                        ("house.in-pot", "$27"), ("you.stack", "$183"), ("you.in-pot", "$17"),
                        ("holding", "TWO PAIR, kings and nines")):
        assert " ".join(within(shown, name)).strip() == words


@BOTH
def test_after_the_draw_both_numbers_are_told(sign: Sign) -> None:
    """RULEBOOK 1.10."""
    drawn = felt(view(CHECK, CHECK, Discard((4,)), STAND_PAT), sign=sign)
    assert within(drawn, "house.took") == ["pat"] and within(drawn, "you.took") == ["took 1"]


@BOTH
def test_lifted_cards_stand_a_row_higher(sign: Sign) -> None:
    shown = within(felt(view(CHECK, CHECK), sign=sign, lifted=frozenset({0, 4})), "cards")
    step = card_faces.fitting(len(shown[1]) + 1, len(shown)).step
    assert [n for n in range(5) if shown[0][step * n:step * n + 1] == "┌"] == [0, 4]
    assert within(felt(view(CHECK, CHECK), sign=sign), "cards")[0] == ""


@BOTH
def test_half_the_seal_stands_on_the_table(sign: Sign) -> None:
    """RULEBOOK 5.1: at least 32 of its 64 hex digits, and the id of the hand."""
    assert SEAL_SHOWN >= 32
    for seen in (between(), view(), view(*SHOWN)):
        canvas = text(paint(felt(seen, sign=sign, keys=BETTING_KEYS)))
        assert f"Seal {SEAL[0]} " in canvas and f"{SEAL[1][:SEAL_SHOWN]}..." in canvas


@BOTH
def test_without_a_hand_to_come_there_is_no_seal(sign: Sign) -> None:
    assert "Seal" not in text(paint(felt(between(), sign=sign, seal=("", ""))))


def test_keys_have_room_at_40_columns_without_that_to_the_seal() -> None:
    assert within(felt(view(), keys=BETTING_KEYS), "keys") == [BETTING_KEYS]
    assert within(felt(view(), sign=NARROW, keys=BETTING_KEYS), "keys") == [
        "?)help  L)og  Q)uit  M)ax  0-9 amount"]


@BOTH
def test_the_last_lines_are_white_and_need_no_paint_when_another_comes(sign: Sign) -> None:
    shown = felt(view(), sign=sign, log=("one", "two", "three", "four"))
    assert within(shown, "log") == ["two", "three", "four"]
    field = TABLE.hung(sign).fields["log"]
    assert {paint(shown).colours[row * sign.columns + field.column]
            for row in range(field.row, field.row + 3)} == {15}


def test_what_happened_is_folded_and_never_begins_in_the_middle() -> None:
    win = "You win $114 with full house, nines and kings."
    shown = felt(view(*SHOWN), sign=NARROW, log=("House shows Ad As 8c 3c 3d, two pair.", win))
    assert within(shown, "log") == ["House shows Ad As 8c 3c 3d, two pair.",
                                    "You win $114 with full house, nines", "and kings."]
    shown.log = ("House shows Ad As 8c 3c 3d, two pair, aces and threes.", win)
    assert within(shown, "log") == ["You win $114 with full house, nines", "and kings.", ""]
    shown.log = ("You bet $10. House raises $10. You call $10. House takes two. " * 3,)
    call = "You call $10. House takes two."
    assert within(shown, "log") == [call, "You bet $10. House raises $10.", call]


@BOTH
def test_practice_and_the_hand_are_on_the_bar(sign: Sign) -> None:
    canvas = paint(felt(view(), sign=sign._replace(practice=True), number=1000))
    assert "PRACTICE" in canvas.row_text(1) and "Hand 1000" in canvas.row_text(0)
    assert (PRACTICE in canvas.row_text(1)) == (sign is SIGN)
    assert ("before draw" in canvas.row_text(0)) == (sign is SIGN)


def test_painting_twice_gives_the_same() -> None:
    for state in STATES.values():
        assert paint(state).glyphs == paint(state).glyphs


# -- nothing is cut --------------------------------------------------------------------------


@pytest.fixture
def uncut(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """From now on a text for which a field has no room is a failure; the texts written so far.

    Notices are not meant: the session folds those that are too long (frame.notice_at).
    """
    written: list[str] = []

    def write(canvas: Canvas, field: Field, text: str, line: int = 0) -> None:
        fits = len(text) <= field.width and line < field.height
        assert fits or field.name == "notice", (field, text)
        written.append(text)
        field.write(canvas, text, line=line)

    def lines(canvas: Canvas, field: Field, texts: Sequence[str]) -> None:
        for line, text in enumerate(texts):
            write(canvas, field, text, line)

    poker_felt._background.cache_clear()
    monkeypatch.setattr(poker_felt, "_write", write)
    monkeypatch.setattr(poker_felt, "_lines", lines)
    yield written
    poker_felt._background.cache_clear()


@BOTH
def test_no_text_is_cut_in_real_hands(sign: Sign, uncut: list[str]) -> None:
    for seed in range(6):
        for _, screen in Sitting(seed, sign.columns, (500, 500)):
            screen.paint()
    assert len(uncut) > 5000


class AtTheTable(Night):
    """The night without its reading, of which there is more on narrow screens."""

    async def read(self) -> None:
        pass


@pytest.mark.parametrize("columns, height", [(80, 24), (40, 25)])
async def test_no_text_is_cut_all_night(columns: int, height: int, uncut: list[str],
                                        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = script(monkeypatch)
    async with club(tmp_path, practice="golden") as hall:
        await AtTheTable(hall, written, "u", columns, height).run()
    assert any("shows" in text for text in uncut) and len(uncut) > 500


@BOTH
@pytest.mark.parametrize("dealer", DEALERS, ids=[dealer.name for dealer in DEALERS])
def test_no_remark_of_a_dealer_is_cut(dealer: Dealer, sign: Sign, uncut: list[str]) -> None:
    for saying in sum(dealer.sayings.values(), ()):
        shown = within(felt(view(), sign=sign, patter=f'"{saying}"'), "house.patter")
        assert " ".join(shown).strip() == f'"{saying}"'


@BOTH
@pytest.mark.parametrize("cards", ["Qh Kh Jh Th 9h", "Ah Kh Qh Jh Th", "Qc Qs Qh 8c 8s",
                                   "7d 6s 5s 4s 3s", "3c 3h 3d 8c 8h"])
def test_no_name_of_a_holding_is_cut(cards: str, sign: Sign, uncut: list[str]) -> None:
    for yours, houses in ((cards, "2c 4d 2d 5c 6h"), ("2c 4d 2d 5c 6h", cards)):
        paint(felt(view(*SHOWN, cards=deck(yours, houses)), sign=sign))
    assert any("FLUSH" in text or "FULL" in text or "STRAIGHT" in text for text in uncut)


# -- the sysop's own -------------------------------------------------------------------------


def theirs(folder: Path, picture: Picture, columns: int, **places: str) -> Sign:
    """A sign over the sysop's art: our fields of a picture, some of them elsewhere."""
    ours = (OURS / picture.room / f"{picture.name}-{columns}.fields").read_text("utf-8")
    lines = [line for line in ours.splitlines() if line.split()[0] not in places]
    lines += [f"{name} {place}" for name, place in places.items()]
    (folder / picture.room).mkdir()
    (folder / picture.room / f"{picture.name}-{columns}.fields").write_text("\n".join(lines))
    return Sign("Brass Lantern Casino", gallery=Gallery(folder, _complain)).fit(columns)


def _complain(bad: Exception) -> None:
    raise AssertionError(bad)


def test_cards_go_where_the_sysop_moves_their_field(tmp_path: Path) -> None:
    ours = within(felt(view()), "cards")
    sign = theirs(tmp_path, TABLE, 80, cards="9 5 50x8", **{"you.stack": "9 70 6"})
    canvas = paint(felt(view(), sign=sign))
    assert [row[4:54].rstrip() for row in rows(canvas)[8:16]] == ours
    assert canvas.row_text(8)[69:73] == "$195"


def test_a_smaller_field_gets_smaller_cards(tmp_path: Path) -> None:
    sign = theirs(tmp_path, TABLE, 80, cards="9 2 40x6", **{"house.cards": "3 24 25x1"})
    canvas = rows(paint(felt(view(), sign=sign)))
    assert canvas[10].startswith(" │K ♥  │ │K ♣  │ │9 ♠  │ │9 ♦  │ │4 ♦  │")
    assert canvas[2][23:48] == "[▒▒▒]" * 5


def test_a_higher_log_shows_more_of_what_happened(tmp_path: Path) -> None:
    sign = theirs(tmp_path, SHOWDOWN, 40, seal="25 1 37", log="18 2 38x5")
    shown = felt(view(*SHOWN), sign=sign, log=("one", "two", "three", "four", "five", "six"))
    assert within(shown, "log") == ["two", "three", "four", "five", "six"]


def test_what_an_artist_wrote_in_a_field_to_see_how_it_looks_is_not_shown(tmp_path: Path) -> None:
    sign = theirs(tmp_path, TABLE, 80)
    picture = TABLE.hung(sign)._replace()
    for field in picture.fields.values():
        if field.name not in poker_felt._DRAWN:
            field.lines(picture.canvas, ["sample"] * field.height)
    assert "sam" not in text(paint(felt(between(), sign=sign)))


@BOTH
def test_behind_the_end_of_a_hand_the_pot_that_was_paid_still_stands(sign: Sign) -> None:
    seen = view(Bet(10), CALL, STAND_PAT, STAND_PAT, CHECK, CHECK)
    assert seen.pot == 0 and seen.settlement
    assert any(f"POT {'$30':5}" in row for row in rows(paint(felt(seen, sign=sign))))


@BOTH
def test_a_bet_that_nobody_called_is_in_no_pot_any_more(sign: Sign) -> None:
    seen = view(Bet(25), FOLD)
    shown = "\n".join(rows(paint(felt(seen, sign=sign))))
    assert f"POT {'$10':5}" in shown and "in pot $30" not in shown
    assert len(re.findall(r"in pot \$5(?!\d)", shown)) == 2
