"""Drop files: what a board writes down of its caller before it starts a door.

A handful of formats, each a text file whose lines mean something by their number alone, each
written a little differently by every board. read() turns one into a DropFile, or refuses it with
the line's number; choose() finds it among a directory's files; describe() tells a sysop what was
understood. Nothing here opens a file: the text comes from a door, through the relay, and is
hostile until parsed.

names.py knows the files' names, sheet.py their lines, cells.py how a line is read, draft.py keeps
a reading under way; door32.py, door_sys.py, dorinfo.py, chain.py and bbsdev.py are the formats,
each a table and its quirks; settling.py decides what several lines decide together.
"""

from door.carriers.dropfile.description import describe
from door.carriers.dropfile.names import choose
from door.carriers.dropfile.reading import DropFile, read
from door.carriers.dropfile.sheet import BadDropFile, Note

__all__ = ["BadDropFile", "DropFile", "Note", "choose", "describe", "read"]
