"""What a telnet client calls itself: the cycle of its names (RFC 1091), and what they tell.

A client that is asked again gives its next name, and the last one twice. The first is its own. One
that is "MTTS n" tells in bits what it can do: that is a MUD client's, or a screen reader's.
"""

import re

from door.carriers.line import Line, terminal_name

MOST_NAMES = 8      # asked for, of one client
MTTS = re.compile("mtts ([0-9]{1,6})")
# Terminals, and programs that stand for one: they have no MTTS.
PLAIN = ("xterm", "ansi", "vt", "linux", "screen", "tmux", "rxvt", "putty", "syncterm", "pcansi",
         "netrunner", "dumb")


def note(line: Line, said: str, mud_clients: tuple[str, ...]) -> bool:
    """Keeps one more name of the line's client; whether it may have yet another."""
    name = terminal_name(said)
    if not name or name in line.terminal_names or len(line.terminal_names) >= MOST_NAMES:
        return False
    line.terminal_names += (name,)
    line.terminal_type = line.terminal_type or name
    if bits := MTTS.fullmatch(name):
        line.mtts = int(bits[1])
    line.mud = line.mud or bool(bits) or name.startswith(mud_clients)
    # Windows' telnet knows these two, and says no more when it is asked for a third.
    return not bits and line.terminal_names != ("ansi", "vt100")


def is_plain(name: str) -> bool:
    """Whether a name is that of a terminal and no MUD client's."""
    return name.startswith(PLAIN)
