"""The contests' room over a line: playing, breaking off, coming back, and what is not shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from door.carriers.visitor import Visitor
from door.config import Board
from tests.caller import Caller, Club, club

pytestmark = pytest.mark.asyncio
DAY = 24 * 3600


async def seated(hall: Club, handle: str = "Ada", graphics: str = "u", kind: str = "d") -> Caller:
    """Somebody who has pressed P in a contest's room."""
    caller = await hall.call()
    await caller.enter(graphics, handle)
    await caller.press("c", kind, "p")
    return caller


async def fold_all(caller: Caller, deals: int = 10) -> None:
    """Antes and folds until all deals are played. Who is asked whether to fold says yes; nothing is
    pressed once the deal is over, for that would take away what is said about it."""
    for _ in range(deals):
        await caller.press("a")
        while "A)nte" not in caller.prompt and "Q)uit?" not in caller.prompt:
            await caller.press("\r" if "Discard" in caller.prompt else
                               "y" if "Y/N" in caller.prompt else "f")


async def test_a_whole_try_is_played_and_ranked(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada = await seated(hall)
        assert ada.prompt == "A)nte or Q)uit?" and "Seal D" in ada.text
        await ada.press("a")
        assert "Deal 1 of 10" in ada.text
        await ada.press("q", "y")
        assert "Your try waits for you" in ada.text and "You: 1 of 10 deals, -$5." in ada.text
        await ada.press("p")
        await fold_all(ada, 9)
        assert "All deals are played" in ada.text
        await ada.press("q")
        assert "You: -$50, place 1 of 1." in ada.text
        assert ada.prompt == "R)eplay, S)eals, L)ast one or Q)uit?"
        await ada.press("p")        # there is no such key any more
        assert ada.prompt == "R)eplay, S)eals, L)ast one or Q)uit?"


async def test_a_line_that_drops_leads_back_to_the_same_question(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada = await seated(hall)
        await ada.press("a")
        before = ada.rows
        await ada.hang_up()
        again = await seated(hall)
        assert again.rows[7:16] == before[7:16]         # pot, stacks, and the same five cards
        assert again.prompt == before[-1].strip()
        assert "Your deal is as you left it" in again.text


async def test_a_second_line_takes_the_try_over(tmp_path: Path) -> None:
    """Both are never at the table, so nothing is played twice."""
    async with club(tmp_path) as hall:
        ada = await seated(hall)
        await ada.press("a")
        again = await seated(hall)
        await ada.gone()
        assert "called again on another line" in ada.text
        assert "Your deal is as you left it" in again.text


async def test_a_renamed_user_of_a_board_has_no_second_try(tmp_path: Path) -> None:
    board = Board("Board", shared=True)
    async with club(tmp_path) as hall:
        for handle, told in (("Ada", "A)nte or Q)uit?"), ("Zoe", "You have had your try, as Ada.")):
            visitor = Visitor(board, handle, "5")
            caller = await hall.call(visitor=visitor, carrier="door")
            await caller.choose("u")
            await caller.press("c", "d", "p")
            assert told in caller.text
            await caller.hang_up()


async def test_a_guest_may_look_on_and_has_no_try(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        guest = await seated(hall, "guest")
        assert "A try needs an account of your own." in guest.rows[-2]
        assert guest.prompt.startswith("P)lay")


async def test_the_clock_ends_a_try_at_the_table(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada = await seated(hall)
        await ada.press("a")
        hall.clock.pass_by(DAY)
        await ada.press("f", "y")
        assert "The clock has ended this one." in ada.text and "0 done" in ada.text
        await ada.press("l")
        assert "You: -$50, place 1 of 1." in ada.text


async def test_no_seed_and_no_card_of_another_is_shown_before_its_time(tmp_path: Path) -> None:
    """Nothing that is sent to somebody who has not finished holds a seed, or what others did."""
    async with club(tmp_path) as hall:
        zoe = await seated(hall, "Zoe")
        await fold_all(zoe)
        ada = await seated(hall, graphics="p")      # who is printed to gets every digit in a row
        await ada.press("q", "s", " ", "r", "q")
        contest = await hall.casino.contests.current("day")
        sealed = await hall.bank.contests.sealed(contest.id)
        sent = "".join(re.findall("[0-9a-f]{32}", ada.sent.decode("utf-8")))
        for deal in sealed.deals:
            assert deal.seed.hex()[:32] not in sent and deal.seed.hex()[32:] not in sent
            assert deal.seal[:32] in sent
        assert "Zoe folds" not in ada.sent.decode("utf-8")


async def test_the_chips_of_a_contest_are_no_chips_of_the_bank(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada = await seated(hall)
        await fold_all(ada)
        await ada.press("q", "q", "q")
        assert "$1,000" in ada.text


async def test_a_freezeout_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada = await seated(hall, kind="f")
        assert "$500" in ada.text
        await ada.press("a", "q", "y")
        assert "You: 1 of 50 deals, $495." in ada.text
        await ada.hang_up()
        again = await seated(hall, kind="f")
        assert "$495" in again.text and again.prompt == "A)nte or Q)uit?"


async def test_under_two_minutes_of_a_boards_time_no_deal_is_begun(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        visitor = Visitor(Board("Board"), "Ada", "5", minutes=1)
        ada = await hall.call(visitor=visitor, carrier="door")
        await ada.choose("u")
        await ada.press("c", "d", "p", "a")
        assert "no new deal" in ada.text and ada.prompt == "A)nte or Q)uit?"


async def test_earlier_deals_wait_until_all_are_played(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada = await seated(hall)
        await ada.press("a", "q", "y", "p", "e")
        assert "when all are played" in ada.text


async def test_more_than_fifteen_are_cut_and_the_caller_still_knows_their_place(
        tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        contest = await hall.casino.contests.current("day")
        for number in range(17):
            other = await hall.bank.local(f"Other {number}")
            table = await hall.casino.contests.sit(contest, other)
            await hall.bank.contests.close(await _id(hall, other.id), await table.fold_the_rest())
        ada = await seated(hall)
        await fold_all(ada)
        await ada.press("q")
        ranked = [row for row in ada.rows if re.match(r" +\d+  Other", row)]
        assert len(ranked) == 15 and "place 1 of 18" in ada.text


async def _id(hall: Club, caller_id: int) -> int:
    contest = await hall.casino.contests.current("day")
    own = await hall.bank.contests.own(contest.id, caller_id)
    assert own is not None
    return own.id
