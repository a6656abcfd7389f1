"""What was played in a contest: the caller's deals and the best's, step by step or in words.

Nobody comes here who can still play in it. What may be known of a deal is as of any hand: the
House's cards, and the seed, only where they were shown or the contest is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from door.proof.replay import BadRecord, replay
from door.proof.replay import Replay as Again
from door.rules.events import HoldingShown
from door.rules.house_draw import CALLER, HOUSE
from door.screens import contests as pages
from door.screens.contests import Beside, Board, Played
from door.screens.deals import ALL, Deals
from door.screens.history import signed
from door.screens.picking import LEAVE
from door.screens.replay import SEAL
from door.screens.sentences import YOU
from door.screens.shared_replay import SharedReplay, Side
from door.screens.typesetting import PAGE_WIDTH
from door.session.past import scenes
from door.views import Contest, StoredHand

if TYPE_CHECKING:
    from door.session.call import Call


class _Deal(NamedTuple):
    """A deal of a try that is over, and the same played again."""

    stored: StoredHand
    again: Again


class _Tried(NamedTuple):
    """A try that is over: whose, whether it is the best, and its deals."""

    player: str
    best: bool
    deals: list[_Deal]


async def replay_deals(call: Call, board: Board) -> None:
    """The list of them, until the caller has seen enough. There are placings."""
    first, place = board.standing.placings[0], board.place
    tried = [_Tried(YOU, place.try_id == first.try_id, await _deals(call, place.try_id))
             ] if place else []
    if place is None or place.try_id != first.try_id:
        tried.append(_Tried(first.handle, True, await _deals(call, first.try_id)))
    tried = [each for each in tried if each.deals]
    if not tried:
        await call.read(pages.NAMES[board.contest.kind], [pages.NO_REPLAY])
        return
    await _pick(call, board.contest, tried)


async def _pick(call: Call, contest: Contest, tried: list[_Tried]) -> None:
    played = [(each.player, [_played(deal) for deal in each.deals]) for each in tried]
    screen = Deals(call.sign, contest, played)
    while (answer := await call.console.ask(screen)) != LEAVE:
        if answer == ALL:
            await _beside(call, contest, dict(played))
        elif isinstance(answer, int):
            await _show(call, contest, answer, tried)


async def _deals(call: Call, try_id: int) -> list[_Deal]:
    """Those that do not replay any more are left out."""
    found = []
    for stored in await call.casino.bank.contests.hands(try_id):
        try:
            found.append(_Deal(stored, replay(stored.record)))
        except BadRecord:
            break
    return found


# -- all of them, in words -------------------------------------------------------------------


async def _beside(call: Call, contest: Contest, played: dict[str, list[Played]]) -> None:
    own = played.pop(YOU, [])
    handle, best = next(iter(played.items()), ("", []))
    printed = call.speech.pages(pages.beside(own, best, handle, PAGE_WIDTH - 1, call.speech.held))
    await call.console.ask(Beside(call.sign, contest, own, best, handle, printed,
                                  call.console.any_key))


def _played(deal: _Deal) -> Played:
    """A deal, the House's cards only where they were shown or the seed is open."""
    stored, again = deal
    told = [event.seen_by(CALLER) for event in again.told]
    shown = stored.opened or any(isinstance(event, HoldingShown) for event in told)
    house = again.last[HOUSE] if shown else ()
    return Played(told, again.cards[CALLER], again.last[CALLER], house, stored.record.first,
                  _net(stored))


def _net(stored: StoredHand) -> int:
    return stored.ended_stacks[CALLER] - stored.record.stacks[CALLER]


# -- one of them, step by step ---------------------------------------------------------------


async def _show(call: Call, contest: Contest, number: int, tried: list[_Tried]) -> None:
    """The deal of that number, from 0, by all who came to it."""
    came = [each for each in tried if number < len(each.deals)]
    sides = [Side(player, signed(_net(deals[number].stored)), best * f"the {contest.kind}'s best",
                  list(scenes(deals[number].again, deals[number].stored.opened)))
             for player, best, deals in came]
    deal = contest.deals[number]
    screen = SharedReplay(call.sign, call.speech, deal.id, deal.seal, deal.number, sides,
                          contest.terms.deals)
    while await call.console.ask(screen) == SEAL:
        await call.read("The Seal", pages.deal_seal_text(contest, came[0].deals[number].stored
                                                         .record))
