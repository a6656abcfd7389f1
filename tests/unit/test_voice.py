"""door.screens.voice: words for the ear; and what is said when, at a table with a caller."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from door.config import Config
from door.rules import events as ev
from door.rules.actions import Bet
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME, HOUSE
from door.rules.table import Table, View
from door.screens import lobby, welcome
from door.screens.poker_table import Phase
from door.screens.rules_pages import PAGES
from door.screens.speech import CHATTY, NORMAL, TERSE, Speech
from door.screens.voice import Voice, worded
from door.views import Presence, Statement, StatementLine
from tests.caller import Caller, Club, club, script
from tests.listener import HANDS, Listener

KINGS_UP, SIXES = parse_cards("Kh Kc 9s 9d 4d"), parse_cards("6c 6d Th 4s 2c")
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


def dealt(first: int = CALLER) -> Table:
    """A hand before its first bet; the caller has kings up, the House sixes."""
    table, order = Table(GAME, (200, 200), first), (KINGS_UP, SIXES)
    pairs = zip(order[first], order[1 - first])
    cards = [card for pair in pairs for card in pair]
    table.deal((*cards, *(card for card in FRESH_DECK if card not in cards)))
    return table


def view() -> View:
    return dealt().view(CALLER)


def speaking(verbosity: str) -> Voice:
    voice = Voice()
    voice.verbosity = verbosity
    return voice


def lines(voice: Voice, *told: ev.Event, patter: str = "") -> list[str]:
    return voice.told(told, KINGS_UP, view(), patter).lines


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


@pytest.mark.parametrize("text, said", [
    ("B)ank: the house may grant you $1,250.", "Bank: the house may grant you 1250."),
    ("-$200, balance $0", "minus 200, balance 0"), ("nothing to do", "nothing to do"),
    ("Under $5, the sitting ends (*).", "Under 5, the sitting ends (house rule)."),
    ("(*) A house rule: ours.", "A house rule: ours.")])
def test_what_is_only_for_the_eye_is_left_out(text: str, said: str) -> None:
    assert worded(text) == said


def test_lines_have_no_blanks_no_columns_and_are_never_wider_than_a_line() -> None:
    said = Voice().lines(["", "  who        who is here", "=x" * 60, f"Chat: {'word ' * 40}"])
    assert said[0] == "who: who is here"
    assert all(len(line) <= 79 for line in said) and all(
        line.startswith("Chat: ") for line in said[3:])


def test_what_somebody_says_is_no_table() -> None:
    voice = Voice()
    assert voice.lines([voice.chat("Sysop: one  two   three")]) == ["Chat: Sysop: one two three"]


def test_the_holding_is_named_after_the_deal_in_lines_that_begin_alike() -> None:
    event = ev.CardsDealt(CALLER, KINGS_UP)
    assert lines(Voice(), event) == [
        "Deal: king of hearts, king of clubs, nine of spades, nine of diamonds,",
        "Deal: four of diamonds. Two pair, kings and nines."]
    assert lines(speaking(TERSE), event) == [
        "Deal: K hearts, K clubs, 9 spades, 9 diamonds, 4 diamonds.",
        "Deal: Two pair, kings and nines."]
    assert lines(Voice(), ev.CardsDealt(HOUSE, (None,) * 5)) == []


def test_the_discard_is_read_back_then_the_new_cards_then_the_holding() -> None:
    drawn = ev.CardsDrawn(CALLER, 1, (4,), parse_cards("9h"))
    assert lines(Voice(), drawn, ev.CardsDrawn(HOUSE, 3, (), ())) == [
        "Draw: Discard four of diamonds.",
        "Draw: nine of hearts. Full house, nines and kings.", "Draw: House takes three."]
    assert lines(Voice(), ev.CardsDrawn(CALLER, 0, (), ())) == [
        "Draw: You stand pat. Two pair, kings and nines."]


def test_the_result_comes_first_and_its_details_after() -> None:
    told = (ev.HoldingShown(CALLER, KINGS_UP, 4000), ev.HoldingShown(HOUSE, SIXES, 2000),
            ev.PotAwarded(CALLER, 70, 0, 4000, 1))
    said = lines(Voice(), *told)
    assert re.fullmatch(r"Win: you, 70, .*\.", said[0])
    assert said[1] == "Show: House, six of clubs, six of diamonds, ten of hearts, four of spades,"


@pytest.mark.parametrize("event, said", [
    (ev.PotAwarded(CALLER, 70, 0, None, 1), "Win: you, 70, House folds."),
    (ev.PotAwarded(HOUSE, 70, 0, None, 1), "Win: House, 70, you fold."),
    (ev.PotAwarded(CALLER, 35, 0, 9, 2), "Win: a tie, 35 each."),
    (ev.AntePosted(CALLER, 5), "Ante: 5 each."),
    (ev.Raised(HOUSE, 10, 2, True), "Bet: House raises 10, all in. Pot 10."),
    (ev.Checked(CALLER), "Bet: You check. Pot 10.")])
def test_each_kind_of_event_has_its_own_first_word(event: ev.Event, said: str) -> None:
    assert lines(Voice(), event) == [said]


def test_a_bet_says_what_is_due_and_the_raises_left() -> None:
    table = dealt(HOUSE)
    told = table.act(HOUSE, Bet(10))
    assert Voice().told(told, KINGS_UP, table.view(CALLER), "").lines == [
        "Bet: House bets 10. Pot 20. Due 10, three raises left."]


def test_patter_is_for_chatty_alone() -> None:
    for verbosity in (TERSE, NORMAL):
        assert lines(speaking(verbosity), patter='"Hm."') == []
    assert lines(speaking(CHATTY), patter='"Hm."') == ["Chat: House: Hm."]


def test_answers_have_words_for_cards_and_no_money_signs() -> None:
    voice, seen = Voice(), view()
    assert voice.answer("w", seen).startswith("You hold ") and "Kh" not in voice.answer("w", seen)
    assert voice.answer("p", seen) == "The pot is 10."
    for key in " sw^!@#$%g~pdyot+":
        assert "$" not in voice.answer(key, seen) != ""


def test_help_is_paged_by_its_own_key_and_comes_round() -> None:
    voice, seen = Voice(), view()
    pages = [voice.help(n, voice.answer(" ", seen)) for n in range(12)]
    assert pages[0] in pages[1:] and pages[0][0].startswith("Help: Your turn.")
    said = "\n".join(line for page in pages for line in page)
    for key in ("m: bet the most", "w: my cards", "k: the seal, and your cut", "l: the last"):
        assert f"Help: {key}" in said
    assert all(len(page) <= 7 for page in pages) and Speech().help(0, "") == []


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
