"""Nights at the practice table whose end is known before they are played, and how they are found.

A deal of practice follows from the seed's text, the handle, the sitting and the hand, so a handle
is all that it takes to have a win, a loss, or a tie: HANDLES. They were found by trying Win1, Win2
and so on (sitter.py). When the rules or the House change, find them again, and put here what is
printed:

    python -m tests.e2e.nights
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from bench.house import reading
from door.rules import events as ev
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import View
from door.screens import sentences
from tests.e2e.sitter import (ANTE, DISCARD, FOLD, LAST_HAND, LEAVE, SEED, Night, Sitter,
                              prompt_of)

__all__ = ["ANTE", "DISCARD", "FOLD", "LAST_HAND", "LEAVE", "SEED", "Night", "prompt_of"]
HANDLES = {
    "win": "Win7",
    "loss": "Loss1",
    "house folds": "HouseFolds11",
    "fold": "Fold1",
    "fold for nothing": "FoldForNothing1",
    "fold and leave": "FoldAndLeave3",
    "tie": "Tie333",
    "capped": "Capped8",
    "all in": "AllIn1",
    "all in won": "AllInWon5",
    "broken": "Broken1",
}
TRIES = 20_000      # handles of a kind


# -- nights of one hand ----------------------------------------------------------------------

Chooser = Callable[[View], str]


def _natural(view: View) -> str:
    """A caller who draws as people do, bets ten before the draw and seven after it, and calls."""
    legal = view.legal
    assert legal is not None
    if legal.discard is not None:
        return _draw(reading.discards(view.cards))
    if legal.due:
        return "call"
    low, high = legal.bet or (0, 0)
    amount = 10 if view.when == "before draw" else 7
    return f"bet {min(max(amount, low), high)}" if legal.bet else "check"


def _most(view: View) -> str:
    """A caller who bets and raises all that may be, and draws as people do."""
    legal = view.legal
    assert legal is not None
    bounds = legal.bet or legal.raise_
    if bounds:
        return f"{'bet' if legal.bet else 'raise'} {bounds[1]}"
    return _natural(view)


def _trap(view: View) -> str:
    """A caller who checks, and then raises as often as that may be."""
    assert view.legal is not None
    if view.legal.bet or not view.legal.raise_:
        return _quiet(view)
    return f"raise {view.legal.raise_[1]}"


def _quiet(view: View) -> str:
    """Checks and calls."""
    assert view.legal is not None
    if view.legal.discard is not None:
        return _natural(view)
    return "call" if view.legal.due else "check"


def _draw(places: tuple[int, ...]) -> str:
    return "discard " + "".join(str(place + 1) for place in places) if places else "stand pat"


def _hand(sitter: Sitter, choose: Chooser,
          discard: tuple[int, ...] | None = None) -> list[ev.Event]:
    """One hand to its end, by a way of choosing; its events."""
    sitter.ante()
    while sitter.playing:
        view = sitter.view
        assert view.legal is not None
        drawing = view.legal.discard is not None
        sitter.act(_draw(discard) if drawing and discard is not None else choose(view))
    return sitter.told


def _pots(told: list[ev.Event]) -> list[ev.PotAwarded]:
    return [event for event in told if isinstance(event, ev.PotAwarded)]


def _shown_down(told: list[ev.Event], winner: int) -> bool:
    pots = _pots(told)
    return len(pots) == 1 and pots[0].seat == winner and pots[0].strength is not None


def win(sitter: Sitter) -> Night | None:
    """By a showdown, after bets in both rounds and a discard."""
    told = _hand(sitter, _natural)
    bets = sum(isinstance(event, (ev.BetMade, ev.Raised)) for event in told)
    if _shown_down(told, CALLER) and bets >= 2 and any(keys[0] in "12345" and keys[-1] == "\r"
                                                       for _, keys in sitter.night.steps):
        return sitter.over(f"You win ${_pots(told)[0].amount} with")
    return None


def loss(sitter: Sitter) -> Night | None:
    """By a showdown in which the House bets, too."""
    told = _hand(sitter, _natural)
    bold = any(isinstance(event, (ev.BetMade, ev.Raised)) and event.seat == HOUSE for event in told)
    if _shown_down(told, HOUSE) and bold:
        return sitter.over(f"The House wins ${_pots(told)[0].amount} with")
    return None


def house_folds(sitter: Sitter) -> Night | None:
    """After the draw."""
    told = _hand(sitter, _natural)
    pots = _pots(told)
    if pots[0].seat == CALLER and pots[0].strength is None and len(sitter.night.steps) > 3:
        return sitter.over(f"You win ${pots[0].amount}: the House folds.")
    return None


def fold(sitter: Sitter) -> Night | None:
    """To a bet after the draw."""
    sitter.ante()
    while sitter.playing:
        view = sitter.view
        facing = view.legal is not None and view.legal.due and view.when == "after draw"
        sitter.act("fold" if facing else _quiet(view))
    pots = _pots(sitter.told)
    if pots[0].seat == HOUSE and pots[0].strength is None:
        return sitter.over(f"The House wins ${pots[0].amount}: you fold.")
    return None


def fold_for_nothing(sitter: Sitter) -> Night | None:
    """With nothing due, which is asked for twice."""
    sitter.ante()
    sitter.act("fold")
    return sitter.over("The House wins $10: you fold.")


def fold_and_leave(sitter: Sitter) -> Night | None:
    """Q)uit at the discard: the hand is folded, the stack goes to the bank."""
    sitter.ante()
    while sitter.playing and sitter.view.when != "the draw":
        sitter.act(_natural(sitter.view))
    if not sitter.playing:
        return None
    sitter.leave()
    night = sitter.over("")
    night.prompt = "Casino>"
    return night


def tie(sitter: Sitter) -> Night | None:
    """Whatever it takes to discard for it."""
    for size in range(6):
        for places in combinations(range(5), size):
            other = Sitter("tie", sitter.night.handle, sitter.night.buy_in)
            told = _hand(other, _quiet, places)
            if len(_pots(told)) == 2:
                return other.over(f"A tie: ${_pots(told)[0].amount} each.")
    return None


def capped(sitter: Sitter) -> Night | None:
    """Three raises in a round: call or fold is all that is left to the other side."""
    told = _hand(sitter, _trap)
    if any(isinstance(event, ev.Raised) and event.raises == 3 for event in told):
        mine = _pots(told)[0].seat == CALLER
        return sitter.over(f"{'You win' if mine else 'The House wins'} ${_pots(told)[0].amount}")
    return None


def all_in(sitter: Sitter) -> Night | None:
    """With $20 at the table, all of them in before the draw, and lost."""
    told = _hand(sitter, _most)
    if _shown_down(told, HOUSE) and not sitter.table.table.stacks[CALLER]:
        return sitter.over("The House wins $40 with")
    return None


def all_in_won(sitter: Sitter) -> Night | None:
    """The same the other way round: the House has nothing left."""
    told = _hand(sitter, _most)
    if _shown_down(told, CALLER) and not sitter.table.table.stacks[HOUSE]:
        return sitter.over("You win $40 with")
    return None


def broken(sitter: Sitter) -> Night | None:
    """The bank, in several hands: the House cannot pay the ante any more."""
    while min(sitter.table.table.stacks) >= GAME.ante and sitter.hands < 12:
        told = _hand(sitter, _most)
    if sitter.table.table.stacks[HOUSE] < GAME.ante and sitter.hands > 2:
        return sitter.over(f"You win ${_pots(told)[0].amount}")
    return None


KINDS: dict[str, tuple[int, Callable[[Sitter], Night | None]]] = {
    "win": (200, win), "loss": (200, loss), "house folds": (200, house_folds),
    "fold": (200, fold), "fold for nothing": (200, fold_for_nothing),
    "fold and leave": (100, fold_and_leave), "tie": (200, tie), "capped": (500, capped),
    "all in": (20, all_in), "all in won": (20, all_in_won), "broken": (60, broken)}


# -- the search ------------------------------------------------------------------------------

def natural(handle: str) -> Night:
    """The first hand of whoever it is, played as people do, however it ends."""
    sitter = Sitter("natural", handle, 200)
    pot = _pots(_hand(sitter, _natural))[-1]
    return sitter.over(sentences.say(pot).partition(" with ")[0])


def night(kind: str) -> Night:
    """The night of a kind, as it is played today."""
    buy_in, judge = KINDS[kind]
    known = judge(Sitter(kind, HANDLES[kind], buy_in)) if kind in HANDLES else None
    assert known is not None, f"no longer {kind}: run python -m tests.e2e.nights"
    return known


def found(kind: str) -> str:
    """The first handle that has a night of a kind."""
    buy_in, judge = KINDS[kind]
    name = "".join(word.capitalize() for word in kind.split())
    return next(handle for handle in (f"{name}{n}" for n in range(1, TRIES))
                if judge(Sitter(kind, handle, buy_in)))


def main() -> None:
    """Prints what HANDLES has to be."""
    for kind in KINDS:
        print(f'    "{kind}": "{found(kind)}",', flush=True)


if __name__ == "__main__":
    main()
