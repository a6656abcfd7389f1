"""door.session.login: handles old and new, wrong passwords, guests, and who is at the console."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.bank import Busy, PleaseWait
from door.bank import bank as bank_module
from door.screens.frame import PRACTICE
from tests.caller import Caller, Club, club

pytestmark = pytest.mark.asyncio
IN = "Casino>"


async def at_handle(hall: Club, graphics: str = "p", **options: object) -> Caller:
    caller = await hall.call(**options)     # type: ignore[arg-type]
    await caller.choose(graphics)
    caller.said()
    return caller


async def test_a_new_handle_is_made_and_opens_with_a_thousand(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await at_handle(hall)
        await caller.type("Ada")
        assert caller.said().endswith("\r\nNew handle. Create it? Y/N: ")
        await caller.press("y")
        assert caller.said().endswith("\r\nChoose a password: ")
        await caller.type("secret")
        assert caller.said().endswith("******\r\nOnce more: ")
        await caller.type("secret")
        assert "In the bank: $1000." in caller.said() and caller.prompt == IN
        found = await hall.bank.find("ADA")
        assert found is not None and (found.handle, found.screen, found.calls) == ("Ada", "p", 1)


@pytest.mark.parametrize("keys, told", [
    (["n"], ""), (["\x1b"], ""), (["y", "\r"], "No password, no handle."),
    (["y", *"abc\r", *"abc\r"], "A password has 4 to 128 characters."),
    (["y", *"secret\r", *"secrat\r"], "Those were two different passwords."),
    (["y", "\x1b"], "No password, no handle.")])
async def test_a_new_handle_that_comes_to_nothing(tmp_path: Path, keys: list[str],
                                                  told: str) -> None:
    async with club(tmp_path) as hall:
        caller = await at_handle(hall)
        await caller.type("Ada")
        await caller.press(*keys)
        assert caller.prompt == "Handle:" and told in caller.said()
        assert await hall.bank.find("Ada") is None


async def test_a_password_is_never_shown(tmp_path: Path) -> None:
    for graphics in "put":
        async with club(tmp_path / graphics) as hall:
            caller = await hall.call()
            await caller.enter(graphics, "Ada")
            assert caller.prompt == IN and b"secret" not in caller.sent and b"****" in caller.sent


async def test_in_line_mode_the_client_is_asked_to_hide_it(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await at_handle(hall, line_mode=True)
        for answer, hidden in (("Ada", []), ("y", [True]), ("secret", [True]),
                               ("secret", [True, False])):
            await caller.type(answer)
            assert caller.line.hidden == hidden
        assert caller.prompt == IN
        assert caller.rows[4:9] == [
            "Handle: Ada", "New handle. Create it? Y/N: y", "Choose a password:", "Once more:",
            "In the bank: $1000."]


async def test_the_right_password_lets_in_and_a_wrong_one_does_not(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await hall.bank.create("Ada", "secret")
        caller = await at_handle(hall)
        await caller.type("ADA")
        await caller.type("wrong")
        assert "That is not the password of that handle." in caller.said()
        assert caller.prompt == "Handle:"
        await caller.type("ada")
        await caller.type("secret")
        assert caller.prompt == IN and "Ada" in str(hall.casino.floor.visits.values())


async def test_who_guesses_waits_longer_and_longer(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await hall.bank.create("Ada", "secret")
        caller = await at_handle(hall)
        for _ in range(3):
            await caller.type("Ada")
            await caller.type("wrong")
        caller.said()
        await caller.burst("Ada\r")
        await caller.burst("secret\r")
        assert "Too many wrong passwords. Please wait" in caller.said()


@pytest.mark.parametrize("handle, told", [
    ("\t \r", ""), ("sysop\r", "That handle is reserved."), ("House\r", "That handle is reserved."),
    (" Ada\r", "New handle. Create it?"), ("a  b\r", "A handle has single spaces"),
    ("\xff\xfe<\r", "A handle has letters, digits, spaces and punctuation only.")])
async def test_handles_that_cannot_be(tmp_path: Path, handle: str, told: str) -> None:
    async with club(tmp_path) as hall:
        caller = await at_handle(hall, "u")
        await caller.press(*handle)
        assert told in caller.text


async def test_escape_at_the_handle_starts_over_and_ctrl_c_leaves(tmp_path: Path) -> None:
    """TERMINALS: a lone ESC does nothing destructive."""
    async with club(tmp_path) as hall:
        caller = await at_handle(hall)
        await caller.press("A", "d", "\x1b", "\x1b")
        assert caller.prompt == "Handle:" and not caller.call.done()
        await caller.press("\x03")
        await caller.gone()


async def test_guests_are_numbered_and_need_no_password(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        callers = [await hall.call() for _ in range(3)]
        for caller, word in zip(callers, ("guest", "GUEST", "Guest")):
            await caller.enter("u", word.lower() if word == "guest" else "guest")
        assert sorted(visit.caller.handle for visit in hall.casino.floor.visits.values()) == [
            "Guest 1", "Guest 2", "Guest 3"]
        await callers[1].hang_up()
        again = await hall.call()
        await again.enter("u")
        assert "Guest 2" in again.text


async def test_a_guests_handle_opens_to_no_password(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        guest = await hall.call()
        await guest.enter("u")
        thief = await at_handle(hall)
        await thief.type("Guest 1")
        await thief.type("")
        assert thief.prompt == "Handle:" and "not the password" in thief.said()


async def test_many_at_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with club(tmp_path) as hall:
        await hall.bank.create("Ada", "secret")

        async def verify(*given: object) -> None:
            raise Busy
        monkeypatch.setattr(bank_module.Bank, "verify", verify)
        caller = await at_handle(hall)
        await caller.type("Ada")
        await caller.type("secret")
        assert "Many are at the door" in caller.said() and caller.prompt == "Handle:"


async def test_the_pause_is_told_in_seconds(tmp_path: Path,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    async with club(tmp_path) as hall:
        await hall.bank.create("Ada", "secret")

        async def verify(*given: object) -> None:
            raise PleaseWait(16)
        monkeypatch.setattr(bank_module.Bank, "verify", verify)
        caller = await at_handle(hall)
        await caller.type("Ada")
        await caller.type("secret")
        assert "Too many wrong passwords. Please wait 16 seconds." in caller.said()


async def test_a_handle_that_two_make_at_once_is_the_firsts(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        callers = [await at_handle(hall) for _ in range(2)]
        for caller in callers:
            await caller.type("Ada")
            await caller.press("y")
            await caller.type("secret")
        for caller in callers:
            await caller.type("secret")
        assert callers[0].prompt == IN
        assert callers[1].prompt == "Handle:" and "just taken that handle" in callers[1].said()


# -- at the console --------------------------------------------------------------------------


def play(**options: object) -> dict[str, object]:
    return {"kind": "play", "options": options,
            "environ": {"TERM": "xterm", "LANG": "C.UTF-8"}}


async def test_who_plays_at_the_console_is_asked_nothing(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await console(hall, "ada")
        assert caller.prompt == IN and "ada" in caller.text
        assert "Just looking?" not in caller.text and "─" in caller.text


async def console(hall: Club, user: str, **options: object) -> Caller:
    caller = await hall.call(carrier="relay", user=user, hello=play(**options))
    caller.charset = "utf-8"
    return caller


async def test_an_option_names_the_charset(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await console(hall, "ada", charset="plain")
        assert b"\x1b" not in caller.sent and caller.sent.endswith(b"Casino> ")


async def test_a_user_whose_handle_has_a_password_is_asked_for_it(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        await hall.bank.create("Ada", "secret")
        caller = await console(hall, "ada")
        assert caller.prompt == "Handle:" and "has a password here. Please log in." in caller.text
        await caller.type("ada")
        await caller.type("secret")
        assert caller.prompt == IN


async def test_a_user_whose_name_is_no_handle_is_asked_for_one(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await console(hall, "sysop")
        assert caller.prompt == "Handle:" and "cannot be a handle here" in caller.text


async def test_practice_is_marked_at_the_title(tmp_path: Path) -> None:
    async with club(tmp_path, practice="night") as hall:
        caller = await hall.call()
        await caller.choose("u")
        assert PRACTICE in caller.text
