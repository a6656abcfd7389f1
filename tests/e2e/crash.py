"""Kill -9 at a chosen point of somebody's evening, and what must be true at the next start.

What a caller was shown is held against three things: what the resumed session shows, what the
store holds, and the hand as the rules play it from its seed, whose seal was shown before the ante.
"""

from __future__ import annotations

import os
import random
import re
import select
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from door.rules import events as ev
from door.rules.actions import parse_action
from door.rules.house_draw import CALLER, GAME
from door.rules.shuffle import Stream, hand_key, seal, shuffled
from door.rules.table import Table
from tests.e2e.nights import ANTE, DISCARD, FOLD, LEAVE
from tests.e2e.server import Server
from tests.e2e.wire import LineLost, WireCaller

HANDLE = "Ada"
CHIPS = 1_000_000       # so that nobody is broke in the middle of an evening
LOOKS = 4000            # at the store; an answer takes about half as many
MX_FRAME = 16           # of SQLite's WAL index: how many frames are committed (fileformat2, 2.1)
QUESTIONS = "wpyo"
FOLDS = ("stand pat", "fold")
SEAL = re.compile(r"Seal (\S+) ([0-9a-f]{32})")

# What is under way when the server dies, and the moment: the answer has been sent; the store has
# been looked at for a while; a transaction has been committed; the first byte has been shown; all
# has been shown, and nothing is under way.
KINDS = ("password", "withdrawal", "ante", "bet", "discard", "last word", "fold", "leave in hand",
         "quit", "goodbye")
MOMENTS = ("sent", "looks", "committed", "shown", "read")


@dataclass(frozen=True)
class Point:
    kind: str
    moment: str
    luck: int


def points(first: int, last: int) -> list[Point]:
    """The kinds in turn, and the moments: any fifty that follow each other are all pairs."""
    return [Point(KINDS[n % len(KINDS)], MOMENTS[(n + n // len(KINDS)) % len(MOMENTS)], n)
            for n in range(first, last)]


# -- what the store holds ------------------------------------------------------------------------

@dataclass(frozen=True)
class Hand:
    """A hand record; `actions` are (seat, text)."""

    id: str
    state: str
    seed: bytes
    seal: str
    cut: str
    first: int
    stacks: tuple[int, ...]
    ended: tuple[int, ...]
    actions: tuple[tuple[int, str], ...]

    def replay(self) -> tuple[Table, list[ev.Event]]:
        """The hand as the rules play it, and what happened."""
        assert seal(self.id, self.seed) == self.seal
        table = Table(GAME, self.stacks, self.first)
        told = table.deal(shuffled(Stream(hand_key(self.seed, self.id, self.cut), "deck")))
        for seat, text in self.actions:
            told += table.act(seat, parse_action(text))
        return table, told


@dataclass(frozen=True)
class Books:
    """The caller's chips, and their last hand."""

    bankroll: int
    stack: int
    hand: Hand | None

    @property
    def worth(self) -> int:
        return self.bankroll + self.stack

    @property
    def open(self) -> Hand | None:
        return self.hand if self.hand and self.hand.state == "open" else None


def books(server: Server) -> Books:
    """As a reader beside the running server finds them."""
    with closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as store:
        store.execute("BEGIN")
        caller, = store.execute("SELECT id FROM callers WHERE folded = ?",
                                (HANDLE.lower(),)).fetchone()
        chips = dict(store.execute("SELECT kind, balance FROM accounts WHERE caller_id = ?",
                                   (caller,)).fetchall())
        return Books(chips["bankroll"], chips.get("stack", 0), _last_hand(store, caller))


def _last_hand(store: sqlite3.Connection, caller: int) -> Hand | None:
    row: Any = store.execute(
        "SELECT serial, hands.id, state, seed, seal, cut, first, stacks, ended_stacks FROM hands"
        " JOIN sittings ON sittings.id = sitting_id WHERE caller_id = ?"
        " AND state NOT IN ('sealed', 'unplayed') ORDER BY serial DESC LIMIT 1",
        (caller,)).fetchone()
    if row is None:
        return None
    serial, id, state, seed, seal, cut, first, stacks, ended = row
    acted = store.execute("SELECT seat, action FROM actions WHERE hand = ? ORDER BY n", (serial,))
    return Hand(id, state, seed, seal, cut, first, _chips(stacks), _chips(ended),
                tuple(acted.fetchall()))


def _chips(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


# -- the evening ---------------------------------------------------------------------------------

@dataclass
class Answer:
    """What is sent; `acts` is what of ours may be in the record because of it."""

    line: str
    acts: tuple[str, ...] = ()


class Evening:
    """Somebody who plays at random until a point comes, over one data folder and many servers."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.luck = random.Random()
        self.sealed = ("", "")      # id and seal as they were shown last
        self.caller = WireCaller(server.port)
        self._hear(*self.caller.log_in(HANDLE))

    def close(self) -> None:
        self.caller.close()

    def reach(self, point: Point) -> Answer:
        """Plays until the point's kind can come next; the answer that is then to be sent."""
        self.luck = random.Random(f"{point}")
        while (answer := self._last_answer(point.kind)) is None:
            self._answer(self._any_answer())
        return answer

    def _answer(self, line: str) -> None:
        self.caller.send(line)
        self._hear(*self.caller.prompt())

    def _hear(self, said: str, prompt: str) -> None:
        self.said, self.prompt = said, prompt
        for id, shown in SEAL.findall(said):
            self.sealed = id, shown

    def asked(self) -> list[str]:
        """What the table tells of the cards and the chips, by the keys that ask."""
        told, prompt = [], self.prompt
        for key in QUESTIONS:
            self._answer(key)
            assert self.prompt == prompt
            told.append(self.said.strip())
        return told

    def _any_answer(self) -> str:
        """A legal answer that goes on to somewhere."""
        prompt, choose = self.prompt, self.luck.choice
        if prompt == "Casino>":
            return choose("ppppb")
        if prompt == ANTE:
            return choose("aaaaaq")
        if prompt == DISCARD:
            return choose(("", "1", "25", "345", "12345", "q"))
        if prompt in (FOLD, LEAVE):
            return choose("yn")
        if prompt.startswith("Withdraw"):
            return choose(("", "20", "50", "500"))
        if "F)old?" in prompt:
            return choose(("c", "c", "c", "m", "5", "f", "q"))
        return "q"

    def _last_answer(self, kind: str) -> Answer | None:
        """An answer of that kind, if it can be given now."""
        prompt, choose = self.prompt, self.luck.choice
        if kind == "password" and self.luck.random() < 0.3:
            self._to_the_password()
            return Answer("lantern")
        if kind == "withdrawal" and prompt.startswith("Withdraw"):
            return Answer(choose(("", "20", "500")))
        if kind == "goodbye" and prompt == "Casino>" or kind == "quit" and prompt == ANTE:
            return Answer("q")
        if kind == "ante" and prompt == ANTE:
            return Answer("a")
        if kind == "leave in hand" and prompt == LEAVE:
            return Answer("y", FOLDS)
        return self._last_move(kind)

    def _last_move(self, kind: str) -> Answer | None:
        hand = books(self.server).open
        if hand is None:
            return None
        table = hand.replay()[0]
        view, legal = table.view(CALLER), table.legal(CALLER)
        assert legal is not None
        if kind == "discard" and self.prompt == DISCARD:
            digits = self.luck.choice(("", "1", "25", "345", "12345"))
            return Answer(digits, (f"discard {digits}" if digits else "stand pat",))
        if kind == "fold" and self.prompt == FOLD:
            return Answer("y", ("fold",))
        if "F)old?" not in self.prompt:
            return None
        if kind == "fold" and legal.due:
            return Answer("f", ("fold",))
        if kind == "last word" and view.when == "after draw":
            return Answer("c", ("call" if legal.due else "check",))
        if kind == "bet" and (legal.bet or legal.raise_):
            low, high = legal.bet or legal.raise_ or (0, 0)
            chips = self.luck.randint(low, high)
            return Answer(str(chips), (f"{'bet' if legal.bet else 'raise'} {chips}",))
        return None

    def _to_the_password(self) -> None:
        """Hangs up wherever it is, and calls again, up to the question of the password."""
        self.caller.close()
        self.caller = WireCaller(self.server.port)
        self.caller.answer("A)NSI U)TF-8 T)ext P)lain V)oice C)64?", "p")
        self.caller.answer("Handle:", HANDLE)
        self._hear(*self.caller.prompt())
        assert self.prompt == "Password:"

    # -- the point -------------------------------------------------------------------------------

    def strike(self, answer: Answer, moment: str) -> str:
        """Sends the answer, kills the server at the moment, starts it; what was still shown."""
        with _wal_index(self.server) as committed:
            self.caller.send(answer.line)
            self._await(moment, committed)
            self.server.strike()
        said = self.caller.ended()
        self.server.kill()
        self.server.start()
        return said

    def _await(self, moment: str, committed: Any) -> None:
        before, sock = committed(), [self.caller.sock]
        if moment == "looks":
            for _ in range(int(LOOKS ** self.luck.random())):
                committed()
        elif moment == "committed":
            while committed() == before and not select.select(sock, [], [], 0)[0]:
                pass
        elif moment == "shown":
            select.select(sock, [], [])
        elif moment == "read":
            self._read_on()

    def _read_on(self) -> None:
        """Takes in what follows, and leaves it to be told as what was still shown."""
        try:
            said, prompt = self.caller.prompt()
            self.caller.text = f"{said}{prompt} "
        except LineLost as lost:        # the goodbye has no prompt
            self.caller.text = str(lost)

    def call_again(self) -> None:
        self.caller.close()
        self.caller = WireCaller(self.server.port)
        self._hear(*self.caller.log_in(HANDLE))


@contextmanager
def _wal_index(server: Server) -> Iterator[Any]:
    """A question that reads, in a microsecond, how far the store's log is committed."""
    descriptor = os.open(f"{server.store}-shm", os.O_RDONLY)
    try:
        yield lambda: os.pread(descriptor, 4, MX_FRAME)
    finally:
        os.close(descriptor)
