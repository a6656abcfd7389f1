"""What a caller may be called."""

import pytest

from door.bank import BadHandle, handles


@pytest.mark.parametrize("text", [
    "A", "Anna", "Doc Holliday", "x" * 20, "O'Neill-3 (!)", "Ångström", "Señor", "Ωmega", "7",
    "guesthouse", "Guest X", "Housekeeper", "renew"])
def test_a_good_handle_is_kept_as_it_is(text: str) -> None:
    assert handles.clean(text) == text


@pytest.mark.parametrize("text", [
    "", "x" * 21, " Anna", "Anna ", "An  na", "An\tna", "An\x1b[2Jna", "An\x00na", "An\x7fna",
    "An\xa0na", "An\u2028na", "An\u202ena", "┌─┐", "♥", "▒▒", "Анна", "名", "€uro", "½", "\ud800"])
def test_a_bad_handle_is_refused(text: str) -> None:
    with pytest.raises(BadHandle):
        handles.clean(text)


@pytest.mark.parametrize("text", [
    "guest", "GUEST", "Guest 1", "guest 00023", "Guest7", "House", "SysOp", "new", "NEW",
    "You"])
def test_a_reserved_handle_is_refused_in_any_case(text: str) -> None:
    with pytest.raises(BadHandle, match="reserved"):
        handles.clean(text)


def test_a_handle_is_composed_before_it_is_looked_at() -> None:
    assert handles.clean("A\u030angstro\u0308m") == "Ångström"


def test_handles_that_differ_by_case_alone_are_the_same() -> None:
    assert handles.fold("ÅNNA") == handles.fold("ånna") == handles.fold("A\u030aNNA")
    assert handles.fold("STRASSE") == handles.fold("Straße")
    assert handles.fold("Anna") != handles.fold("Anne")
