"""One seeded hand to its end by every real client, in a real terminal: what is seen there last.

Who sends keys is painted to, and sees the same picture with each client, to the cell; who sends
lines is printed to, and reads the same lines. ANTEUP_GOLDEN=write makes both anew, on purpose.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e import nights
from tests.e2e.clients import BY_KEYS, BY_LINES, CLIENTS, command
from tests.e2e.conftest import checked
from tests.e2e.nights import Night
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server
from tests.e2e.telnet import GRAPHICS
from tests.e2e.tmux import NeverShown, Tmux, needs_tmux

pytestmark = needs_tmux
GOLDEN = Path(__file__).parents[1] / "golden" / "clients"
TURNED = 10     # seconds without output after which no card is turned any more
LOGIN = (("Handle:", "{}\r"), ("New handle. Create it? Y/N:", "y"),
         ("Choose a password:", "lantern\r"), ("Once more:", "lantern\r"), ("Casino>", "p"))


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Server]:
    """A practice server of its own for each client, so that all are dealt the same hand."""
    yield from checked(ReadyServer(tmp_path, "--seed", nights.SEED))


class Seat:
    """Somebody at a real client. Who sends lines ends each with RETURN."""

    def __init__(self, terminal: Tmux, by_lines: bool) -> None:
        self.terminal, self.by_lines = terminal, by_lines

    def answer(self, prompt: str, keys: str) -> None:
        """Waits until a prompt is the last that stands there, answers it, and sees it go.

        Behind a hot key a RETURN at once would belong to it, so a BACKSPACE goes before one.
        """
        before = self.terminal.until(asked(prompt))
        if self.by_lines:
            keys = keys if keys.endswith("\r") else f"{keys}\r"
        self.terminal.press("\x7f\r" if keys == "\r" and not self.by_lines else keys)
        self.terminal.until(lambda screen: screen != before)

    def play(self, night: Night) -> str:
        """The whole of it; what stands there when it is over, in one row."""
        self.answer(GRAPHICS, "\r")
        for prompt, keys in LOGIN:
            self.answer(prompt, keys.format(night.handle))
        self.answer(")?", f"{night.buy_in}\r")
        for prompt, keys in night.steps:
            self.answer(prompt, keys)
        return " ".join(self.terminal.until(asked(night.prompt)).split())


def asked(prompt: str) -> Callable[[str], bool]:
    """Whether a prompt is the last on a screen, and nothing has been typed there."""
    return lambda screen: " ".join(screen.split()).endswith(prompt)


def looks_as_pictured(terminal: Tmux, name: str) -> bool:
    """Whether the screen comes to look as the golden one; in write mode that is made of it first.

    Cards may still be turning when the prompt stands there.
    """
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("ANTEUP_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{terminal.at_rest()}\n", "utf-8", newline="\n")
    wanted = path.read_text("utf-8").removesuffix("\n")
    try:
        screen = terminal.until(lambda screen: screen == wanted, TURNED)
    except NeverShown as never:
        screen = str(never)
    assert screen == wanted     # which shows how they differ
    return True


def plays_as_pictured(casino: Server, client: str, name: str,
                      size: tuple[int, int] = (80, 24)) -> bool:
    """Whether the hand ends with the golden screen of that name."""
    words, night = command(client, casino.port), nights.night("win")
    with closing(Tmux(words, casino.folder, size)) as terminal:
        assert night.told in Seat(terminal, client in BY_LINES).play(night)
        return looks_as_pictured(terminal, name)


@pytest.mark.parametrize("client", BY_KEYS)
def test_who_sends_keys_plays_a_hand_on_a_painted_table(casino: Server, client: str) -> None:
    assert plays_as_pictured(casino, client, "painted")


@pytest.mark.parametrize("client", BY_LINES)
def test_who_sends_lines_plays_a_hand_that_is_printed(casino: Server, client: str) -> None:
    assert plays_as_pictured(casino, client, "printed")


@pytest.mark.parametrize("client", BY_KEYS[:1])
def test_a_terminal_of_40_columns_has_a_table_of_that_width(casino: Server, client: str) -> None:
    assert plays_as_pictured(casino, client, "painted-40x25", (40, 25))


def test_a_client_that_is_not_here_is_skipped_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CLIENTS, "plink", (None, (), "putty-tools"))
    with pytest.raises(pytest.skip.Exception, match=r"no plink \(package putty-tools\)"):
        command("plink", 2323)
