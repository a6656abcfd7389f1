"""What a caller's terminal is likely to show, by the name that it gives (TERMINALS.md)."""

from __future__ import annotations

from door.carriers.line import Line

_CP437 = ("syncterm", "ansi", "pcansi", "netrunner", "cterm", "avatar", "scoansi")
_UTF8 = ("xterm", "screen", "tmux", "linux", "rxvt", "putty", "vte", "konsole", "alacritty",
         "kitty", "foot", "gnome", "iterm", "eterm", "st-")
_ASCII = ("vt", "wyse", "dec-vt", "cygwin", "teken")


def graphics_key(line: Line) -> str:
    """The key of the graphics question that RETURN keeps."""
    name = line.terminal_type
    if line.hello.get("kind") == "play":
        return _local(line)
    if name.startswith(_CP437):
        return "a"
    if name.startswith(_UTF8):
        return "u"
    return "t" if name.startswith(_ASCII) else "p"


def told(line: Line, group: str, name: str) -> str:
    """What a relay said of its caller, "" if nothing: hello[group][name], whatever came."""
    among = line.hello.get(group)
    value = among.get(name, "") if isinstance(among, dict) else ""
    return value if isinstance(value, str) else ""


def _local(line: Line) -> str:
    """A console tells its character set by the locale, as POSIX orders the variables."""
    if told(line, "environ", "TERM") in ("dumb", ""):
        return "p"
    names = (told(line, "environ", name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((name for name in names if name), "")
    return "u" if locale.lower().replace("-", "").endswith("utf8") else "t"
