"""A caller's past: the last hands, each played again and its seal checked, figures, the open book.

What may be known of a hand is decided here: the House's cards, and the seed, only of one that is
opened. Screens get nothing else.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from door.proof.openbook import opened
from door.proof.replay import BadRecord, replay
from door.proof.replay import Replay as Again
from door.proof.verdict import verify
from door.rules.house_draw import CALLER, HOUSE
from door.screens import figures, history, seals
from door.screens.figures import Account, FiguresPages
from door.screens.history import History
from door.screens.replay import SEAL, Replay, Scene, houses_cards
from door.screens.typesetting import Text
from door.views import Caller, HandLine, StoredHand

if TYPE_CHECKING:
    from door.session.call import Call

AT_ONCE = 20        # hands
_DIGITS = re.compile(r"([0-9a-f]{16})[0-9a-f]{48}\.?")  # stand in full above


async def look_back(call: Call, caller: Caller) -> None:
    """The list of the last hands, until the caller has seen enough of them."""
    lines = await call.casino.bank.past.history(caller.id, history.MOST)
    if not lines:
        await call.read("Your hands", [history.NONE_YET])
        return
    screen = History(call.sign, lines, call.speech)
    while isinstance(line := await call.console.ask(screen), HandLine):
        await _look_at(call, caller, line)


async def _look_at(call: Call, caller: Caller, line: HandLine) -> None:
    """One hand, scene by scene; its seal alone, if it was not dealt or does not replay."""
    stored = await call.casino.bank.past.hand(line.id, caller.id)
    if stored is None:
        await call.read("Your hands", [f"Hand {line.id} is not stored any more."])
        return
    try:
        again = replay(stored.record) if stored.record.cut else None
    except BadRecord as error:
        await call.read("Your hands", [f"It cannot be played again: {_reason(error)}."])
        again = None
    if again is None:
        await _show_seal(call, stored)
        return
    record = stored.record
    screen = Replay(call.sign, call.speech.thorough(), record.id, record.seal, record.number,
                    list(scenes(again, stored.opened)))
    while await call.console.ask(screen) == SEAL:
        await _show_seal(call, stored)


def _reason(error: BadRecord) -> str:
    return str(error).rstrip(".")


def scenes(again: Again, is_open: bool) -> Iterator[Scene]:
    """A hand as its caller may see it now: the House's cards only where the seed is open."""
    house = again.cards[HOUSE] if is_open else ()
    for step in again.steps:
        house = houses_cards(house, step.told) if is_open else ()
        yield Scene(tuple([event.seen_by(CALLER) for event in step.told]), step.view, house)


async def _show_seal(call: Call, stored: StoredHand) -> None:
    chapters: list[Text] = [seals.seal_text(stored.record, "")]
    if stored.opened:
        verdict = verify(stored)
        right = [_DIGITS.sub(r"\1...", each.sentence) for each in verdict.findings if each.ok]
        chapters = seals.opened_text(stored.record, verdict.wrong, right, verdict.limits)
    await call.read("The Seal", *chapters)


async def show_figures(call: Call, caller: Caller) -> None:
    """The caller's figures and the House's, the one behind a key of the other."""
    shown: object = figures.YOURS
    while shown in (figures.YOURS, figures.HOUSE):
        other = figures.HOUSE if shown == figures.YOURS else figures.YOURS
        account = await (_house if shown == figures.HOUSE else _callers)(call, caller)
        shown = await call.console.ask(FiguresPages(call.sign, account, call.speech, other))


async def _callers(call: Call, caller: Caller) -> Account:
    past = call.casino.bank.past
    return Account("Your hands of this call" if caller.guest else "Your hands",
                   "Your bankroll, whenever none was on a table",
                   await past.figures(caller.id), await past.bankrolls(caller.id))


async def _house(call: Call, caller: Caller) -> Account:
    past = call.casino.bank.past
    return Account("The House over all callers", "What the House has won, day by day",
                   await past.house_figures(), await past.bankrolls(0))


def _block(stored: StoredHand) -> seals.OpenBlock:
    """A hand of the open book, also where its record is damaged."""
    record = stored.record
    try:
        hand = opened(stored)
        net, text = hand.net, hand.text
    except BadRecord as error:
        net, text = 0, f"It cannot be played again: {_reason(error)}."
    return seals.OpenBlock(record.id, net, text, record.seed.hex(), record.cut, record.proven)


async def open_book(call: Call, sitting_id: int) -> None:
    """The hands of a sitting that is over, each with its seed and what both held."""
    blocks = []
    for number, stored in enumerate(await call.casino.bank.past.hands_of(sitting_id)):
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)      # a long night is dealt again, and others wait meanwhile
        blocks.append(_block(stored))
    await call.console.ask(seals.OpenBook(call.sign, blocks, call.speech.open_book(blocks),
                                          call.console.any_key))
