"""door.bank.members: who a board's user is here, by the board, its record and the handle."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.bank import AlreadySeated, Banned, NoSuchCaller
from door.bank.handles import LONGEST
from tests.books import bank_in


async def test_the_record_tells_who_it_is_whatever_the_handle(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ann = await bank.member("Lab", "7", "Ann")
        assert await bank.member("LAB", "7", "Ann Marie") == ann
        assert (await bank.member("Lab", "8", "Ann")).id != ann.id
        assert (await bank.member("Elsewhere", "7", "Ann")).id != ann.id


async def test_a_handle_is_bound_to_the_first_record_that_comes_with_it(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ann = await bank.member("Lab", "", "Ann")
        assert await bank.member("Lab", "7", "ANN") == ann
        assert (await bank.member("Lab", "8", "Ann")).id != ann.id


async def test_a_board_without_records_knows_handles(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ann = await bank.member("Lab", "", "Ann")
        assert await bank.member("Lab", "", "aNN") == ann
        assert (await bank.member("Lab", "", "Bob")).id != ann.id


@pytest.mark.parametrize("board, tag, handle", [
    ("Lab", "LB", "Ann @LB"),
    ("Lab", "", "Ann @Lab"),
    ("Nowhere BBS", "", "Ann @Nowhere"),    # the first eight end with a blank
    ("Лаборатория", "", "Ann @Nameless"),   # no letter of it may stand in a handle
    ("*\x1b[5m* Lab", "", "Ann @*[5m* La")])
async def test_a_namesake_is_told_by_the_board(tmp_path: Path, board: str, tag: str,
                                               handle: str) -> None:
    async with bank_in(tmp_path) as bank:
        await bank.create("Ann", "secret")
        assert (await bank.member(board, "7", "Ann", tag)).handle == handle
        assert (await bank.member(board, "8", "Ann", tag)).handle == f"{handle}2"


@pytest.mark.parametrize("reserved", ["guest", "Guest 3", "SYSOP", "House", "new"])
async def test_a_boards_handle_may_be_one_that_is_reserved_here(tmp_path: Path,
                                                                reserved: str) -> None:
    async with bank_in(tmp_path) as bank:
        assert (await bank.member("Lab", "7", reserved)).handle == f"{reserved} @Lab"


async def test_a_long_handle_leaves_room_for_the_tag(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        handles = [(await bank.member("Lab", f"{n}", "Abcdefghij Klmnopqrst")).handle
                   for n in range(12)]
        assert len(set(handles)) == 12 and max(map(len, handles)) == LONGEST


@pytest.mark.parametrize("handle", ["", " ", "\x07\x1b", "█▓▒"])
async def test_somebody_without_a_presentable_name_is_nameless(tmp_path: Path,
                                                               handle: str) -> None:
    async with bank_in(tmp_path) as bank:
        assert (await bank.member("Lab", "7", handle)).handle == "Nameless"


async def test_a_shared_board_shares_the_casinos_accounts(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ann = await bank.create("Ann", "secret")
        assert await bank.member("Lab", "7", "ANN", shared=True) == ann
        bob = await bank.member("Lab", "8", "Bob", shared=True)
        assert await bank.member("Other", "1", "Bob", shared=True) == bob


async def test_who_is_banned_stays_out_until_pardoned(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ann = await bank.member("Lab", "7", "Ann")
        await bank.ban("ANN", True)
        with pytest.raises(Banned):
            await bank.member("Lab", "7", "Ann")
        await bank.ban("Ann", False)
        assert await bank.member("Lab", "7", "Ann") == ann
        with pytest.raises(NoSuchCaller):
            await bank.ban("Nobody", True)


async def test_two_accounts_become_one(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        ann = await bank.create("Ann", "secret")
        await bank.member("Lab", "7", "Annie")
        await bank.member("Other", "3", "Ann")
        assert await bank.merge("Annie", "Ann") == 1000
        assert await bank.bankroll(ann.id) == 2000
        assert (await bank.member("Lab", "7", "Annie")).id == ann.id
        assert (await bank.member("Other", "3", "Ann")).handle == "Ann @Other"
        with pytest.raises(NoSuchCaller):
            await bank.merge("Annie", "Ann")
        assert await bank.upkeep.check() == []


@pytest.mark.parametrize("seated", ["Ann", "Bob"])
async def test_nobody_is_merged_at_a_table(tmp_path: Path, seated: str) -> None:
    async with bank_in(tmp_path) as bank:
        for handle in ("Ann", "Bob"):
            caller = await bank.create(handle, "secret")
            if handle == seated:
                await bank.sit(caller.id, "house draw", 100)
        with pytest.raises(AlreadySeated):
            await bank.merge("Ann", "Bob")
        assert await bank.upkeep.check() == []
