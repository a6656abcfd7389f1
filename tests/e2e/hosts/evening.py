"""What users of boards do at the casino, and how a door is judged that has left."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import count

import pytest

from tests.e2e import nights
from tests.e2e.hosts import HOSTS, Exit, Host, User
from tests.e2e.server import PATIENCE
from tests.e2e.telnet import GRAPHICS

Begin = Callable[..., Host]
WITHDRAW = "Withdraw ($20-$500, RETURN = $200)?"
GONE_WITHIN = 1.0   # seconds
IDLE = 0.3          # seconds of the processor: more than an end takes, less than spinning does

boards = pytest.mark.parametrize("kind", HOSTS, ids=lambda kind: kind.__name__)
_numbers = count(1)


def somebody(kind: type[Host], **more: int) -> User:
    """A user whom no board has sent yet."""
    number = next(_numbers)
    return User(f"{kind.__name__[:12]} {number}", f"{1000 + number}",
                **more)     # type: ignore[arg-type]


def enter(host: Host) -> None:
    """On the first visit: the graphics question, with the drop file's answer as the default."""
    host.answer(GRAPHICS, "\r")


def sit(host: Host) -> None:
    """From the casino to the table, and on the way: what is typed appears once."""
    host.answer("Casino>", "p")
    host.expect(f"{WITHDRAW} ")
    host.send("200")
    echoed = host.expect("200")
    host.send("\r")
    assert (echoed + host.expect(f"{nights.ANTE} ")).startswith("\x1b")


def dealt_in(host: Host) -> list[str]:
    """From the door to the first cards; the table as it stands then."""
    enter(host)
    sit(host)
    host.press("a")
    host.expect(" or F)old? ")
    return felt(host)


def felt(host: Host) -> list[str]:
    """The cards, the chips and the pot: the painted table without the House's patter.

    A key that asks ends the motion of cards that are still on their way.
    """
    host.press("p")
    host.expect("The pot is $")
    host.expect("? ")
    top, left = (host.size[1] - 24) // 2, (host.size[0] - 80) // 2
    return [row[left:left + (63 if number < 6 else 80)].rstrip()
            for number, row in enumerate(host.rows[top:top + 17])]


def judge(host: Host, left: Exit, code: int | tuple[int, ...], within: float = 30) -> None:
    """A clean return to the board, after less than `within` seconds in which nothing spun."""
    assert left.code in ((code,) if isinstance(code, int) else code)
    assert left.seconds < within and left.busy < IDLE
    assert host.errors == ""
    assert host.restored()


def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits until a condition holds; for what nobody announces."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        os.sched_yield()
