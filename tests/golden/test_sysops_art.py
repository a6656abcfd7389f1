"""Sessions under a sysop's own pictures: ours unchanged, bad ones, and good ones."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ansi.art import save
from ansi.canvas import Canvas
from door.cli import main
from door.cli.art import asked_for, names
from door.screens.pictures import PAGE, TITLE
from tests.caller import club, script
from tests.golden.night import Night

pytestmark = pytest.mark.asyncio
SIZES = ((80, 24), (40, 25))
LOGGER = "door.session.casino"

at_both_sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


class Watched(Night):
    """A night of which all that was sent is kept, call by call."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)     # type: ignore[arg-type]
        self.wires: list[bytes] = []

    async def ring(self) -> None:
        self._keep()
        await super().ring()

    async def leave(self) -> None:
        await super().leave()
        self._keep()

    def _keep(self) -> None:
        if hasattr(self, "caller"):
            self.wires.append(self.caller.sent)


async def night(data: Path, size: tuple[int, int], art: Path | None) -> list[bytes]:
    """What a practice night sends."""
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        async with club(data, practice="golden", art=art) as hall:
            watched = Watched(hall, written, "a", *size)
            await watched.run()
            return watched.wires


def complaints(caplog: pytest.LogCaptureFixture, art: Path) -> list[str]:
    """The files that the log names, as ROOM/FILE."""
    lines = [record.getMessage() for record in caplog.records if record.name == LOGGER]
    assert all(line.startswith(f"art: {art}/") for line in lines)
    return [line.removeprefix(f"art: {art}/").partition(":")[0] for line in lines]


@at_both_sizes
async def test_what_was_exported_sends_the_same_bytes_and_what_is_bad_sends_ours(
        tmp_path: Path, size: tuple[int, int], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, LOGGER)
    art = tmp_path / "art"
    ours = await night(tmp_path / "ours", size, None)
    assert main(["art", "export", str(art)]) == 0
    assert len(ours) == 2 and await night(tmp_path / "exported", size, art) == ours
    assert complaints(caplog, art) == []
    for name in names():
        (art / name).write_bytes(b"\x1b[1;2z")
    assert await night(tmp_path / "bad", size, art) == ours
    named = complaints(caplog, art)
    assert sorted(set(named)) == sorted(named) == sorted(
        name for name in names() if name.endswith(f"-{size[0]}.ans"))


# Fields of any shape


def specks(number: int, columns: int, rows: int) -> str:
    """A single cell each."""
    return f"1 {number + 1} 1"


def bars(number: int, columns: int, rows: int) -> str:
    """Half a row each."""
    return f"{number // 2 + 1} {1 + number % 2 * columns // 2} {columns // 2}"


def threads(number: int, columns: int, rows: int) -> str:
    """A column each, from top to bottom."""
    return f"1 {columns - number} 1x{rows}"


Shape = Callable[[int, int, int], str]
in_any_shape = pytest.mark.parametrize("shape", [specks, bars, threads],
                                       ids=lambda each: each.__name__)


def reshape(art: Path, shape: Shape, pages: bool) -> None:
    """Other fields on all pictures: on those with pages to turn, or on those without."""
    for room, name, columns, rows, fields in asked_for():
        if name.startswith(f"{PAGE.name}-") == pages:
            path = art / room / f"{name}.fields"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(f"{field} {shape(number, columns, rows)}"
                                      for number, field in enumerate(fields)))


@at_both_sizes
@in_any_shape
async def test_a_night_goes_on_whatever_the_shape_of_its_fields(
        tmp_path: Path, size: tuple[int, int], shape: Shape,
        caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, LOGGER)
    reshape(tmp_path / "art", shape, pages=False)
    assert len(await night(tmp_path / "data", size, tmp_path / "art")) == 2
    assert caplog.messages == []


@at_both_sizes
@in_any_shape
async def test_pages_can_be_turned_whatever_the_shape_of_their_fields(
        tmp_path: Path, size: tuple[int, int], shape: Shape,
        caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, LOGGER)
    reshape(tmp_path / "art", shape, pages=True)
    async with club(tmp_path / "data", art=tmp_path / "art") as hall:
        caller = await hall.call(*size)
        await caller.enter()
        await caller.press("r", "n", "n")
        assert caller.prompt.startswith("Page 3 of ")
        await caller.press("b", "q", "w", "q")
        assert caller.prompt == "Casino>"
    assert caplog.messages == []


# One picture


# The casino's name is the first of the title's fields.
PLACES = tuple(f"{name} {row} 40 26" for row, name in enumerate(TITLE.fields, 11))


def paint_title(art: Path, fields: tuple[str, ...] = PLACES) -> Path:
    """The sysop's own title."""
    canvas = Canvas(80, 24)
    canvas.text(2, 5, "Welcome to the Lab", 0x1E)
    path = art / TITLE.room / f"{TITLE.name}-80.ans"
    path.parent.mkdir(parents=True)
    path.write_bytes(save(canvas, "The Lab", "Zoe", "", date(2026, 1, 31)))
    path.with_suffix(".fields").write_text("\n".join(fields))
    return path


async def test_a_caller_sees_the_sysops_picture_and_its_fields_where_they_are(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    paint_title(tmp_path / "art")
    async with club(tmp_path / "data", art=tmp_path / "art") as hall:
        caller = await hall.call()
        await caller.choose("u")
        assert caller.rows[2] == "     Welcome to the Lab"
        assert caller.screen.buffer[2][5].bg == "blue"
        assert caller.rows[10].strip().casefold() == hall.casino.config.casino.name.casefold()
        assert caller.rows[10].startswith(" " * 39)
        assert caller.prompt == "Handle:"
        narrow = await hall.call(40, 25)
        await narrow.choose("u")
        assert "Lab" not in narrow.text
    assert complaints(caplog, tmp_path / "art") == []


@pytest.mark.parametrize("fields", [PLACES[1:], (f"{PLACES[0]}x40", *PLACES[1:])],
                         ids=("one missing", "too high"))
async def test_bad_fields_show_ours_and_the_log_names_them_once(
        tmp_path: Path, fields: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    path = paint_title(tmp_path / "art", fields)
    seen = []
    for art in (None, tmp_path / "art"):
        async with club(tmp_path / f"data-{art is None}", art=art) as hall:
            for _ in range(2):
                caller = await hall.call()
                await caller.choose("u")
                seen.append(caller.text)
    assert len(set(seen)) == 1 and "Lab" not in seen[0]
    assert complaints(caplog, tmp_path / "art") == [f"{TITLE.room}/{path.stem}.fields"]


async def test_a_change_is_seen_after_a_restart(tmp_path: Path) -> None:
    """docs/sysop.txt: a server reads each picture once."""
    art = tmp_path / "art"
    path = paint_title(art)
    for restart in range(2):
        async with club(tmp_path / f"data-{restart}", art=art) as hall:
            for _ in range(2):
                caller = await hall.call()
                await caller.choose("u")
                assert ("Welcome to the Lab" in caller.text) == (restart == 0)
                path.unlink(missing_ok=True)
                path.with_suffix(".fields").unlink(missing_ok=True)
