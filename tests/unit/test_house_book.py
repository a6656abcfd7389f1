"""door.house.book: what was packed is what is read, and what is not whole is refused."""

from __future__ import annotations

import hashlib
import random
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from door.house import book
from door.house.book import COARSE, FINE, FIRST_ROW, MAGIC, SECOND_ROW, BadBook, Book, read
from tests.house_books import Fixed, Habits, contents, packed, small, wrapped

DAMAGES = 200


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "policy.bin"


def refusal(path: Path, raw: bytes | None = None) -> str:
    """Why a file is refused; the file is named."""
    if raw is not None:
        path.write_bytes(raw)
    with pytest.raises(BadBook) as caught:
        read(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ") and "\n" not in said
    return said.removeprefix(f"{path}: ")


def test_a_book_is_read_and_has_the_hash_of_its_file(path: Path) -> None:
    path.write_bytes(packed())
    assert read(path).hash == hashlib.sha256(packed()).hexdigest()


def test_one_flipped_byte_anywhere_is_refused(path: Path) -> None:
    whole, luck = packed(), random.Random("damage")
    edges = [0, len(MAGIC) - 1, len(MAGIC), len(MAGIC) + 31, len(MAGIC) + 32, len(whole) - 1]
    for place in [*edges, *luck.sample(range(len(whole)), DAMAGES - len(edges))]:
        damaged = bytearray(whole)
        damaged[place] ^= luck.randrange(1, 256)
        said = refusal(path, bytes(damaged))
        assert "version" in said if place < len(MAGIC) else "not those that were written" in said


@pytest.mark.parametrize("kept", [0, 1, 15, 16, 40, 48, 100, -1])
def test_a_file_that_ends_too_soon_is_refused(path: Path, kept: int) -> None:
    said = refusal(path, packed()[:kept])
    assert "version" in said if 0 <= kept < len(MAGIC) else "not those that were written" in said


def test_a_file_that_goes_on_is_refused(path: Path) -> None:
    assert "not those that were written" in refusal(path, packed() + b"\0")


def test_no_file_and_a_folder_are_refused(path: Path) -> None:
    assert refusal(path) == "No such file or directory"
    path.mkdir()
    assert refusal(path) == "Is a directory"


@pytest.mark.parametrize("data, why", [
    (b"", "cannot be read"), (b"\xff\xff\xff\xff", "cannot be read"),
    (b"\x02\0\0\0{}", "cannot be read"), (b"\x02\0\0\0[]", "cannot be read"),
    (b"\x0d\0\0\0" + b'{"tables":[]}', "no tables"),
    (b"\x10\x27\0\0" + b"[" * 10_000, "cannot be read")])
def test_contents_that_make_no_sense_are_refused(path: Path, data: bytes, why: str) -> None:
    assert why in refusal(path, wrapped(data))


def test_contents_of_another_length_are_refused(path: Path) -> None:
    data = contents((5, 30), [Habits()] * 2)
    for other in data + b"\0", data[:-1]:
        assert refusal(path, wrapped(other)) == (
            f"it has {len(other)} bytes and should have {len(data)}")


def test_tables_out_of_order_are_refused(path: Path) -> None:
    assert "order" in refusal(path, wrapped(contents((30, 5), [Habits()] * 2)))


def test_a_stream_that_ends_too_soon_is_refused(path: Path) -> None:
    body = zlib.compress(contents((5,), [Habits()]))[:-20]
    assert "ends too soon" in refusal(path, MAGIC + hashlib.sha256(body).digest() + body)


def test_a_bomb_takes_bounded_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "LARGEST", 4 << 20)
    body = zlib.compress(bytes(100 << 20), 1)
    path.write_bytes(MAGIC + hashlib.sha256(body).digest() + body)
    tracemalloc.start()
    said = refusal(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "more than 4 MB" in said and peak < 20 << 20


# -- which sheet -------------------------------------------------------------------------------

@pytest.mark.parametrize("stack, taken", [(5, 5), (30, 30), (205, 205), (206, 205), (500, 205)])
def test_a_stack_that_is_there_has_its_own_sheet(stack: int, taken: int) -> None:
    assert small().sheet(stack, False, Fixed()).stack == taken


@pytest.mark.parametrize("stack, below, above", [(6, 5, 30), (10, 5, 30), (29, 5, 30),
                                                 (100, 30, 205), (204, 30, 205)])
def test_between_two_the_nearer_is_the_likelier(stack: int, below: int, above: int) -> None:
    """By the distance: of above - below chances, above - stack are for the lower."""
    read, taken = small(), Counter[int]()
    for value in range(above - below):
        luck = Fixed(value)
        taken[read.sheet(stack, False, luck).stack] += 1
        assert luck.bounds == [above - below]
    assert taken == {below: above - stack, above: stack - below}


def test_who_acts_first_has_a_sheet_of_their_own() -> None:
    read = small()
    assert read.sheet(205, False, Fixed()).first < read.sheet(205, True, Fixed()).first


# -- what the trainer packs --------------------------------------------------------------------

def test_what_is_packed_is_what_is_read() -> None:
    """Each share of each action, on every line; after the first round, with what the row before
    it still owes."""
    numpy = pytest.importorskip("numpy")
    packing, solver = pytest.importorskip("training.packing"), pytest.importorskip(
        "training.solver")
    luck, buckets = numpy.random.default_rng(5), 3
    shared = solver.Tables(None, None, None, numpy.sort(luck.integers(
        0, buckets, (4, 7462)).astype(numpy.uint8)), buckets)
    averages = [[1000 * luck.random(shape) for shape in solver.shapes(solver.HOUSE, buckets)]
                for _ in range(2)]
    read = Book(packing.book([(205, packing.groups_up_to(205), shared, *averages)], {"seed": 1}))
    for house_first, average in enumerate(averages):
        sheet = read.sheet(205, bool(house_first), Fixed())
        assert read.data[sheet.strengths:sheet.strengths + 4 * 7462] == shared.bucket.tobytes()
        for start, part, slots, size, near in (
                (sheet.first, 0, 96, FIRST_ROW, 1 / FINE),
                (sheet.second, 2, 40, SECOND_ROW, 2.5 / COARSE)):
            rows = average[part].reshape(-1, slots, 4)
            for row in map(int, luck.integers(0, len(rows), 200)):
                data = read.data[start + row * size:start + (row + 1) * size]
                check_row(data if part == 0 else nibbles(data),
                          rows[row] / rows[row].sum(-1)[:, None], near)
        draws = average[1].reshape(-1, 6)
        for row in map(int, luck.integers(0, len(draws), 200)):
            found = nibbles(read.data[sheet.draw + 3 * row:sheet.draw + 3 * row + 3])
            assert sum(found) == 15
            assert max(abs(numpy.array(found) / 15 - draws[row] / draws[row].sum())) < 2.5 / 15


def nibbles(data: bytes) -> list[int]:
    """As they stand; the fourth of a row of the second round is nothing."""
    return [half for byte in data for half in (byte >> 4, byte & 15)]


def check_row(data: Sequence[int], wanted: list[list[float]], near: float) -> None:
    whole, answers = (FINE, data[3:]) if len(data) == FIRST_ROW else (COARSE, data[4:])
    five, twelve, most = data[:3]
    for share, exact in zip((whole - five - twelve - most, five, twelve, most), wanted[0]):
        assert abs(share / whole - exact) < near
    for fold, again, exacts in zip(answers[::2], answers[1::2], wanted[1:], strict=True):
        # The House has one size of raise: its fourth action is never taken, and is not packed.
        assert abs(fold / whole - exacts[0]) < near and abs(again / whole - exacts[2]) < near


@pytest.mark.parametrize("rare", [0.02, 0.03, 0.1])
def test_what_many_neighbours_do_seldom_is_done_as_often_by_all_together(rare: float) -> None:
    """A fifteenth is more than a bluff of three in a hundred: by itself, each would never bluff."""
    numpy = pytest.importorskip("numpy")
    packing = pytest.importorskip("training.packing")
    met = numpy.random.default_rng(1).integers(2_000, 20_000, 120)
    weights = (met[:, None] * numpy.array([1 - rare, rare, 0, 0])).astype(numpy.float32)
    found = packing.fifteenths(weights, along=0)
    assert (found.sum(-1) == 15).all() and not found[:, 2:].any()
    assert abs((met * found[:, 1]).sum() / (15 * met.sum()) - rare) < 0.002
    assert found[:, 1].max() <= numpy.ceil(15 * rare) + 1


def test_what_a_row_never_does_it_is_not_made_to_do() -> None:
    """A flush beside bluffs: who never folds it does not fold it for its neighbours."""
    numpy = pytest.importorskip("numpy")
    packing = pytest.importorskip("training.packing")
    weights = numpy.array([[3, 97, 0, 0]] * 7 + [[0, 100, 0, 0], [0.5, 99.5, 0, 0]],
                          numpy.float32) * 100
    assert packing.fifteenths(weights, along=0)[-2:, 0].tolist() == [0, 0]


def test_what_was_hardly_met_shares_nothing() -> None:
    numpy = pytest.importorskip("numpy")
    packing = pytest.importorskip("training.packing")
    weights = numpy.full((50, 4), (0.97, 0.03, 0, 0), numpy.float32) * (packing.WELL_SEEN / 2)
    assert packing.fifteenths(weights, along=0).tolist() == [[15, 0, 0, 0]] * 50
