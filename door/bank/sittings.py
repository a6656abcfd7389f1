"""Sittings: chips from the bankroll to the table and back, and what is known of an open one.

A seat is what the writer remembers of an open sitting, so that a step needs no question to the
store; it is read again after forget(). There is one for each open sitting that moved, no more.
"""

from dataclasses import dataclass
from hashlib import sha256

import sqlalchemy as sa

from door.bank import chain
from door.bank.errors import AlreadySeated, HandOpen, NoSuchSitting, NotEnough, OutOfStep
from door.bank.ledger import Account, Ledger
from door.bank.schema import actions, callers, entries, hands, sittings
from door.bank.store import Desk
from door.views import Sitting

_LABEL_DIGITS = 8
_CHAINED = ("done", "void")


@dataclass(slots=True)
class Hand:
    """The hand of a seat, sealed or open. `hash` is the chain's end, `count` that of actions."""

    serial: int
    id: str
    open: bool
    hash: bytes
    count: int
    stacks: tuple[int, ...]


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
        id = (desk.core.scalar(sa.select(sa.func.max(sittings.c.id))) or 0) + 1
        label = self._label(desk, caller_id) if self._practice else str(id)
        opened = self._ledger.post(desk, "sit", memo(id, label, game),
                                   self._way(desk, caller_id, (amount, amount)))
        desk.core.execute(sa.insert(sittings).values(
            id=id, caller_id=caller_id, game=game, label=label, buy_in=amount, opened=opened))
        return Sitting(id, caller_id, game, label, amount, (amount, amount), 0)

    def _label(self, desk: Desk, caller_id: int) -> str:
        """Eight digits, which two of a thousand callers share once in ten thousand nights; then
        the later one has more of them."""
        folded = desk.core.scalar(sa.select(callers.c.folded).where(callers.c.id == caller_id))
        count = desk.core.scalar(sa.select(sa.func.count()).select_from(sittings).where(
            sittings.c.caller_id == caller_id)) or 0
        digits = sha256(f"{folded}.{count + 1}".encode()).hexdigest()
        length = _LABEL_DIGITS
        while desk.core.scalar(sa.select(sittings.c.id).where(
                sittings.c.label == digits[:length])):
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
        desk.core.execute(sa.update(sittings).where(sittings.c.id == seat.sitting_id).values(
            closed=closed))
        self._seats.pop(seat.sitting_id, None)
        return mine

    def closed(self, desk: Desk, sitting_id: int) -> int | None:
        """The chips that a sitting which is over brought back; None for one that is not.

        Raises NoSuchSitting.
        """
        row = desk.core.execute(sa.select(sittings.c.caller_id, sittings.c.closed).where(
            sittings.c.id == sitting_id)).one_or_none()
        if row is None:
            raise NoSuchSitting(str(sitting_id))
        if row.closed is None:
            return None
        bankroll = self._ledger.account(desk, "bankroll", row.caller_id)
        return desk.core.scalar(sa.select(entries.c.amount).where(
            entries.c.account_id == bankroll.id, entries.c.transaction_id == row.closed)) or 0

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
            row = desk.core.execute(sa.select(hands.c.sitting_id).join(sittings).where(
                hands.c.id == hand_id, sittings.c.closed.is_(None))).one_or_none()
            seat = self.seat(desk, row.sitting_id) if row else None
        if seat is None or seat.hand is None or seat.hand.id != hand_id:
            raise OutOfStep(f"hand {hand_id} is neither sealed nor open")
        return seat

    def open_seats(self, desk: Desk) -> list[Seat]:
        """Of all open sittings, the oldest first."""
        ids = desk.core.scalars(sa.select(sittings.c.id).where(sittings.c.closed.is_(None)))
        return [self.seat(desk, id) for id in sorted(ids)]

    def seat_of_caller(self, desk: Desk, caller_id: int) -> Seat | None:
        """The seat of the caller's open sitting."""
        id = self._open_id(desk, caller_id)
        return None if id is None else self.seat(desk, id)

    def view(self, desk: Desk, seat: Seat) -> Sitting:
        """The sitting as others see it."""
        count = desk.core.scalar(sa.select(sa.func.count()).select_from(hands).where(
            hands.c.sitting_id == seat.sitting_id, hands.c.state == "done")) or 0
        return Sitting(seat.sitting_id, seat.caller_id, seat.game, seat.label, seat.buy_in,
                       seat.stacks, count)

    def _open_id(self, desk: Desk, caller_id: int) -> int | None:
        return desk.core.scalar(sa.select(sittings.c.id).where(
            sittings.c.caller_id == caller_id, sittings.c.closed.is_(None)))

    def _read(self, desk: Desk, sitting_id: int) -> Seat:
        row = desk.core.execute(sa.select(sittings).where(
            sittings.c.id == sitting_id, sittings.c.closed.is_(None))).one_or_none()
        if row is None:
            raise NoSuchSitting(str(sitting_id))
        kinds = ("stack", "house_stack")
        last = desk.core.execute(sa.select(hands).where(hands.c.sitting_id == sitting_id).order_by(
            hands.c.number.desc()).limit(1)).one_or_none()
        stack, house_stack = (self._ledger.account(desk, kind, row.caller_id) for kind in kinds)
        return Seat(
            row.id, row.caller_id, row.game, row.label, row.buy_in, (stack, house_stack),
            tuple(self._ledger.balance(desk, kind, row.caller_id) for kind in kinds),
            last.number if last else 0, self._previous(desk, row.caller_id),
            self._hand(desk, last) if last and last.state in ("sealed", "open") else None)

    def _previous(self, desk: Desk, caller_id: int) -> bytes:
        found: bytes | None = desk.core.scalar(
            sa.select(hands.c.ended_hash).join(sittings).where(
                sittings.c.caller_id == caller_id, hands.c.state.in_(_CHAINED))
            .order_by(sittings.c.id.desc(), hands.c.number.desc()).limit(1))
        return found or chain.NOTHING

    def _hand(self, desk: Desk, row: "sa.Row[*tuple[object, ...]]") -> Hand:
        last = desk.core.execute(sa.select(actions.c.n, actions.c.chain).where(
            actions.c.hand == row.serial).order_by(actions.c.n.desc()).limit(1)).one_or_none()
        before = row.sealed_hash if row.state == "sealed" else row.dealt_hash
        return Hand(row.serial, row.id, row.state == "open", last.chain if last else before,
                    last.n + 1 if last else 0, split_stacks(row.stacks))
