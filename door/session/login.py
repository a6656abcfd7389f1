"""The login: handle and password, a new handle, a guest, or whoever sits at the console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.bank import (BadHandle, BadPassword, Busy, HandleTaken, PleaseWait, WrongPassword)
from door.screens import welcome
from door.screens.pages import Choice, Typing
from door.session.console import Left
from door.views import Caller

if TYPE_CHECKING:
    from door.session.call import Call

HANDLE_LENGTH, PASSWORD_LENGTH = 20, 128


async def log_in(call: Call) -> Caller:
    """Asks until somebody is in. Raises Left when the caller gives up."""
    call.console.terminal.forget()
    lines, notice = welcome.title_lines(call.sign), ""
    if call.console.line.hello.get("kind") == "play":
        try:
            return await call.casino.bank.local(call.console.line.user)
        except BadHandle:
            notice = "Your account's name cannot be a handle here. Please choose one."
        except HandleTaken as taken:
            notice = f"{taken} has a password here. Please log in."
    while True:
        handle = await _type(call, "Handle:", HANDLE_LENGTH, lines, notice)
        lines = []
        if handle is None:
            raise Left("")
        found = await _identify(call, handle.strip())
        if isinstance(found, Caller):
            return found
        notice = found


async def _identify(call: Call, handle: str) -> Caller | str:
    """The caller of a handle, or what went wrong."""
    if not handle:
        return ""
    if handle.lower() == "guest":
        return await call.casino.bank.guest()
    try:
        if await call.casino.bank.find(handle) is None:
            return await _create(call, handle)
        password = await _type(call, "Password:", PASSWORD_LENGTH, hidden=True)
        if password is None:
            return ""
        return await call.casino.bank.verify(handle, password, call.console.line.address)
    except WrongPassword:
        return "That is not the password of that handle."
    except PleaseWait as wait:
        return f"Too many wrong passwords. Please wait {wait.seconds} seconds."
    except (BadHandle, BadPassword) as error:
        return str(error)
    except HandleTaken:
        return "Somebody has just taken that handle."
    except Busy:
        return "Many are at the door just now. Please try again."


async def _create(call: Call, handle: str) -> Caller | str:
    call.casino.bank.check_handle(handle)
    yes = Choice(lambda: _title(call), "New handle. Create it? Y/N:", "yn", escape="n")
    if await call.console.ask(yes) != "y":
        return ""
    password = await _type(call, "Choose a password:", PASSWORD_LENGTH, hidden=True)
    if not password:
        return "No password, no handle. Guests need none: type guest."
    again = await _type(call, "Once more:", PASSWORD_LENGTH, hidden=True)
    if again != password:
        return "Those were two different passwords."
    return await call.casino.bank.create(handle, password)


async def _type(call: Call, prompt: str, limit: int, lines: list[str] | None = None,
                notice: str = "", hidden: bool = False) -> str | None:
    field = Typing(lambda: _title(call), prompt, limit, lines or (), hidden, notice)
    answer = await call.console.ask(field)
    return answer if isinstance(answer, str) else None


def _title(call: Call) -> Canvas:
    return welcome.title(call.sign)
