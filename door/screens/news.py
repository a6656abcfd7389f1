"""Last night: what happened on the last day that had play, who has passed the caller, and the
chalkboard. Only what everybody at the table could see is told, and no card of a hand that ended
by a fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from ansi.canvas import Canvas
from door.rules.house_draw import CALLER
from door.rules.ranks import name
from door.screens import frame
from door.screens.hall import counted
from door.screens.pages import listed, text_page
from door.screens.typesetting import Text
from door.views import Chalk, LastNight, Night, Story

TITLE = "Last night"
QUIET = "Nobody has played here yet."
CHALK_PROMPT = "Write:"
CHALK_HELP = "What shall stand on the chalkboard? RETURN alone: nothing. ESC goes back."
_MOST = 3       # names of a kind
_EPOCH = date(1970, 1, 1)
_ASIDE = 14     # columns of a label and the blanks behind it


def date_of(day: int) -> str:
    """Sunday, 29 November 2026."""
    found = _EPOCH + timedelta(days=day)
    return f"{found:%A}, {found.day} {found:%B %Y}"


def chapter(news: LastNight) -> list[str]:
    """The page."""
    night = news.night
    heading = [f"={date_of(night.day)}", f"{counted(night.hands, 'hand')} at the Poker Table.",
               ""] if night else [QUIET]
    return [*heading, *table(news)]


def table(news: LastNight, most: int = _MOST) -> list[str]:
    """Rows of label and value."""
    return [f"{label:<{_ASIDE}}{what}" for label, what in facts(news, most)]


def facts(news: LastNight, most: int = _MOST) -> Iterator[tuple[str, str]]:
    """Label and value of each thing that is told; so many names of a kind."""
    if news.night:
        yield from _of_the_night(news.night, most)
    if news.passed:
        yield "Passed you", f"{_named(news.passed, news.passed_count)}, in this month's table"
    if news.chalk:
        yield "Chalkboard", written(news.chalk)


def written(chalk: Chalk) -> str:
    """What is on the board, by whom and since when."""
    when = datetime.fromtimestamp(chalk.at)
    return f'"{chalk.text}" ({chalk.handle}, {when.day} {when:%B %Y})'


def _of_the_night(night: Night, most: int) -> Iterator[tuple[str, str]]:
    told = {fact: [story for story in night.stories if story.fact == fact]
            for fact in ("pot", "beat", "bank", "streak")}
    for story in told["pot"]:
        yield "Biggest pot", _pot(story)
    for story in told["beat"]:
        yield "Worst beat", _beat(story)
    if told["bank"]:
        yield "Banks broken", _named([f"{story.handle} ({frame.dollars(story.value)})"
                                      for story in told["bank"]], night.banks, most)
    if told["streak"]:
        yield "Streaks over", _named([f"{story.handle} ({story.value} wins)"
                                      for story in told["streak"]], night.streaks, most)


def _pot(story: Story) -> str:
    chips = frame.dollars(story.value)
    if story.winner is None:
        return f"{chips}, split by {story.handle} and the House"
    return f"{chips}, won by {story.handle}" if story.winner == CALLER else (
        f"{chips}, lost by {story.handle}")


def _beat(story: Story) -> str:
    worse, better = name(story.value), name(story.other)
    loser, winner = ("the House", story.handle) if story.winner == CALLER else (
        story.handle, "the House")
    return f"{loser}'s {worse}, beaten by {winner}'s {better}"


def _named(names: Sequence[str], count: int, most: int = _MOST) -> str:
    """Ada, Bob and 3 more."""
    shown = list(names[:most])
    if count > len(shown):
        return f"{', '.join(shown)} and {count - len(shown)} more"
    return listed(shown).replace(" or ", " and ") if len(shown) > 1 else shown[0]


def headline(news: LastNight) -> str:
    """One line of it, for callers whose screens are printed."""
    banks = [story for story in news.night.stories if story.fact == "bank"] if news.night else []
    pots = [story for story in news.night.stories if story.fact == "pot"] if news.night else []
    if news.passed:
        verb = "has" if news.passed_count == 1 else "have"
        what = f"{_named(news.passed[:1], news.passed_count)} {verb} passed you"
    elif banks:
        what = f"{banks[0].handle} broke the bank"
    elif pots:
        what = f"the biggest pot was {frame.dollars(pots[0].value)} ({pots[0].handle})"
    else:
        what = "there was play last night"
    return f"News: {what}. N tells more."


def page(sign: frame.Sign, news: LastNight) -> Canvas:
    """What hangs before the menu, once after each night."""
    return text_page(sign, TITLE.upper(), chapter(news))


def board(chalk: Chalk | None) -> Text:
    """What who may write is shown."""
    return ["You have broken the bank, so the chalkboard is yours: sixty letters for everybody to "
            "read, until somebody else breaks it.", "",
            f"Now on it: {written(chalk)}" if chalk else "Now there is nothing on it."]
