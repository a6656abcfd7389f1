"""The deal of the day on a server that is killed: one try, gone on with where it was shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.e2e.server import Server
from tests.e2e.wire import LineLost, WireCaller

QUESTIONS = "wpy"   # my cards, the pot, my chips
ANTE, OVER = "A)nte or Q)uit?", "That was the last hand. Q)uit?"
RESUMED = "Your deal is as you left it"


class Player:
    """Somebody at the contest's table; `prompt` stands there."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.call()

    def call(self) -> str:
        """Calls and goes to the table; what was said there."""
        self.caller = WireCaller(self.server.port)
        self.caller.log_in("Ada")
        self.caller.send("c")
        self.caller.answer("D)eal of the day, F)reezeout or Q)uit?", "d")
        said, prompt = self.caller.prompt()
        if not prompt.startswith("P)lay"):
            self.prompt = prompt
            return said
        self.caller.send("p")
        said, self.prompt = self.caller.prompt()
        return said

    def close(self) -> None:
        self.caller.close()

    def asked(self) -> list[str]:
        told = []
        for key in QUESTIONS:
            self.caller.send(key)
            said, again = self.caller.prompt()
            assert again == self.prompt
            told.append(said)
        return told

    def answer(self) -> str:
        """What goes on from here: calls, checks, throws two."""
        if self.prompt == ANTE:
            return "a"
        if self.prompt.startswith("Discard"):
            return "12"
        return "c"


def stored(server: Server) -> list[tuple[object, ...]]:
    """All that the store holds of tries, in order."""
    with closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as driver:
        return [*driver.execute("SELECT try_id, number, stacks, ended_stacks FROM tried_hands "
                                "ORDER BY 1, 2"),
                *driver.execute('SELECT try_id, number, n, seat, "action" FROM tried_actions '
                                "ORDER BY 1, 2, 3")]


def test_killed_at_every_fifth_answer_of_a_try(server: Server) -> None:
    """What was shown is there at the next start, and what is stored is never played anew."""
    with closing(Player(server)) as player:
        kills = 0
        for _ in play(player):
            kill(player, read=kills % 2 == 0)
            kills += 1
    assert kills > 5
    with closing(Player(server)) as player:
        assert player.prompt.startswith("R)eplay")      # and there is no second try


def play(player: Player) -> Iterator[None]:
    """To the end of the try; stops before every fifth answer."""
    answers = 0
    while player.prompt != OVER and not player.prompt.startswith("R)eplay"):
        answers += 1
        if answers % 5 == 0:
            yield
        else:
            player.caller.send(player.answer())
            _, player.prompt = player.caller.prompt()


def kill(player: Player, read: bool) -> None:
    """Kills the server behind an answer, at once or when what follows has been read; starts it,
    and goes back to the table."""
    server, shown = player.server, None
    player.caller.send(player.answer())
    if read:
        _, player.prompt = player.caller.prompt()
        shown = player.prompt, player.asked()
    before = stored(server)
    server.strike()
    server.kill()
    server.start()
    held = stored(server)
    assert all(row in held for row in before if row[3] != "")   # that deal may have ended since
    player.caller.close()
    said = player.call()
    assert stored(server) == held
    if shown and shown[0] == ANTE:
        assert player.prompt == ANTE
    elif shown and shown[0] != OVER:
        assert RESUMED in said and (player.prompt, player.asked()) == shown


def test_two_lines_at_once_are_one_try(server: Server) -> None:
    with closing(Player(server)) as one:
        one.caller.send("a")
        _, one.prompt = one.caller.prompt()
        told = one.asked()
        with closing(Player(server)) as two:
            with pytest.raises(LineLost, match="called again on another line"):
                one.caller.prompt()
            assert (two.prompt, two.asked()) == (one.prompt, told)
    assert {row[0] for row in stored(server)} == {1}
