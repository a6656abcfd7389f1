"""door.session.past: earlier hands, seals, figures and the open book, as a caller comes to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.carriers.visitor import Visitor
from door.config import Board
from door.proof.replay import BadRecord
from door.rules.shuffle import seal
from tests.caller import Caller, club
from tests.unit.test_session_poker import HOUSES, seat

pytestmark = pytest.mark.asyncio
ANTE, CASINO, BANK = "A)nte or Q)uit?", "Casino>", "H)ands, F)igures or Q)uit?"


async def fold(caller: Caller, hands: int = 1) -> None:
    """Hands in which the caller acts first or second, and folds at once."""
    for _ in range(hands):
        await caller.press("a", "f")
        if caller.prompt.startswith("Fold for nothing"):
            await caller.press("y")


# -- at the table ----------------------------------------------------------------------------


async def test_before_the_first_hand_there_is_nothing_to_look_back_on(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("e")
        assert "You have played no hand to its end yet." in table.caller.text
        await table.caller.press(" ")
        assert table.prompt == ANTE


async def test_a_hand_is_chosen_by_its_number_and_played_again(tmp_path: Path) -> None:
    async with seat(tmp_path, "call", "discard 345", "call") as table:
        press = table.caller.press
        await press("a", "m", *"125", "\r", "m", "e")
        assert table.prompt == "Hand 1 or Q)uit?" and "You win $110." in table.caller.text
        await press("1", "\r")
        assert table.prompt.startswith("1 of 6: ") and "TWO PAIR," in table.caller.text
        await press(*"nnnnn")
        assert "You win $110 with three of a kind, nines." in table.caller.text
        assert "SHOWDOWN" in table.caller.text
        await press("q")
        assert table.prompt == "Hand 1 or Q)uit?"
        await press("q")
        assert table.prompt == ANTE and "You win $110" in table.caller.text


async def test_in_a_hand_it_comes_back_to_the_very_same_prompt(tmp_path: Path) -> None:
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("a", "c", "f")
        table.script.hand("Kh Kc 9s 9d 4d", HOUSES, first=1, acts=["bet 5"])
        await table.caller.press("a")
        before = table.caller.rows
        assert table.prompt == "C)all $5, R)aise or F)old?"
        for keys in ("eq", "e1\rq\x1b", "e1\rsqqq", "e\x1b"):
            await table.caller.press(*keys)
            assert table.caller.rows == before
            assert await table.chips() == [(1, "bet 5")]


@pytest.mark.parametrize("burst", ["eqm", "e1\rqqc", "e1\rsqqqf", "eq\rm", "e1\r\x1b\x1bb10\r"])
async def test_keys_that_came_before_the_money_prompt_do_not_answer_it(tmp_path: Path,
                                                                       burst: str) -> None:
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("a", "c", "f")
        table.script.hand("Kh Kc 9s 9d 4d", HOUSES, first=1, acts=["bet 5"])
        await table.caller.press("a")
        await table.caller.burst(burst)
        while table.prompt != "C)all $5, R)aise or F)old?":
            await table.caller.press("q")
        assert await table.chips() == [(1, "bet 5")]


@pytest.mark.parametrize("graphics", ["u", "p", "v"])
async def test_while_the_caller_sits_no_seed_and_no_folded_card_is_told(tmp_path: Path,
                                                                        graphics: str) -> None:
    async with seat(tmp_path, "bet 10", graphics=graphics) as table:
        await table.caller.press("a", "c", "f")
        found = await table.hall.bank.find("Ada")
        assert found is not None
        line, = await table.hall.bank.past.history(found.id)
        stored = await table.hall.bank.past.hand(line.id)
        assert stored is not None and not stored.opened
        shown = ""
        for key in "e1\rnnnno wgpys":
            await table.caller.press(key)
            shown += table.caller.text if graphics == "u" else table.caller.said()
        assert stored.record.seal[:32] in shown
        assert stored.record.seed.hex()[:16] not in shown
        for card in ("A ♦", "A ♠", "7 ♥", "7h", "6c", "ace of", "seven of", "six of", "held"):
            assert card not in shown


# -- leaving ---------------------------------------------------------------------------------


async def test_who_leaves_is_in_the_casino_and_the_open_book_is_a_key_away(tmp_path: Path) -> None:
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("a", "c", "f", "q")
        assert table.prompt == CASINO
        assert "O)pen book: the seed of one hand." in table.caller.text
        await table.caller.press("?")
        assert "O: the open book." in table.caller.text
        await table.caller.press("o")
        found = await table.hall.bank.find("Ada")
        assert found is not None
        line, = await table.hall.bank.past.history(found.id)
        stored = await table.hall.bank.past.hand(line.id)
        assert stored is not None and stored.opened
        text = table.caller.text
        assert f"Hand {line.id}, -$5" in text and "You folded kings and nines; the House " in text
        assert stored.record.seed.hex()[:32] in text and stored.record.seed.hex()[32:] in text
        assert "The House cut: " in text
        await table.caller.press("q")
        assert table.prompt == CASINO


async def test_it_is_of_the_table_that_was_left_last(tmp_path: Path) -> None:
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call()
        await caller.enter()
        await caller.sit()
        await fold(caller, 7)
        await caller.press("q")
        assert "O)pen book: the seeds of 7 hands." in caller.text
        await caller.press("o")
        assert caller.prompt == "Page 1 of 2: N)ext, B)ack, Q)uit?"
        await caller.press("q")
        await caller.sit()
        await fold(caller, 2)
        await caller.press("q", "o")
        assert caller.text.count("Seed ") == 2 and caller.prompt == "Any key goes on."


async def test_who_has_played_no_hand_is_told_of_none(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("q")
        assert table.prompt == CASINO and "book" not in table.caller.text
        await table.caller.press("o")
        assert table.prompt == CASINO and "book" not in table.caller.text.lower()


async def test_who_folds_and_leaves_is_told_both(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a", "q", "y")
        told = " ".join(" ".join(table.caller.rows[20:]).split())
        assert "The House wins $10: you fold. O)pen book: the seed of one hand." in told
        assert table.prompt == CASINO


async def test_a_hand_that_was_resumed_is_in_the_open_book(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a")
        await table.caller.hang_up()
        caller = await table.hall.call()
        await caller.enter("u", "Ada")
        await caller.press("f", "y", "q")
        assert caller.prompt == CASINO and "O)pen book: the seed of one hand." in caller.text
        await caller.press("o")
        assert "You folded kings and nines; the House had " in caller.text


async def test_the_notice_waits_for_the_casino_where_a_board_leads_to_the_table(
        tmp_path: Path) -> None:
    """Its key means nothing at the question before that."""
    visitor = Visitor(Board("LAB", charset="utf-8"), "Ada", game="poker")
    async with club(tmp_path, practice="night") as hall:
        for _ in range(2):
            caller = await hall.call(carrier="door", visitor=visitor)
            caller.charset = "utf-8"
            if caller.prompt.startswith("Withdraw"):
                await caller.type("100")
                await caller.press("a")
                await caller.hang_up()
        await caller.press("q", "y")
        assert caller.prompt.startswith("Withdraw") and "book" not in caller.text
        await caller.type("x")
        assert caller.prompt == CASINO and "O)pen book: the seed of one hand." in caller.text


# -- at the bank -----------------------------------------------------------------------------


async def test_a_hand_of_a_sitting_that_is_over_lies_open(tmp_path: Path) -> None:
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("k")
        await table.caller.type("my own words")
        await table.caller.press("a", "c", "f", "q", "b", "h", "1", "\r")
        assert "│ A ♦ │ │ A ♠ │ │ 7 ♥ │ │ 6 ♣ │ │ 2 ♠ │" in table.caller.text
        assert f"The House held {HOUSES}, pair of aces." in table.caller.text
        await table.caller.press("q", "q")
        assert table.prompt == BANK
        await table.caller.press("q")
        assert table.prompt == CASINO


@pytest.mark.parametrize("columns, rows", [(80, 24), (40, 25)])
async def test_its_seal_page_has_the_seed_and_the_verdict(tmp_path: Path, columns: int,
                                                          rows: int) -> None:
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call(columns, rows)
        await caller.enter("u", "Ada")
        await caller.sit()
        await caller.press("k")
        await caller.type("my own words")
        await fold(caller)
        await caller.press("q", "b", "h", "1", "\r", "s")
        shown = [row.strip() for row in caller.rows]
        await caller.press("n")
        while "Page 1" not in caller.prompt and caller.prompt.startswith("Page"):
            shown += [row.strip() for row in caller.rows]
            await caller.press("n")
        found = await hall.bank.find("Ada")
        assert found is not None
        line, = await hall.bank.past.history(found.id)
        seed = bytes.fromhex("".join(row for row in shown if len(row) == 32)[64:128])
        assert "".join(row for row in shown if len(row) == 32)[:64] == seal(line.id, seed)
        told = " ".join(shown)
        assert "Your cut: my own words" in told and "as recorded." in told
        assert "The seed is the one that was sealed before the ante" in told
        assert f"anteup verify {line.id}" in told and "docs/fairness.txt" in told
        assert "No record shows whether a server looks into the deck" in told


async def test_figures_of_the_caller_and_of_the_house(tmp_path: Path) -> None:
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call()
        await caller.enter("u", "Ada")
        await caller.press("b", "f")
        assert "No hand has been played to its end yet." in caller.text
        assert caller.prompt == "H)ouse or Q)uit?"
        await caller.press("q", "q")
        await caller.sit()
        await fold(caller, 2)
        await caller.press("q", "b", "f")
        assert "Your hands since 2023-11-14" in caller.text
        assert "Hands            2  Net           -$10" in caller.text
        assert "Dollars a hand: -$5.00, give or take $0.00" in caller.text
        assert caller.prompt == "1 of 2: N)ext, B)ack, H)ouse, Q)uit?"
        await caller.press("n")
        assert "█" in caller.text and "Lowest $990, highest $1,000, now $990." in caller.text
        await caller.press("h")
        assert "The House over all callers since 2023-11-14" in caller.text
        assert "Hands            2  Net           +$10" in caller.text
        await caller.press("y")
        assert "Your hands since" in caller.text
        await caller.press("q")
        assert caller.prompt == BANK


async def test_a_guest_sees_this_call_alone(tmp_path: Path) -> None:
    async with club(tmp_path, practice="night") as hall:
        for hands in (3, 1):
            caller = await hall.call()
            await caller.enter()
            await caller.sit()
            await fold(caller, hands)
            await caller.press("q", "b", "h")
            assert caller.prompt == ("Hand 1-3 or Q)uit?" if hands == 3 else "Hand 1 or Q)uit?")
            await caller.press("q", "f")
            assert f"Hands {hands:>12}" in caller.text and "of this call" in caller.text
            await caller.hang_up()


async def test_a_hand_may_be_gone_between_the_list_and_the_look(tmp_path: Path) -> None:
    """The nightly pruning runs beside the callers."""
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("a", "c", "f", "q", "b", "h")
        table.hall.clock.pass_by(100 * 24 * 3600)
        assert await table.hall.bank.upkeep.prune(int(table.hall.clock()) - 90 * 24 * 3600) > 0
        await table.caller.press("1", "\r")
        assert "is not stored any more." in table.caller.text
        await table.caller.press(" ", "q")
        assert table.prompt == BANK


async def test_a_damaged_record_ends_no_call(tmp_path: Path) -> None:
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("a", "c", "f", "q")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("door.session.past.replay", damaged)
            patch.setattr("door.session.past.opened", damaged)
            await table.caller.press("o")
            assert "It cannot be played again: action 3 is no action." in table.caller.text
            await table.caller.press(" ", "b", "h", "1", "\r")
            assert "It cannot be played again: action 3 is no action." in table.caller.text
            await table.caller.press(" ")
            assert "THE SEAL" in table.caller.text
        await table.caller.press("q", "q", "q")
        assert table.prompt == CASINO


def damaged(anything: object) -> None:
    raise BadRecord("action 3 is no action")


# -- in other manners ------------------------------------------------------------------------


@pytest.mark.parametrize("graphics", ["p", "v"])
async def test_in_line_mode_each_key_goes_with_a_return(tmp_path: Path, graphics: str) -> None:
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call(line_mode=True)
        await caller.enter(graphics, "Ada")
        await caller.sit()
        for key in "af":
            await caller.hit(key)
        await caller.hit("y")
        caller.said()
        await caller.hit("e")
        assert ("1: The House wins 10" if graphics == "v" else " 1  ") in caller.said()
        await caller.hit("1")
        assert caller.said().startswith("Hand ")
        for _ in range(3):
            await caller.hit("n")
        assert "The hand ended here." in caller.said()
        await caller.hit("s", "q")
        await caller.hit("q", "q", "q")
        said = caller.said()
        assert ("Open book: the seed of one hand." if graphics == "v"
                else "O)pen book: the seed of one hand.") in said
        await caller.hit("o")
        assert "; the House had " in caller.said()


async def test_by_ear_no_line_is_wider_than_79_and_all_of_it_is_ascii(tmp_path: Path) -> None:
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call()
        await caller.enter("v", "Ada")
        await caller.sit()
        await fold(caller, 3)
        caller.said()
        await caller.press("e", "1", "\r", *"nnns", "\r", *"qqqo", "\r", *"bh1", "\r",
                           *"nnsnnqqfnnhyqq")
        said = caller.said()
        assert said.isascii() and "Casino" not in said
        assert all(len(line) <= 79 for line in said.split("\r\n"))
