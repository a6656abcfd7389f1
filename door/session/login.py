"""The login: handle and password, a new handle, a guest, or whoever sits at the console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.bank import (BadHandle, BadPassword, Busy, HandleTaken, PleaseWait, WrongPassword)
from door.screens import welcome
from door.screens.pages import Choice, Typing
from door.session.arrival import KEPT_OUT
from door.session.notices import Left
from door.views import Caller

if TYPE_CHECKING:
    from door.session.call import Call

HANDLE_LENGTH, PASSWORD_LENGTH = 20, 128
HANDLE_HELP = "Type a handle, or guest, then RETURN; new ones are made. CTRL-C hangs up."
CREATE_HELP = "Y: the handle is yours, with a password. N or ESC: another handle."


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
        handle = await call.console.ask(HandleField(lambda: _title(call), "Handle:", HANDLE_LENGTH,
                                                    lines, notice=notice,
                                                    help_text=HANDLE_HELP))
        lines = []
        if not isinstance(handle, str):
            raise Left("")
        found = await _identify(call, handle.strip())
        if isinstance(found, Caller):
            if await call.casino.bank.banned(found.id):
                raise Left(KEPT_OUT)
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
        password = await _password(call, "Password:")
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
    yes = Choice(lambda: _title(call), "New handle. Create it? Y/N:", "yn", escape="n",
                 help_text=CREATE_HELP)
    if await call.console.ask(yes) != "y":
        return ""
    password = await _password(call, "Choose a password:")
    if not password:
        return "No password, no handle. Guests need none: type guest."
    again = await _password(call, "Once more:")
    if again != password:
        return "Those were two different passwords."
    return await call.casino.bank.create(handle, password)


async def _password(call: Call, prompt: str) -> str | None:
    field = Typing(lambda: _title(call), prompt, PASSWORD_LENGTH, hidden=True)
    answer = await call.console.ask(field)
    return answer if isinstance(answer, str) else None


class HandleField(Typing):
    """Where ^C is the way out. A lone ESC may be noise on the line, and only clears the field."""

    __slots__ = ()

    def press(self, key: str) -> str | bool | None:
        return super().press("CTRL_U" if key == "ESC" else key)


def _title(call: Call) -> Canvas:
    return welcome.title(call.sign)
