"""The lobby of one call: the menu, the room behind each of its keys, and the way out.

The rooms that need no more than a screen are here: the Bank, a seat's chips, who is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from door.screens import lobby, news, rules_pages, welcome
from door.screens.pages import Choice, Painter, Typing
from door.session.contests import visit_contests
from door.session.hall import fresh_news, read_news, visit_hall
from door.session.notices import Left
from door.session.past import look_back, open_book, show_figures
from door.session.poker import play
from door.session.settings import change_settings
from door.session.sysop import give_orders
from door.views import Caller, LastNight, Presence

if TYPE_CHECKING:
    from door.session.call import Call


async def visit_lobby(call: Call, caller: Caller, notice: str = "") -> None:
    """Room after room. Raises Left when the caller leaves."""
    fresh = await fresh_news(call, caller)
    while True:
        call.at("the Casino")
        menu = _menu(call, caller, await call.casino.bank.bankroll(caller.id), fresh)
        notice, call.book_notice = f"{notice} {call.book_notice}".strip(), ""
        if notice:
            menu.warn(notice)
        if fresh and not call.console.terminal.painted:
            menu.print(news.headline(fresh))
        fresh = None
        notice = await _visit_room(call, str(await call.console.ask(menu)), caller)


def _menu(call: Call, caller: Caller, bankroll: int, fresh: LastNight | None) -> lobby.Lobby:
    keys = (lobby.CASINO_KEYS + lobby.NEWS_KEY + "!" * call.is_sysop
            + lobby.BOOK_KEY * bool(call.book))
    return lobby.Lobby(
        lambda: lobby.casino_menu(call.sign, caller, bankroll, len(call.casino.floor.visits)),
        _front(call, fresh), keys, call.speech.casino(bankroll, call.sign.practice),
        lobby.CASINO_HELP + lobby.BOOK_HELP * bool(call.book))


def _front(call: Call, fresh: LastNight | None) -> Painter | None:
    """What hangs before the menu: Last night, to whoever has not heard of it yet."""
    if fresh is None or not call.console.terminal.painted:
        return None
    return lambda: news.page(call.sign, fresh)


async def _visit_room(call: Call, key: str, caller: Caller) -> str:
    """The room behind a key of the menu; what the menu says afterwards."""
    if key in lobby.OPENS_SOON:
        return f"{lobby.OPENS_SOON[key]} opens soon."
    if key == "q":
        await _goodbye(call, caller)
    elif key == "p":
        return await sit_down(call, caller)
    elif key == "c":
        await visit_contests(call, caller)
    elif key == "b":
        await _visit_bank(call, caller)
    elif key == lobby.BOOK_KEY:
        await open_book(call, call.book)
    elif key == "h":
        await visit_hall(call, caller)
    elif key == lobby.NEWS_KEY:
        await read_news(call, caller)
    elif key == "r":
        await call.read("The Rules", *rules_pages.PAGES)
    elif key == "s":
        await change_settings(call)
    elif key == "!":
        await give_orders(call)
    elif key == "w":
        await _look_around(call)
    return ""


async def _look_around(call: Call) -> None:
    """Who is here, the longest first."""
    here = [Presence(visit.caller.handle, visit.where, visit.carrier, visit.since)
            for visit in call.casino.floor.visits.values()]
    await call.console.ask(lobby.WhoIsHere(call.sign, here, call.speech.who(here),
                                           call.console.any_key))


async def _goodbye(call: Call, caller: Caller) -> None:
    bankroll = await call.casino.bank.bankroll(caller.id)
    console = call.console
    if console.terminal.painted:
        canvas = welcome.goodbye(call.sign, caller.handle, bankroll)
        console.line.write(console.terminal.show(canvas, "Come back soon."))
        raise Left("")
    raise Left("\n".join(welcome.goodbye_lines(caller.handle, bankroll)))


async def sit_down(call: Call, caller: Caller, notice: str = "") -> str:
    """A sitting at the Poker Table; what is to be said after it, or why there was none."""
    bankroll = await call.casino.bank.bankroll(caller.id)
    if bankroll < lobby.SEAT_LOWEST:
        return (f"A seat takes ${lobby.SEAT_LOWEST} and you have ${bankroll}. "
                "B)ank: the house may grant you more.")
    amount = await _withdraw(call, bankroll, notice)
    if amount:
        return await play(call, await call.casino.floor.sit(caller, amount))
    return ""


async def _withdraw(call: Call, bankroll: int, notice: str) -> int:
    """The chips that the caller takes to the table, 0 if they think better of it."""
    question = Typing(lambda: lobby.withdraw_page(call.sign, bankroll),
                      lobby.withdraw_prompt(bankroll), 12, notice=notice,
                      help_text=lobby.withdraw_help(bankroll))
    while True:
        answer = await call.console.ask(question)
        if not isinstance(answer, str) or answer.strip().lower() in ("q", "x"):
            return 0
        chips = lobby.withdrawal(answer, bankroll)
        if isinstance(chips, int):
            return chips
        question.warn(chips)


async def _visit_bank(call: Call, caller: Caller) -> None:
    """The statement, and today's grant for who has next to nothing."""
    call.at("the Bank")
    bank = call.casino.bank
    granted = await bank.grant(caller.id)
    statement = await bank.statement(caller.id, 14)
    lines = call.speech.bank(statement)
    page = Choice(lambda: lobby.bank_page(call.sign, caller.handle, statement),
                  lobby.BANK_PROMPT, lobby.BANK_KEYS, lines, escape="q",
                  help_text=lobby.BANK_HELP)
    if granted:
        page.warn(f"The house grants you ${granted}. Good luck.")
    elif statement.balance < lobby.SEAT_LOWEST:
        page.warn("Today's grant has been paid. Come back tomorrow.")
    while (key := await call.console.ask(page)) != "q":
        await (look_back if key == "h" else show_figures)(call, caller)
