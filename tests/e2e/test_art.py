"""A sysop's evening with pictures: exported, redrawn, examined, and seen by callers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from ansi.art import save
from ansi.canvas import Canvas
from door.screens.pictures import TITLE
from tests.e2e.conftest import checked
from tests.e2e.server import Server, anteup
from tests.e2e.wire import WireCaller

GRAPHICS = "A)NSI U)TF-8 T)ext P)lain V)oice C)64?"


def redraw(path: Path, words: str) -> None:
    """An empty title but for the words; its fields stay where they are."""
    canvas = Canvas(80, 24)
    canvas.text(0, 1, words)
    path.write_bytes(save(canvas, "Title", "Zoe", "", date(2026, 1, 31)))


def title(wire: Callable[[int], WireCaller], server: Server) -> str:
    """What a caller with T)ext is sent up to the second prompt."""
    caller = wire(server.port)
    caller.expect(GRAPHICS)
    caller.send("t")
    said = caller.expect("Handle:")
    caller.close()
    return said


def test_a_picture_is_exported_redrawn_and_spoiled(
        tmp_path: Path, wire: Callable[[int], WireCaller]) -> None:
    data = str(tmp_path)
    done = anteup("art", "export", "--data", data)
    assert (done.returncode, done.stderr) == (0, "") and f"into {data}/art\n" in done.stdout
    path = tmp_path / "art" / TITLE.room / f"{TITLE.name}-80.ans"
    redraw(path, "Welcome to the Lab")
    with contextmanager(checked)(Server(tmp_path)) as server:
        assert "Welcome to the Lab" in title(wire, server)
        path.write_bytes(b"\x1b[1;24r" + path.read_bytes())
        assert "Welcome to the Lab" in title(wire, server)      # until the server starts again
        server.stop()
        server.start()
        ours = title(wire, server)
        assert title(wire, server) == ours and "Welcome to the Lab" not in ours
    fault = f"{path}: unknown sequence ESC [1;24r in row 1"
    log = (tmp_path / "anteup.log").read_text().splitlines()
    assert len([line for line in log if f"art: {fault}: ours is shown instead" in line]) == 1
    examined = anteup("doctor", "--data", data)
    assert examined.returncode == 1
    assert examined.stdout.endswith(f"\nWrong: {fault}; ours is shown instead\n")
