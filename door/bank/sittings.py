"""Sittings: chips from the bankroll to the table and back, and what is known of an open one.

A seat is what the writer remembers of an open sitting, so that a step needs no question to the
store; it is read again after forget(). There is one for each open sitting that moved, no more.
"""

from dataclasses import dataclass
from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank import chain
from door.bank.errors import AlreadySeated, HandOpen, NoSuchSitting, NotEnough, OutOfStep
from door.bank.ledger import Account, Ledger
from door.bank.schema import actions, callers, entries, hands, pruned, sittings
from door.bank.statements import Desk, Prepared
from door.bank.totals import open_house
from door.views import Sitting

_LABEL_DIGITS = 8
_this = sittings.c.id == bindparam("sitting")
_its = hands.c.sitting_id == bindparam("sitting")
_callers = sittings.c.caller_id == bindparam("caller")
_open = sittings.c.closed.is_(None)
_NEXT = Prepared(sa.select(sa.func.coalesce(sa.func.max(sittings.c.id), 0) + 1))
_INSERT = Prepared(sa.insert(sittings), ["id", "caller_id", "game", "label", "buy_in", "opened"])
_CLOSE = Prepared(sa.update(sittings).where(_this).values(closed=bindparam("by")))
_FOLDED = Prepared(sa.select(callers.c.folded).where(callers.c.id == bindparam("caller")))
_COUNT = Prepared(sa.select(sa.func.count()).select_from(sittings).where(_callers))
_LABEL = Prepared(sa.select(sittings.c.id).where(sittings.c.label == bindparam("label")))
_CLOSED = Prepared(sa.select(sittings.c.caller_id, sittings.c.closed).where(_this))
_BROUGHT = Prepared(sa.select(entries.c.amount).where(
    entries.c.account_id == bindparam("account"), entries.c.transaction_id == bindparam("by")))
_OF_HAND = Prepared(sa.select(hands.c.sitting_id).join(sittings).where(
    hands.c.id == bindparam("hand"), _open))
_ALL_OPEN = Prepared(sa.select(sittings.c.id).where(_open))
_OPEN_OF = Prepared(sa.select(sittings.c.id).where(_callers, _open))
_DONE = Prepared(sa.select(sa.func.count()).select_from(hands).where(
    _its, hands.c.state == "done"))
_SITTING = Prepared(sa.select(
    sittings.c.caller_id, sittings.c.game, sittings.c.label, sittings.c.buy_in).where(
        _this, _open))
_LAST_HAND = Prepared(sa.select(
    hands.c.number, hands.c.state, hands.c.serial, hands.c.id, hands.c.sealed_hash,
    hands.c.dealt_hash, hands.c.stacks, hands.c.dealt_at).where(_its).order_by(
        hands.c.number.desc()).limit(1))
_PREVIOUS = Prepared(sa.select(hands.c.ended_hash).join(sittings).where(
    _callers, (hands.c.state == "done") | (hands.c.state == "void")).order_by(
        sittings.c.id.desc(), hands.c.number.desc()).limit(1))
_PRUNED = Prepared(sa.select(pruned.c.previous).where(
    pruned.c.caller_id == bindparam("caller")))
_LAST_ACTION = Prepared(sa.select(actions.c.n, actions.c.chain).where(
    actions.c.hand == bindparam("serial")).order_by(actions.c.n.desc()).limit(1))


@dataclass(slots=True)
class Hand:
    """The hand of a seat, sealed or open. `hash` is the chain's end, `count` that of actions;
    `dealt_at` is 0 while it is sealed."""

    serial: int
    id: str
    open: bool
    hash: bytes
    count: int
    stacks: tuple[int, ...]
    dealt_at: int


@dataclass(slots=True)
class Seat:
    """An open sitting. `number` is its last hand's, `previous` the end of the caller's chain."""

    sitting_id: int
    caller_id: int
    game: str
    label: str
    buy_in: int
    accounts: tuple[Account, Account]
    stacks: tuple[int, ...]
    number: int
    previous: bytes
    hand: Hand | None

    def memo(self) -> str:
        """What the ledger says of its chips' way to the table and back."""
        return memo(self.sitting_id, self.label, self.game)


def memo(sitting_id: int, label: str, game: str) -> str:
    """The sitting as the ledger's transactions name it."""
    return f"{sitting_id} {label} {game}"


def split_stacks(text: str) -> tuple[int, ...]:
    """Stacks as they are stored: "200,195"."""
    return tuple(map(int, text.split(","))) if text else ()


def join_stacks(stacks: tuple[int, ...]) -> str:
    """The other way."""
    return ",".join(map(str, stacks))


class Sittings:
    """Works at a desk, within the transaction of whoever asks.

    In practice a sitting's label follows from the handle and how often it sat down, and from
    nothing that other callers do: the same keys give the same night.
    """

    def __init__(self, ledger: Ledger, practice: bool) -> None:
        self._ledger, self._practice = ledger, practice
        self.forget()

    def forget(self) -> None:
        """Nothing is known until it is read again."""
        self._seats: dict[int, Seat] = {}
        self.of_hand: dict[str, Seat] = {}

    def sit(self, desk: Desk, caller_id: int, game: str, amount: int) -> Sitting:
        """Caller and House take `amount` each to the table. Raises NotEnough, AlreadySeated."""
        if self._open_id(desk, caller_id) is not None:
            raise AlreadySeated(str(caller_id))
        if not 0 < amount <= self._ledger.balance(desk, "bankroll", caller_id):
            raise NotEnough(f"{amount} chips")
        id = _NEXT.value(desk)
        label = self._label(desk, caller_id) if self._practice else str(id)
        opened = self._ledger.post(desk, "sit", memo(id, label, game),
                                   self._way(desk, caller_id, (amount, amount)))
        _INSERT.run(desk, id=id, caller_id=caller_id, game=game, label=label, buy_in=amount,
                    opened=opened)
        return Sitting(id, caller_id, game, label, amount, (amount, amount), 0)

    def _label(self, desk: Desk, caller_id: int) -> str:
        """Eight digits, which two of a thousand callers share once in ten thousand nights; then
        the later one has more of them."""
        folded, count = _FOLDED.value(desk, caller=caller_id), _COUNT.value(desk, caller=caller_id)
        digits = sha256(f"{folded}.{count + 1}".encode()).hexdigest()
        length = _LABEL_DIGITS
        while _LABEL.row(desk, label=digits[:length]):
            length += 1
        return digits[:length]

    def _way(self, desk: Desk, caller_id: int,
             chips: tuple[int, ...]) -> list[tuple[Account, int]]:
        """The movements that take chips to the table, the caller's and the House's."""
        account = self._ledger.account
        mine, houses = chips
        return [(account(desk, "bankroll", caller_id), -mine),
                (account(desk, "stack", caller_id), mine),
                (account(desk, "house"), -houses),
                (account(desk, "house_stack", caller_id), houses)]

    def close(self, desk: Desk, seat: Seat) -> int:
        """Both stacks go back where they came from; the caller's, in chips. Raises HandOpen."""
        if seat.hand:
            raise HandOpen(seat.hand.id)
        mine, houses = seat.stacks
        closed = self._ledger.post(desk, "leave", seat.memo(),
                                   self._way(desk, seat.caller_id, (-mine, -houses)))
        _CLOSE.run(desk, sitting=seat.sitting_id, by=closed)
        open_house(desk, seat.sitting_id)
        self._seats.pop(seat.sitting_id, None)
        return mine

    def closed(self, desk: Desk, sitting_id: int) -> int | None:
        """The chips that a sitting which is over brought back; None for one that is not.

        Raises NoSuchSitting.
        """
        row = _CLOSED.row(desk, sitting=sitting_id)
        if row is None:
            raise NoSuchSitting(str(sitting_id))
        caller_id, closed = row
        if closed is None:
            return None
        bankroll = self._ledger.account(desk, "bankroll", caller_id)
        return _BROUGHT.value(desk, account=bankroll.id, by=closed) or 0

    def seat(self, desk: Desk, sitting_id: int) -> Seat:
        """The seat of an open sitting. Raises NoSuchSitting."""
        seat = self._seats.get(sitting_id)
        if seat is None:
            seat = self._seats[sitting_id] = self._read(desk, sitting_id)
            if seat.hand:
                self.of_hand[seat.hand.id] = seat
        return seat

    def seat_of_hand(self, desk: Desk, hand_id: str) -> Seat:
        """The seat whose hand that is, sealed or open. Raises OutOfStep."""
        seat = self.of_hand.get(hand_id)
        if seat is None:
            sitting_id = _OF_HAND.value(desk, hand=hand_id)
            seat = self.seat(desk, sitting_id) if sitting_id else None
        if seat is None or seat.hand is None or seat.hand.id != hand_id:
            raise OutOfStep(f"hand {hand_id} is neither sealed nor open")
        return seat

    def open_seats(self, desk: Desk) -> list[Seat]:
        """Of all open sittings, the oldest first."""
        return [self.seat(desk, id) for id, in sorted(_ALL_OPEN.run(desk))]

    def seat_of_caller(self, desk: Desk, caller_id: int) -> Seat | None:
        """The seat of the caller's open sitting."""
        id = self._open_id(desk, caller_id)
        return None if id is None else self.seat(desk, id)

    def view(self, desk: Desk, seat: Seat) -> Sitting:
        """The sitting as others see it."""
        return Sitting(seat.sitting_id, seat.caller_id, seat.game, seat.label, seat.buy_in,
                       seat.stacks, _DONE.value(desk, sitting=seat.sitting_id))

    def _open_id(self, desk: Desk, caller_id: int) -> int | None:
        id: int | None = _OPEN_OF.value(desk, caller=caller_id)
        return id

    def _read(self, desk: Desk, sitting_id: int) -> Seat:
        row = _SITTING.row(desk, sitting=sitting_id)
        if row is None:
            raise NoSuchSitting(str(sitting_id))
        caller_id, game, label, buy_in = row
        stack = self._ledger.account(desk, "stack", caller_id)
        house_stack = self._ledger.account(desk, "house_stack", caller_id)
        stacks = tuple(self._ledger.balance(desk, kind, caller_id)
                       for kind in ("stack", "house_stack"))
        previous = (_PREVIOUS.value(desk, caller=caller_id)
                    or _PRUNED.value(desk, caller=caller_id) or chain.NOTHING)
        number, hand = _last_hand(desk, sitting_id)
        return Seat(sitting_id, caller_id, game, label, buy_in, (stack, house_stack), stacks,
                    number, previous, hand)


def _last_hand(desk: Desk, sitting_id: int) -> tuple[int, Hand | None]:
    """The number of a sitting's last hand, and the hand itself if it is sealed or open."""
    row = _LAST_HAND.row(desk, sitting=sitting_id)
    if row is None:
        return 0, None
    number, state, serial, id, sealed, dealt, stacks, dealt_at = row
    if state not in ("sealed", "open"):
        return number, None
    last = _LAST_ACTION.row(desk, serial=serial)
    count, link = (last[0] + 1, last[1]) if last else (0, dealt or sealed)
    return number, Hand(serial, id, state == "open", link, count, split_stacks(stacks),
                        dealt_at or 0)
