"""Many doors beside many callers by telnet: chips add up, and nobody sees another's cards."""

from __future__ import annotations

import random
import re
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from door.doorway import LOST, NORMAL, SERVER_LOST
from door.rules.actions import parse_action
from door.rules.house_draw import CALLER, GAME
from door.rules.shuffle import Stream, hand_key, seal, shuffled
from door.rules.table import Table
from door.screens import sentences
from door.screens.card_faces import written
from tests.dropfile import bytes_of, lines_of
from tests.e2e.conftest import checked
from tests.e2e.hosts.evening import WITHDRAW, until
from tests.e2e.hosts.sockets import loopback
from tests.e2e.nights import ANTE, DISCARD
from tests.e2e.ready import ReadyServer
from tests.e2e.server import ANTEUP, Server
from tests.e2e.test_door_hang_ups import who
from tests.e2e.wire import WireCaller

CARDS = re.compile(r"\b[2-9TJQKA][cdhs]\b")
AT_THE_DESK = threading.Semaphore(4)    # passwords are dear, and those who wait too long are told


@pytest.fixture
def roomy(tmp_path: Path) -> Iterator[Server]:
    """A server that takes many callers from one address."""
    (tmp_path / "anteup.ini").write_text("[server]\nlines_per_address = 500\n")
    yield from checked(ReadyServer(tmp_path))


@dataclass
class Telnet:
    """Somebody who plays some hands; `heard` is what they were told in each."""

    server: Server
    handle: str
    hands: int
    heard: list[str] = field(default_factory=list)

    def play(self) -> None:
        with closing(self.call()) as caller:
            caller.send("p")
            caller.answer(WITHDRAW, "200")
            luck = random.Random(self.handle)
            for _ in range(self.hands):
                self.heard.append(self._hand(caller, luck))
            said, prompt = caller.prompt()
            assert prompt in (ANTE, "That was the last hand. Q)uit?")
            caller.send("q")
            assert caller.prompt()[1] == "Casino>"
            caller.send("q")
            assert f"Good night, {self.handle}." in caller.ended()

    def call(self) -> WireCaller:
        """To the casino, by telnet."""
        caller = WireCaller(self.server.port)
        with AT_THE_DESK:
            assert caller.log_in(self.handle)[1] == "Casino>"
        return caller

    def _hand(self, caller: WireCaller, luck: random.Random) -> str:
        """One hand, in which they call whatever comes, so that cards are shown."""
        caller.answer(ANTE, "a")
        told = ""
        while True:
            said, prompt = caller.prompt()
            told += f"{said}\n"
            if prompt == ANTE:
                caller.text = f"{prompt} "      # for the next one
                return told
            caller.send("w")                    # what are my cards?
            told += caller.prompt()[0]
            caller.send(luck.choice(("", "1", "35", "245")) if prompt == DISCARD else "c")


class Doored(Telnet):
    """The same through a board, at a socket that the door inherits."""

    def call(self) -> WireCaller:
        place = self.server.folder / "nodes" / self.handle
        place.mkdir(parents=True)
        (place / "door32.sys").write_bytes(bytes_of(lines_of("mystic.door32.sys", {
            5: self.handle, 7: self.handle})))
        ours, theirs = loopback()
        with theirs, (place / "stderr.txt").open("wb") as errors:
            self.door = subprocess.Popen(
                [ANTEUP, "door", "--data", str(self.server.folder), "--charset", "plain",
                 "--drop", str(place), "--socket", str(theirs.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                pass_fds=[theirs.fileno()])
        caller = WireCaller(0, ours)
        assert caller.prompt()[1] == "Casino>"
        return caller

    def play(self) -> None:
        try:
            super().play()
            assert self.door.wait(10) == NORMAL
        finally:
            self.door.kill()
            self.door.wait()
        assert (self.server.folder / "nodes" / self.handle / "stderr.txt").read_bytes() == b""


# -- what each of them may know ----------------------------------------------------------------


def known(server: Server, handle: str) -> Iterator[tuple[list[str], set[str]]]:
    """Of each hand that somebody has played: what they are told, and what cards they may see."""
    with closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as store:
        for serial, id, seed, sealed, cut, first, stacks in store.execute(
                "SELECT serial, hands.id, seed, seal, cut, first, stacks FROM hands"
                " JOIN sittings ON sittings.id = sitting_id JOIN callers ON callers.id = caller_id"
                " WHERE handle = ? AND state = 'done' ORDER BY serial", (handle,)):
            assert seal(id, seed) == sealed
            table = Table(GAME, tuple(map(int, stacks.split(","))), first)
            told = table.deal(shuffled(Stream(hand_key(seed, id, cut), "deck")))
            mine = set(table.view(CALLER).cards)
            for seat, action in store.execute(
                    "SELECT seat, action FROM actions WHERE hand = ? ORDER BY n", (serial,)):
                told += table.act(seat, parse_action(action))
                mine |= set(table.view(CALLER).cards)
            words = [text for event in told if (text := sentences.say(event.seen_by(CALLER)))]
            yield words, {written(card) for card in mine} | set(CARDS.findall(" ".join(words)))


def judge(server: Server, guest: Telnet) -> None:
    """Word for word what their own hands were, and not a card more."""
    hands = list(known(server, guest.handle))
    assert len(hands) == len(guest.heard) == guest.hands
    for (words, cards), heard in zip(hands, guest.heard):
        rest = " ".join(heard.split())
        for sentence in words:
            before, found, rest = rest.partition(sentence)
            assert found == sentence, f"{guest.handle}: {sentence!r} in {heard!r}"
        assert set(CARDS.findall(heard)) <= cards


def crowd(server: Server, each: int, hands: int) -> None:
    guests = [kind(server, f"{kind.__name__} No {n}", hands)
              for n in range(each) for kind in (Telnet, Doored)]
    with ThreadPoolExecutor(len(guests)) as pool:
        for _ in pool.map(lambda guest: guest.play(), guests):
            pass
    for guest in guests:
        judge(server, guest)
    until(lambda: who(server) == ["Nobody is here."])


def test_ten_doors_beside_ten_callers(roomy: Server) -> None:
    crowd(roomy, 10, 2)


@pytest.mark.soak
def test_a_hundred_doors_beside_a_hundred_callers(roomy: Server) -> None:
    crowd(roomy, 100, 5)


@pytest.mark.soak
def test_a_hundred_doors_lose_their_server(roomy: Server) -> None:
    guests = [Doored(roomy, f"Doored No {n}", 0) for n in range(100)]
    with ThreadPoolExecutor(len(guests)) as pool:
        callers = list(pool.map(Doored.call, guests))
    for caller in callers[::2]:
        caller.send("p")
        caller.answer(WITHDRAW, "200")
        caller.answer(ANTE, "a")
        caller.prompt()
    roomy.strike()
    for guest, caller in zip(guests, callers):
        assert caller.ended().strip().endswith(LOST)
        assert guest.door.wait(10) == SERVER_LOST
        caller.close()
    roomy.kill()
    roomy.start()
