"""The contests' room of one call: how they stand, and the caller's try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.bank import ContestOver, HadTry
from door.contests import ContestTable
from door.proof.replay import BadRecord
from door.screens import contests as pages
from door.screens import frame
from door.screens.contests import Board
from door.screens.pages import Choice, text_page
from door.session.contest_replay import replay_deals
from door.session.poker import Seat
from door.session.regulars import elsewhere, remembered
from door.views import Caller, Contest

if TYPE_CHECKING:
    from door.session.call import Call


async def visit_contests(call: Call, caller: Caller) -> None:
    """The room, until the caller leaves it."""
    while True:
        call.at("the Contests")
        boards = [await _board(call, caller, await call.casino.contests.current(kind))
                  for kind in pages.ROOMS.values()]
        page = Choice(lambda: text_page(call.sign, "THE CONTESTS", pages.room_text(boards)),
                      pages.ROOM_PROMPT, "dfq", pages.room_lines(boards), escape="q",
                      help_text=pages.ROOM_HELP)
        key = str(await call.console.ask(page))
        if key == "q":
            return
        await _contest(call, caller, pages.ROOMS[key])


async def _board(call: Call, caller: Caller, contest: Contest) -> Board:
    bank = call.casino.bank.contests
    own = await bank.own(contest.id, caller.id, *_on_board(call))
    place = await bank.placing(own.id) if own else None
    return Board(contest, await bank.standing(contest.id, pages.TOP), caller.handle, caller.guest,
                 own, place)


def _on_board(call: Call) -> tuple[str, str]:
    """The caller's board and its record of them, "" where there is none."""
    visitor = call.console.line.visitor
    return (visitor.board.name, visitor.record) if visitor else ("", "")


async def _contest(call: Call, caller: Caller, kind: str) -> None:
    """One contest, until the caller goes back."""
    notice = ""
    while True:
        board = await _board(call, caller, await call.casino.contests.current(kind))
        key = await _ask(call, board, notice)
        notice = ""
        if key == "q":
            return
        if key == "p":
            notice = await _play(call, caller, board.contest)
        elif key == "l":
            notice = await _last(call, caller, kind)
        else:
            await _look(call, board, key)


async def _ask(call: Call, board: Board, notice: str = "") -> str:
    def paint() -> Canvas:
        width = frame.area(call.sign).width
        return text_page(call.sign, pages.title(board.contest).upper(),
                         pages.contest_text(board, width))

    page = Choice(paint, board.prompt, board.keys, pages.contest_lines(board), escape="q",
                  help_text=board.help)
    if notice:
        page.warn(notice)
    return str(await call.console.ask(page))


async def _last(call: Call, caller: Caller, kind: str) -> str:
    """The newest contest that is over; what is to be said if there is none."""
    contest = await call.casino.bank.contests.last(kind)
    if contest is None:
        return "There was none before this one."
    board = await _board(call, caller, contest)
    while (key := await _ask(call, board)) != "q":
        await _look(call, board, key)
    return ""


async def _look(call: Call, board: Board, key: str) -> None:
    if key == "s":
        await call.read(pages.title(board.contest), *pages.seals_text(board.contest))
    elif key == "r":
        await replay_deals(call, board)


# -- playing ---------------------------------------------------------------------------------


async def _play(call: Call, caller: Caller, contest: Contest) -> str:
    """The caller's try, from where it stands; what is said of it afterwards."""
    if caller.guest:
        return pages.NO_GUESTS
    try:
        table = await call.casino.contests.sit(contest, caller, *_on_board(call))
        return await _sit(call, table)
    except HadTry as had:
        return pages.HAD_TRY.format(had)
    except ContestOver:
        return pages.DAY_IS_OVER
    except BadRecord:
        return pages.VOID


async def _sit(call: Call, table: ContestTable) -> str:
    if table.record is None:
        return ""   # which is played to its end
    seat = _ContestSeat(call, table)
    seat.past = elsewhere(await remembered(call))
    call.at("the Contests")
    if table.dealt:
        seat.resume()
    else:
        seat.sit()
    while await seat.turn():
        pass
    if table.record is None:
        return seat.outcome
    return f"{seat.outcome} {pages.waits(table.contest)}".strip()


class _ContestSeat(Seat):
    """As at the Poker Table, but that nobody cuts, and that no chips are carried away."""

    __slots__ = ("_contest",)
    too_late, resumed = pages.TOO_LATE, pages.RESUMED

    def __init__(self, call: Call, table: ContestTable) -> None:
        super().__init__(call, table)
        self._contest = table.contest
        self.screen.felt.deals = table.contest.terms.deals

    def _end(self) -> None:
        self.screen.over(pages.LAST_DEAL)

    async def _look_back(self) -> None:
        self.screen.warn(pages.NOT_YET)

    async def _over(self) -> bool:
        return False

    async def _seal(self) -> None:
        record = self.table.record
        if record is None:
            self.screen.warn("No deal is sealed.")
            return
        text = pages.deal_seal_text(self._contest, record)
        if self.call.speech.turns_pages:
            await self.call.read("The Seal", text)
        else:
            self.screen.print(*self.call.speech.pages([text])[0])
