"""door.screens.typesetting: paragraphs, tables and pages at any width, and not a word lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.screens.rules_pages import PAGES
from door.screens.seals import seal_text
from door.screens.typesetting import Text, pages, paragraphs, rows
from door.session.sysop import HELP
from door.views import HandRecord

RECORD = HandRecord("17-42", 17, 42, "house draw", 1, "policy", b"seed", "0123456789abcdef" * 4,
                    cut="x" * 40)
TABLE = ["a  ante    f  fold", "SPACE or s  whose turn, what is due    p  the pot"]
CHAPTERS = {"rules": PAGES, "seal": [seal_text(RECORD, "")], "orders": [HELP],
            "events": [["House raises $10, and says nothing at all about it.", "You call $10."]]}


def words(text: Text) -> list[str]:
    return " ".join(row.removeprefix("=") for row in text).split()


def test_paragraphs_of_a_text_that_was_folded_by_hand() -> None:
    assert paragraphs("\n=One\n\nA row,\nand a row.\n\na  key    b  key\nc  key\n") == [
        "=One", "", "A row, and a row.", "", "a  key    b  key", "c  key"]


def test_a_paragraph_is_folded_and_a_heading_stays_one() -> None:
    assert rows(["=A long heading", "", "And some words."], 10) == [
        "=A long", "=heading", "", "And some", "words."]


def test_a_table_stays_as_it_is_where_there_is_room() -> None:
    assert rows(TABLE, 60) == TABLE


def test_a_table_that_is_too_wide_has_two_cells_a_row() -> None:
    assert rows(TABLE, 30) == [
        "a           ante", "f           fold", "SPACE or s  whose turn, what",
        "            is due", "p           the pot"]


def test_a_cell_without_another_stands_alone() -> None:
    assert rows(["one  two  three and four and more"], 20) == [
        "one         two", "three and four and", "            more"]


@pytest.mark.parametrize("chapters", CHAPTERS.values(), ids=CHAPTERS)
@pytest.mark.parametrize("width, height", [(77, 19), (60, 15), (38, 20), (20, 4)])
def test_every_word_is_there_at_every_width(chapters: Sequence[Text], width: int,
                                            height: int) -> None:
    found = [row for page in pages(chapters, width, height) for row in page.rows]
    # What is longer than a row is broken, so it is the letters that are compared.
    assert "".join(words(found)) == "".join(word for chapter in chapters for word in words(chapter))
    assert max(len(row.removeprefix("=")) for row in found) <= width


@given(st.lists(st.lists(st.text(" abcdefghi.=-", max_size=60), max_size=12), max_size=3),
       st.integers(12, 40), st.integers(1, 12))
def test_no_text_is_too_wide_or_too_high(chapters: list[list[str]], width: int,
                                         height: int) -> None:
    found = pages(chapters, width, height)
    assert found and all(len(page.rows) <= height for page in found)
    assert all(len(row.removeprefix("=")) <= width for page in found for row in page.rows)
    letters = "".join(row.removeprefix("=").replace(" ", "") for page in found for row in page.rows)
    wanted = "".join(row.removeprefix("=").replace(" ", "") for text in chapters for row in text)
    assert letters == wanted


@pytest.mark.parametrize("paragraph", ["words enough =for a row", "a  b    =c  four words more"])
def test_no_row_becomes_a_heading_by_where_it_is_broken(paragraph: str) -> None:
    assert not [row for row in rows([paragraph], 13) if row.startswith("=")]
    assert "=" in "".join(rows([paragraph], 13))


def test_a_chapter_begins_a_page_and_a_heading_never_ends_one() -> None:
    chapter = ["=One", "", "first", "", "=Two", "", "second", "third"]
    assert [page.rows for page in pages([chapter, ["other"]], 20, 6)] == [
        ["=One", "", "first"], ["=Two", "", "second", "third"], ["other"]]
    assert [page.rows for page in pages([chapter], 20, 8)] == [chapter]


def test_what_is_longer_than_a_page_goes_on_on_the_next() -> None:
    found = pages([["1", "2", "3", "4", "5"]], 20, 2)
    assert [page.rows for page in found] == [["1", "2"], ["3", "4"], ["5"]]


def test_a_page_knows_where_it_starts() -> None:
    chapter = ["=One", "", "first", "", "=Two", "", "second"]
    assert [page.start for page in pages([chapter, chapter], 20, 3)] == [
        (0, 0), (0, 4), (1, 0), (1, 4)]


def test_no_text_is_an_empty_page() -> None:
    assert [page.rows for page in pages([], 20, 5)] == [[]]
