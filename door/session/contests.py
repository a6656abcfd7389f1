"""The contests' room of one call: how they stand, the caller's try, and what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ansi.canvas import Canvas
from door.bank import ContestOver, HadTry
from door.contests import ContestTable
from door.proof.replay import BadRecord, replay
from door.rules.events import HoldingShown
from door.rules.house_draw import CALLER, HOUSE
from door.screens import contests as pages
from door.screens import frame
from door.screens.contests import Beside, Board, Played
from door.screens.pages import Choice, text_page
from door.screens.typesetting import PAGE_WIDTH
from door.session.poker import Seat
from door.views import Caller, Contest, StoredHand

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
        await _replay(call, board)


async def _replay(call: Call, board: Board) -> None:
    """The caller's deals beside the best's: only for who can play in it no more."""
    best = board.standing.placings[0]
    place = board.place
    own = await _played(call, place.try_id) if place else []
    others = await _played(call, best.try_id) if best != place else []
    printed = call.speech.pages(pages.beside(own, others, best.handle, PAGE_WIDTH - 1,
                                             call.speech.held))
    await call.console.ask(Beside(call.sign, board.contest, own, others, best.handle, printed,
                                  call.console.any_key))


async def _played(call: Call, try_id: int) -> list[Played]:
    """The deals of a try that is over; those that do not replay any more are left out."""
    found = []
    for stored in await call.casino.bank.contests.hands(try_id):
        try:
            found.append(_deal(stored))
        except BadRecord:
            break
    return found


def _deal(stored: StoredHand) -> Played:
    """A deal, the House's cards only where they were shown or the seed is open."""
    again = replay(stored.record)
    told = [event.seen_by(CALLER) for event in again.told]
    shown = stored.opened or any(isinstance(event, HoldingShown) for event in told)
    house = again.last[HOUSE] if shown else ()
    return Played(told, again.cards[CALLER], again.last[CALLER], house, stored.record.first,
                  stored.ended_stacks[CALLER] - stored.record.stacks[CALLER])


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
