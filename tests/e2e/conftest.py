"""A real server for each test that asks, and real callers; each waits for text, none sleeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.e2e.hosts import Host, User
from tests.e2e.hosts.evening import Begin
from tests.e2e.nights import SEED
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server
from tests.e2e.telnet import TelnetCaller
from tests.e2e.wire import WireCaller

NUMBERS = count(1)


def checked(server: Server) -> Iterator[Server]:
    """A started server, stopped afterwards; whatever happened, no traceback is in its log."""
    try:
        yield server.start()
    finally:
        if server.running:
            server.stop()
    assert "Traceback" not in server.log, server.log
    assert server.drift() == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server in earnest, over a data folder of its own."""
    yield from checked(ReadyServer(tmp_path))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same for all tests of a module, so each brings handles of its own."""
    yield from checked(ReadyServer(tmp_path_factory.mktemp("shared")))


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A practice server, shared as well."""
    yield from checked(ReadyServer(tmp_path_factory.mktemp("practice"), "--seed", SEED))


@pytest.fixture
def handle() -> str:
    """One that nobody has yet."""
    return f"Caller {next(NUMBERS)}"


@pytest.fixture
def call() -> Iterator[Callable[..., TelnetCaller]]:
    """Calls by telnet: call(port, line_mode=..., ...); all clients are gone afterwards."""
    with ExitStack() as stack:
        def call(port: int, **options: object) -> TelnetCaller:
            caller = TelnetCaller(port, **options)  # type: ignore[arg-type]
            stack.callback(caller.kill)
            return caller
        yield call


@pytest.fixture
def wire() -> Iterator[Callable[[int], WireCaller]]:
    """Calls by a bare socket."""
    with ExitStack() as stack:
        yield lambda port: stack.enter_context(WireCaller(port))


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """begin(kind, data folder, user, flags ...) is a board whose door has been started."""
    with ExitStack() as stack:
        def begin(kind: type[Host], data: Path, user: User, *flags: str) -> Host:
            host = stack.enter_context(kind(data, tmp_path / f"node{next(NUMBERS)}", user))
            return host.start(*flags)
        yield begin
