"""What comes by itself while somebody types: chat, the idle and the time warning, "are you there?".

None of it may stand on the row of the prompt, and what was typed goes on where it was. And the
bell: once for a new question of money, for who wants it; and the word that somebody must go.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pyte
import pytest

from door.screens.voice import Voice
from door.session import console as module
from door.session.notices import HERE, NOBODY, TOO_LONG, Left
from tests.caller import Caller, Club, Emulator, club, decoded, script
from tests.desk import Desk, Question, end

pytestmark = pytest.mark.asyncio
PROMPT, TYPED = "What?", "ab"
IDLE, MINUTES = "Still there? This line closes in 10 seconds.", "3 minutes left of your time"
CHAT = "Bob: your deal"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONE_ESCAPE", 0)


def say(desk: Desk) -> None:
    desk.console.hear(CHAT)


def grow_idle(desk: Desk) -> None:
    desk.clock.pass_by(desk.console.patience - 8)
    desk.console.check_idle(desk.clock())


def run_out(desk: Desk) -> None:
    desk.console.limit(3)
    desk.console.check_time()


def hail(desk: Desk) -> None:
    desk.line.hail()


def rows(desk: Desk) -> list[str]:
    """The screen of a client that echoes what it sends in line mode, and its cursor's row last."""
    screen = Emulator(80, 24)
    pyte.Stream(screen).feed(decoded(desk.line.wire.sent, "utf-8"))
    return [row.rstrip() for row in (*screen.display, screen.display[screen.cursor.y])]


async def typing(kind: str) -> tuple[Desk, Question]:
    """A caller who has typed half a line, or in line mode may have."""
    desk, screen = Desk(painted=kind == "painted", line_mode=kind.endswith("lines")), Question()
    if kind.startswith("voice"):
        desk.console.speech = Voice()
    screen.field = ""
    await desk.ask(screen)
    if not kind.endswith("lines"):
        await desk.feed(TYPED.encode())
    return desk, screen


NOTICES = pytest.mark.parametrize("happens, text", [
    (say, CHAT), (grow_idle, IDLE), (run_out, MINUTES), (hail, HERE)],
    ids=["chat", "idle", "time", "are you there"])


@pytest.mark.parametrize("kind", ["painted", "plain"])
@NOTICES
async def test_a_notice_stands_above_the_prompt_and_what_was_typed(
        kind: str, happens: Callable[[Desk], None], text: str) -> None:
    desk, screen = await typing(kind)
    happens(desk)
    await desk.rest()
    *seen, last = rows(desk)
    assert last.strip() == f"{PROMPT} {TYPED}"
    assert [row for row in seen if text in row] and not any(
        text in row and PROMPT in row for row in seen)
    await desk.feed(b"c")
    assert screen.field == "abc" and rows(desk)[-1].strip() == f"{PROMPT} abc"


@pytest.mark.parametrize("kind", ["plain lines", "voice lines"])
@pytest.mark.parametrize("happens, text", [(grow_idle, IDLE), (hail, HERE)],
                         ids=["idle", "are you there"])
async def test_in_line_mode_it_begins_a_line_and_the_prompt_is_there_again(
        kind: str, happens: Callable[[Desk], None], text: str) -> None:
    desk, screen = await typing(kind)
    desk.said()
    happens(desk)
    await desk.rest()
    said = desk.said().split("\r\n")
    assert said[0] == "" and text in said[1] and said[-1] == ("" if "Clock" in said[1] else
                                                              f"{PROMPT} ")
    await desk.feed(b"abc\r\n")
    assert screen.field == "abc"


@NOTICES
async def test_by_ear_nothing_is_printed_on_a_line_that_is_typed(
        happens: Callable[[Desk], None], text: str) -> None:
    """VOICE 3. Only who asks "are you there?" is answered at once, and hears the line again."""
    desk, _ = await typing("voice")
    desk.said()
    happens(desk)
    await desk.rest()
    if happens is hail:
        assert desk.said() == f"\r\n{HERE}\r\n{PROMPT} {TYPED}"
        return
    assert desk.said() == ""
    desk.console._screen.field = ""     # type: ignore[union-attr]
    await desk.feed(b"\r")
    assert text in desk.said()


async def test_who_asks_twice_sees_something_twice() -> None:
    """A picture that shows [Yes] already would have nothing to send."""
    desk, _ = await typing("painted")
    for _ in range(2):
        desk.line.wire.frames.clear()
        hail(desk)
        await desk.rest()
        assert b"[Yes]" in b"".join(desk.line.wire.frames)


async def test_who_asks_before_anything_is_asked_is_answered_with_the_first_question() -> None:
    desk = Desk()
    hail(desk)
    await desk.ask(Question())
    assert "[Yes]" in desk.said()


# -- the bell --------------------------------------------------------------------------------


@asynccontextmanager
async def seated(folder: Path, graphics: str, bell: bool = True) -> AsyncIterator[Caller]:
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        for _ in range(2):
            written.hand("Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s", draws="9h 8c 3c 3d",
                         acts=["check", "discard 345", "check"])
        async with club(folder, practice="night") as hall:
            caller = await hall.call()
            await caller.enter(graphics)
            ring(hall, bell)
            await caller.sit()
            yield caller


def ring(hall: Club, bell: bool) -> None:
    console, = hall.casino.consoles
    console.bell = bell


def frames_with_bells(caller: Caller) -> list[int]:
    """How many bells each frame rang since this was last asked."""
    frames = [frame.count(b"\x07") for frame in caller.line.wire.frames]
    caller.line.wire.frames.clear()
    return [count for count in frames if count]


@pytest.mark.parametrize("graphics", ["u", "p", "v"])
async def test_it_rings_once_for_each_new_question_of_money(tmp_path: Path,
                                                            graphics: str) -> None:
    async with seated(tmp_path, graphics) as caller:
        assert frames_with_bells(caller) == [1]     # the ante
        await caller.press("a")
        assert frames_with_bells(caller) == [1]     # the bet
        await caller.press("w", "b", "x", "q", "n", "k", "q", "n", "\x0c")
        assert frames_with_bells(caller) == []
        await caller.press("c")
        assert frames_with_bells(caller) == [1]     # the discard
        await caller.press("5")
        assert frames_with_bells(caller) == []
        await caller.press("\r", "c")
        assert frames_with_bells(caller) == [1, 1]  # the bet after the draw, and the next ante


async def test_it_rings_for_the_ante_of_each_sitting(tmp_path: Path) -> None:
    async with seated(tmp_path, "u") as caller:
        await caller.press("q")
        assert frames_with_bells(caller) == [1]
        await caller.sit()
        assert frames_with_bells(caller) == [1]


async def test_it_is_in_one_frame_with_the_prompt(tmp_path: Path) -> None:
    async with seated(tmp_path, "p") as caller:
        caller.said()
        await caller.press("a")
        said = caller.said()
        assert said.index("\x07") < said.index("You hold") and said.endswith("F)old? ")


async def test_nothing_rings_for_who_has_not_asked_for_it(tmp_path: Path) -> None:
    async with seated(tmp_path, "u", bell=False) as caller:
        await caller.press("a", "c", "\r", "c")
        assert b"\x07" not in caller.sent


# -- from outside ----------------------------------------------------------------------------


async def test_an_order_to_leave_ends_the_question_with_its_reason() -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.console.leave("We close.")
    desk.console.leave("Another reason.")
    with pytest.raises(Left, match="We close"):
        await end(desk)


async def test_an_order_that_came_while_nobody_asked_is_obeyed_at_the_next_question() -> None:
    desk = Desk()
    desk.console.leave("We close.")
    await desk.ask(Question())
    with pytest.raises(Left, match="We close"):
        await end(desk)


async def test_a_notice_leaves_what_is_being_typed() -> None:
    desk, screen = Desk(), Question()
    screen.field = ""
    await desk.ask(screen)
    await desk.feed(b"ab")
    desk.said()
    desk.console.warn("Soon.")
    await desk.rest()
    assert desk.said() == "\r\nSoon.\r\nWhat? ab"
    await desk.feed(b"c!")
    assert screen.field == "abc"


@pytest.mark.parametrize("left, warned", [(10.1, False), (10.0, True), (0.1, True)])
async def test_the_idle_are_warned_ten_seconds_before_the_end(left: float, warned: bool) -> None:
    desk = Desk()
    await desk.ask(Question())
    desk.said()
    desk.clock.pass_by(60 - left)
    desk.console.check_idle(desk.clock())
    await desk.rest()
    assert ("Still there? This line closes in 10 seconds." in desk.said()) is warned


async def test_they_are_warned_once() -> None:
    desk = Desk()
    await desk.ask(Question())
    for _ in range(3):
        desk.clock.pass_by(18.5)
        desk.console.check_idle(desk.clock())
        await desk.rest()
    for _ in range(3):
        desk.console.check_idle(desk.clock())
        await desk.rest()
    assert desk.said().count("Still there?") == 1


async def hold_on(desk: Desk, data: Callable[[], bytes]) -> str:
    """Something arrives every 20 seconds, ten times; the reason to leave, "" for none."""
    await desk.ask(Question())
    try:
        for _ in range(10):
            desk.clock.pass_by(20)
            desk.console.check_idle(desk.clock())
            await desk.rest()
            if desk.asking is not None and desk.asking.done():
                await end(desk)
            await desk.feed(data(), 0)
    except Left as left:
        return str(left)
    return ""


async def test_keys_give_no_more_time_until_the_login_is_done() -> None:
    """CASES: 60 s to log in, however busily somebody presses keys meanwhile."""
    assert await hold_on(Desk(), lambda: b"x") == TOO_LONG


async def test_afterwards_each_key_does() -> None:
    desk = Desk(patience=5)
    desk.console.admit(60)
    assert await hold_on(desk, lambda: b"x") == ""


@pytest.mark.parametrize("data", [b"\x00", b"\x1b[24;80R", b"\x1b[?62;4c", b"\x1b]0;x\x07"])
async def test_bytes_that_are_no_keys_do_not(data: bytes) -> None:
    """TERMINALS: an idle timer that any byte resets is none."""
    desk = Desk()
    desk.console.admit(60)
    assert await hold_on(desk, lambda: data) == NOBODY
