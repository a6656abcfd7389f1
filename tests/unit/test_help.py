"""`?` tells what may be pressed now, on every screen and in every mode, and all of that acts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ansi.canvas import Canvas
from door.carriers.visitor import Visitor
from door.config import Board
from door.rules.actions import CHECK, FOLD, STAND_PAT, Action, Bet, Raise
from door.rules.cards import FRESH_DECK, parse_cards
from door.rules.house_draw import CALLER, GAME
from door.rules.table import Table
from door.screens import lobby
from door.screens.figures import HOUSE, YOURS, Account, FiguresPages
from door.screens.frame import Sign
from door.screens.history import History
from door.screens.pages import Choice, Reading, Typing
from door.screens.poker_table import PokerTable
from door.screens.replay import Replay
from door.screens.screen import Screen
from door.screens.speech import Speech
from door.screens.voice import Voice
from door.session import graphics, login, poker
from door.session.past import scenes
from door.views import Figures, HandLine
from tests.caller import Caller, club, script
from tests.pasts import FOLDED, again, deck

SIGN = Sign("Brass Lantern Casino")
LINE = HandLine("17-42", 17, 42, "house draw", "done", 1_700_000_000, 35, "0 wins 70", True)
CARDS = [card for pair in zip(parse_cards("Kh Kc 9s 9d 4d"), parse_cards("Ad As 7h 6c 2s"))
         for card in pair]
DECK = [*CARDS, *(card for card in FRESH_DECK if card not in CARDS)]
NAMED = re.compile(r"(?<![\w$'])(?:[A-Z](?![\w'])|RETURN|ESC|SPACE|CTRL-C)")
KEYS = {"RETURN": "ENTER", "SPACE": " ", "CTRL-C": "CTRL_C"}


# -- screen by screen ------------------------------------------------------------------------


def at_table(*acts: Action, keys: str = "", stacks: tuple[int, int] = (200, 200),
             aloud: bool = False, over: bool = False) -> Callable[[], PokerTable]:
    """The Poker Table after these actions of both sides and keys of the caller's."""
    def build() -> PokerTable:
        table = Table(GAME, stacks, CALLER)
        screen = PokerTable(SIGN, Voice() if aloud else None)
        told = table.deal(DECK)
        for act in acts:
            assert table.to_act is not None
            told += table.act(table.to_act, act)
        screen.tell([event.seen_by(CALLER) for event in told], table.view(CALLER), 1)
        if over:
            screen.over()
        for key in keys:
            screen.press(key)
        screen.lines()
        return screen
    return build


def between() -> PokerTable:
    screen = PokerTable(SIGN)
    screen.sit(Table(GAME, (200, 200)).view(CALLER))
    return screen


def choice(keys: str, escape: str = "", help_text: str = "") -> Callable[[], Choice]:
    return lambda: Choice(Canvas, "Well?", keys, escape=escape, help_text=help_text)


def reading() -> Reading:
    reading = Reading(SIGN, "Rules", [["One."], ["Two."], ["Three."]])
    reading.press("n")
    return reading


def listing() -> History:
    """At its second page."""
    screen = History(SIGN, [LINE] * 50, Speech())
    screen.press("n")
    return screen


def replaying() -> Replay:
    """At its second scene, so that it can go on and back."""
    screen = Replay(SIGN, Speech(), "17-42", "", 42, list(scenes(again(deck(), FOLDED), True)))
    screen.press("n")
    return screen


def figures(other: str, points: int) -> FiguresPages:
    account = Account("Yours", "Bankroll", Figures(hands=1), [(0, 1000)] * points)
    screen = FiguresPages(SIGN, account, Speech(), other)
    screen.press("n" * (points > 0))
    return screen


def field(help_text: str) -> Callable[[], Typing]:
    return lambda: Typing(Canvas, "Well?", 20, help_text=help_text)


CAP = (Bet(2), Raise(2), Raise(2), Raise(2))
SCREENS: dict[str, Callable[[], Screen]] = {
    "graphics": lambda: graphics.GraphicsQuestion("Looks like UTF-8. RETURN keeps it."),
    "create": choice("yn", "n", login.CREATE_HELP),
    "casino": choice(lobby.CASINO_KEYS + lobby.NEWS_KEY, "", lobby.CASINO_HELP),
    "bank": choice(lobby.BANK_KEYS, "q", lobby.BANK_HELP),
    "reading": reading,
    "history": listing,
    "a short history": lambda: History(SIGN, [LINE] * 3, Speech()),
    "replay": replaying,
    "figures": lambda: figures(HOUSE, 2),
    "the House's figures": lambda: figures(YOURS, 0),
    "handle": lambda: login.HandleField(Canvas, "Handle:", 20, help_text=login.HANDLE_HELP),
    "withdraw": field(lobby.withdraw_help(300)),
    "cut": field(poker.CUT_HELP),
    "between": between,
    "nothing due": at_table(),
    "due": at_table(CHECK, Bet(10)),
    "at the cap": at_table(*CAP),
    "due all in": at_table(CHECK, Bet(15), stacks=(20, 200)),
    "bet": at_table(keys="b"),
    "raise": at_table(CHECK, Bet(10), keys="r"),
    "one amount": at_table(CHECK, CHECK, STAND_PAT, STAND_PAT, keys="b", stacks=(6, 200)),
    "fold for nothing": at_table(keys="f"),
    "fold and leave": at_table(keys="q"),
    "all in": at_table(keys="m", stacks=(20, 200), aloud=True),
    "discard": at_table(CHECK, CHECK),
    "between hands": at_table(Bet(10), FOLD),
    "over": at_table(Bet(15), FOLD, over=True),
    "over by ear": at_table(Bet(15), FOLD, over=True, aloud=True),
    "due by ear": at_table(CHECK, Bet(10), aloud=True),
}


def told_by(screen: Screen) -> str:
    """What `?` tells, as it is printed. Where text is typed, RETURN sends it."""
    screen.lines()
    screen.press("?")
    if screen.typing:
        screen.press("ENTER")
    if isinstance(screen, PokerTable) and not screen.notice:
        return " ".join(screen.lines()[:1]) or screen.now
    return screen.notice


def looks(screen: Screen) -> tuple[object, ...]:
    phase = screen.phase if isinstance(screen, PokerTable) else None
    return screen.prompt, screen.typed, screen.notice, phase, tuple(screen.lines())


@pytest.mark.parametrize("name", SCREENS)
def test_every_key_that_it_names_acts(name: str) -> None:
    build = SCREENS[name]
    told = told_by(build())
    named = NAMED.findall(told)
    assert named, told
    for key in named:
        screen = build()
        if screen.typed == "" and isinstance(screen, Typing) and key in ("X", "Q"):
            continue    # the session's own words: see the walk below
        before = looks(screen)
        answer = screen.press(KEYS.get(key, key.lower() if len(key) == 1 else key))
        assert answer is not None or looks(screen) != before, f"{key} in {told!r}"


@pytest.mark.parametrize("name", SCREENS)
def test_it_answers_nothing_and_bets_nothing(name: str) -> None:
    """"?" RETURN at an open bet once was a wrong amount, and RETURN alone is ten dollars."""
    screen = SCREENS[name]()
    for key in ("?", *(("ENTER",) if screen.typing else ())):
        answer = screen.press(key)
        assert answer is None or getattr(answer, "value", "") == "help"


@pytest.mark.parametrize("name, letters", [
    ("nothing due", "BCFM"), ("due", "CRMF"), ("at the cap", "CF"),
    ("due all in", "CF"), ("between hands", "AQ"), ("over", "Q"), ("over by ear", "Q"),
    ("fold for nothing", "YN"), ("discard", ""), ("bank", "HFQ"), ("replay", "NBSQWGPYO"),
    ("history", "NBQ"), ("a short history", "Q"), ("figures", "NBHQ"),
    ("the House's figures", "YQ"), ("graphics", "AUTPVC")])
def test_it_names_all_that_the_prompt_offers(name: str, letters: str) -> None:
    told = told_by(SCREENS[name]())
    assert {key for key in NAMED.findall(told) if len(key) == 1} == set(letters), told


def test_a_password_may_be_a_question_mark() -> None:
    secret = Typing(Canvas, "Password:", 20, hidden=True)
    secret.press("?")
    assert secret.press("ENTER") == "?" and secret.notice == ""


# -- from the door to the goodbye ------------------------------------------------------------

# What is pressed from place to place, and what `?` tells there: painted and plain, then by ear.
ENTRANCE = (
    ("", "?", "RETURN: as found", ""),
    ("GRAPHICS", "?\r", "CTRL-C hangs up", ""),
    ("Ada\r", "?", "N or ESC: another handle", ""),
    ("ysecret\rsecret\r", "?", "W: who", ""),
    ("b", "?", "H: your last hands. F: figures.", ""),
    ("qr", "?", "N, SPACE or RETURN: the next page", ""),
    ("qs", "?", "back to the casino", ""),
    ("qp", "?\r", "RETURN alone: $200", "RETURN alone: 200"),
)
TABLE = (
    ("20\r", "?", "A antes, Q leaves the table", "Help: Between hands"),
    ("CLOSEk", "?\r", "RETURN alone: the House cuts", ""),
    ("\ra", "?", "Nothing is due: B bets, C checks", "Help: Your turn"),
    ("CLOSEb", "?\r", "RETURN alone: $10", "Help: Dollars, 2 to 15"),
    ("xf", "?", "Y folds, and the House has the pot", "Help: Y folds"),
    ("nq", "?", "Y folds and leaves the table", "Help: Y folds"),
    ("nc", "?", "the digits of the cards, then RETURN", "Help: Your turn to discard"),
    ("CLOSE\r", "?", "Nothing is due: B bets, C checks", "Help: Your turn"),
    ("CLOSEMOST", "?", "Q or RETURN leaves the table", "Help: The sitting is over"),
    ("CLOSEq", "?", "W: who", ""),
)


async def walk(caller: Caller, mode: str) -> list[str]:
    """Presses `?` at each place; the places where it did not tell what it should."""
    silent = []
    words = {"GRAPHICS": mode, "CLOSE": "" if mode == "v" else "q",
             "MOST": "my" if mode == "v" else "m"}
    for way, asking, told, aloud in (*ENTRANCE, *TABLE):
        for word, keys in words.items():
            way = way.replace(word, keys)
        await caller.press(*way)
        caller.charset = "utf-8"
        caller.said()
        await caller.press(*asking)
        shown = " ".join((caller.text if mode == "u" else caller.said()).split())
        if ((aloud if mode == "v" else "") or told) not in shown:
            silent.append(f"{told}: {shown}")
    return silent


@pytest.mark.parametrize("mode", ["u", "p", "v"])
@pytest.mark.asyncio
async def test_it_tells_them_all_the_way(tmp_path: Path, mode: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        script(patch).hand("Kh Kc 9s 9d 4d", "Ad As Ah 6c 2s", first=CALLER,
                           acts=["check", "stand pat", "call"])
        async with club(tmp_path, practice="night") as hall:
            assert await walk(await hall.call(), mode) == []


@pytest.mark.parametrize("mode", ["u", "p"])
@pytest.mark.asyncio
async def test_a_sysop_is_told_the_orders_again(tmp_path: Path, mode: str) -> None:
    visitor = Visitor(Board("LAB", charset="utf-8"), "Ada", sysop=True)
    async with club(tmp_path) as hall:
        caller = await hall.call(carrier="door", visitor=visitor)
        caller.charset = "utf-8"
        if mode == "p":
            await caller.press("s", "g", "p", "q")
        await caller.press("!", *"who\r")
        caller.said()
        await caller.press(*"?\r")
        assert "Orders; RETURN alone goes back:" in (caller.text if mode == "u"
                                                     else caller.said())
