"""Frames: one byte that names the kind, four of length (big-endian), then the payload.

    H  HELLO   JSON: version, kind (play, door or sysop), user, columns, rows, options, environ,
               drop file name and text; the first frame, from the other side only
    D  DATA    bytes to or from the caller's terminal
    Z  SIZE    columns and rows, two bytes each
    U  USE     where a door's caller is: a descriptor of its process, or -1 for its standard input
               and output (two bytes, signed); the first frame to a door that is let in
    S  SAY     text to show once the terminal is restored
    B  BYE     the exit code, one byte

The door's own description of them is door.doorway.framing; a test compares the two.
"""

import json
import struct

VERSION = 1
HEADER = struct.Struct(">BI")
LARGEST = 65536         # bytes of a payload
HELLO, DATA, SIZE, SAY, BYE, USE = b"HDZSBU"
NORMAL, REFUSED, BAD_DROP = 0, 4, 5     # exit codes; door.doorway lists them all


class Malformed(Exception):
    """The other side sent what no door of ours sends."""


def frame(kind: int, payload: bytes) -> bytes:
    return HEADER.pack(kind, len(payload)) + payload


def read_hello(payload: bytes) -> dict[str, object]:
    """What a HELLO says. Raises Malformed."""
    try:
        hello = json.loads(payload)
    except (ValueError, RecursionError):
        raise Malformed("HELLO is no JSON") from None
    if not isinstance(hello, dict) or hello.get("kind") not in ("play", "door", "sysop"):
        raise Malformed("HELLO of no known kind")
    if hello.get("version") != VERSION:
        raise Malformed("HELLO of another version")
    return hello
