"""scrypt behind its bounded queue, and the pauses after wrong tries."""

import asyncio
import threading
from base64 import b64decode
from hashlib import scrypt

import pytest

from door.bank import BadPassword, Busy, PleaseWait, passwords
from door.bank.passwords import PasswordQueue, Pauses
from tests.books import CHEAP, Clock

HERE, THERE = "127.0.0.1", "192.0.2.7"


def test_the_pinned_cost_is_what_the_plan_says() -> None:
    assert (passwords.COST, passwords.BLOCK, passwords.PARALLEL) == (16384, 8, 1)


def test_a_stored_password_carries_its_cost_and_is_scrypt() -> None:
    stored = passwords.derive("secret", CHEAP)
    name, n, r, p, salt, key = stored.split("$")
    assert (name, n, r, p) == ("scrypt", "16", "8", "1")
    assert b64decode(key) == scrypt(b"secret", salt=b64decode(salt), n=16, r=8, p=1, dklen=32)
    assert stored != passwords.derive("secret", CHEAP)


def test_the_shipped_cost_works() -> None:
    assert passwords.agrees("secret", passwords.derive("secret", passwords.COST))


@pytest.mark.parametrize("wrong", ["Secret", "secre", "secret ", "", "x" * 5000, "\ud800"])
def test_only_the_password_itself_agrees(wrong: str) -> None:
    stored = passwords.derive("secret", CHEAP)
    assert passwords.agrees("secret", stored)
    assert not passwords.agrees(wrong, stored)
    assert not passwords.agrees(wrong, passwords.nobodys(CHEAP))


@pytest.mark.parametrize("password, good", [
    ("abc", False), ("abcd", True), ("ü" * 128, True), ("x" * 129, False)])
def test_a_password_has_4_to_128_characters(password: str, good: bool) -> None:
    if good:
        passwords.check_length(password)
    else:
        with pytest.raises(BadPassword):
            passwords.check_length(password)


def test_128_characters_all_count() -> None:
    stored = passwords.derive("x" * 128, CHEAP)
    assert not passwords.agrees("x" * 127 + "y", stored)
    assert not passwords.agrees("x" * 129, stored)


@pytest.mark.asyncio
async def test_past_two_at_work_and_32_waiting_the_queue_is_busy(
        monkeypatch: pytest.MonkeyPatch) -> None:
    held = threading.Event()
    monkeypatch.setattr(passwords, "derive", lambda password, n: held.wait() and password)
    queue = PasswordQueue(CHEAP)
    tasks = [asyncio.create_task(queue.derive(str(each))) for each in range(34)]
    await asyncio.wait(tasks, timeout=0)
    with pytest.raises(Busy):
        await queue.derive("one too many")
    tasks[33].cancel()
    await asyncio.gather(tasks[33], return_exceptions=True)
    late = asyncio.create_task(queue.derive("the place of somebody who hung up"))
    held.set()
    assert await asyncio.gather(*tasks[:33]) == [str(each) for each in range(33)]
    assert (await late).startswith("the place")
    queue.close()


@pytest.mark.asyncio
async def test_nobody_has_a_password_that_is_not_stored() -> None:
    queue = PasswordQueue(CHEAP)
    assert await queue.agrees("secret", await queue.derive("secret"))
    assert not await queue.agrees("secret", None)
    assert not await queue.agrees("", "")
    queue.close()


def wrong_try(pauses: Pauses, handle: str, address: str) -> None:
    pauses.begin(handle, address)
    pauses.wrong(handle, address)


def seconds(pauses: Pauses, handle: str, address: str) -> int:
    with pytest.raises(PleaseWait) as caught:
        pauses.begin(handle, address)
    return caught.value.seconds


def test_the_pause_begins_with_the_third_wrong_try_and_doubles() -> None:
    clock = Clock()
    pauses = Pauses(clock)
    for _ in range(3):
        wrong_try(pauses, "anna", HERE)
    assert seconds(pauses, "anna", HERE) == 4
    clock.pass_by(3.5)
    assert seconds(pauses, "anna", HERE) == 1
    lengths = []
    for _ in range(10):
        clock.pass_by(900)
        wrong_try(pauses, "anna", HERE)
        lengths.append(seconds(pauses, "anna", HERE))
    assert lengths == [8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_the_right_password_ends_it() -> None:
    pauses = Pauses(Clock())
    wrong_try(pauses, "anna", HERE)
    wrong_try(pauses, "anna", HERE)
    pauses.begin("anna", HERE)
    pauses.right("anna")
    pauses.begin("anna", HERE)


def test_an_address_pauses_over_all_its_handles_and_keeps_count() -> None:
    pauses = Pauses(Clock())
    wrong_try(pauses, "anna", THERE)
    wrong_try(pauses, "bert", THERE)
    pauses.begin("carl", THERE)
    pauses.right("carl")
    wrong_try(pauses, "dora", THERE)
    assert seconds(pauses, "carl", THERE) == 4
    pauses.begin("carl", "192.0.2.8")


@pytest.mark.parametrize("address", [
    "127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "", "192.0.2.99"])
def test_this_machine_and_the_proxies_have_no_pause_by_address(address: str) -> None:
    pauses = Pauses(Clock(), {"192.0.2.99"})
    for handle in "abcdefgh":
        wrong_try(pauses, handle, address)


def test_tries_at_many_lines_at_once_are_counted_before_they_are_known_to_be_wrong() -> None:
    pauses = Pauses(Clock())
    for _ in range(3):
        pauses.begin("anna", HERE)
    assert seconds(pauses, "anna", HERE) == 4
    pauses.undo("anna")
    pauses.begin("anna", HERE)


def test_wrong_tries_are_forgotten_after_a_quiet_hour() -> None:
    clock = Clock()
    pauses = Pauses(clock)
    for _ in range(2):
        wrong_try(pauses, "anna", THERE)
    clock.pass_by(3601)
    for _ in range(2):
        wrong_try(pauses, "anna", THERE)
    pauses.begin("anna", THERE)


def test_a_clock_that_is_set_back_does_not_lengthen_the_pause() -> None:
    clock = Clock()
    pauses = Pauses(clock)
    for _ in range(3):
        wrong_try(pauses, "anna", HERE)
    clock.pass_by(-86_400)
    assert seconds(pauses, "anna", HERE) <= 900


def test_memory_of_wrong_tries_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pauses, "KEPT", 50)
    pauses = Pauses(Clock())
    for each in range(500):
        wrong_try(pauses, f"nobody {each}", HERE)
    assert len(pauses._tries) == 50
