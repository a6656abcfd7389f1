"""door.cli: verify, replay and history find the deals of contests, and tell nothing too early."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tomllib
from pathlib import Path

import pytest

from door.bank.reading import Reader
from door.cli import USAGE_ERROR, main
from door.cli.verify import WRONG
from door.floor.floor import Floor
from door.floor.seeds import Seeds
from door.rules.cards import written
from door.rules.house_draw import CALLER, HOUSE
from door.rules.shuffle import deck
from door.views import StoredHand
from tests.books import alter
from tests.unit.test_contests import HOUR, hall, next_day, play_all, play_deal
from tests.zones import moment

Capture = pytest.CaptureFixture[str]
STORE = "anteup.db"
OVER = [f"D2026-11-30-{number}" for number in range(1, 11)]
ON = [f"D2026-12-01-{number}" for number in range(1, 11)]


async def fill(folder: Path) -> None:
    """Ada played all of a day that is over, Bob a bit of it; a day and a week are on."""
    async with hall(folder, practice=None) as here:
        await play_all(await here.sit("Ada"), random.Random(4))
        await play_deal(await here.sit("Bob"))
        await play_deal(await here.sit("Ada", "week"))
        await next_day(here)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contests")
    asyncio.run(fill(folder))
    return folder


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.bank.reading.clock", lambda: moment("2026-12-01 12:00"))


@pytest.fixture
def deals(kept: Path) -> list[StoredHand]:
    with Reader(kept / STORE) as reader:
        return list(reader.played("Ada"))


def run(folder: Path, *words: str) -> int:
    return main([*words, "--data", str(folder)])


def seeds_that_are_sealed(folder: Path) -> list[bytes]:
    driver = sqlite3.connect(folder / STORE)
    found = [seed for seed, in driver.execute(
        "SELECT seed FROM shared_deals JOIN contests ON id = contest_id WHERE day != '2026-11-30' "
        "OR kind = 'week'")]
    driver.close()
    assert len(found) == 60
    return found


# -- what is over ----------------------------------------------------------------------------


def test_a_deal_is_verified_in_full_for_one_of_those_who_played_it(
        kept: Path, deals: list[StoredHand], capsys: Capture) -> None:
    id = max(deals, key=lambda hand: len(hand.record.actions)).record.id
    assert run(kept, "verify", id, "--handle", "ada") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"Deal {id} of Ada, " in text and "the deal of the day of 2026-11-30" in text
    assert "Proven: What the House did follows from its policy" in text
    assert "Not proven: Nobody cuts a deal that is the same for everybody" in text
    assert "agrees with the hashes that were written with it" in text
    assert text.endswith("Nobody cuts the deals of contests.")


def test_without_a_handle_it_is_verified_as_each_of_them_played_it(kept: Path,
                                                                   capsys: Capture) -> None:
    assert run(kept, "verify", OVER[0]) == 0
    assert capsys.readouterr().out.startswith("2 hands verified: 0 proven, 2 right and not")


def test_all_of_them_are_verified_with_the_store(kept: Path, capsys: Capture) -> None:
    assert run(kept, "verify") == 0
    out = capsys.readouterr().out
    assert out.startswith("20 hands verified: 0 proven, 20 right and not proven, 0 wrong.")


def test_a_sitting_and_a_try_of_one_number_are_not_taken_for_each_other(
        tmp_path: Path, capsys: Capture) -> None:
    """Who leads at the table follows from the hand before it there, not from one of a contest."""
    async def night() -> None:
        async with hall(tmp_path, practice=None) as here:
            table = await Floor(here.bank, Seeds()).sit(await here.caller("Ada"), 200)
            contest = await here.sit("Ada")
            for _ in range(6):
                await table.ante()
                await table.give_up()
                await play_deal(contest, random.Random(1))
                here.clock.pass_by(60)
            await table.leave()
            here.clock.pass_by(24 * HOUR)
            await here.contests.turn()
    asyncio.run(night())
    assert run(tmp_path, "verify") == 0
    assert capsys.readouterr().out.startswith("17 hands verified: ")


@pytest.mark.parametrize("statement", [
    "UPDATE tried_hands SET result = '0 wins 1' WHERE try_id = 1 AND number = 3",
    "UPDATE tried_actions SET seat = 1 - seat WHERE try_id = 1 AND number = 3 AND n = 0",
    "UPDATE shared_deals SET seed = zeroblob(32) WHERE contest_id = 1 AND number = 3",
    "UPDATE tried_hands SET dealt_at = dealt_at + 1 WHERE try_id = 1 AND number = 3"])
def test_what_was_changed_is_named(kept: Path, tmp_path: Path, statement: str,
                                   capsys: Capture) -> None:
    (tmp_path / STORE).write_bytes((kept / STORE).read_bytes())
    alter(tmp_path / STORE, statement)
    assert run(tmp_path, "verify") == WRONG
    assert f"Deal {OVER[2]} of Ada: " in capsys.readouterr().out
    assert run(tmp_path, "verify", OVER[2], "--handle", "Ada") == WRONG
    assert "  Wrong: " in capsys.readouterr().out


def test_a_deal_is_told_again(kept: Path, deals: list[StoredHand], capsys: Capture) -> None:
    assert run(kept, "replay", OVER[4], "--handle", "Ada") == 0
    lines = capsys.readouterr().out.splitlines()
    cards = deck(deals[4].record.seed, OVER[4], "")
    assert lines[0].startswith(f"Deal {OVER[4]} of Ada, 2026-11-30 ")
    assert lines[1] == "The 5th of the deal of the day of 2026-11-30; nobody cuts."
    assert f"Ada is dealt {written(cards[0:10:2])}." in lines
    assert f"The House is dealt {written(cards[1:10:2])}." in lines
    assert lines[-1] == f"Seed  {deals[4].record.seed.hex()}"
    assert max(map(len, lines)) <= 79


def test_without_a_handle_it_is_told_as_each_played_it(kept: Path, capsys: Capture) -> None:
    assert run(kept, "replay", OVER[0]) == 0
    parts = capsys.readouterr().out.split("\n\n")
    assert [part.splitlines()[0].split(",")[0] for part in parts] == [
        f"Deal {OVER[0]} of Ada", f"Deal {OVER[0]} of Bob"]


def test_history_names_them_as_what_they_are(kept: Path, capsys: Capture) -> None:
    assert run(kept, "history", "--handle", "Ada") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [text.split()[0] for text in lines[:10]] == OVER
    assert all(text.endswith(" deal of the day") for text in lines[:10])
    assert max(map(len, lines[:10])) <= 79


def test_records_of_them_are_read_again(kept: Path, tmp_path: Path, capsys: Capture) -> None:
    assert run(kept, "history", "--format", "record") == 0
    path = tmp_path / "all.json"
    path.write_text(capsys.readouterr().out)
    assert run(tmp_path, "verify", str(path)) == 0
    assert capsys.readouterr().out.startswith("20 hands verified")


def test_phh_has_the_stacks_of_the_contest(kept: Path, deals: list[StoredHand],
                                           capsys: Capture) -> None:
    assert run(kept, "history", "--format", "phh", "--handle", "Ada") == 0
    found = tomllib.loads(capsys.readouterr().out)
    assert [each["hand"] for each in found.values()] == OVER
    for each, hand in zip(found.values(), deals, strict=True):
        assert each["starting_stacks"] == [200, 200]
        assert each["table"] == "deal of the day 2026-11-30"
        order = [hand.record.first, 1 - hand.record.first]
        assert each["finishing_stacks"] == [hand.ended_stacks[seat] for seat in order]


def test_a_deal_of_the_past_that_nobody_was_dealt_shows_its_seed_and_seal(
        tmp_path: Path, capsys: Capture) -> None:
    async def quiet() -> None:
        async with hall(tmp_path, practice=None) as here:
            await here.contests.turn()
    asyncio.run(quiet())
    assert run(tmp_path, "verify", OVER[0]) == 0
    assert "was sealed and never dealt" in " ".join(capsys.readouterr().out.split())


# -- what is on ------------------------------------------------------------------------------


@pytest.mark.parametrize("id", [ON[0], ON[1], "W2026-11-30-1", "W2026-11-30-50"])
def test_nothing_of_a_deal_whose_contest_is_on_is_told(kept: Path, id: str,
                                                       capsys: Capture) -> None:
    with Reader(kept / STORE) as reader:
        (hand,) = reader.deal(id)
    assert hand.record.seed == b"" and hand.record.actions == () and hand.handle == ""
    assert run(kept, "verify", id) == WRONG
    out = capsys.readouterr().out
    assert "1 deal sealed, and its contest is not over:" in out
    assert f"  {hand.record.seal}  {id}\n" in out
    assert run(kept, "replay", id) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Deal {id}, sealed 2026-{'12-01' if id in ON else '11-30'} 12:00 UTC"
    assert f"Seal  {hand.record.seal}" in lines
    assert lines[-1] == ("Nothing of it is told, and its seed stays sealed, until its contest is "
                         "over.")
    assert len(lines) == 4


def test_seals_of_contests_that_are_on_are_listed(kept: Path, capsys: Capture) -> None:
    assert run(kept, "verify") == 0
    out = capsys.readouterr().out
    assert "60 deals sealed, and their contests are not over:" in out
    assert [line.split()[1] for line in out.splitlines() if line.startswith("  ")][:11] == [
        *(f"W2026-11-30-{number}" for number in range(1, 12))]
    assert run(kept, "verify", "--handle", "Bob") == 0
    assert "10 deals sealed" in capsys.readouterr().out


def test_history_says_what_it_leaves_out(kept: Path, capsys: Capture) -> None:
    assert run(kept, "history") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "Freezeout of 2026-11-30: 50 deals, of which nothing is told until it is over.",
        "Deal of the day of 2026-12-01: 10 deals, of which nothing is told until it is over."]
    assert not any(id in text for text in lines for id in ON)


def test_no_command_tells_a_sealed_seed(kept: Path, capsys: Capture) -> None:
    """Nor the cards that it deals: of those who have not played yet, nobody may learn them."""
    sealed = seeds_that_are_sealed(kept)
    told = ""
    for words in (["verify"], ["history"], ["history", "--format", "record"],
                  ["history", "--format", "phh"], ["replay", ON[0]], ["verify", ON[0]],
                  ["replay", ON[1], "--handle", "Bob"]):
        run(kept, *words)
        told += capsys.readouterr().out
    assert not any(seed.hex() in told for seed in sealed)
    cards = deck(sealed[-10], ON[0], "")
    assert written(cards[CALLER:10:2]) not in told and written(cards[HOUSE:10:2]) not in told


def test_when_it_is_over_it_is_open(kept: Path, monkeypatch: pytest.MonkeyPatch,
                                    capsys: Capture) -> None:
    """To the second; also while nobody has closed its tries yet."""
    monkeypatch.setattr("door.bank.reading.clock", lambda: moment("2026-12-02 00:00") - 1)
    assert run(kept, "verify", ON[1]) == WRONG
    monkeypatch.setattr("door.bank.reading.clock", lambda: moment("2026-12-02 00:00"))
    assert run(kept, "verify", ON[1]) == 0 and run(kept, "replay", ON[1]) == 0
    assert "The hand has not ended yet." in capsys.readouterr().out


# -- what is not there -----------------------------------------------------------------------


@pytest.mark.parametrize("id", ["D2026-11-30-11", "D2026-11-30-01", "D2026-11-30", "D", "D-1",
                                "X2026-11-30-1", "D2026-11-30-9999999999999999999999"])
def test_a_deal_that_is_not_there_is_named_in_one_line(kept: Path, id: str,
                                                       capsys: Capture) -> None:
    assert run(kept, "replay", id) == USAGE_ERROR
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and id in err


def test_a_handle_that_has_not_played_it_is_told_so(kept: Path, capsys: Capture) -> None:
    assert run(kept, "replay", OVER[9], "--handle", "Nobody") == USAGE_ERROR
    assert "nobody here is called 'Nobody'" in capsys.readouterr().err
