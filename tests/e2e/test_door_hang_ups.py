"""Callers who vanish at any moment: no process, no seat and no chip of theirs is left behind."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pyte
import pytest

from door.doorway import ask
from tests.e2e.conftest import checked
from tests.e2e.hosts import HOSTS, Host, User
from tests.e2e.hosts.evening import GONE_WITHIN, Begin, judge, until
from tests.e2e.nights import ANTE, DISCARD
from tests.e2e.ready import ReadyServer
from tests.e2e.server import PATIENCE, Server
from tests.e2e.wire import PROMPTS

USERS = 7           # who come again and again, each time through another board
MOST_HEARD = 9000   # bytes until the carrier is lost: three or four screens
AT_REST = 0.5       # seconds
# A door that has not yet taken the signals as its own ends by them.
ENDED_EARLY = (-signal.SIGHUP, -signal.SIGTERM)
ANSWERS = {
    "A)NSI U)TF-8 T)ext P)lain V)oice C)64?": "autp\r", "Casino>": "pppppbrwo!", ANTE: "aaaaq?ke",
    "Fold for nothing? Y/N:": "yn", "Fold and leave? Y/N:": "yn",
    "H)ands, F)igures or Q)uit?": "hfqq"}
OTHERS = re.compile(r"(?:Any key goes on\.|Sysop>) \Z")
_calls = count(1)


@pytest.fixture(autouse=True)
def patient_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may choose a charset that their terminal does not have."""
    monkeypatch.setattr(Host, "eyes", pyte.Screen)


class Vanishing:
    """One call of somebody who plays at random and whose carrier is lost at some moment."""

    def __init__(self, luck: random.Random, host: Host) -> None:
        self.luck, self.host = luck, host
        self.left = luck.choice((0, luck.randrange(200), luck.randrange(MOST_HEARD),
                                 luck.randrange(MOST_HEARD)))

    def play(self) -> None:
        """Reads in pieces, answers what is asked, and stops wherever that is."""
        while self.left > 0:
            before = len(self.host.heard)
            patience = AT_REST if self.host.rows[0] else PATIENCE
            if not self.host.listen(patience, self.luck.choice((1, 50, 2000, 65536))):
                return      # it has said goodbye, or waits for the rest of a line
            self.left -= len(self.host.heard) - before
            if found := PROMPTS.search(self.host.heard) or OTHERS.search(self.host.heard):
                self.host.heard = ""
                self.host.send(self._answer(found[0].strip()))

    def _answer(self, prompt: str) -> str:
        choose = self.luck.choice
        if prompt in ANSWERS:
            return choose(ANSWERS[prompt])
        if prompt.startswith(("Withdraw", "Bet (", "Raise (")):
            return choose(("\x7f\r", "20\r", "7", "x\r", "500\r"))
        if prompt == DISCARD:
            return choose(("\x7f\r", "1\r", "345\r", "2", "q"))
        if "F)old?" in prompt:
            return choose(("c", "c", "m", "5\r", "b", "f", "q", "\x1b"))
        return choose(("q", " ", "who\r" if prompt == "Sysop>" else "\x03"))


def vanish(server: Server, begin: Begin, number: int, seed: str) -> None:
    luck = random.Random(f"{seed} {number}")
    kind, who = luck.choice(HOSTS), luck.randrange(USERS)
    place = next(_calls)
    user = User(f"Vanishing {who}", f"{who}", node=place % 250 + 1, utf8=bool(luck.randrange(2)),
                security=luck.choice((50, 100)))
    host = begin(kind, server.store.parent, user)
    Vanishing(luck, host).play()
    host.hang_up()
    try:
        judge(host, host.left(GONE_WITHIN), (*host.line_lost, 0, *ENDED_EARLY), GONE_WITHIN)
    except AssertionError as error:
        raise AssertionError(f"hang-up {number} of {seed}, on {kind.__name__}") from error
    finally:
        host.close()


def who(server: Server) -> object:
    return ask(os.fspath(server.store.parent), {"order": "who", "words": []})["lines"]


def doors_of(server: Server) -> list[str]:
    """What runs for this folder and is no server."""
    return [path.parent.name for path in Path("/proc").glob("[0-9]*/environ")
            if f"ANTEUP_DATA={server.store.parent}\0" in read(path)]


def zombies_of(*parents: int) -> list[str]:
    """Children that have ended and that nobody has taken notice of."""
    stats = map(read, Path("/proc").glob("[0-9]*/stat"))
    return [stat for stat in stats
            if stat.partition(") Z ")[2].split()[:1] in ([str(each)] for each in parents)]


def read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""       # it has just gone, or is somebody else's


def hang_up(server: Server, begin: Begin, calls: int, seed: str) -> None:
    for number in range(calls):
        vanish(server, begin, number, seed)
    until(lambda: who(server) == ["Nobody is here."])
    assert doors_of(server) == []
    assert zombies_of(os.getpid(), server.pid) == []
    assert server.drift() == []


@pytest.fixture(scope="module")
def vanishing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server some of whose callers are sysops."""
    folder = tmp_path_factory.mktemp("vanishing")
    (folder / "anteup.ini").write_text("[boards]\nLab = sysop 100\n")
    yield from checked(ReadyServer(folder))


def test_25_hang_ups_at_random_moments(vanishing: Server, begin: Begin) -> None:
    hang_up(vanishing, begin, 25, "short")


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["one", "two", "three", "four", "five"])
def test_100_hang_ups_at_random_moments(vanishing: Server, begin: Begin, seed: str) -> None:
    hang_up(vanishing, begin, 100, seed)
