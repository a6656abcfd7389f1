"""Recorded hands, replayed line by line up to the first line that differs.

A .hand file opens with a sentence and what the hand was: game, seed (hex), hand (its id), cut,
stacks, and first, the seat that leads. Then come `deal` and the actions, each with its seat in
front as act() was asked ("1 bet 10"; seats from 1), and indented under each what was told of it.
ANTEUP_GOLDEN=write writes the indented lines anew: on purpose, and the difference is to be read.
"""

import os
import re
from itertools import zip_longest
from pathlib import Path

import pytest

from door.rules import events as ev
from door.rules.actions import parse_action
from door.rules.cards import written
from door.rules.house_draw import GAME
from door.rules.ranks import name
from door.rules.shuffle import deck
from door.rules.table import Table

HANDS = sorted(Path(__file__).parent.glob("*.hand"))
GAMES = {GAME.name: GAME}
HEADER = re.compile(r"(game|seed|hand|cut|stacks|first): *(.*)")
STEP = re.compile(r"deal|\d .+")


def replayed(lines):
    """The file as it should read: its header and actions, with what the table tells now."""
    header = dict(found.groups() for line in lines if (found := HEADER.fullmatch(line)))
    table = Table(GAMES[header["game"]], [int(chips) for chips in header["stacks"].split()],
                  int(header["first"]) - 1)
    for line in lines:
        if not line.startswith("    "):
            yield line
        if STEP.fullmatch(line):
            yield from (f"    {_told(event, table)}" for event in _step(table, line, header))


def _step(table, line, header):
    if line == "deal":
        return table.deal(deck(bytes.fromhex(header["seed"]), header["hand"], header["cut"]))
    seat, _, action = line.partition(" ")
    return table.act(int(seat) - 1, parse_action(action))


def _told(event, table):
    seat = f"seat {event.seat + 1}" if hasattr(event, "seat") else ""
    all_in = ", all-in" if getattr(event, "all_in", False) else ""
    match event:
        case ev.AntePosted():
            return f"{seat} antes {event.amount}"
        case ev.CardsDealt():
            return f"{seat} is dealt {written(event.cards)}"
        case ev.RoundOpened():
            return f"round on street {event.street} opens at seat {event.first + 1}"
        case ev.Checked():
            return f"{seat} checks"
        case ev.Called():
            return f"{seat} calls {event.amount}{all_in}"
        case ev.BetMade():
            return f"{seat} bets {event.amount}{all_in}"
        case ev.Raised():
            return f"{seat} raises by {event.amount}, raise {event.raises}{all_in}"
        case ev.Folded():
            return f"{seat} folds"
        case ev.CardsDrawn():
            places = "".join(str(place + 1) for place in event.places)
            return (f"{seat} draws {event.count}: {written(event.cards)} for {places}"
                    if places else f"{seat} stands pat")
        case ev.UncalledReturned():
            return f"{seat} gets {event.amount} back"
        case ev.HoldingShown():
            return f"{seat} shows {written(event.cards)}: {name(event.strength)}"
        case ev.PotAwarded():
            return f"{seat} wins {event.amount}" + (", shared" if event.shared > 1 else "")
        case ev.ActionNeeded():
            return f"{seat} to act: {_legal(table.legal(event.seat))}"
        case ev.HandEnded():
            able = "another hand can be dealt" if table.can_deal() else "no hand can be dealt"
            return f"stacks {event.stacks}, seat {table.first + 1} leads, {able}"
    raise AssertionError(f"no words for {event}")


def _legal(legal):
    if legal.discard is not None:
        return f"up to {legal.discard} may go"
    words = [f"{legal.due} due"] + [f"{verb} {bounds[0]} to {bounds[1]}" for verb, bounds in
                                    (("bet", legal.bet), ("raise", legal.raise_)) if bounds]
    return ", ".join(words)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_recorded_hand_goes_as_it_went(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    again = list(replayed(lines))
    if os.environ.get("ANTEUP_GOLDEN") == "write":
        path.write_text("\n".join(again) + "\n", encoding="utf-8")
        return
    for number, (recorded, now) in enumerate(zip_longest(lines, again), 1):
        assert now == recorded, f"{path.name}, line {number}"


def test_there_are_a_dozen_hands():
    assert len(HANDS) >= 12


def test_a_hand_that_goes_otherwise_fails_at_its_line(tmp_path):
    path = tmp_path / "changed.hand"
    text = HANDS[0].read_text(encoding="utf-8")
    path.write_text(text.replace("seat 1 antes 5", "seat 1 antes 6"), encoding="utf-8")
    with pytest.raises(AssertionError, match="changed.hand, line "):
        test_a_recorded_hand_goes_as_it_went(path)
