"""What is said to the server and heard from it: frames, the last of which has the exit code.

The server describes them in door.carriers.relay.framing, which is too heavy to import here; a test
compares the two.
"""

import json
import struct
from collections.abc import Iterator

VERSION = 1
HEADER = struct.Struct(">BI")
LARGEST = 65536         # bytes of a payload
HELLO, DATA, SIZE, SAY, BYE, USE = b"HDZSBU"
NORMAL, SERVER_LOST, UNREACHED, LINE_LOST, REFUSED, BAD_DROP = range(6)     # exit codes
CHUNK = 4096            # bytes read at once


def frame(kind: int, payload: bytes | dict[str, object]) -> bytes:
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return HEADER.pack(kind, len(data)) + data


def frames(inbox: bytearray) -> Iterator[tuple[int, bytes]]:
    """Take each whole frame from what arrived. Raises ConnectionError if it is no frame."""
    while len(inbox) >= HEADER.size:
        kind, size = HEADER.unpack_from(inbox)
        if size > LARGEST:
            raise ConnectionError("no frame of ours")
        end = HEADER.size + size
        if len(inbox) < end:
            return
        payload = bytes(inbox[HEADER.size:end])
        del inbox[:end]
        yield kind, payload
