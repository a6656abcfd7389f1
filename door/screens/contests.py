"""The contests' room: the deal of the day and the weekly freezeout, how they stand, and what was
played in them.

What may be shown is decided elsewhere: what comes here is only what this caller may see now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from door.rules import events as ev
from door.rules.cards import Card
from door.rules.house_draw import CALLER
from door.screens import lobby, sentences
from door.screens.frame import Sign, dollars
from door.screens.history import signed
from door.screens.pages import Reading
from door.screens.seals import HALF
from door.screens.typesetting import PAGE_WIDTH, Text
from door.views import Contest, HandRecord, Placing, SharedDeal, Standing, Try

ROOM_PROMPT = "D)eal of the day, F)reezeout or Q)uit?"
ROOM_HELP = "D: the deal of the day. F: the freezeout of the week. Q or ESC: back to the casino."
HELP = {"p": "P: play, or go on.", "r": "R: the deals again, yours and the best's.",
        "s": "S: the seals; the seeds, once they are open.", "l": "L: how the last one ended."}
ROOMS = {"d": "day", "f": "week"}       # the key of each contest
NAMES = {"day": "Deal of the day", "week": "Freezeout of the week"}
TOP, TOP_NARROW = 15, 10
NO_GUESTS = "A try needs an account of your own."
HAD_TRY = "You have had your try, as {}."
DAY_IS_OVER = "The clock has ended this one. What was left of your try counts as folded."
VOID = "Your try is void: the rules it was dealt under have changed, or its record is damaged."
TRY_WAITS = "Your try waits for you until {}."
LAST_DEAL = "All deals are played. Your result is outside."
NOBODY_YET = "Nobody has played all of it yet."
TOO_LATE = "Under two minutes are left: no new deal. Q)uit: your try waits for you."
RESUMED = "Your deal is as you left it: the same cards, the same question."
NO_REPLAY = "What was played cannot be shown any more: the rules have changed since then."
NOT_YET = "Your deals can be looked at when all are played: R)eplay, in the contests' room."


class Board(NamedTuple):
    """How a contest stands, as a caller of that handle sees it. `place` is that of their try."""

    contest: Contest
    standing: Standing
    handle: str
    guest: bool
    own: Try | None = None
    place: Placing | None = None

    @property
    def had(self) -> bool:
        """Whether the caller's try is over, so that they may see what others did."""
        return self.contest.over or self.own is not None and self.own.state == "done" and (
            self.place is not None)

    @property
    def keys(self) -> str:
        """Those that mean something: P, R, S, L and Q."""
        play = "" if self.had else "p"
        replay = "r" if self.had and self.standing.placings else ""
        return f"{play}{replay}s{'' if self.contest.over else 'l'}q"

    @property
    def prompt(self) -> str:
        words = {"p": "P)lay", "r": "R)eplay", "s": "S)eeds" if self.contest.over else "S)eals",
                 "l": "L)ast one", "q": "Q)uit"}
        *others, last = [words[key] for key in self.keys]
        return f"{', '.join(others)} or {last}?"

    @property
    def help(self) -> str:
        """What the keys do."""
        return " ".join([*(HELP[key] for key in self.keys if key in HELP), "Q or ESC: back."])


def title(contest: Contest) -> str:
    """Deal of the day, 2026-11-30."""
    return f"{NAMES[contest.kind]}, {contest.day}"


def result(contest: Contest, net: int) -> str:
    """What a try came to: dollars won in a day, the stack in a week."""
    return signed(net) if contest.kind == "day" else dollars(contest.terms.stack + net)


def _terms(contest: Contest) -> str:
    deals, stack = contest.terms.deals, dollars(contest.terms.stack)
    if contest.kind == "day":
        return f"{deals} deals, the same for all, {stack} for each. Most dollars won."
    return f"{deals} deals, the same for all, one stack of {stack}. Biggest stack."


def _when(contest: Contest) -> str:
    verb = "Ended" if contest.over else "Open until"
    return f"{verb} {lobby.moment(contest.ends)}."


def waits(contest: Contest) -> str:
    """Said to somebody who leaves in the middle."""
    return TRY_WAITS.format(lobby.moment(contest.ends))


def _who(standing: Standing) -> str:
    playing = f", {standing.playing} playing" if standing.playing else ""
    return f"{standing.done} done{playing}."


def yours(board: Board) -> str:
    """How the caller stands in it, in a sentence."""
    own, contest = board.own, board.contest
    if own is not None and own.handle != board.handle:
        return HAD_TRY.format(own.handle)
    if own is None:
        return ("You did not play." if contest.over else NO_GUESTS if board.guest
                else "One try: leave at will, it waits.")
    won = result(contest, own.net)
    if own.state == "open":
        return f"You: {own.played} of {contest.terms.deals} deals, {won}."
    if board.place is None:
        return "Your try is void."
    return f"You: {won}, place {board.place.rank} of {board.standing.done}."


def room_text(boards: Sequence[Board]) -> list[str]:
    """The room's page: each contest in short."""
    rows: list[str] = []
    for board in boards:
        rows += [f"={title(board.contest)}", _terms(board.contest),
                 f"{_when(board.contest)} {_who(board.standing)}", _leading(board), yours(board),
                 ""]
    return [*rows, "Chips of their own, not your bankroll's. What is not played in time is folded."]


def _leading(board: Board) -> str:
    if not board.standing.placings:
        return NOBODY_YET
    best = board.standing.placings[0]
    return f"Best: {best.handle}, {result(board.contest, best.net)}."


def contest_text(board: Board, width: int = PAGE_WIDTH) -> list[str]:
    """A contest's own page: 15 of the best, 10 where it is narrow."""
    contest, standing = board.contest, board.standing
    top = TOP if width >= PAGE_WIDTH else TOP_NARROW
    rows = [_terms(contest), f"{_when(contest)} {_who(standing)}", yours(board)]
    return rows + ([*ranking(contest, standing.placings[:top])] or ["", NOBODY_YET])


def ranking(contest: Contest, placings: Sequence[Placing]) -> Iterator[str]:
    """A heading, and a row for each."""
    if placings:
        yield f"= #  {'Handle':<20}  {'Won' if contest.kind == 'day' else 'Stack':>8}"
    for placing in placings:
        yield f"{placing.rank:>2}  {placing.handle:<20}  {result(contest, placing.net):>8}"


def contest_lines(board: Board) -> list[str]:
    """The same for callers who read or listen."""
    return [f"{title(board.contest)}.", *(row for row in contest_text(board)
                                          if row and not row.startswith("="))]


def room_lines(boards: Sequence[Board]) -> list[str]:
    return [f"{row.removeprefix('=')}{'.' * row.startswith('=')}"
            for row in room_text(boards)[:-1] if row]


# -- seals and seeds -------------------------------------------------------------------------


def seals_text(contest: Contest) -> list[Text]:
    """All seals of a contest, and once it is over its seeds."""
    if contest.over:
        about = ["The seeds are open. SHA-256 of \"anteup seal 1\", the deal's name and its seed "
                 "is its seal; docs/fairness.txt deals the cards from them. Nobody cuts."]
    else:
        about = [f"Sealed {lobby.moment(contest.sealed_at)}, before anybody played. The seeds are "
                 f"opened {lobby.moment(contest.ends)}. Nobody cuts: the deals are the same for "
                 "all. First actors take turns; each side's new cards are put aside for it."]
    return [[*about, "", *(row for deal in contest.deals for row in _seal(deal))]]


def _seal(deal: SharedDeal) -> list[str]:
    seed = deal.seed.hex()
    opened = [f"Seed {seed[:HALF]}", f"     {seed[HALF:]}"] if seed else []
    return [f"={deal.id}", f"Seal {deal.seal[:HALF]}", f"     {deal.seal[HALF:]}", *opened, ""]


def deal_seal_text(contest: Contest, record: HandRecord) -> list[str]:
    """The seal of a deal; its seed once the contest is over."""
    seed = contest.deals[record.number - 1].seed.hex()
    opened = ["", "The seed, which is open now:", f"  {seed[:HALF]}", f"  {seed[HALF:]}"]
    return [f"=Deal {record.id}", "", "Its seal, SHA-256 of the seed that shuffles the deck:",
            f"  {record.seal[:HALF]}", f"  {record.seal[HALF:]}", "",
            f"It was written down {lobby.moment(contest.sealed_at)}, before anybody played. "
            "Nobody cuts, for the deal is the same for all." + (
                "" if seed else f" The seed is opened {lobby.moment(contest.ends)}."),
            *(opened if seed else [])]


# -- what was played -------------------------------------------------------------------------


Name = Callable[[tuple[Card, ...]], str]     # of a holding: its cards and what they make


class Played(NamedTuple):
    """A deal as somebody played it: what happened, cut for their seat, what they held at first
    and in the end, and chips won. `house` is what the House held in the end, () where that was
    not shown and is not open."""

    told: Sequence[ev.Event]
    cards: tuple[Card, ...]
    last: tuple[Card, ...]
    house: tuple[Card, ...]
    first: int
    net: int


class Beside(Reading):
    """The caller's deals beside those of the best, in two columns where there is room."""

    __slots__ = ("_own", "_best", "_handle")

    def __init__(self, sign: Sign, contest: Contest, own: Sequence[Played],
                 best: Sequence[Played], handle: str, printed: Sequence[Text],
                 any_key: str) -> None:
        self._own, self._best, self._handle = own, best, handle
        super().__init__(sign, NAMES[contest.kind], [], printed, any_key)

    def chapters(self, width: int) -> Sequence[Text]:
        return beside(self._own, self._best, self._handle, width)


def beside(own: Sequence[Played], best: Sequence[Played], handle: str, width: int,
           name: Name = sentences.holding) -> list[Text]:
    """Both tries, deal by deal; `best` is that of `handle`, and either may be empty. `name` says
    what is held, as the caller has it said."""
    half = (width - 2) // 2 if own and best and width >= PAGE_WIDTH else width
    rows: list[str] = []
    for number in range(max(len(own), len(best))):
        mine, others = own[number:number + 1], best[number:number + 1]
        first, cards = (mine or others)[0].first, (mine or others)[0].cards
        rows += [f"=Deal {number + 1}: {name(cards)}",
                 "You act first." if first == CALLER else "The House acts first."]
        left = [row for deal in mine for row in _column("You", deal, half, name)]
        right = [row for deal in others for row in _column(handle, deal, half, name)]
        rows += [*(_abreast(left, right, half) if half < width else [*left, *right]), ""]
    return [rows[:-1]]


def _abreast(left: Sequence[str], right: Sequence[str], half: int) -> Iterator[str]:
    for line in range(max(len(left), len(right))):
        one, other = [side[line] if line < len(side) else "" for side in (left, right)]
        yield f"{one:<{half}}  {other}".rstrip()


def _column(who: str, deal: Played, width: int, name: Name) -> list[str]:
    return wrap(f"{who}, {signed(deal.net)}: {' '.join(doings(who, deal, name))}", width)


def doings(who: str, deal: Played, name: Name) -> Iterator[str]:
    """What was done in a deal by "You" or by somebody of that handle, a sentence each."""
    seat = CALLER if who == "You" else ev.PUBLIC
    for event in deal.told:
        if isinstance(event, (ev.AntePosted, ev.CardsDealt, ev.PotAwarded)):
            continue
        subject = who if getattr(event, "seat", None) == CALLER else "House"
        if not isinstance(event, ev.HoldingShown) and (text := sentences.say(event, seat, subject)):
            yield text
    yield f"{who} held {name(deal.last)}."
    if deal.house:
        yield f"House held {name(deal.house)}."
