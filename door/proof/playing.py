"""A hand played again with the House asked for each of its actions: what of it agrees.

The House sees its own view and has its own luck of the hand, as at the table (RULEBOOK 5.1-5.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from door.house import MANNERS, manner_of, policy_name
from door.proof.facts import facts_of
from door.proof.replay import BadRecord, acted, dealt, result
from door.rules.cards import Card, written
from door.rules.events import CardsDealt, Event
from door.rules.house_draw import CALLER, HOUSE
from door.rules.shuffle import hand_key, house_luck
from door.rules.table import Table
from door.views import Facts, StoredHand

_POLICY = re.compile("[0-9a-f]{64}(?: ([a-z]+))?")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. Not `ok`: it is wrong. Not `proof`: nobody can tell."""

    ok: bool
    sentence: str
    proof: bool = True


class Playing:
    """One hand, played again by findings(); afterwards `facts` are those of a hand that ended as
    its record says, `told` is all that happened, uncut, and `asked` is False where the House
    played by a policy that is not here."""

    def __init__(self, stored: StoredHand) -> None:
        self.stored, self.record = stored, stored.record
        self.facts: Facts | None = None
        self.asked = self.record.policy == policy_name(manner_of(self.record.policy))
        self.told: list[Event] = []
        self._other = ""            # where the House did something else, the first time
        self._answers = 0

    def findings(self) -> Iterator[Finding]:
        """The deck, the rules, the House, the stacks and the result, in this order."""
        try:
            table, self.told = dealt(self.record)
            yield self._deck()
            self._play(table)
        except BadRecord as error:
            yield Finding(False, f"It is not by the rules: {str(error).rstrip('.')}.")
            return
        yield Finding(True, f"By the rules: {_actions(len(self.record.actions))}.")
        yield self._policy()
        yield from self._open(table) if self.record.state == "open" else self._end(table)

    def _play(self, table: Table) -> None:
        key = hand_key(self.record.seed, self.record.id, self.record.cut)
        policy = MANNERS[manner_of(self.record.policy)]
        for n, (seat, text) in enumerate(self.record.actions, 1):
            if seat == HOUSE == table.to_act and self.asked and not self._other:
                own = str(policy(table.view(HOUSE), house_luck(key, n)))
                if own != text:
                    self._other = (f"Action {n} of the House is recorded as {text!r}, and its "
                                   f"policy, its view and its luck make {own!r}.")
            self._answers += seat == HOUSE
            self.told += acted(table, self.record.id, n, seat, text)

    def _deck(self) -> Finding:
        holds = [written(cards) for cards in self._dealt()]
        return Finding(True, "Seed and cut make the deck again. It deals the caller "
                       f"{holds[CALLER]} and the House {holds[HOUSE]}.")

    def _dealt(self) -> list[list[Card]]:
        """The first cards of the caller and of the House."""
        held = {event.seat: [card for card in event.cards if card is not None]
                for event in self.told if isinstance(event, CardsDealt)}
        return [held[CALLER], held[HOUSE]]

    def _policy(self) -> Finding:
        name = self.record.policy
        known = _POLICY.fullmatch(name)
        if not known or known[1] not in (None, *MANNERS):
            return Finding(False, f"No policy has the name {name[:100]!r}.")
        if not self.asked:
            return Finding(True, f"The House played by the policy {name}, and here is "
                           f"{policy_name()}: its play cannot be checked.", False)
        if self._other:
            return Finding(False, self._other)
        if not self._answers:
            return Finding(True, "The House had nothing to decide.")
        return Finding(True, "What the House did follows from its policy, what it could see, and "
                       f"its luck: {_actions(self._answers)}, policy {name}.")

    def _open(self, table: Table) -> Iterator[Finding]:
        if table.to_act != CALLER:
            yield Finding(False, "The hand has not ended, and does not wait for its caller.")
        if self.stored.ended_stacks or self.stored.result:
            yield Finding(False, "The hand has not ended, and has a result.")

    def _end(self, table: Table) -> Iterator[Finding]:
        if table.playing:
            yield Finding(False, "The actions end before the hand does.")
            return
        self.facts = facts_of(self._dealt(), table.view(CALLER))
        yield _agrees("The stacks after it", _chips(table.stacks),
                      _chips(self.stored.ended_stacks))
        yield _agrees("The result", result(self.told), self.stored.result)


def _agrees(what: str, computed: str, recorded: str) -> Finding:
    if computed == recorded:
        return Finding(True, f"{what}: {computed}, as recorded.")
    return Finding(False, f"{what}: {computed}, and recorded is {recorded[:100]!r}.")


def _actions(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"


def _chips(stacks: Sequence[int]) -> str:
    return " and ".join(f"${chips}" for chips in stacks)
