"""`anteup door`: what a bulletin board starts for a caller. It imports next to nothing.

The options are read by hand, the drop file is found and sent as it is, and door.doorway carries
the bytes; all that knows drop files is in the server (door.carriers.dropfile).
"""

from __future__ import annotations

import os
import stat
import sys
import time

from door.cli import USAGE_ERROR, Refused

USAGE = ("usage: anteup door [--drop PATH] [--node N] [--charset NAME]"
         " [--stdio | --socket FD | --connect PORT] [--telnet] [--voice] [--data DIR]"
         " [--config FILE]")
WITH_VALUE = ("--drop", "--node", "--charset", "--socket", "--connect", "--data", "--config")
ALONE = ("--stdio", "--telnet", "--voice")
CHARSETS = ("cp437", "utf-8", "ascii", "plain", "petscii")
ENVIRON = ("TERM", "LANG", "BBSDEV_DRP", "BBS_NODE", "BBS_USERHANDLE", "BBS_TIMELEFT",
           "DOOR_SOCKET_FD")

# Drop files by name, without regard to case (the formats' own names), and their other kinds.
READ = ("bbsdev.drp", "door32.sys", "door.sys", "chain.txt")
OTHERS = ("xtrn.dat", "callinfo.bbs", "sfdoors.dat", "pcboard.sys", "userinfo.dat", "tribbs.sys",
          "jumper.dat", "exitinfo.bbs", "wildcat.sys", "callinfo.dat", "curruser.bbs")
LARGEST = 8192     # bytes of a drop file; a real one has some hundreds
MOST = 40          # files of one folder
ROOM = 40_000      # bytes of all of them in the hello, which is one frame
LONGEST = 500      # characters of a path or a variable
DESCRIPTORS = 256  # how far inherited sockets are looked for where /proc does not tell

Options = dict[str, str]


def run(arguments: list[str]) -> int:
    """Carries a board's caller to the casino; the exit status is the doorway's.

    A board may show stderr to the caller (WWIV, ENiGMA½) or fill its log with it (Synchronet), so
    nothing goes there: wrong options are told in a line on stdout.
    """
    try:
        options = read_options(arguments)
        if "--help" in options:
            print(USAGE)
            return 0
        return _carry(options)
    except (Refused, OSError) as error:
        _say(f"anteup {error}")
        return USAGE_ERROR


def _say(text: str) -> None:
    """A line on standard output, whatever it is: closed, deaf, or of a locale of few letters."""
    try:
        os.write(1, f"{text}\r\n".encode("ascii", "replace"))
    except OSError:
        pass


def _carry(options: Options) -> int:
    from door import doorway
    if "--connect" in options:
        options["--socket"] = _call_board(int(options["--connect"]))
    folder = os.path.abspath(options.get("--data") or os.environ.get("ANTEUP_DATA")
                             or _default_folder())
    settings = options.get("--config") or os.path.join(folder, "anteup.ini")
    # -P: the board's own folder is none of ours to import from.
    start = [sys.executable, "-P", "-m", "door.cli", "serve", "--relay-only", "--data", folder,
             "--config", os.path.abspath(settings)]
    return doorway.run(folder, hello(options), start)


def _call_board(port: int) -> str:
    """The descriptor of a connection to the board at that port of this machine (ENiGMA½)."""
    import socket
    try:
        return str(socket.create_connection(("127.0.0.1", port)).detach())
    except OSError as error:
        raise Refused(f"door: --connect {port}: {error.strerror}") from error


def _default_folder() -> str:
    from door.config import data_folder
    return str(data_folder(None))


def read_options(arguments: list[str]) -> Options:
    """The options as typed, "--name value" or "--name=value"; Refused says what is wrong."""
    options: Options = {}
    left = list(arguments)
    while left:
        name, equals, value = left.pop(0).partition("=")
        if name in ("-h", "--help"):
            options["--help"] = ""
        elif name in ALONE and not equals:
            options[name] = ""
        elif name in WITH_VALUE and (equals or left):
            options[name] = value if equals else left.pop(0)
        else:
            raise Refused(f"door: what is {name[:40]!r}? {USAGE}")
    _check(options)
    return options


def _check(options: Options) -> None:
    for name in ("--node", "--socket", "--connect"):
        value = options.get(name, "0")
        if not (value.isascii() and value.isdigit() and len(value) < 6):
            raise Refused(f"door: {name} takes a number, not {value[:40]!r}")
    if options.get("--charset", "ascii") not in CHARSETS:
        raise Refused(f"door: --charset is one of {', '.join(CHARSETS)}")
    if len({"--stdio", "--socket", "--connect"} & set(options)) > 1:
        raise Refused("door: --stdio, --socket or --connect, one of them")


def hello(options: Options) -> dict[str, object]:
    """What the server is told of this caller."""
    told = {
        "node": int(options["--node"]) if "--node" in options else None,
        "charset": options.get("--charset", ""),
        "voice": "--voice" in options,
        "telnet": "--telnet" in options,
        "stdio": "--stdio" in options,
        "socket": int(options["--socket"]) if "--socket" in options else None,
    }
    return {"kind": "door", "options": told, "drop": drop(options.get("--drop", "")),
            "environ": {name: os.environ[name][:LONGEST] for name in ENVIRON
                        if name in os.environ},
            "sockets": sockets()}


def drop(path: str) -> dict[str, object]:
    """The drop files at a path, the environment's or the current folder's, as they are."""
    given = path or os.environ.get("BBSDEV_DRP") or "."
    found: dict[str, object] = {"given": given[:LONGEST], "folder": given[:LONGEST], "files": {},
                                "others": [], "ages": {}, "error": ""}
    try:
        found["folder"] = os.path.abspath(given)[:LONGEST]  # an error where we are in no folder
        _gather(given, found)
    except OSError as error:
        found["error"] = error.strerror or str(error)
    return found


def _gather(given: str, found: dict[str, object]) -> None:
    files: dict[str, str] = {}
    ages: dict[str, float] = {}
    folder, names = given, [os.path.basename(given)]
    if os.path.isdir(given):
        names = os.listdir(given)
        found["others"] = sorted(name for name in names if name.lower() in OTHERS)[:MOST]
        names = sorted(name for name in names if is_drop_file(name))[:MOST]
    else:
        folder = os.path.dirname(given)
    room = ROOM
    for name in names:
        place = os.path.join(folder, name)
        files[name] = _fitting(_content(place), room)
        room -= _cost(files[name])
        ages[name] = max(0.0, time.time() - os.stat(place).st_mtime)
    found.update(files=files, ages=ages)


def is_drop_file(name: str) -> bool:
    """Whether a folder's file is a drop file that we read, by its name."""
    low = name.lower()
    return low in READ or (low.startswith("dorinfo") and low.endswith(".def") and len(low) < 16)


def _fitting(text: str, room: int) -> str:
    """As much of the text as there is room for; all of a real drop file, always."""
    return text if _cost(text) <= room else text[:room // 6]


def _cost(text: str) -> int:
    """Bytes at most of a text in JSON, which escapes some characters."""
    return len(text) + 5 * sum(not " " <= letter <= "~" for letter in text)


def _content(path: str) -> str:
    """The bytes, each as the character of its number; regular files alone, a FIFO would hang."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "not a file")
        return os.read(descriptor, LARGEST).decode("latin-1")
    finally:
        os.close(descriptor)


def sockets() -> list[int]:
    """The inherited descriptors above stderr that are sockets."""
    found = []
    for descriptor in _descriptors():
        try:
            if descriptor > 2 and stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                found.append(descriptor)
        except OSError:
            continue
    return found


def _descriptors() -> list[int]:
    """Those that may be open; a board with many callers passes high numbers on."""
    try:
        return sorted(map(int, os.listdir("/proc/self/fd")))
    except OSError:
        return list(range(DESCRIPTORS))
