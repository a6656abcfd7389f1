"""door.screens.voice: prompts in words; and what is said when, at a table with a caller."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from door.config import Config
from door.rules.house_draw import HOUSE
from door.screens import lobby, welcome
from door.screens.poker_prompts import Phase
from door.screens.rules_pages import PAGES
from door.screens.voice import Voice
from door.views import Presence, Statement, StatementLine
from tests.caller import Caller, Club, club, script
from tests.listener import HANDS, Listener

PROMPTS = {
    "A)nte or Q)uit?": "Ante or quit?",
    "C)all $10, R)aise or F)old?": "Call 10, raise or fold?",
    "C)all $10 or F)old?": "Call 10 or fold?",
    "B)et, C)heck or F)old?": "Bet, check or fold?",
    "C)heck or F)old?": "Check or fold?",
    "Bet ($2-$25, RETURN = $10)?": "Bet 2 to 25, or RETURN for 10?",
    "Raise ($1)?": "Raise 1?",
    "Discard (1-5, RETURN stands pat)?": "Discard, 1 to 5, or RETURN?",
    "Withdraw ($20-$500, RETURN = $200)?": "Withdraw 20 to 500, or RETURN for 200?",
    "Fold for nothing? Y/N:": "Fold for nothing, yes or no?",
    "Fold and leave? Y/N:": "Fold and leave, yes or no?",
    "All in? Y/N:": "All in, yes or no?",
    "New handle. Create it? Y/N:": "New handle. Create it, yes or no?",
    "Handle:": "Handle:", "Password:": "Password:", "Once more:": "Once more:",
    "That was the last hand. Q)uit?": "That was the last hand. Quit?",
    "Cut (RETURN = the House cuts)?": "Your words to cut, or RETURN for the House?",
    "Page 1 of 4: N)ext, B)ack, Q)uit?": "Page 1 of 4: Next, back, quit?",
    "H)ands, F)igures or Q)uit?": "Hands, figures or quit?",
    "Hand 1-50, N)ext, B)ack or Q)uit?": "Hand 1-50, next, back or quit?",
    "3 of 12: N)ext, B)ack, S)eal, Q)uit?": "3 of 12: Next, back, seal, quit?",
    "1 of 2: N)ext, B)ack, H)ouse, Q)uit?": "1 of 2: Next, back, house, quit?",
    "Hand 1-7 or Q)uit?": "Hand 1-7 or quit?",
    "H)ouse or Q)uit?": "House or quit?",
}


@pytest.mark.parametrize("painted, spoken", PROMPTS.items())
def test_a_prompt_is_in_words_and_at_most_60_columns(painted: str, spoken: str) -> None:
    assert Voice().prompt(painted) == spoken and len(spoken) <= 60


def test_every_prompt_of_the_table_and_the_lobby_has_no_marks_left() -> None:
    for prompt in (*(phase.value for phase in Phase), lobby.CASINO_PROMPT, lobby.BANK_PROMPT,
                   lobby.withdraw_prompt(1000)):
        spoken = Voice().prompt(prompt)
        assert len(spoken) <= 60 and not re.search(r"[)($>]|Y/N", spoken)


def test_a_room_that_opens_is_named_by_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there will be, by their letters."""
    monkeypatch.setattr(lobby, "OPENS_SOON", {})
    spoken = Voice().prompt(lobby.CASINO_PROMPT)
    assert [word[0] for word in re.split(", | or ", spoken.lower())] == list(lobby.CASINO_KEYS)


def test_lines_have_no_blanks_no_columns_and_are_never_wider_than_a_line() -> None:
    said = Voice().lines(["", "  who        who is here", "=x" * 60, f"Chat: {'word ' * 40}"])
    assert said[0] == "who: who is here"
    assert all(len(line) <= 79 for line in said) and all(
        line.startswith("Chat: ") for line in said[3:])


def test_what_somebody_says_is_no_table() -> None:
    voice = Voice()
    assert voice.lines([voice.chat("Sysop: one  two   three")]) == ["Chat: Sysop: one two three"]


def test_tables_become_label_and_value() -> None:
    voice = Voice()
    statement = Statement(800, (StatementLine(0, "x", "Taken to the table", -200, 800),))
    assert voice.bank(statement)[0] == "In the bank: 800."
    assert voice.lines(voice.bank(statement))[1].startswith(
        "Taken to the table: minus 200, balance 800, ")
    assert voice.who([Presence("Ada", "the Casino", "telnet", 0)])[0].startswith(
        "Ada: the Casino, by telnet, since ")
    for page in voice.pages(PAGES):
        assert all(line and "  " not in line for line in page)


def test_the_lobby_tells_only_what_has_changed() -> None:
    voice = Voice()
    assert voice.casino(1000, True) == ["PRACTICE: nothing here counts.", "In the bank: 1000."]
    assert voice.casino(1000, True) == []
    assert voice.casino(900, True) == ["In the bank: 900."]


# -- a caller --------------------------------------------------------------------------------


async def seated(hall: Club, **how: object) -> Caller:
    """A guest at the table, by ear."""
    caller = await hall.call(**how)     # type: ignore[arg-type]
    await caller.hit("v")
    await caller.type("guest")
    await caller.sit()
    caller.said()
    return caller


async def test_a_prompt_stands_when_an_answer_was_asked_for(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await seated(hall)
        await caller.press("p", "t")
        assert caller.said() == "\r\nThe pot is 0.\r\nNo clock runs at the Poker Table.\r\n"
        await caller.press("k", "\r")
        assert caller.said().endswith("\r\nAnte or quit? ")


async def test_nothing_is_echoed_in_line_mode(tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch).hand("Kh Kc 9s 9d 4d")
    async with club(tmp_path) as hall:
        caller = await seated(hall, line_mode=True)
        await caller.hit("a")
        assert caller.said().endswith("Bet, check or fold? ")
        await caller.hit("p")
        assert caller.said() == "The pot is 10.\r\n"
        await caller.type("99")
        assert caller.said() == ("A whole number of dollars, please: 2 to 25.\r\n"
                                 "Bet 2 to 25, or RETURN for 10? ")


@pytest.mark.parametrize("typed, sent", [("12", ""), ("12\x7f", "")])
async def test_a_notice_waits_until_the_line_is_sent(
        tmp_path: Path, typed: str, sent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch).hand("Kh Kc 9s 9d 4d")
    async with club(tmp_path) as hall:
        caller = await seated(hall)
        await caller.press("a", *typed)
        caller.said()
        await hall.casino.orders.fulfil("say", "one")
        await hall.casino.orders.fulfil("say", "two")
        hall.pass_by(291)
        await caller.rest()
        assert caller.said() == sent
        await caller.press("x")
        assert caller.said() == (
            "\r\nBet, check or fold? \r\nChat: Sysop: one\r\nChat: Sysop: two\r\n"
            "Clock: Still there? This line closes in 10 seconds.\r\n")


async def test_in_line_mode_a_notice_waits_for_the_next_line(tmp_path: Path) -> None:
    """Where a line is typed without our seeing it; a line about to be cut is no time to wait."""
    async with club(tmp_path) as hall:
        caller = await seated(hall, line_mode=True)
        await hall.casino.orders.fulfil("say", "hello")
        await caller.rest()
        assert caller.said() == ""
        await caller.hit("p")
        assert caller.said() == "The pot is 0.\r\nChat: Sysop: hello\r\n"
        hall.pass_by(291)
        await caller.rest()
        assert caller.said() == "Clock: Still there? This line closes in 10 seconds.\r\n"


async def test_what_is_rubbed_out_is_said(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.press("v", *"Adb")
        caller.said()
        await caller.press("\x7f", "a")
        assert caller.said() == "b\b \b\b \ba" and caller.prompt == "Handle: Ada"


async def test_the_last_chips_are_bet_by_a_letter(tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch).hand("Kh Kc 9s 9d 4d", acts=["call"])
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter("v")
        await caller.sit(20)
        await caller.press("a", "m")
        assert caller.prompt == "All in, yes or no?"
        await caller.press("\r", "\r")
        assert caller.prompt == "All in, yes or no?"
        await caller.press("n")
        assert caller.prompt == "Bet, check or fold?"
        await caller.press("m", "y")
        assert caller.prompt == "Discard, 1 to 5, or RETURN?"


async def test_a_hand_with_one_bet_a_round_is_at_most_12_lines_in_terse(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest that it can be: the House checks first, all five go, and every name is long."""
    written = script(monkeypatch)
    written.hand("Kh Kc 9s 9d 4d")
    written.hand(
        "Qd Qh Tc Ts Td", "2c 3d 5h 7s 9c", first=HOUSE,
        draws="8c 8d 8h Kc Kd Qs Qc Jd Js Jc",
        acts=["check", "call", "discard 12345", "check", "call"])
    async with club(tmp_path) as hall:
        caller = await seated(hall)
        await caller.press("v", "v", "a", "f", "y")
        caller.said()
        await caller.press("a", "b", "\r", *"12345\r", "b", "\r")
        said = caller.said()
    told = [line for line in said.split("\r\n") if re.match(r"[A-Z][a-z]+: ", line)]
    assert told[0].startswith("Deal: ") and told[-2].startswith("Win: ") and len(told) <= 12


async def test_a_night_is_played_by_ear_alone_in_character_mode(tmp_path: Path) -> None:
    """In terse, by a program that reads the transcript and knows no screen."""
    async with club(tmp_path, practice="by ear") as hall:
        caller, listener = await hall.call(), Listener("Ada")
        await caller.press("v")
        listener.hear(caller.said())
        while not caller.call.done():
            answer = listener.answer()
            if answer == "a" and "Terse." not in listener.transcript:
                await caller.press("v", "v")
            await (caller.type if listener.types else caller.press)(answer)
            listener.hear(caller.said())
    heard = listener.transcript
    assert listener.hands == HANDS and set(heard.encode()) <= {10, *range(0x20, 0x7F)}
    assert listener.read_back() == listener.discarded != []
    assert max(map(len, heard.split("\n"))) <= 79
    for told in listener.played():
        assert len(told) <= 12 or sum("raises" in line for line in told) > 0


# -- how voice is come by --------------------------------------------------------------------


async def test_voice_is_chosen_in_one_plain_line_and_remembered(tmp_path: Path) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call()
        await caller.enter("v", "Ada")
        found = await hall.bank.find("Ada")
        assert found is not None and found.screen == "v"
        said = caller.said().encode()
        assert set(said) <= {13, 10, *range(0x20, 0x7F)}


@pytest.mark.parametrize("hello", [{"kind": "play", "options": {"voice": True}},
                                   {"options": {"voice": True}}])
async def test_a_command_line_may_ask_for_voice(tmp_path: Path, hello: dict[str, object]) -> None:
    async with club(tmp_path) as hall:
        caller = await hall.call(hello=hello, user="ada", carrier="relay")
        assert isinstance(next(iter(hall.casino.consoles)).speech, Voice)
        assert "A)NSI" not in caller.said()


def test_the_second_port_is_off_unless_it_is_set() -> None:
    assert Config().server.voice_port == 0 and welcome.GRAPHICS["v"] == ("ascii", False)
