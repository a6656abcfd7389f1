"""The bank from outside: logging in, practice, stores that are taken along, and kill -9."""

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from door.bank import (BadHandle, BadPassword, Busy, PleaseWait, StoreFailed, StoreTooNew,
                       WrongPassword)
from door.config import BankSettings
from tests.books import GAME, Clock, alter, bank_in, play

pytestmark = pytest.mark.asyncio
AWAY = "192.0.2.7"


async def test_who_has_the_password_comes_in_whatever_the_case(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "sécret")
        assert await bank.verify("aNNa", "sécret", AWAY) == caller
        for handle, password in (("Anna", "Sécret"), ("Anne", "sécret"), ("guest", ""),
                                 ("x" * 10_000, "sécret")):
            with pytest.raises(WrongPassword):
                await bank.verify(handle, password, "127.0.0.1")


async def test_two_first_calls_of_one_user_are_one_account(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        both = await asyncio.gather(bank.local("anna"), bank.local("anna"))
        assert both[0] == both[1]


async def test_a_guests_name_is_no_way_in(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        await bank.guest()
        with pytest.raises(WrongPassword):
            await bank.verify("Guest 1", "", AWAY)


async def test_bad_handles_and_passwords_make_no_account(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        with pytest.raises(BadHandle):
            await bank.create("An\x1bna", "secret")
        for password in ("abc", "x" * 129):
            with pytest.raises(BadPassword):
                await bank.create("Anna", password)
        assert await bank.find("Anna") is None


async def test_a_new_password_replaces_the_old(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        await bank.set_password("ANNA", "other one")
        with pytest.raises(WrongPassword):
            await bank.verify("Anna", "secret", AWAY)
        assert await bank.verify("Anna", "other one", AWAY) == caller
        with pytest.raises(BadPassword):
            await bank.set_password("Anna", "abc")


async def test_three_wrong_tries_make_even_the_right_one_wait(tmp_path: Path) -> None:
    clock = Clock()
    async with bank_in(tmp_path, now=clock) as bank:
        caller = await bank.create("Anna", "secret")
        for _ in range(3):
            with pytest.raises(WrongPassword):
                await bank.verify("Anna", "wrong", AWAY)
        with pytest.raises(PleaseWait) as caught:
            await bank.verify("anna", "secret", "192.0.2.8")
        assert caught.value.seconds == 4
        clock.pass_by(4)
        assert await bank.verify("anna", "secret", AWAY) == caller


async def test_an_address_that_guesses_at_handles_waits_unless_it_is_exempt(
        tmp_path: Path) -> None:
    async with bank_in(tmp_path, exempt={"192.0.2.99"}) as bank:
        caller = await bank.create("Anna", "secret")
        for address in (AWAY, "192.0.2.99", "127.0.0.1"):
            for handle in ("Bert", "Carl", "Dora"):
                with pytest.raises((WrongPassword, PleaseWait)):
                    await bank.verify(handle + address, "secret", address)
        with pytest.raises(PleaseWait):
            await bank.verify("Anna", "secret", AWAY)
        assert await bank.verify("Anna", "secret", "192.0.2.99") == caller
        assert await bank.verify("Anna", "secret", "127.0.0.1") == caller


async def test_a_busy_queue_is_no_wrong_try(tmp_path: Path,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        with monkeypatch.context() as patch:
            patch.setattr("door.bank.passwords.WAITING", -2)
            for _ in range(5):
                with pytest.raises(Busy):
                    await bank.verify("Anna", "secret", AWAY)
        assert await bank.verify("Anna", "secret", AWAY) == caller


async def test_an_unknown_handle_costs_as_much_scrypt_as_a_wrong_password(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    costs = []
    real = hashlib.scrypt

    def scrypt(data: bytes, **options: Any) -> bytes:
        costs.append((options["n"], options["r"], options["p"], options["dklen"]))
        return real(data, **options)

    monkeypatch.setattr(hashlib, "scrypt", scrypt)
    async with bank_in(tmp_path) as bank:
        await bank.create("Anna", "secret")
        costs.clear()
        for handle in ("Anna", "nobody", "x" * 500):
            with pytest.raises(WrongPassword):
                await bank.verify(handle, "wrong", AWAY)
    assert len(costs) == 3 and len(set(costs)) == 1


async def test_practice_begins_with_an_empty_store(tmp_path: Path) -> None:
    for _ in range(2):
        async with bank_in(tmp_path, practice=True, emptied=True) as bank:
            assert await bank.find("Anna") is None
            await bank.create("Anna", "secret")


async def test_everything_is_there_after_a_new_start(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
        sitting = await bank.sit(caller.id, GAME, 200)
        await play(bank, sitting, [35])
        await bank.leave(sitting.id)
        statement = await bank.statement(caller.id)
    async with bank_in(tmp_path) as bank:
        assert await bank.verify("Anna", "secret", AWAY) == caller
        assert await bank.statement(caller.id) == statement
        assert await bank.statement(caller.id, 1) != statement
        assert await bank.upkeep.check() == []


async def test_a_bank_that_is_closed_says_so(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        caller = await bank.create("Anna", "secret")
    with pytest.raises(StoreFailed):
        await bank.bankroll(caller.id)
    await bank.close()


async def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    async with bank_in(tmp_path):
        pass
    alter(tmp_path / "anteup.db", "UPDATE alembic_version SET version_num = 'ffff'")
    with pytest.raises(StoreTooNew):
        async with bank_in(tmp_path):
            pass


async def test_two_processes_may_have_the_store_open(tmp_path: Path) -> None:
    """As `sysop passwd` does beside the server."""
    async with bank_in(tmp_path) as server, bank_in(tmp_path) as sysop:
        caller = await server.create("Anna", "secret")
        await sysop.set_password("Anna", "other one")
        assert await server.verify("Anna", "other one", AWAY) == caller
        for bank in (sysop, server, sysop, server):
            await bank.close_guest((await bank.guest()).id)
        assert await server.upkeep.check() == []


async def test_checking_reads_beside_the_writer(tmp_path: Path) -> None:
    async with bank_in(tmp_path) as bank:
        found, *_ = await asyncio.gather(bank.upkeep.check(), *[bank.guest() for _ in range(20)])
        assert found == []


# The child plays and says which steps are written; the parent kills it in the midst of it.
CHILD = """
import asyncio, sys
from pathlib import Path
from door.bank import Bank, Step
from door.config import BankSettings
from tests.books import CHEAP, GAME, deal, finish, record

async def night(bank, handle):
    caller = await bank.create(handle, "secret")
    sitting = await bank.sit(caller.id, GAME, 200)
    await bank.seal(record(sitting, 1))
    stacks, number = (200, 200), 1
    while True:
        await bank.write(deal(sitting, number, stacks))
        print(sitting.id, number, 2, flush=True)
        await bank.write(Step(f"{sitting.label}-{number}", 2, ((0, "bet 10"), (1, "call"))))
        print(sitting.id, number, 4, flush=True)
        net = 5 if number % 2 else -5
        stacks = stacks[0] + net, stacks[1] - net
        await bank.write(finish(sitting, number, 4, stacks))
        print(sitting.id, number, 6, flush=True)
        number += 1

async def main():
    bank = await Bank.open(Path(sys.argv[1]), BankSettings(), cost=CHEAP)
    await asyncio.gather(*[night(bank, f"Caller {n}") for n in range(3)])

asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
@pytest.mark.parametrize("lines", [1, 17, 60])
async def test_killed_in_the_midst_of_play_nothing_written_is_lost_or_twice(
        tmp_path: Path, lines: int) -> None:
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], text=True,
                             cwd=Path(__file__).parents[2], stdout=subprocess.PIPE)
    assert child.stdout is not None
    said = [child.stdout.readline() for _ in range(lines)]
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read().splitlines()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    told = [tuple(map(int, line.split())) for line in said if len(line.split()) == 3]
    assert len(told) >= lines
    async with bank_in(tmp_path, settings=BankSettings()) as bank:
        assert await bank.upkeep.check() == []
        open_hands = {sitting.id: record for sitting, record in await bank.open_hands()}
        for sitting_id, number, count in told:
            hand = open_hands.get(sitting_id)
            if hand is not None and hand.number == number:
                assert len(hand.actions) in (count, count + 2)
            elif hand is not None:
                assert hand.number > number
        written = await bank._store.run(lambda desk: dict(desk.driver.execute(
            "SELECT hands.id, count(*) FROM hands JOIN actions ON hand = serial GROUP BY serial")))
        for sitting_id, number, count in told:
            assert count <= written[f"{sitting_id}-{number}"] <= 6
        await bank.sweep()
        assert await bank.upkeep.check() == []
