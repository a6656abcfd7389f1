"""Whatever comes first by rlogin: no exception, and not a byte unless a board vouches for it."""

import asyncio
import struct

from hypothesis import example, given, settings
from hypothesis import strategies as st

from door.carriers.rlogin import SIZE
from tests.rlogin import CORNER, HERE, LAB, SECRET, Call, by_secret, greeting

PIECES = [b"\0", b"\0\0\0\0", SECRET.encode(), SECRET.encode()[:-1], b"Joe", b"[LAB]Joe", b"[LAB]",
          b"[CS]Joe", b"[X]Joe", b" ", b"\x1b[2J", b"xtrn=POKER", b"ansi/38400", b"\xff\xffss",
          b"x" * 200, by_secret("Joe"), by_secret("Joe")[:-1], greeting("Ace", "Joe", "x")]
pieces = st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=12).map(b"".join)
cuts = st.lists(st.integers(0, 10_000), max_size=8)
STREAM = [b"\xff", b"\xff\xff", b"s", b"ss", b"\xff\xffss", b"\xff\xffss\0\x18\0\x50", b"a", b"\r",
          SIZE + bytes(8), SIZE * 3]
streams = st.lists(st.sampled_from(STREAM) | st.binary(max_size=4), max_size=16).map(b"".join)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in zip(edges, edges[1:])]


def fields_of(data: bytes) -> list[bytes]:
    """The three fields of a whole greeting, and what is typed behind it; else nothing."""
    parts = data.split(b"\0", 4)
    whole = len(parts) == 5 and not parts[0] and len(data) - len(parts[4]) <= 512
    return parts[1:] if whole else []


def is_handle(field: bytes, tag: str) -> bool:
    text = "".join(filter(str.isprintable, field.decode("cp437"))).strip()
    return text.removeprefix(f"[{tag}]").strip() != "" and (
        text.startswith(f"[{tag}]") or not (text.startswith("[") and "]" in text))


def outcome(data: bytes, places: list[int], address: str) -> tuple[object, ...]:
    """What a call comes to that sends this in these packets."""
    async def run() -> tuple[object, ...]:
        call = Call(LAB, CORNER, address=address)
        call.send(*cut(data, places))
        await call.settle()
        line, answered = call.line, call.answered is not None
        known = (line.handle, line.real_name, line.terminal_type, line.game, line.speed,
                 line.columns, line.rows, line.take())
        closed, sent = call.wire.closed, call.wire.sent
        call.end()
        return answered, closed, sent, known

    return asyncio.run(run())


@settings(max_examples=300, deadline=None)
@given(pieces, cuts, st.sampled_from([HERE, "203.0.113.9"]))
@example(b"\0" * 5000, [], HERE)
@example(b"\0[CS]\x07 ]\0\0\0", [3], HERE)
def test_nobody_hears_a_byte_whom_no_board_vouches_for(
        data: bytes, places: list[int], address: str) -> None:
    answered, closed, sent, known = outcome(data, places, address)
    fields = fields_of(data)
    if fields and fields[0] == SECRET.encode():
        assert answered == is_handle(fields[1], "LAB")
    else:
        assert answered == (bool(fields) and address == HERE and is_handle(fields[0], "CS"))
    assert sent == (b"\0" if answered else b"")
    assert not (answered and closed)
    if fields and not answered:
        assert closed
    assert (answered, closed, sent, known) == outcome(data, [], address)


@settings(max_examples=200, deadline=None)
@given(streams, cuts)
def test_sizes_and_keys_are_the_same_however_they_are_split(
        data: bytes, places: list[int]) -> None:
    sent = by_secret("Joe") + data + b"end"
    whole = outcome(sent, [], HERE)
    assert whole[0] and whole == outcome(sent, places, HERE)
    assert whole == outcome(sent, list(range(len(sent))), HERE)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=5).map(lambda keys: keys.replace(b"\xff", b"")) | st.tuples(
    st.integers(10, 100), st.integers(20, 255)), max_size=8), cuts)
def test_all_keys_arrive_and_the_last_size_counts(
        sent: list[bytes | tuple[int, int]], places: list[int]) -> None:
    wire = b"".join(
        each if isinstance(each, bytes) else SIZE + struct.pack(">HHHH", *each, 0, 0)
        for each in sent)
    sizes = [each for each in sent if isinstance(each, tuple)]
    known = outcome(by_secret("Joe") + wire, places, HERE)[3]
    assert isinstance(known, tuple)
    rows, columns = sizes[-1] if sizes else (0, 0)
    keys = b"".join(each for each in sent if isinstance(each, bytes))
    assert known[5:] == (columns, rows, keys)
