"""The pictures of the house: which there are, in which room, and which fields live on each.

Each is there twice, at 80 and at 40 columns: ROOM/NAME-80.ans and ROOM/NAME-40.ans, each with its
.fields. What `anteup art export` writes and `anteup doctor` checks is this list.
"""

from __future__ import annotations

from typing import NamedTuple

from ansi.gallery import Art
from door.screens.frame import Sign


class Picture(NamedTuple):
    """A screen's fixed part, and the names of what changes on it."""

    room: str
    name: str
    fields: tuple[str, ...] = ()

    def hung(self, sign: Sign) -> Art:
        """The picture at the sign's width, the sysop's or ours. Paint on a copy."""
        return sign.gallery.art(self.room, f"{self.name}-{sign.columns}", sign.columns, sign.rows,
                                self.fields)


PICTURES: tuple[Picture, ...] = ()
