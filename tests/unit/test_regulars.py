"""What the house remembers of a caller who sits down, and that the dealer speaks of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from door.bank import Bank, Caller
from door.screens.dealers import DOT
from door.screens.patter import Known, Past
from door.session.regulars import elsewhere, known
from door.views import Facts, Regular
from tests.books import GAME, Clock, bank_in, deal, finish, record
from tests.caller import Caller as Person
from tests.caller import Club, club

pytestmark = pytest.mark.asyncio
DAY = 24 * 3600


async def evening(bank: Bank, caller: Caller, buy_in: int, *pots: int) -> None:
    """A sitting in which the caller wins half of each of these pots from the House."""
    sitting = await bank.sit(caller.id, GAME, buy_in)
    await bank.seal(record(sitting, 1))
    mine = houses = buy_in
    for number, pot in enumerate(pots, 1):
        await bank.write(deal(sitting, number, (mine, houses)))
        mine, houses = mine + pot // 2, houses - pot // 2
        step = finish(sitting, number, 2, (mine, houses), houses >= 5)
        assert step.ended is not None
        step.ended.facts = Facts((1, 1), 1, pot, 0, 0)
        await bank.write(step)
    await bank.leave(sitting.id)


async def test_hands_pots_days_and_banks_are_remembered(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        ada, today = await bank.local("Ada"), bank.marks.today()
        assert await bank.regulars.remembered(ada.id) == Regular(
            0, 0, frozenset(), today, None, False)
        await evening(bank, ada, 200, 40, 360)
        clock.pass_by(2 * DAY)
        await evening(bank, ada, 20, 40)     # a small bank, which brings no fame
        clock.pass_by(DAY)
        assert await bank.regulars.remembered(ada.id) == Regular(
            3, 360, frozenset({today, today + 2}), today + 3, today, False)


async def test_the_chalk_is_whose_words_stand_there(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ada, bob = await bank.local("Ada"), await bank.local("Bob")

        async def theirs(caller: Caller) -> bool:
            found = await bank.regulars.remembered(caller.id)
            assert found is not None
            return found.chalk

        await bank.hall.chalk(ada.id, "Lights out.")
        assert await theirs(ada) and not await theirs(bob)
        await bank.hall.chalk(bob.id, "On again.")
        assert await theirs(bob) and not await theirs(ada)
        await bank.hall.wipe()
        assert not await theirs(bob)


async def test_guests_and_callers_in_practice_are_strangers(tmp_path: Path) -> None:
    async with bank_in(tmp_path / "house") as bank:
        assert await bank.regulars.remembered((await bank.guest()).id) is None
        assert await bank.regulars.remembered(99) is None
    async with bank_in(tmp_path / "practice", practice=True) as bank:
        ada = await bank.local("Ada")
        assert await bank.regulars.remembered(ada.id) is None


async def test_days_are_counted_back_from_today() -> None:
    days = frozenset({100, 101, 102})
    assert known(Regular(40, 90, days, 103, 101, True)) == Known(40, 90, 1, 3, 2, True)
    assert known(Regular(0, 0, frozenset(), 103, None, False)) == Known()


async def test_a_contests_hands_are_none_of_the_poker_tables() -> None:
    assert elsewhere(Past(known=Known(40, 90, 1))) == Past(known=Known(0, 0, 1))
    assert elsewhere(Past()) == Past()


def greeted(hall: Club, patch: pytest.MonkeyPatch) -> None:
    """The day is the clock's, and whatever can be said is said."""
    patch.setattr("door.session.casino.time", SimpleNamespace(time=hall.clock))
    patch.setattr("door.screens.patter._OFTEN", 10)


def says(caller: Person, sayings: Sequence[str]) -> bool:
    said = caller.said()
    return any(f'"{saying}"' in said for saying in sayings)


async def test_the_dealer_knows_who_sits_down(tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """Each visit's greeting; the bank is asked once, before the first hand."""
    async with club(tmp_path) as hall:
        greeted(hall, monkeypatch)
        asked: list[int] = []
        ask = hall.bank.regulars.remembered

        async def counted(caller_id: int) -> Regular | None:
            asked.append(caller_id)
            return await ask(caller_id)

        monkeypatch.setattr(hall.bank.regulars, "remembered", counted)
        ada = await hall.call()
        await ada.enter("p", "Ada")
        await ada.press("s", "v", "q", "p", *"20\r")
        assert says(ada, DOT.sayings["new"])
        await ada.press("a", "f", "y", "a", "f", "y", "q")
        hall.clock.pass_by(8 * DAY)
        await ada.hang_up()
        ada = await hall.call()
        await ada.enter("p", "Ada")
        await ada.press("p", *"20\r")
        assert says(ada, hall.casino.dealer().sayings["away"])
        assert len(asked) == 2


async def test_a_guest_is_greeted_as_anybody(tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    async with club(tmp_path) as hall:
        greeted(hall, monkeypatch)
        guest = await hall.call()
        await guest.enter("p")
        await guest.press("s", "v", "q", "p", *"20\r")
        assert says(guest, DOT.sayings["hello"])
