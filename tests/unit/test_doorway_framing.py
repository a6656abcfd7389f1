"""door.doorway.framing: frames, and that the server's own description of them is the same."""

import pytest

from door.carriers import claim
from door.carriers.relay import framing as relay
from door.carriers.relay import server
from door.doorway import connection, framing, starting


def test_frames_are_taken_however_they_are_cut() -> None:
    whole = framing.frame(framing.DATA, b"one") + framing.frame(framing.BYE, b"\0")
    inbox = bytearray()
    taken: list[tuple[int, bytes]] = []
    for byte in whole:
        inbox.append(byte)
        taken += framing.frames(inbox)
    assert taken == [(framing.DATA, b"one"), (framing.BYE, b"\0")] and not inbox


def test_what_is_no_frame_is_the_end_of_the_server() -> None:
    with pytest.raises(ConnectionError):
        list(framing.frames(bytearray(b"HTTP/1.0 400 Bad Request")))


# The server's end


def test_both_ends_agree_on_the_frames() -> None:
    for name in ("VERSION", "LARGEST", "HELLO", "DATA", "SIZE", "SAY", "BYE", "NORMAL", "REFUSED"):
        assert getattr(framing, name) == getattr(relay, name)
    for name in ("SOCKET", "WHERE"):
        assert getattr(connection, name) == getattr(server, name)
    for name in ("READY", "TAKEN", "FAILED"):
        assert getattr(starting, name) == getattr(claim, name)
    assert framing.HEADER.format == relay.HEADER.format == ">BI"
    assert framing.frame(relay.DATA, b"xyz") == relay.frame(relay.DATA, b"xyz") == b"D\0\0\0\3xyz"
