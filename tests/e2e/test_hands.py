"""Seeded nights through a real telnet client, in character and in line mode, painted and plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.e2e import nights
from tests.e2e.conftest import checked
from tests.e2e.nights import Night
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server
from tests.e2e.telnet import TelnetCaller, needs_telnet

pytestmark = needs_telnet
FIRST_CHIPS = 1000
Call = Callable[..., TelnetCaller]


@pytest.fixture(scope="module", params=["character", "line"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=["painted", "plain"])
def graphics(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory, mode: str,
           graphics: str) -> Iterator[Server]:
    """A practice server in which every handle has still its first night before it."""
    yield from checked(ReadyServer(tmp_path_factory.mktemp("casino"), "--seed", nights.SEED))


@pytest.mark.parametrize("kind", nights.KINDS)
def test_a_night_by_telnet(casino: Server, call: Call, mode: str, graphics: str,
                           kind: str) -> None:
    night = nights.night(kind)
    caller = call(casino.port, line_mode=mode == "line")
    caller.log_in(night.handle, "u" if graphics == "painted" else "p")
    caller.sit(str(night.buy_in))
    for prompt, keys in night.steps:
        caller.answer(prompt, keys)
    caller.expect(f"{night.prompt} ")
    assert caller.sees(night.told)
    if night.prompt != "Casino>":
        count_the_chips(caller, night)
        leave(caller, night)
    assert in_the_bank(caller, FIRST_CHIPS - night.buy_in + night.stack)


def count_the_chips(caller: TelnetCaller, night: Night) -> None:
    """At the table, by the key that asks."""
    caller.press("y")
    caller.expect(f"{night.prompt} ")
    assert caller.sees(f"You: ${night.stack} on the table, $0 in the pot.")


def leave(caller: TelnetCaller, night: Night) -> None:
    """To the casino; over the broken bank where that is so."""
    caller.press("q")
    if night.prompt == nights.LAST_HAND and night.stack:
        caller.answer("Q)uit the table?", "q")
    caller.expect("Casino> ")


def in_the_bank(caller: TelnetCaller, chips: int) -> bool:
    return (caller.sees(f"In the bank: ${chips}.")
            or f"In the bank ${chips:,} " in " ".join(caller.screen.split()))
