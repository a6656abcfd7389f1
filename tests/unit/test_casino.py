"""door.session.casino: one caller's trouble is nobody else's, and all are told when it closes."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from door.bank import Bank, StoreFailed
from door.screens.poker_table import PokerTable
from door.session import casino as module
from door.session.casino import CLOSED, OUR_FAULT
from tests.caller import Caller, Club, club

pytestmark = pytest.mark.asyncio


async def entered(hall: Club, handle: str, graphics: str = "u") -> Caller:
    caller = await hall.call()
    await caller.enter(graphics, handle)
    return caller


async def test_an_exception_in_one_call_is_logged_and_others_go_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with club(tmp_path) as hall:
        ada, bob = await entered(hall, "Ada"), await entered(hall, "Bob")
        await ada.sit()
        await ada.press("a")
        with monkeypatch.context() as patch:
            patch.setattr(PokerTable, "press", lambda self, key: 1 / 0)
            await ada.press("c")
            await ada.gone()
        assert "Something broke on our side." in ada.sent.decode()
        assert "telnet 192.0.2.7 (Ada): our fault" in caplog.text
        assert "ZeroDivisionError" in caplog.text
        await bob.press("w")
        assert "Bob" in bob.text and "Ada" not in bob.text
        again = await entered(hall, "Ada")
        assert "as you left it" in again.text


async def test_when_the_store_fails_its_caller_is_told_and_others_go_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with club(tmp_path) as hall:
        ada, bob = await entered(hall, "Ada"), await entered(hall, "Bob")
        await ada.sit()
        await ada.press("a")
        before = ada.rows[6:16]

        async def write(bank: Bank, step: object) -> None:
            raise StoreFailed("disk full")
        with monkeypatch.context() as patch:
            patch.setattr(Bank, "write", write)
            await ada.press("m")
            await ada.gone()
        assert "Your chips and your hand are safe" in ada.sent.decode()
        assert "(Ada): the store failed" in caplog.text
        await bob.press("b")
        assert bob.prompt == "H)ands, F)igures or Q)uit?"
        again = await entered(hall, "Ada")
        assert again.rows[6:16] == before


async def test_a_store_that_fails_as_a_call_ends_is_no_traceback_for_the_caller(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with club(tmp_path) as hall:
        ada = await entered(hall, "Ada")

        async def rise(bank: Bank, caller_id: int) -> None:
            raise StoreFailed("disk full")
        with monkeypatch.context() as patch:
            patch.setattr(Bank, "rise", rise)
            await ada.hang_up()
        assert "the store failed" in caplog.text and hall.casino.floor.visits == {}


async def test_last_words_fit_a_line() -> None:
    assert max(map(len, (OUR_FAULT, CLOSED))) < 2 * 79


# -- time ------------------------------------------------------------------------------------


async def test_a_line_has_a_minute_to_log_in(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.choose("p")
        hall.pass_by(48)
        await caller.rest()
        assert "Still there?" not in caller.said()
        await caller.press(*"Ad")
        hall.pass_by(0)
        await caller.rest()
        assert caller.said().endswith(
            "\r\nStill there? This line closes in 10 seconds.\r\nHandle: Ad")
        await caller.press("a")
        hall.pass_by(8)
        await caller.gone()
        assert caller.said().endswith("\r\nThat took too long, and the line is needed. Call "
                                      "again soon.\r\n")


async def test_after_five_minutes_without_a_key_a_caller_is_warned_and_then_gone(
        tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await entered(hall, "Ada")
        hall.pass_by(289)
        await caller.rest()
        assert "Still there?" not in caller.text
        hall.pass_by(1.5)
        await caller.rest()
        assert "Still there? This line closes in 10 seconds." in caller.rows[22]
        await caller.press("z")
        assert "Still there?" not in caller.text
        for data in (b"\x00", b"\x1b[24;80R"):
            await caller.burst(data)
        hall.pass_by(300)
        await caller.gone()
        assert b"Nobody seems to be there." in caller.sent


async def test_an_idle_callers_hand_freezes(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await entered(hall, "Ada")
        await caller.sit()
        await caller.press("a")
        hall.pass_by(301)
        await caller.gone()
        assert len(await hall.bank.open_hands()) == 1


async def test_the_watch_sweeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SWEEP", 0)
    async with club(tmp_path) as hall:
        caller = await entered(hall, "Ada")
        watch = asyncio.create_task(hall.casino.keep_watch())
        hall.clock.pass_by(301)
        await caller.gone()
        watch.cancel()


# -- closing ---------------------------------------------------------------------------------


async def test_when_it_closes_all_are_told_and_hands_freeze(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        ada, bob, guest = (await entered(hall, "Ada"), await entered(hall, "Bob", "p"),
                           await entered(hall, "guest"))
        nobody = await hall.call()
        await ada.sit()
        await ada.press("a")
        await guest.sit()
        await guest.press("a")
        await hall.casino.close()
        for caller in (ada, bob, guest, nobody):
            assert caller.call.done() and CLOSED.encode()[:60] in caller.sent
        (sitting, record), = await hall.bank.open_hands()
        assert (await hall.bank.caller(sitting.caller_id)).handle == "Ada"


async def test_who_does_not_go_in_time_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                  caplog: pytest.LogCaptureFixture) -> None:
    async with club(tmp_path) as hall:
        await entered(hall, "Ada")
        stuck = asyncio.Event()

        async def rise(bank: Bank, caller_id: int) -> None:
            await stuck.wait()
        with monkeypatch.context() as patch:
            patch.setattr(Bank, "rise", rise)
            with caplog.at_level(logging.WARNING):
                await hall.casino.close(patience=0)
            stuck.set()
        assert "1 calls were cut off" in caplog.text


async def test_it_is_deserted_once_the_last_has_gone(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        alone = asyncio.create_task(hall.casino.deserted(0))
        await asyncio.sleep(0)
        assert not alone.done()         # nobody has been here yet
        first, second = await hall.call(), await hall.call()
        await first.hang_up()
        assert not alone.done()
        await second.hang_up()
        async with asyncio.timeout(20):
            await alone


async def test_it_is_deserted_too_if_whoever_opened_it_left(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.session.casino.FIRST_CALL", 0)
    async with club(tmp_path) as hall, asyncio.timeout(20):
        await hall.casino.deserted(0)


# -- what goes over a line, and into the log -------------------------------------------------


@pytest.mark.parametrize("line_mode", [False, True])
async def test_plain_callers_get_20_to_7e_cr_lf_and_bs_alone(tmp_path: Path,
                                                             line_mode: bool) -> None:
    allowed = {*range(0x20, 0x7F), 0x0D, 0x0A, *(() if line_mode else (0x08,))}
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call(terminal="", line_mode=line_mode)
        await caller.hit("p")
        for text in ("\u00e9\u00e9\x7f\u2665", "x\x1b[2J", "Ada"):
            await caller.type(text)
        await caller.hit("y")
        for text in ("secret", "secret"):
            await caller.type(text)
        await caller.hit("d", "?", "r", "n", "q", "b", "q", "w", "\r", "p")
        await caller.type("100")
        await caller.hit("k")
        await caller.type("h\u00e9 \u2665 caf\u00e9")
        await caller.hit("a", "w", "l", "?", "q", "k", "\r", "f", "n", "q", "y", "q")
        await caller.gone()
        assert set(caller.sent) <= allowed, sorted(set(caller.sent) - allowed)


async def test_no_control_byte_of_a_caller_reaches_the_log(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.choose("p")
        await caller.burst(b"\x1b]0;evil\x07\x1b[31mRed\x07\x00\x85\x9b31m\r")
        await caller.press("y")
        await caller.burst(b"secret\r")
        await caller.burst(b"secret\r")
        await caller.hang_up()
        other = await hall.call(address="2001:db8::7")
        await other.enter("u", "R\u00e9n\u00e9")
        await other.hang_up()
    for record in caplog.records:
        assert record.getMessage().isprintable(), record.getMessage()
    assert "(R\u00e9n\u00e9): in" in caplog.text
