"""Who is calling, by real clients on a pty whose other end answers as a terminal would."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pexpect
import pyte
import pytest

from tests.e2e.clients import command
from tests.e2e.server import PATIENCE, Server

Call = Callable[..., pexpect.spawn]


class Terminal:
    """Shows what it is fed in one charset, and answers where its cursor is."""

    def __init__(self, charset: str, answer: Callable[[str], object]) -> None:
        self._charset = charset
        screen = pyte.Screen(132, 43)
        screen.write_process_input = answer     # type: ignore[method-assign,assignment]
        self._stream = pyte.Stream(screen)

    def write(self, data: bytes) -> None:
        self._stream.feed(data.decode(self._charset, "replace"))

    def flush(self) -> None:
        """Nothing waits."""


@pytest.fixture
def calling(shared: Server) -> Iterator[Call]:
    """calling(client, charset, terminal's name) is a real client that has called."""
    children: list[pexpect.spawn] = []

    def call(client: str, charset: str = "utf-8", name: str = "xterm") -> pexpect.spawn:
        program, *words = command(client, shared.port)
        child = pexpect.spawn(
            program, words, timeout=PATIENCE,
            dimensions=(43, 132), env={"TERM": name, "PATH": os.environ["PATH"],
                                       "HOME": str(shared.folder), "LANG": "C.UTF-8"})
        child.delaybeforesend = None
        child.ptyproc.delayafterclose = child.ptyproc.delayafterterminate = 0.01
        child.logfile_read = Terminal(charset, lambda report: child.send(report))
        children.append(child)
        return child

    yield call
    for child in children:
        child.close(force=True)


@pytest.mark.parametrize("client", ["inetutils-telnet", "busybox", "plink"])
@pytest.mark.parametrize("charset, name, looks", [
    ("utf-8", "xterm", "UTF-8"), ("cp437", "xterm", "ANSI"), ("latin-1", "vt100", "Text"),
    ("cp437", "ansi", "ANSI")])
def test_a_terminal_is_known_by_what_it_answers(calling: Call, client: str, charset: str,
                                                name: str, looks: str) -> None:
    if client == "plink" and name != "xterm":
        pytest.skip("plink is always an xterm")
    child = calling(client, charset, name)
    child.expect_exact(f"Looks like {looks}, 132x43. RETURN keeps it.")
    child.expect_exact("C)64? ")
    child.send("p")
    child.expect_exact("Handle: ")


@pytest.mark.parametrize("client, looks", [
    ("tintin++", "Looks like Plain, 132x4"), ("nc", "Looks like Plain. RETURN")])
def test_who_sends_lines_is_asked_nothing_and_printed_to(calling: Call, client: str,
                                                         looks: str) -> None:
    child = calling(client)
    child.expect_exact(looks)
    child.expect_exact("C)64?")
    assert b"\x1b[6n" not in child.before
    child.send("p\r")
    child.expect_exact("Handle:")
    child.send("guest\r")
    child.expect_exact("Casino>")
