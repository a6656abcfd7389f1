"""Hand records: sealed, dealt, acted, ended, each in the store before it is shown.

write() is the hot path: the steps of a group become a page of rows, and the page a handful of
statements. All that a step must agree with is remembered by its seat (sittings.py).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank import chain, marks
from door.bank.days import overdue
from door.bank.deeds import Deed
from door.bank.errors import HandOpen, OutOfStep
from door.bank.fame import Fame
from door.bank.ledger import Ledger
from door.bank.schema import actions, hands, pruned
from door.bank.sittings import Hand, Seat, Sittings, join_stacks, split_stacks
from door.bank.statements import Desk, Prepared, RowInsert
from door.bank.totals import Calendar, Tally, facts_columns
from door.rules.house_draw import HOUSE
from door.views import Dealt, Ended, HandRecord, Sitting, Step

_SEALED = RowInsert(
    hands, "serial", "id", "sitting_id", "number", "state", "game", "rules_version", "seed",
    "seal", "sealed_at", "sealed_hash", "policy", "cut", "proven", "first", "stacks",
    "ended_stacks", "result")
_ACTIONS = RowInsert(actions)
_DEALT = ("UPDATE hands SET state = 'open', cut = ?, proven = ?, first = ?, stacks = ?, "
          "policy = ?, dealt_at = ?, previous = ?, dealt_hash = ? WHERE serial = ?")
_ENDED = ("UPDATE hands SET state = ?, ended_stacks = ?, result = ?, ended_at = ?, "
          "ended_hash = ?, day = ?, caller_dealt = ?, house_dealt = ?, folded = ?, pot = ?, "
          "best = ?, house_best = ? WHERE serial = ?")
_NOT_COUNTED = (None,) * 7
_MOST = Prepared(sa.select(sa.func.max(
    sa.func.coalesce(sa.select(sa.func.max(hands.c.serial)).scalar_subquery(), 0),
    sa.func.coalesce(sa.select(sa.func.max(pruned.c.serial)).scalar_subquery(), 0))))
_STATE = Prepared(sa.select(hands.c.state).where(hands.c.id == bindparam("hand")))
_RECORD = Prepared(sa.select(
    hands.c.id, hands.c.sitting_id, hands.c.number, hands.c.game, hands.c.rules_version,
    hands.c.policy, hands.c.seed, hands.c.seal, hands.c.cut, hands.c.proven, hands.c.first,
    hands.c.stacks, hands.c.state, hands.c.dealt_at).where(hands.c.serial == bindparam("serial")))
_ACTED = Prepared(sa.select(actions.c.seat, actions.c.action).where(
    actions.c.hand == bindparam("serial")).order_by(actions.c.n))
LONGEST_TEXT = 400


@dataclass(slots=True)
class _Page:
    """Rows of a group of steps, by statement, in the order in which they are written."""

    at: int
    sealed: list[tuple[object, ...]] = field(default_factory=list)
    dealt: list[tuple[object, ...]] = field(default_factory=list)
    actions: list[tuple[object, ...]] = field(default_factory=list)
    ended: list[tuple[object, ...]] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    marks: list[tuple[int, str, int, str]] = field(default_factory=list)

    def write(self, desk: Desk) -> None:
        if self.sealed:
            _SEALED.run(desk, self.sealed)
        if self.dealt:
            desk.driver.executemany(_DEALT, self.dealt)
        if self.actions:
            _ACTIONS.run(desk, self.actions)
        if self.ended:
            desk.driver.executemany(_ENDED, self.ended)
            self.tally.write(desk)
        if self.marks:
            marks.write(desk, self.marks)


class Hands:
    """Works at a desk, within the transaction of whoever asks. OutOfStep: see each."""

    def __init__(self, ledger: Ledger, seats: Sittings, calendar: Calendar, fame: Fame,
                 now: Callable[[], float]) -> None:
        self._ledger, self._seats, self._calendar, self._now = ledger, seats, calendar, now
        self._fame = fame
        self.forget()

    def forget(self) -> None:
        """Nothing is known until it is read again."""
        self._serial: int | None = None

    def seal(self, desk: Desk, records: Iterable[HandRecord]) -> None:
        """Next hands, one a sitting. OutOfStep: the sitting has a hand that has not ended."""
        page = _Page(int(self._now()))
        for record in records:
            self._seal(desk, page, record)
        page.write(desk)

    def write(self, desk: Desk, steps: Iterable[Step]) -> None:
        """Steps, each of which must follow from what its hand holds already, else OutOfStep."""
        page = _Page(int(self._now()))
        for step in steps:
            seat = self._seats.of_hand.get(step.hand_id) or self._seats.seat_of_hand(
                desk, step.hand_id)
            assert seat.hand is not None
            if step.dealt:
                _deal(page, seat, seat.hand, step.dealt)
            if step.actions:
                _act(page, seat.hand, step)
            if step.ended:
                self._end(desk, page, seat, seat.hand, step.ended)
            if step.sealed:
                self._seal(desk, page, step.sealed)
        page.write(desk)
        self._ledger.flush(desk)
        self._fame.flush(desk)

    def _seal(self, desk: Desk, page: _Page, record: HandRecord) -> None:
        seat = self._seats.seat(desk, record.sitting_id)
        if seat.hand:
            raise OutOfStep(f"hand {seat.hand.id} has not ended")
        if record.number <= seat.number or record.game != seat.game or not record.id.isascii():
            raise OutOfStep(f"hand {record.id} does not follow in sitting {seat.label}")
        serial = self._next_serial(desk)
        link = chain.sealed(serial, record.id, sitting_fields(seat), record.number, record.game,
                            record.rules_version, record.seed, record.seal, page.at)
        page.sealed.append((
            serial, record.id, seat.sitting_id, record.number, "sealed", record.game,
            record.rules_version, record.seed, record.seal, page.at, link, "", "", 0, 0, "", "",
            ""))
        seat.number = record.number
        seat.hand = Hand(serial, record.id, False, link, 0, (), 0)
        self._seats.of_hand[record.id] = seat

    def _next_serial(self, desk: Desk) -> int:
        if self._serial is None:
            self._serial = int(_MOST.value(desk))
        self._serial += 1
        return self._serial

    def _end(self, desk: Desk, page: _Page, seat: Seat, hand: Hand, ended: Ended) -> None:
        if not hand.open or len(ended.stacks) != 2 or sum(ended.stacks) != sum(hand.stacks):
            raise OutOfStep(f"hand {hand.id} cannot end in {ended.stacks}")
        net = ended.stacks[0] - hand.stacks[0]
        if net:
            self._ledger.book(desk, "hand", hand.id,
                              [(seat.accounts[0], net), (seat.accounts[1], -net)])
        seat.stacks = tuple(ended.stacks)
        day = self._calendar.day(page.at)
        page.tally.count(seat.caller_id, day, seat.game, hand.id, page.at, net, ended.facts,
                         overdue(hand.dealt_at, page.at))
        self._fame.count(desk, Deed(seat.caller_id, hand.id, page.at, day, seat.buy_in, net,
                                    ended.stacks[HOUSE], ended.facts))
        page.marks += [(seat.caller_id, mark, page.at, hand.id) for mark in ended.marks]
        self._finish(page, seat, hand, "done", join_stacks(ended.stacks), ended.result,
                     facts_columns(day, ended.facts))

    def _finish(self, page: _Page, seat: Seat, hand: Hand, state: str, stacks: str,
                text: str, counted: tuple[object, ...] = _NOT_COUNTED) -> None:
        link = chain.ended(hand.hash, state, stacks, text[:LONGEST_TEXT], page.at)
        page.ended.append((state, stacks, text[:LONGEST_TEXT], page.at, link, *counted,
                           hand.serial))
        if state != "unplayed":
            seat.previous = link
        seat.hand = None
        del self._seats.of_hand[hand.id]

    def leave(self, desk: Desk, sitting_id: int) -> int:
        """End a sitting; the chips that the caller brings back, also when asked again.

        A hand that is sealed and not dealt becomes unplayed. Raises HandOpen, NoSuchSitting.
        """
        chips = self._seats.closed(desk, sitting_id)
        return self._leave(desk, self._seats.seat(desk, sitting_id)) if chips is None else chips

    def _leave(self, desk: Desk, seat: Seat) -> int:
        hand = seat.hand
        if hand and hand.open:
            raise HandOpen(hand.id)
        if hand:
            page = _Page(int(self._now()))
            self._finish(page, seat, hand, "unplayed", "", "")
            page.write(desk)
        chips = self._seats.close(desk, seat)
        self._fame.rise(desk, seat.caller_id, self._calendar.today())
        return chips

    def leave_caller(self, desk: Desk, caller_id: int) -> None:
        """End the caller's open sitting, if there is one. Raises HandOpen."""
        seat = self._seats.seat_of_caller(desk, caller_id)
        if seat:
            self._leave(desk, seat)

    def rise(self, desk: Desk, caller_id: int) -> None:
        """End the caller's open sitting unless a hand is open in it."""
        seat = self._seats.seat_of_caller(desk, caller_id)
        if seat and not (seat.hand and seat.hand.open):
            self._leave(desk, seat)
        self._fame.rise(desk, caller_id, self._calendar.today())

    def leave_all(self, desk: Desk) -> None:
        """End every sitting in which no hand is open."""
        for seat in self._seats.open_seats(desk):
            if not (seat.hand and seat.hand.open):
                self._leave(desk, seat)

    def void(self, desk: Desk, hand_id: str, reason: str) -> None:
        """The stacks stay as they were before the hand; the sitting ends, the reason is kept.

        Nothing for a hand that is void already; OutOfStep for one that is not open.
        """
        state = _STATE.value(desk, hand=hand_id)
        if state == "void":
            return
        if state != "open":
            raise OutOfStep(f"hand {hand_id} is not open")
        seat = self._seats.seat_of_hand(desk, hand_id)
        assert seat.hand is not None
        page = _Page(int(self._now()))
        self._finish(page, seat, seat.hand, "void", join_stacks(seat.hand.stacks), reason)
        page.write(desk)
        self._seats.close(desk, seat)

    def open_hand(self, desk: Desk, caller_id: int) -> tuple[Sitting, HandRecord] | None:
        """The caller's hand that has been dealt and has not ended."""
        seat = self._seats.seat_of_caller(desk, caller_id)
        return self._record(desk, seat) if seat and seat.hand and seat.hand.open else None

    def open_hands(self, desk: Desk) -> list[tuple[Sitting, HandRecord]]:
        """All of them, the oldest sitting first."""
        return [self._record(desk, seat) for seat in self._seats.open_seats(desk)
                if seat.hand and seat.hand.open]

    def _record(self, desk: Desk, seat: Seat) -> tuple[Sitting, HandRecord]:
        assert seat.hand is not None
        row = _RECORD.row(desk, serial=seat.hand.serial)
        id, sitting_id, number, game, version, policy, seed, seal = row[:8]
        cut, proven, first, stacks, state, dealt_at = row[8:]
        acted = tuple(_ACTED.run(desk, serial=seat.hand.serial))
        return self._seats.view(desk, seat), HandRecord(
            id, sitting_id, number, game, version, policy, seed, seal, cut, bool(proven), first,
            split_stacks(stacks), acted, state, dealt_at or 0)


def sitting_fields(seat: Seat) -> tuple[int, int, str, int]:
    """What of a sitting its hands' hashes cover."""
    return seat.sitting_id, seat.caller_id, seat.label, seat.buy_in


def _deal(page: _Page, seat: Seat, hand: Hand, dealt: Dealt) -> None:
    if hand.open or tuple(dealt.stacks) != seat.stacks:
        raise OutOfStep(f"hand {hand.id} cannot be dealt with {dealt.stacks}")
    stacks = join_stacks(dealt.stacks)
    link = chain.dealt(seat.previous, hand.hash, dealt.cut, int(dealt.proven), dealt.first, stacks,
                       dealt.policy, page.at)
    page.dealt.append((dealt.cut, int(dealt.proven), dealt.first, stacks, dealt.policy, page.at,
                       seat.previous, link, hand.serial))
    hand.open, hand.hash, hand.stacks, hand.dealt_at = True, link, seat.stacks, page.at


def _act(page: _Page, hand: Hand, step: Step) -> None:
    if not hand.open or step.first_n != hand.count:
        raise OutOfStep(f"hand {hand.id} holds {hand.count} actions, not {step.first_n}")
    n, link = hand.count, hand.hash
    for seat, text in step.actions:
        link = chain.action(link, n, seat, text)
        page.actions.append((hand.serial, n, seat, text, link))
        n += 1
    hand.count, hand.hash = n, link
