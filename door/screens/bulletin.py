"""What a board may show of us: the month's ten best and Last night, for files of 79 columns and 24
rows, painted and in plain sentences.

Boards take signs such as @ and | in a file for orders of their own. None of what callers have
written may give a board orders, so these signs become others.
"""

from __future__ import annotations

from textwrap import wrap

from ansi.canvas import Canvas
from door.screens import hall, news
from door.screens.palette import WHITE, YELLOW
from door.screens.typesetting import PAGE_WIDTH, rows
from door.views import Hall, LastNight, Ranking

COLUMNS, ROWS, WIDTH = 80, 24, 79
BEST, NAMED = 10, 2
TITLE = "The Hall of Fame"
_BAR, _RULE = 0x1F, 3     # white on blue; cyan
_NIGHT = 13               # the row of its rule
# @ Synchronet, PCBoard, Wildcat; | Mystic, ENiGMA, Renegade, WWIV; % ^ ~ ` { } \ some others.
_ORDERS = str.maketrans("@|%^~`{}\\", "*!/'-'()/")


def obeyed_by_no_board(text: str) -> str:
    """The same in signs that mean nothing to a board."""
    return text.translate(_ORDERS)


def _net(found: Hall) -> Ranking | None:
    return next((each for each in found.rankings
                 if (each.table, each.season) == ("net", found.season)), None)


def painted(name: str, found: Hall, told: LastNight) -> Canvas:
    """All of it on a screen; the last column stays empty."""
    canvas, net = Canvas(COLUMNS, ROWS), _net(found)
    canvas.fill(0, 0, 1, WIDTH, colour=_BAR)
    canvas.text(0, 1, obeyed_by_no_board(name), _BAR)
    canvas.text(0, WIDTH - 1 - len(TITLE), TITLE, _BAR)
    canvas.text(1, 1, _heading(found), WHITE)
    canvas.text(2, 1, hall.TABLES["net"][1])
    for row, line in enumerate(net.lines[:BEST] if net else (), 3):
        canvas.text(row, 1, f"{line.rank:>2}", YELLOW)
        canvas.text(row, 5, obeyed_by_no_board(line.handle), WHITE)
        canvas.text(row, 27, hall.worth("net", line.values))
    if not (net and net.lines):
        canvas.text(4, 1, hall.NOBODY)
    canvas.horizontal(_NIGHT, 0, WIDTH, _RULE)
    canvas.text(_NIGHT + 1, 1, _night(told), WHITE)
    for row, text in enumerate(rows(news.table(told, NAMED), PAGE_WIDTH), _NIGHT + 2):
        canvas.text(row, 1, obeyed_by_no_board(text))
    return canvas


def _heading(found: Hall) -> str:
    return f"{hall.TABLES['net'][0]}, {hall.season_name(found.season)}"


def _night(told: LastNight) -> str:
    night = told.night
    if night is None:
        return news.QUIET
    return f"{news.TITLE}, {news.date_of(night.day)}: {hall.counted(night.hands, 'hand')}."


def printed(name: str, found: Hall, told: LastNight) -> list[str]:
    """A fact a line, without columns, for who reads or listens."""
    net = _net(found)
    said = [f"{name}: {TITLE}.", f"{_heading(found)}: {hall.TABLES['net'][1]}",
            *([f"{line.rank}, {line.handle}: {hall.worth('net', line.values)}."
               for line in net.lines[:BEST]] if net and net.lines else [hall.NOBODY])]
    said += [_night(told), *(f"{label}: {what}." for label, what in news.facts(told, NAMED))]
    return [row for line in said for row in wrap(obeyed_by_no_board(line), WIDTH)][:ROWS]
