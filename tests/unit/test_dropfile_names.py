"""The names of drop files: which format each means, and which of a directory's is ours."""

from collections.abc import Sequence

import pytest

from door.carriers.dropfile import BadDropFile, choose, read
from tests.dropfile import CHAIN, DOOR32, DOOR_SYS, refusal, sample


@pytest.mark.parametrize("name, form", [
    ("DOOR32.SYS", "DOOR32.SYS"), ("door32.sys", "DOOR32.SYS"), ("/bbs/node1/Door.Sys", "DOOR.SYS"),
    ("node2.chain.txt", "CHAIN.TXT"), ("C:\\WWIV\\CHAIN.TXT", "CHAIN.TXT")])
def test_a_format_is_told_by_the_end_of_the_name(name: str, form: str) -> None:
    shape = {"DOOR32.SYS": DOOR32, "DOOR.SYS": DOOR_SYS, "CHAIN.TXT": CHAIN}[form]
    drop = read(name, sample(shape), {})
    assert (drop.format, drop.name) == (form, name)


@pytest.mark.parametrize("name", ["", "XTRN.DAT", "DOOR32.SYS.bak", "DORINFO123.DEF", "a\x00b"])
def test_a_name_of_no_format_is_refused_with_what_to_choose(name: str) -> None:
    error = refusal(name, b"")
    assert error.line == 0 and "let the board write DOOR32.SYS" in error.message


def test_a_directory_s_best_format_is_chosen() -> None:
    names = ["readme.txt", "dorinfo1.def", "chain.txt", "door.sys", "Door32.Sys", "bbsdev.drp"]
    chosen = []
    while len(names) > 1:
        chosen.append(choose(names, None))
        names.remove(chosen[-1])
    assert chosen == ["bbsdev.drp", "Door32.Sys", "door.sys", "chain.txt", "dorinfo1.def"]


def test_of_names_that_differ_in_case_alone_the_first_is_chosen() -> None:
    assert choose(["door.sys", "DOOR.SYS"], 1) == "door.sys"
    assert choose(["DOOR.SYS", "door.sys"], 1) == "DOOR.SYS"


@pytest.mark.parametrize("node, mark", [
    (1, "1"), (9, "9"), (10, "A"), (10, "0"), (11, "B"), (11, "a"), (15, "F"), (16, "10"),
    (16, "G"), (16, "16"), (12, "12"), (35, "Z"), (36, "z"), (255, "FF"), (4, "1"), (16, "1"),
    (4, "")])
def test_a_node_finds_its_dorinfo_in_every_dialect(node: int, mark: str) -> None:
    assert choose([f"DORINFO{mark}.DEF", "junk"], node) == f"DORINFO{mark}.DEF"


def test_among_dorinfo_files_a_node_finds_its_own() -> None:
    names = [f"DORINFO{mark}.DEF" for mark in "123456789ABCDEF"]
    assert [choose(names, node) for node in range(1, 16)] == names


@pytest.mark.parametrize("marks, node, said", [
    ("13", 4, "none of node 4"), ("3", 4, "none of node 4"), ("12", None, "--node N tells which"),
    (["10", "16"], 16, "may be node 16's: name the file")])
def test_another_node_s_dorinfo_is_never_taken(
        marks: Sequence[str], node: int | None, said: str) -> None:
    with pytest.raises(BadDropFile, match=said):
        choose([f"DORINFO{mark}.DEF" for mark in marks], node)


@pytest.mark.parametrize("other", [
    "XTRN.DAT", "callinfo.bbs", "SFDOORS.DAT", "PCBOARD.SYS", "TRIBBS.SYS", "SXDOOR.001"])
def test_where_only_another_format_is_there_the_message_says_which_to_choose(other: str) -> None:
    with pytest.raises(BadDropFile) as caught:
        choose(["readme.txt", other], None)
    assert str(caught.value) == (
        f"there is only {other.upper()}, which we do not read: let the board write DOOR32.SYS, or "
        "else BBSDEV.DRP, DOOR.SYS, CHAIN.TXT or DORINFOx.DEF")


def test_where_nothing_is_there_the_message_says_what_to_write() -> None:
    with pytest.raises(BadDropFile, match="^there is no drop file: let the board write"):
        choose(["readme.txt"], 1)
