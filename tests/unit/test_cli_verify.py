"""door.cli: verify, replay and history, with a store of random nights and files of records."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from door.bank.reading import Reader
from door.cli import USAGE_ERROR, main
from door.cli.verify import WRONG
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.proof.printing import printed
from door.proof.record_line import line
from door.proof.replay import replay
from door.proof.verdict import CANNOT
from door.rules.cards import written
from door.rules.house_draw import CALLER, HOUSE
from door.views import StoredHand
from tests.books import alter, bank_in
from tests.random_nights import fill

Capture = pytest.CaptureFixture[str]
STORE = "anteup.db"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nights")
    asyncio.run(fill(folder, 70))
    return folder


@pytest.fixture(scope="module")
def hands(kept: Path) -> list[StoredHand]:
    """Those that are opened and were played to their end."""
    with Reader(kept / STORE) as reader:
        return [hand for hand in reader.hands() if hand.record.state == "done" and hand.opened]


@pytest.fixture(scope="module")
def unopened(kept: Path) -> list[StoredHand]:
    with Reader(kept / STORE) as reader:
        found = [reader.hand(each.id) for each in reader.unopened()]
    return [hand for hand in found if hand is not None]


@pytest.fixture
def store(kept: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    shutil.copy(kept / STORE, tmp_path)
    return tmp_path


def run(folder: Path, *words: str) -> int:
    return main([*words, "--data", str(folder)])


def is_one_line(capsys: Capture, *named: str) -> None:
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("anteup") and err.count("\n") == 1
    assert all(name in err for name in named), err


# -- verify ----------------------------------------------------------------------------------


def test_a_whole_store_is_verified_and_unopened_seals_are_listed(
        kept: Path, hands: list[StoredHand], unopened: list[StoredHand], capsys: Capture) -> None:
    assert run(kept, "verify") == 0
    out = capsys.readouterr().out
    first, *_ = out.splitlines()
    assert int(first.split()[0]) >= len(hands) and first.endswith(" 0 wrong.")
    assert len(unopened) >= 2
    assert all(f"  {hand.record.seal}  {hand.record.id}, {hand.handle}\n" in out
               for hand in unopened)


def test_a_hand_is_told_in_plain_words(kept: Path, hands: list[StoredHand],
                                       capsys: Capture) -> None:
    hand = next(hand for hand in hands if hand.record.proven and len(hand.record.actions) > 5)
    assert run(kept, "verify", hand.record.id) == 0
    out = capsys.readouterr().out
    text = " ".join(out.split())
    assert hand.record.seal in text and hand.record.cut in text
    assert "Proven: What the House did follows from its policy" in text
    assert "agrees with the hashes that were written with it" in text
    assert all(sentence in text for sentence in CANNOT)
    assert text.endswith("1 hand verified: 1 proven, 0 right and not proven, 0 wrong.")
    assert max(map(len, out.splitlines())) <= 79


def test_a_cut_by_the_casino_is_not_proven_and_no_fault(
        kept: Path, hands: list[StoredHand], capsys: Capture) -> None:
    hand = next(hand for hand in hands if not hand.record.proven)
    assert run(kept, "verify", hand.record.id) == 0
    out = capsys.readouterr().out
    assert "Not proven: The casino cut" in out and "1 right and not proven" in out


def test_one_callers_hands_can_be_asked_for(kept: Path, hands: list[StoredHand],
                                            capsys: Capture) -> None:
    handle = hands[-1].handle
    assert run(kept, "verify", "--handle", handle.upper()) == 0
    mine = sum(hand.handle == handle for hand in hands)
    assert mine <= int(capsys.readouterr().out.split()[0]) < len(hands)


@pytest.mark.parametrize("change", [
    "seed = randomblob(32)", "seed = x'00'", "seal = replace(seal, substr(seal, 1, 1), 'x')",
    "cut = cut || '!'", "proven = 1 - proven", "first = 1 - first", "policy = 'f' || policy",
    "stacks = '1,' || stacks", "ended_stacks = '0,0'", "result = result || '0'",
    "dealt_at = dealt_at + 1", "number = 10000",
    "seed = x'00', seal = 'ff6e0b95f2b9c6cf86a0ae8b4ab3dc2e2e0ee8a3b2bc1bd1e64a0b0d4d5ca0ff'",
])
def test_what_was_changed_in_the_store_is_found_and_named(
        store: Path, hands: list[StoredHand], change: str, capsys: Capture) -> None:
    id = hands[-1].record.id
    alter(store / STORE, f"UPDATE hands SET {change} WHERE id = ?", id)
    assert run(store, "verify") == WRONG
    assert f"Hand {id}: " in capsys.readouterr().out
    assert run(store, "verify", id) == WRONG
    assert "  Wrong: " in capsys.readouterr().out


def test_a_changed_action_is_found_even_where_nothing_else_answers_to_it(
        store: Path, hands: list[StoredHand], capsys: Capture) -> None:
    """The caller's own discards stand nowhere but in the record: the hashes hold them."""
    for hand in hands[:10]:
        n = len(hand.record.actions) - 1
        alter(store / STORE, "UPDATE actions SET action = 'check' WHERE n = ? AND hand = ("
              "SELECT serial FROM hands WHERE id = ?)", n, hand.record.id)
        changed = hand.record.actions[n][1] != "check"
        assert run(store, "verify", hand.record.id) == (WRONG if changed else 0)
        assert ("  Wrong: " in capsys.readouterr().out) == changed


def test_an_unopened_hand_is_listed_and_nothing_of_it_told(
        kept: Path, unopened: list[StoredHand], capsys: Capture) -> None:
    for hand in unopened:
        assert run(kept, "verify", hand.record.id) == WRONG
        out = capsys.readouterr().out
        assert hand.record.seal in out and hand.record.seed.hex() not in out


# -- from records alone ----------------------------------------------------------------------


def test_a_record_is_verified_without_a_store(hands: list[StoredHand], tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch,
                                              capsys: Capture) -> None:
    path = tmp_path / "one.json"
    path.write_text(line(hands[0]) + "\n")
    assert run(tmp_path, "verify", str(path)) == 0
    told = capsys.readouterr().out
    assert f"Hand {hands[0].record.id} of {hands[0].handle}" in told
    monkeypatch.setattr("sys.stdin", io.StringIO(line(hands[0])))
    assert run(tmp_path, "verify", "-") == 0
    assert capsys.readouterr().out == told


def test_a_file_of_many_records_is_summed_up_and_what_is_wrong_named(
        hands: list[StoredHand], tmp_path: Path, capsys: Capture) -> None:
    lines = list(map(line, hands))
    lines[3] = json.dumps(json.loads(lines[3]) | {"result": "0 wins 410"})
    path = tmp_path / "many.json"
    path.write_text("\n".join(lines) + "\n\n")
    assert run(tmp_path, "verify", str(path)) == WRONG
    out = capsys.readouterr().out
    assert f"{len(hands)} hands verified: " in out and ", 1 wrong." in out
    assert out.startswith(f"Hand {hands[3].record.id}: The result: ")


def test_all_that_history_writes_is_read_again(kept: Path, tmp_path: Path,
                                               capsys: Capture) -> None:
    assert run(kept, "history", "--format", "record") == 0
    path = tmp_path / "all.json"
    path.write_text(capsys.readouterr().out)
    assert run(tmp_path, "verify", str(path)) == 0
    assert ", 0 wrong." in capsys.readouterr().out


@pytest.mark.parametrize("content, named", [
    (b"", "there is no record"), (b"\n\n", "there is no record"), (b"{}\n", "line 1"),
    (b"\xff\xfe", "line 1"), (b"x" * 100_000, "line 1"), (b"[" * 9999, "line 1"),
])
def test_a_file_of_anything_is_refused_in_one_line(tmp_path: Path, content: bytes, named: str,
                                                   capsys: Capture) -> None:
    path = tmp_path / "any"
    path.write_bytes(content)
    assert run(tmp_path, "verify", str(path)) == USAGE_ERROR
    is_one_line(capsys, str(path), named)


# -- replay ----------------------------------------------------------------------------------


def test_replay_prints_the_hand(kept: Path, hands: list[StoredHand], capsys: Capture) -> None:
    assert run(kept, "replay", hands[2].record.id) == 0
    assert capsys.readouterr().out.splitlines() == printed(hands[2])


def test_replay_hides_what_is_not_opened(kept: Path, unopened: list[StoredHand],
                                         capsys: Capture) -> None:
    dealt = [hand for hand in unopened if hand.record.state in ("open", "done")]
    for hand in dealt:
        assert run(kept, "replay", hand.record.id) == 0
        out, again = capsys.readouterr().out, replay(hand.record)
        assert written(again.cards[CALLER]) in out and written(again.cards[HOUSE]) not in out
        assert hand.record.seed.hex() not in out
    assert dealt


# -- history ---------------------------------------------------------------------------------


def test_history_lists_the_hands_oldest_first(kept: Path, hands: list[StoredHand],
                                              capsys: Capture) -> None:
    assert run(kept, "history") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [text.split()[0] for text in lines if "void" not in text] == [
        hand.record.id for hand in hands]
    for text, hand in zip((text for text in lines if "void" not in text), hands):
        net = hand.ended_stacks[CALLER] - hand.record.stacks[CALLER]
        assert hand.handle in text and f"${abs(net)} " in text
        assert ("won" in text.split()) == (net > 0) and ("lost" in text.split()) == (net < 0)


def test_history_can_be_of_one_caller_and_since_a_day(kept: Path, hands: list[StoredHand],
                                                      capsys: Capture) -> None:
    handle = hands[-1].handle
    assert run(kept, "history", "--handle", handle) == 0
    assert {text[33:53].strip() for text in capsys.readouterr().out.splitlines()} == {handle}
    assert run(kept, "history", "--since", "2023-12-25") == 0
    later = [text.split()[0] for text in capsys.readouterr().out.splitlines()
             if "void" not in text]
    christmas = datetime(2023, 12, 25, tzinfo=UTC).timestamp()
    assert later == [hand.record.id for hand in hands if hand.ended_at >= christmas]
    assert 0 < len(later) < len(hands)


def test_history_in_phh_is_toml_of_all_hands(kept: Path, hands: list[StoredHand],
                                             capsys: Capture) -> None:
    assert run(kept, "history", "--format", "phh") == 0
    found = tomllib.loads(capsys.readouterr().out)
    assert [found[key]["hand"] for key in found] == [hand.record.id for hand in hands]


def test_no_format_tells_an_unopened_seed(kept: Path, unopened: list[StoredHand],
                                          capsys: Capture) -> None:
    for form in ("text", "record", "phh"):
        assert run(kept, "history", "--format", form) == 0
        out = capsys.readouterr().out
        assert not any(hand.record.seed.hex() in out for hand in unopened)


# -- beside a server, and what can go wrong --------------------------------------------------


def test_all_of_it_works_while_the_store_is_written(tmp_path: Path, capsys: Capture) -> None:
    async def night() -> None:
        async with bank_in(tmp_path) as bank:
            hall = Floor(bank, Seeds("text"))
            table = await hall.sit(await bank.local("Ada"), 100)
            await table.ante("mine")
            await table.give_up()
            assert run(tmp_path, "verify") == run(tmp_path, "history") == 0
            out = capsys.readouterr().out
            assert "2 hands sealed and not opened" in out or "1 hand sealed" in out
            assert "Ada" in out
            await table.leave()
            assert run(tmp_path, "verify") == 0
            assert ", 0 wrong." in capsys.readouterr().out
    asyncio.run(night())


@pytest.mark.parametrize("words", [["verify"], ["replay", "1-1"], ["history"], ["verify", "1-1"]])
def test_without_a_store_each_says_so(words: list[str], tmp_path: Path, capsys: Capture) -> None:
    assert run(tmp_path, *words) == USAGE_ERROR
    is_one_line(capsys, "no store")


@pytest.mark.parametrize("words, named", [
    (["verify", "no-such"], "no-such"), (["replay", "no-such"], "no-such"),
    (["verify", "1-1", "--handle", "Caller 1"], "1-1"),
    (["verify", "--handle", "Nobody"], "Nobody"), (["history", "--handle", "Nobody"], "Nobody"),
])
def test_what_is_not_there_is_named_in_one_line(kept: Path, words: list[str], named: str,
                                                capsys: Capture) -> None:
    assert run(kept, *words) == USAGE_ERROR
    is_one_line(capsys, named)


@pytest.mark.parametrize("words", [["history", "--since", "yesterday"], ["replay"],
                                   ["history", "--format", "xml"]])
def test_what_cannot_be_understood_is_one_line(words: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == USAGE_ERROR
    is_one_line(capsys)


@pytest.mark.parametrize("words", [["verify"], ["replay"], ["history"]])
def test_a_torn_store_is_one_line_and_no_traceback(store: Path, hands: list[StoredHand],
                                                   words: list[str], capsys: Capture) -> None:
    path = store / STORE
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\x5a" * (len(data) - 4096))
    if words == ["replay"]:
        words = [*words, hands[0].record.id]
    assert run(store, *words) == USAGE_ERROR
    is_one_line(capsys)


def test_a_hand_that_breaks_the_rules_is_refused_by_replay_and_history(
        store: Path, hands: list[StoredHand], capsys: Capture) -> None:
    alter(store / STORE, "UPDATE hands SET rules_version = 7 WHERE id = ?", hands[0].record.id)
    assert run(store, "replay", hands[0].record.id) == USAGE_ERROR
    is_one_line(capsys, "is of house draw 7")


def test_nobody_need_read_on(kept: Path) -> None:
    """`anteup history | head`, in lines that are longer than a pipe."""
    command = (f"{sys.executable} -m door.cli history --format record --data {kept} "
               "| head -c 100 >/dev/null")
    done = subprocess.run(command, shell=True, capture_output=True, timeout=60,
                          cwd=Path(__file__).parents[2])
    assert done.stderr == b""
