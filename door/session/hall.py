"""The Hall of Fame, Last night and the chalkboard, as a caller comes to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from door.screens import news
from door.screens.hall import HallPages
from door.screens.pages import Typing, text_page
from door.views import Caller, LastNight

if TYPE_CHECKING:
    from door.session.call import Call

CHALK_LENGTH = 60


async def visit_hall(call: Call, caller: Caller) -> None:
    """Page by page."""
    call.at("the Hall of Fame")
    hall = await call.casino.bank.hall.hall(caller.id)
    await call.console.ask(HallPages(call.sign, hall, call.speech.hall(hall),
                                     call.console.any_key))


async def last_night(call: Call, caller: Caller) -> LastNight:
    """The news since the call before this one."""
    return await call.casino.bank.hall.last_night(caller.id)


async def read_news(call: Call, caller: Caller) -> None:
    """The page of Last night, whenever it is asked for."""
    await call.read(news.TITLE, news.chapter(await last_night(call, caller)))


async def fresh_news(call: Call, caller: Caller) -> LastNight | None:
    """What somebody who has called before has not heard yet; None for nothing."""
    if caller.last_call is None or caller.guest:
        return None
    found = await last_night(call, caller)
    new = found.night is not None and found.night.ended > caller.last_call
    return found if found.passed or new else None


async def write_on_the_board(call: Call, caller: Caller) -> None:
    """Who has broken the bank may; guests may not, and in practice nothing is kept."""
    if caller.guest or call.sign.practice:
        return
    hall = call.casino.bank.hall
    text = news.board((await hall.last_night()).chalk)
    field = Typing(lambda: text_page(call.sign, "THE CHALKBOARD", text), news.CHALK_PROMPT,
                   CHALK_LENGTH, call.speech.pages([text])[0], help_text=news.CHALK_HELP)
    answer = await call.console.ask(field)
    if isinstance(answer, str) and answer.strip():
        await hall.chalk(caller.id, answer)
