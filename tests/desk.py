"""A console on a line in memory, a question that notes its keys, and somebody who asks it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pyte

from ansi.canvas import Canvas
from ansi.charset import ASCII, UTF8
from ansi.terminal import Terminal
from door.screens.screen import Screen
from door.session.console import Console
from tests.books import Clock
from tests.caller import TOO_LONG as PATIENCE
from tests.caller import Emulator, MemoryLine, Wire, decoded


class Question(Screen):
    """Notes its keys; "!" is an answer, "n" asks another question, "t" opens a field."""

    def __init__(self, money: bool = False, prompt: str = "What?") -> None:
        super().__init__()
        self.money = money
        self._prompt = prompt
        self.pressed: list[str] = []
        self.field: str | None = None
        self.asked = 0
        self.kept = 0
        self.secret = False

    @property
    def prompt(self) -> str:
        return self._prompt

    @property
    def typed(self) -> str:
        return self.field or ""

    @property
    def typing(self) -> bool:
        return self.field is not None

    @property
    def question(self) -> str:
        return str(self.asked)

    @property
    def hidden(self) -> bool:
        return self.secret

    def ahead(self, keys: Sequence[str]) -> int:
        return self.kept

    def paint(self) -> Canvas:
        canvas = Canvas()
        canvas.text(3, 3, "".join(self.pressed))
        canvas.text(22, 1, self.notice)
        return canvas

    def press(self, key: str) -> str | None:
        self.pressed.append(key)
        if key == "!":
            return "done"
        if key == "n":
            self.asked += 1
        elif key == "t":
            self.field = ""
        elif self.field is not None and len(key) == 1:
            self.field += key
        return None


class Desk:
    """A console on an in-memory line, and somebody who asks it."""

    def __init__(self, *, painted: bool = False, line_mode: bool = False,
                 patience: float = 60) -> None:
        self.clock = Clock()
        self.line = MemoryLine(Wire())
        self.line.character_mode = not line_mode
        terminal = Terminal(UTF8 if painted else ASCII, painted=painted)
        self.console = Console(self.line, terminal, self.clock, patience)
        self.asking: asyncio.Task[object] | None = None

    async def ask(self, screen: Screen) -> None:
        self.asking = asyncio.create_task(self.console.ask(screen))
        await self.rest()

    async def feed(self, data: bytes, later: float = 1.0) -> None:
        self.clock.pass_by(later)
        self.line.feed(data)
        await self.rest()

    async def rest(self) -> None:
        assert self.asking is not None
        resting = asyncio.create_task(self.line.resting.wait())
        done, _ = await asyncio.wait((resting, self.asking), timeout=PATIENCE,
                                     return_when=asyncio.FIRST_COMPLETED)
        resting.cancel()
        assert done

    def said(self) -> str:
        """What was sent since this was last asked."""
        said, self.line.wire.sent = self.line.wire.sent.decode(), b""
        return said

    def pixels(self) -> list[str]:
        """The painted screen, from all that was sent since this was last asked."""
        screen = Emulator(80, 24)
        pyte.Stream(screen).feed(decoded(self.line.wire.sent, "utf-8"))
        return [row.rstrip() for row in screen.display]


async def end(desk: Desk) -> object:
    assert desk.asking is not None
    async with asyncio.timeout(PATIENCE):
        return await desk.asking
