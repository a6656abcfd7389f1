"""R)eplay in the contests' room over a line: whose deals are shown to whom, and what is not."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from door.proof.replay import BadRecord, replay
from door.rules.house_draw import HOUSE
from door.screens.card_faces import written
from door.views import HandRecord
from tests.caller import Caller, Club, club

pytestmark = pytest.mark.asyncio
DAY = 24 * 3600


async def played(hall: Club, handle: str, raised: int = 0) -> Caller:
    """Somebody who has played the day's deals in plain lines: folded at once, but the first so
    many, in which they bet and raise whatever they may. They stand in the contest's room."""
    caller = await hall.call()
    await caller.enter("p", handle)
    await caller.press("c", "d", "p")
    for number in range(10):
        await caller.press("a")
        while "Q)uit?" not in caller.prompt:
            await caller.press(key(caller.prompt, number < raised))
    await caller.press("q")
    assert "10 deals, the same for all" in caller.text
    return caller


def key(prompt: str, raises: bool) -> str:
    if "Y/N" in prompt:
        return "y"
    if "Discard" in prompt:
        return "\r"
    if not raises:
        return "f"
    return "m" if "B)et" in prompt or "R)aise" in prompt else "c"


async def walked(caller: Caller, number: int) -> str:
    """All that a deal's replay says, of one try, or swapped at its end, of both."""
    caller.said()
    await caller.press(*f"{number}\r")
    for _ in range(2):
        for _ in range(12):
            await caller.press("n")
        if "S)wap" not in caller.prompt:
            break
        await caller.press("s", *"bbbbbbbbbbbb")
    await caller.press("k", "q", "q")
    return caller.said()


async def houses(hall: Club, handle: str) -> list[set[str]]:
    """Of each deal the cards that the House held at any time and that were not shown."""
    contest = await hall.casino.contests.current("day")
    caller = await hall.bank.find(handle)
    assert caller is not None
    own = await hall.bank.contests.own(contest.id, caller.id)
    assert own is not None
    found = []
    for stored in await hall.bank.contests.hands(own.id):
        again = replay(stored.record)
        shown = again.steps[-1].view.shown
        held = {*again.cards[HOUSE], *again.last[HOUSE]} - set(shown.get(HOUSE, ()))
        found.append({written(card) for card in held})
    return found


async def test_before_the_day_has_ended_only_what_was_shown_is_shown_again(
        tmp_path: Path) -> None:
    async with club(tmp_path, practice="golden") as hall:
        await played(hall, "Zoe", 4)
        ada = await played(hall, "Ada", 2)
        contest = await hall.casino.contests.current("day")
        sealed = await hall.bank.contests.sealed(contest.id)
        mine, theirs = await houses(hall, "Ada"), await houses(hall, "Zoe")
        await ada.press("r")
        hidden = 0
        for number, deal in enumerate(sealed.deals):
            said = await walked(ada, number + 1)
            assert deal.seal[:32] in said and deal.seed.hex()[:32] not in said
            assert "The House held" not in said
            never = mine[number] & theirs[number]
            assert not never & set(said.replace(",", " ").replace(".", " ").split())
            hidden += len(never)
        assert hidden > 20


async def test_when_the_day_has_ended_all_of_it_lies_open_to_everybody(tmp_path: Path) -> None:
    """Who did not play sees the best's deals alone."""
    async with club(tmp_path) as hall:
        await played(hall, "Zoe")
        hall.clock.pass_by(DAY)
        bob = await hall.call()
        await bob.enter("p", "Bob")
        await bob.press("c", "d", "r")
        assert "Deal 1-10" not in bob.text      # the new day's are nobody's yet
        await bob.press("l", "r")
        assert bob.prompt == "Deal 1-10, A)ll or Q)uit?"
        last = await hall.bank.contests.last("day")
        assert last is not None
        said = await walked(bob, 3)
        assert "Zoe, the day's best: -$5." in said and "The House held" in said
        assert last.deals[2].seed.hex()[:32] in said and "Your try" not in said


async def test_who_has_not_finished_cannot_come_there(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await played(hall, "Zoe")
        ada = await hall.call()
        await ada.enter("p", "Ada")
        for keys in (["c", "d", "r"], ["p", "a", "q", "y", "r"], ["p", "e"]):
            await ada.press(*keys)
            assert "R)eplay," not in ada.prompt and "Deal 1-" not in ada.prompt
        guest = await hall.call()
        await guest.enter("p")
        await guest.press("c", "d", "r")
        assert "Deal 1-" not in guest.prompt
        for said in (ada.said(), guest.said()):
            assert "Zoe folds" not in said and "the day's best" not in said


async def test_who_is_the_best_sees_their_own_alone(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        zoe = await played(hall, "Zoe")
        await zoe.press("r")
        said = await walked(zoe, 10)
        assert "Your try, the day's best: -$5." in said and "S)wap" not in said


def broken(record: HandRecord) -> NoReturn:
    raise BadRecord(f"hand {record.id} is of other rules")


async def test_a_try_that_does_not_replay_any_more_is_left_out(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with club(tmp_path) as hall:
        zoe = await played(hall, "Zoe")
        monkeypatch.setattr("door.session.contest_replay.replay", broken)
        await zoe.press("r")
        assert "cannot be shown any more" in zoe.text
        await zoe.press("q")
        assert zoe.prompt.startswith("R)eplay")


async def test_a_freezeout_is_replayed_as_well(tmp_path: Path) -> None:
    """A try ends before its last deal where the chips do."""
    async with club(tmp_path) as hall:
        contest = await hall.casino.contests.current("week")
        for handle in ("Zoe", "Ada"):
            caller = await hall.bank.create(handle, "secret")
            table = await hall.casino.contests.sit(contest, caller)
            own = await hall.bank.contests.own(contest.id, caller.id)
            assert own is not None
            await hall.bank.contests.close(own.id, await table.fold_the_rest())
        ada = await hall.call()
        await ada.enter("p", "Ada")
        await ada.press("c", "f", "r")
        assert ada.prompt == "Deal 1-50, N)ext, B)ack, A)ll, Q)uit?"
        said = await walked(ada, 50)
        assert "Zoe, the week's best: -$5." in said and "Your try: -$5." in said
