"""door.session.poker: keys at the Poker Table as they come over a line, and what comes of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from door.rules.house_draw import CALLER, HOUSE
from door.screens.rules_pages import PAGES
from tests.caller import Caller, Club, Script, club, script

pytestmark = pytest.mark.asyncio
MINE, HOUSES = "Kh Kc 9s 9d 4d", "Ad As 7h 6c 2s"
BET_PROMPT, DUE_PROMPT = "B)et, C)heck or F)old?", "C)all $10, R)aise or F)old?"


class Seat:
    """A caller at the table, and the script of the hands that are dealt there."""

    def __init__(self, hall: Club, caller: Caller, written: Script) -> None:
        self.hall, self.caller, self.script = hall, caller, written

    @property
    def prompt(self) -> str:
        return self.caller.prompt

    async def chips(self) -> list[tuple[int, str]]:
        """What the store has of the open hand."""
        found = await self.hall.bank.open_hands()
        return list(found[0][1].actions) if found else []

    async def bankroll(self) -> int:
        found = await self.hall.bank.find("Ada")
        assert found is not None
        return await self.hall.bank.bankroll(found.id)


@asynccontextmanager
async def seat(folder: Path, *acts: str, amount: int = 200, graphics: str = "u",
               draws: str = "9h Ac 3c 3d", line_mode: bool = False) -> AsyncIterator[Seat]:
    """A caller who sat down with a hand to come in which the House acts so."""
    with pytest.MonkeyPatch.context() as patch:
        written = script(patch)
        written.hand(MINE, HOUSES, draws=draws, acts=acts)
        async with club(folder, practice="night") as hall:
            caller = await hall.call(line_mode=line_mode)
            await caller.enter(graphics, "Ada")
            await caller.sit(amount)
            yield Seat(hall, caller, written)


# -- a hand ----------------------------------------------------------------------------------


async def test_a_hand_is_seven_keys(tmp_path: Path) -> None:
    """DESIGN: `a` `m` `125` RETURN `m`."""
    async with seat(tmp_path, "call", "discard 345", "call") as table:
        await table.caller.press("a", "m", *"125", "\r", "m")
        assert table.prompt == "A)nte or Q)uit?"
        assert "You win $110 with three of a kind, nines." in table.caller.text
        assert table.caller.rows[0].endswith("Hand 1")


async def test_a_hand_against_the_line(tmp_path: Path) -> None:
    async with seat(tmp_path, "raise 10", "discard 345", "bet 5", "fold") as table:
        press = table.caller.press
        assert table.prompt == "A)nte or Q)uit?"
        await press("a")
        assert table.prompt == BET_PROMPT
        await press("b", "1", "2", "\r")
        assert table.prompt == DUE_PROMPT
        await press("c")
        assert table.prompt == "Discard (1-5, RETURN stands pat)?"
        await press("5", "\r")
        assert table.prompt == BET_PROMPT
        assert "FULL HOUSE," in table.caller.text
        await press("c")
        assert table.prompt == "C)all $5, R)aise or F)old?"
        await press("r", "\r")
        assert "You win $64: the House folds." in table.caller.text    # what nobody called is back
        await press("q")
        assert table.prompt == "Casino>" and await table.bankroll() == 1000 + 64 - 5 - 22 - 5


async def test_a_tie(tmp_path: Path) -> None:
    """RULEBOOK 1.11: split; and whoever acted first acts first again (1.4)."""
    async with seat(tmp_path) as table:
        table.script.decks.clear()
        table.script.hand("Kh Kc 9s 9d 4d", "Ks Kd 9c 9h 4s", acts=["check", "stand pat", "check"])
        await table.caller.press("a", "c", "\r", "c")
        assert "A tie: $5 each." in table.caller.text
        table.script.hand(MINE, HOUSES)
        await table.caller.press("a")
        assert table.prompt == BET_PROMPT and "first: YOU" in table.caller.text


async def test_the_winner_acts_first(tmp_path: Path) -> None:
    """RULEBOOK 1.4."""
    async with seat(tmp_path, "bet 10") as table:
        await table.caller.press("a", "c", "f")
        assert "The House wins $10: you fold." in table.caller.text
        table.script.hand(MINE, HOUSES, acts=["bet 10"], first=HOUSE)
        await table.caller.press("a")
        assert table.prompt == DUE_PROMPT and "first: HOUSE" in table.caller.text


async def test_a_cap_of_one_dollar(tmp_path: Path) -> None:
    """RULEBOOK 1.9."""
    async with seat(tmp_path, "call", "discard 345", "call", amount=21) as table:
        await table.caller.press("a", "1", "5", "\r", "5", "\r", "b")
        assert table.prompt == "Bet ($1)?"
        await table.caller.press("\r")
        assert "cannot pay the ante any more" in table.caller.text


async def test_a_cap_of_nothing_skips_the_betting(tmp_path: Path) -> None:
    async with seat(tmp_path, "call", "discard 345", amount=20) as table:
        await table.caller.press("a", "m", "5", "\r")
        assert "House shows Ad As Ac 3c 3d" in table.caller.text
        assert table.prompt == "That was the last hand. Q)uit?"


async def test_the_bank_is_broken(tmp_path: Path) -> None:
    """RULEBOOK 1.3: a screen of its own."""
    async with seat(tmp_path, "call", "discard 345", amount=20, draws="9h 8c 3c 3s") as table:
        await table.caller.press("a", "m", "5", "\r", "q")
        assert "The House bows" in table.caller.text and table.prompt == "Q)uit the table?"
        assert "You sat down with $20 and rise with $40." in table.caller.text
        await table.caller.press("q")
        assert table.prompt == "Casino>" and await table.bankroll() == 1020


async def test_the_caller_is_broken(tmp_path: Path) -> None:
    async with seat(tmp_path, "call", "discard 345", amount=20) as table:
        await table.caller.press("a", "m", "5", "\r", "q")
        assert table.prompt == "Casino>" and await table.bankroll() == 980


async def test_leaving_inside_a_hand_folds_it(tmp_path: Path) -> None:
    """RULEBOOK 1.12."""
    async with seat(tmp_path) as table:
        await table.caller.press("a", "q")
        assert table.prompt == "Fold and leave? Y/N:"
        await table.caller.press("y")
        assert table.prompt == "Casino>" and await table.bankroll() == 995


@pytest.mark.parametrize("graphics, told", [
    ("u", "The House wins $10: you fold."), ("p", "The House wins $10: you fold."),
    ("v", "Win: House, 10, you fold.")])
async def test_who_folds_and_leaves_is_told_in_the_casino_how_the_hand_ended(
        tmp_path: Path, graphics: str, told: str) -> None:
    async with seat(tmp_path, graphics=graphics) as table:
        await table.caller.press("a", "q")
        table.caller.said()
        await table.caller.press("y")
        assert told in (table.caller.text if graphics == "u" else table.caller.said())
        assert "Casino>" in table.prompt or "Poker, contests" in table.prompt
        assert await table.bankroll() == 995


async def test_who_leaves_all_in_is_told_of_the_showdown_and_the_broken_bank(
        tmp_path: Path) -> None:
    """The discard is all that is left to do, so that leaving stands pat, and may win."""
    async with seat(tmp_path, "call", "stand pat", amount=20) as table:
        table.script.decks.clear()
        table.script.hand("Ah Ac Ad 9d 4d", "Ks Kd 7h 6c 2s")
        await table.caller.press("a", "m", "q", "y")
        assert table.prompt == "Q)uit the table?"
        await table.caller.press("q")
        assert "You win $40 with three of a kind, aces." in table.caller.text
        assert await table.bankroll() == 1020


# -- keys that came early (DESIGN, Keys) -----------------------------------------------------


async def test_am_in_one_burst_antes_only(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.burst("am")
        assert table.prompt == BET_PROMPT and await table.chips() == []
        await table.caller.burst("c")     # at once behind the prompt, but behind it
        assert table.prompt != BET_PROMPT


@pytest.mark.parametrize("burst", ["amc", "a\rm\r", "aaaa", "am\rm\rm\r", "ab10\r", "a10\r", "afy"])
async def test_no_typed_ahead_key_answers_a_prompt_about_money(tmp_path: Path, burst: str) -> None:
    async with seat(tmp_path) as table:
        await table.caller.burst(burst)
        assert table.prompt == BET_PROMPT and await table.chips() == []


@pytest.mark.parametrize("burst, prompt", [
    ("fy", "Fold for nothing? Y/N:"), ("f\ry\r", "Fold for nothing? Y/N:"),
    ("qy", "Fold and leave? Y/N:"), ("bm", "Bet ($2-$25, RETURN = $10)?"),
    ("b\r", "Bet ($2-$25, RETURN = $10)?"), ("b\r\r", "Bet ($2-$25, RETURN = $10)?"),
    ("b99\r10\r", "Bet ($2-$25, RETURN = $10)?"), ("b99\r\r", "Bet ($2-$25, RETURN = $10)?"),
    ("bxc", "Bet ($2-$25, RETURN = $10)?"), ("fnc", "Fold for nothing? Y/N:"),
    ("1\x1bc", "Bet ($2-$25, RETURN = $10)? 1"), (" w?qc", BET_PROMPT)])
async def test_a_burst_at_the_betting_prompt_spends_nothing(tmp_path: Path, burst: str,
                                                            prompt: str) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a")
        await table.caller.burst(burst)
        assert await table.chips() == [] and table.prompt == prompt


@pytest.mark.parametrize("burst", ["b10\r", "10\r", "b\r10\r\n", "b10\r\n", "b10\rc\r", "b1", "1"])
async def test_digits_behind_the_callers_own_b_count(tmp_path: Path, burst: str) -> None:
    async with seat(tmp_path, "call") as table:
        await table.caller.press("a")
        await table.caller.burst(burst)
        if burst in ("b1", "1"):
            await table.caller.burst("0\r")
        assert await table.chips() == [(CALLER, "bet 10"), (HOUSE, "call")]
        assert table.prompt == "Discard (1-5, RETURN stands pat)?"


@pytest.mark.parametrize("burst", ["5\r", "b5\r"])
async def test_one_digit_and_return_in_one_burst_bet(tmp_path: Path, burst: str) -> None:
    """The RETURN was once taken for the hot key's own."""
    async with seat(tmp_path, "call") as table:
        await table.caller.press("a")
        await table.caller.burst(burst)
        assert await table.chips() == [(CALLER, "bet 5"), (HOUSE, "call")]


@pytest.mark.parametrize("amount", ["-5", "0", "2147483648", "1e3", "10.5", "ten", "26", "1"])
@pytest.mark.parametrize("opening", ["", "b"])
async def test_other_amounts_change_nothing(tmp_path: Path, amount: str, opening: str) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a")
        await table.caller.burst(f"{opening}{amount}\r")
        await table.caller.press("x", *opening)
        await table.caller.type(amount)
        await table.caller.press("x")
        assert await table.chips() == [] and table.prompt == BET_PROMPT


@pytest.mark.parametrize("typed", ["51", "11", "0", "6", "1a", "123456"])
async def test_other_discards_change_nothing(tmp_path: Path, typed: str) -> None:
    async with seat(tmp_path, "check") as table:
        await table.caller.press("a", "c")
        await table.caller.burst(f"{typed}\r\r")
        assert len(await table.chips()) == 2
        assert table.prompt == "Discard (1-5, RETURN stands pat)?"
        assert any(word in table.caller.rows[22] for word in ("ascending", "once", "digits"))


async def test_one_digit_and_return_discard_one(tmp_path: Path) -> None:
    async with seat(tmp_path, "check", "discard 345") as table:
        await table.caller.press("a", "c")
        await table.caller.burst("5\r")
        assert "You discard one. House takes three." in table.caller.text


async def test_a_discard_in_the_burst_of_the_check_before_it_stands(tmp_path: Path) -> None:
    async with seat(tmp_path, "check") as table:
        await table.caller.press("a")
        await table.caller.burst("c\r\r\r5\r")
        assert table.prompt == "Discard (1-5, RETURN stands pat)?"
        assert len(await table.chips()) == 2


async def test_a_return_just_behind_a_hot_key_does_not_stand_pat(tmp_path: Path) -> None:
    async with seat(tmp_path, "check") as table:
        await table.caller.press("a", "c")
        await table.caller.burst("\r")
        assert table.prompt == "Discard (1-5, RETURN stands pat)?"
        assert len(await table.chips()) == 2


async def test_return_alone_never_bets(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a", "\r", "\r", "\n")
        assert table.prompt == BET_PROMPT and await table.chips() == []


# -- line mode -------------------------------------------------------------------------------


async def test_in_line_mode_every_key_works_with_a_return(tmp_path: Path) -> None:
    async with seat(tmp_path, "raise 10", "discard 345", "bet 5", "fold",
                    line_mode=True) as table:
        hit, type_ = table.caller.hit, table.caller.type
        await hit("a")
        assert table.prompt == BET_PROMPT
        await hit("w")
        assert "You hold Kh Kc 9s 9d 4d" in table.caller.rows[22]
        await hit("b")
        assert table.prompt == "Bet ($2-$25, RETURN = $10)?"
        await type_("12")
        assert table.prompt == DUE_PROMPT
        await hit("r")
        await hit("x")
        assert table.prompt == DUE_PROMPT
        await hit("c")
        await type_("5")
        assert "FULL HOUSE," in table.caller.text and table.prompt == BET_PROMPT
        await hit("f")
        assert table.prompt == "Fold for nothing? Y/N:"
        await hit("n")
        await hit("c")
        await type_("r17")
        assert "You win $64: the House folds." in table.caller.text


async def test_in_line_mode_a_painted_screen_is_whole_after_each_return(tmp_path: Path) -> None:
    async with seat(tmp_path, line_mode=True) as table:
        await table.caller.hit("a")
        for key in ("w", " ", "p", "zzz"):
            await table.caller.type(key)
            rows = table.caller.rows
            assert rows[0].strip().startswith("BRASS LANTERN CASINO")
            assert rows[8].count("┌───────┐") == 5 and rows[23].strip() == BET_PROMPT


# -- questions, pages, seal ------------------------------------------------------------------


async def test_the_last_events_are_a_page_or_lines(tmp_path: Path) -> None:
    async with seat(tmp_path / "painted") as table:
        await table.caller.press("l")
        assert "Nothing has happened yet." in table.caller.text
        await table.caller.press(" ", "a", "l")
        assert "THE LAST EVENTS" in table.caller.text and "You ante $5." in table.caller.text
        await table.caller.press(" ")
        assert table.prompt == BET_PROMPT
    async with seat(tmp_path / "plain", graphics="p") as table:
        await table.caller.press("a")
        table.caller.said()
        await table.caller.press("l")
        assert table.caller.said() == (
            "\r\nYou ante $5.\r\nHouse antes $5.\r\n"
            f"You hold Kh Kc 9s 9d 4d, two pair, kings and nines.\r\n{BET_PROMPT} ")


async def test_help_and_back_to_the_same_prompt(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a", "?")
        assert table.prompt == f"Page 1 of {len(PAGES)}: N)ext, B)ack, Q)uit?"
        await table.caller.press(*"n" * len(PAGES))
        assert table.prompt == BET_PROMPT and await table.chips() == []


async def test_keys_pressed_in_the_help_do_not_bet(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a")
        await table.caller.burst("?qm")
        assert table.prompt == BET_PROMPT and await table.chips() == []


async def test_the_callers_cut_goes_into_the_shuffle(tmp_path: Path) -> None:
    """RULEBOOK 5.1."""
    async with seat(tmp_path) as table:
        await table.caller.press("k")
        assert table.prompt == "Cut (RETURN = the House cuts)?"
        assert "THE SEAL" in table.caller.text
        await table.caller.type("my own words")
        assert "Your cut goes into the shuffle: my own words" in table.caller.text
        await table.caller.press("a")
        record = (await table.hall.bank.open_hands())[0][1]
        assert record.cut == "my own words" and record.proven
        await table.caller.press("k")
        assert "Your cut: my own words" in table.caller.text
        await table.caller.press(" ")
        assert table.prompt == BET_PROMPT


async def test_without_a_cut_the_seal_screen_says_that_nothing_is_proven(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("a", "k")
        assert "The House cut: " in table.caller.text and "Not proven" in table.caller.text


async def test_a_cut_counts_for_one_hand_and_is_taken_back_by_return(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        await table.caller.press("k")
        await table.caller.type("mine")
        await table.caller.press("k", "\r")
        assert "The House cuts." in table.caller.text
        await table.caller.press("a")
        assert not (await table.hall.bank.open_hands())[0][1].proven


async def test_a_cut_that_grows_when_composed_is_refused(tmp_path: Path) -> None:
    """40 letters whose canonical form is longer once ended the call as our own fault."""
    async with seat(tmp_path) as table:
        await table.caller.press("k")
        await table.caller.burst("\u0958" * 40 + "\r")
        assert "a cut has at most 40 characters" in table.caller.text
        await table.caller.press("a")
        assert table.prompt == BET_PROMPT


async def test_the_seal_on_the_table_is_that_of_the_record(tmp_path: Path) -> None:
    async with seat(tmp_path) as table:
        shown = table.caller.rows[20]
        await table.caller.press("a")
        record = (await table.hall.bank.open_hands())[0][1]
        assert f"Seal {record.id}  {record.seal[:32]}" in shown
