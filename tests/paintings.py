"""A house with two small pictures of its own, for what exports and examines pictures."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ansi.art import save
from ansi.canvas import Canvas
from door.screens.pictures import Picture

MIRROR, LAMP = Picture("bar", "mirror", ("name", "lines")), Picture("yard", "lamp")
FILES = ("bar/mirror-40.ans", "bar/mirror-40.fields", "bar/mirror-80.ans", "bar/mirror-80.fields",
         "yard/lamp-40.ans", "yard/lamp-80.ans")
FIELDS = "# In the frame of the mirror.\nname 2 3 10 yellow\nlines 4 3 20x2\n"
SIZES = {80: 24, 40: 25}


def paint(folder: Path, picture: Picture, columns: int, text: str) -> Path:
    """One .ans file with a word in its corner."""
    canvas = Canvas(columns, SIZES[columns])
    canvas.text(0, 0, text)
    path = folder / picture.room / f"{picture.name}-{columns}.ans"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(save(canvas, picture.name, "Zoe", "", date(2026, 1, 31)))
    return path


def furnish(patch: pytest.MonkeyPatch, ours: Path) -> None:
    """From now on the house's own pictures are these, and they lie in `ours`."""
    for columns in SIZES:
        paint(ours, LAMP, columns, "our lamp")
        path = paint(ours, MIRROR, columns, "our mirror")
        path.with_suffix(".fields").write_text(FIELDS)
    patch.setattr("door.screens.pictures.PICTURES", (MIRROR, LAMP))
    patch.setattr("ansi.gallery.OURS", ours)
