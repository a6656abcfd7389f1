"""What an rlogin client says first (RFC 1282), and for which board's caller it is taken.

A NUL and three fields that end in NUL: the client's user, the server's user, the terminal with its
speed. Boards put other things there: Board.order says what. Two customs of theirs are kept as well:
[TAG] before a handle names the board, and xtrn=CODE in place of the terminal picks a game.
"""

import hmac
import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass

from door.carriers.dropfile.cells import LONGEST
from door.carriers.dropfile.sheet import cleaned
from door.carriers.line import terminal_name
from door.config import Board

MOST_BYTES = 512        # of a greeting
FIELDS = re.compile(rb"\0([^\0]*)\0([^\0]*)\0([^\0]*)\0")
TAGGED = re.compile(r"\[([^]]*)\](.*)")  # whatever looks like a tag is taken for one
GAME = re.compile(r"xtrn=(.*)", re.IGNORECASE | re.DOTALL)
SPEED = re.compile("[0-9]{1,9}")


class Unwelcome(Exception):
    """A caller who is not let in; why is for the log alone and quotes nothing they sent."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The three fields, as they came."""

    client: bytes
    server: bytes
    terminal: bytes


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is calling, in the words of the board that vouches for them, and from what terminal.

    Texts are cleaned and short; all but the handle are "" where nothing was said. The game is the
    code behind xtrn=, in lower case as the terminal's name is; the speed is bits a second, 0
    unknown.
    """

    board: Board
    handle: str
    real_name: str
    terminal_type: str
    game: str
    speed: int


def read_greeting(data: bytes) -> tuple[Greeting, bytes] | None:
    """The greeting and what came behind it; None if there is more to come. Raises Unwelcome."""
    if data and not data.startswith(b"\0"):
        raise Unwelcome("what came first is no greeting")
    if found := FIELDS.match(data, 0, MOST_BYTES):
        return Greeting(*found.groups()), data[found.end():]
    if len(data) >= MOST_BYTES:
        raise Unwelcome("its greeting is too long")
    return None


def recognise(boards: Sequence[Board], address: str, greeting: Greeting) -> Caller:
    """The caller whom just one board vouches for. Raises Unwelcome.

    A board whose secret is right comes before those that share its address and have none.
    """
    here = boards_at(boards, address)
    meant = [board for board in here if knows_secret(board, greeting)] or [
        board for board in here if not board.secret]
    if not meant:
        raise Unwelcome("it does not know the secret of a board")
    callers = [caller for board in meant if (caller := named(board, greeting))]
    if not callers:
        raise Unwelcome("it names nobody, or somebody of no board that it may be")
    if len(callers) > 1:
        raise Unwelcome("it may be several boards and names none as [TAG]")
    return callers[0]


def boards_at(boards: Sequence[Board], address: str) -> list[Board]:
    """Those that may call from there. Raises Unwelcome if there is none."""
    try:
        where = ipaddress.ip_address(address)
    except ValueError:
        raise Unwelcome("it was gone before it was asked") from None
    found = [board for board in boards if board.by_rlogin and (
        not board.addresses or any(where in network for network in board.addresses))]
    if not found:
        raise Unwelcome("no board may call from there")
    return found


def knows_secret(board: Board, greeting: Greeting) -> bool:
    """Compared in a time that does not tell how much of it was right. "" is no secret."""
    return bool(board.secret) and hmac.compare_digest(greeting.client, board.secret.encode())


def named(board: Board, greeting: Greeting) -> Caller | None:
    """The caller whom the greeting names, if it is this board's; None if it is not."""
    handle, real_name = greeting.server, b""
    if board.order == "alias-name":
        handle, real_name = greeting.client, greeting.server
    text = cleaned(decoded(board, handle))
    if tagged := TAGGED.fullmatch(text):
        tag, text = tagged.groups()
        if not board.tag or tag.casefold() != board.tag.casefold():
            return None
    if not name_of(text):
        return None
    return Caller(
        board, name_of(text), name_of(decoded(board, real_name)), *read_terminal(greeting.terminal))


def decoded(board: Board, data: bytes) -> str:
    try:
        return data.decode(board.charset if board.charset == "utf-8" else "cp437")
    except UnicodeDecodeError:
        return data.decode("cp437")


def name_of(text: str) -> str:
    """A name as drop files give it: by either way the caller is the same person."""
    return cleaned(text)[:LONGEST].rstrip()


def read_terminal(data: bytes) -> tuple[str, str, int]:
    """The terminal's name, the game's code and the speed."""
    name, _, speed = data.decode("latin-1").partition("/")
    bits = int(speed) if SPEED.fullmatch(speed) else 0
    if game := GAME.fullmatch(name):
        return "", terminal_name(game[1]), bits
    return terminal_name(name), "", bits
