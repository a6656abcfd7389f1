"""Who somebody is: names that are awkward, and accounts by board, record and handle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from door.doorway import NORMAL
from tests.e2e.conftest import checked
from tests.e2e.hosts import HOSTS, Anet, EnigmaStdio, Host, Mystic, SynchronetStdio, User, Wwiv
from tests.e2e.hosts.evening import Begin, enter, judge
from tests.e2e.ready import ReadyServer
from tests.e2e.server import Server
from tests.e2e.telnet import GRAPHICS
from tests.e2e.wire import WireCaller

NAMES = {
    "Ann of Green Gables": "Ann of Green Gables",
    "Ann O'Hara": "Ann O'Hara",
    '"Quo" Vadis': '"Quo" Vadis',
    "Ångström Çelik": "Ångström Çelik",
    "ÑANDÜ ßétà": "ÑANDÜ ßétà",
    "$(touch torn)": "$(touch torn)",
    "`touch torn`;#|&<>": "`touch torn`;#|&<>",
    "%s %n {0} \\r": "%s %n {0} \\r",
    "=Ann=": "=Ann=",
    "-rf": "-rf",
    "Abcdefghij Klmnopqrst Uvwxyz 0123456789.": "Abcdefghij Klmnopqrs",
    "Eve\x1b[31m\x07 \x00\x08\x7fL": "Eve[31m L",
    "  two   words  ": "two words",
    "▓▓ Shade ▓▓": "Shade",
    "Guest": "Guest @this boa",
    "SYSOP": "SYSOP @Lab",
}
INI = """\
[boards]
Lab BBS = tag LAB; sysop 60
Lab = tag ANET; shared yes
Wide = tag WIDE; charset utf-8
Letters = tag LT; suits letters
Other = tag OT
[door]
board = Other
"""


@pytest.fixture(scope="module")
def boarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows some boards."""
    folder = tmp_path_factory.mktemp("boarded")
    (folder / "anteup.ini").write_text(INI)
    yield from checked(ReadyServer(folder))


def greeted(host: Host) -> str:
    """Who the casino says it is, on the bar of its menu."""
    host.expect("Casino> ")
    return next(row for row in host.rows if "THE CASINO" in row).partition("THE CASINO")[2].strip()


def quits(host: Host) -> None:
    host.press("q")
    judge(host, host.left(), NORMAL)


@pytest.mark.parametrize("given, shown, kind, number", [
    (*names, kind, number) for number, (names, kind) in enumerate(zip(NAMES.items(), cycle(HOSTS)))
    ] + [("$(touch torn) 'x\" ", "$(touch torn) 'x\"", Mystic, 99)])
def test_a_name_is_shown_right_or_cleaned(shared: Server, begin: Begin, given: str, shown: str,
                                          kind: type[Host], number: int) -> None:
    host = begin(kind, shared.folder, User(given, f"{number}", utf8=bool(number % 2)))
    enter(host)
    name = greeted(host)
    assert name == shown
    host.press("w")
    host.expect("Any key goes on. ")
    place = next(row.index("Where") for row in host.rows if "Handle" in row)
    row = next(row for row in host.rows if name in row and "the Casino" in row)
    assert row[:place].strip() == name and row[place:].startswith("the Casino ")
    host.press(" ")
    host.expect("Casino> ")
    quits(host)
    assert host.sees(f"Good night, {name}.")
    assert not list(host.place.rglob("torn"))


def test_the_account_is_remembered_by_record(boarded: Server, begin: Begin) -> None:
    """Its graphics are asked for once. The handle may change, and pass to somebody else."""
    user = User("Old Name", "77")
    first = begin(SynchronetStdio, boarded.folder, user)
    enter(first)
    assert greeted(first) == "Old Name"
    quits(first)
    renamed = begin(EnigmaStdio, boarded.folder, replace(user, handle="New Name"))
    assert greeted(renamed) == "Old Name"
    quits(renamed)
    other = begin(SynchronetStdio, boarded.folder, replace(user, record="78"))
    enter(other)
    assert greeted(other) == "Old Name @OT"


def test_the_same_record_on_another_board_is_somebody_else(boarded: Server,
                                                           begin: Begin) -> None:
    user = User("Twin", "5")
    one = begin(SynchronetStdio, boarded.folder, user)
    enter(one)
    assert greeted(one) == "Twin"
    other = begin(Wwiv, boarded.folder, replace(user, board="Lab BBS"))
    enter(other)
    assert greeted(other) == "Twin @LAB"
    stranger = begin(Wwiv, boarded.folder, replace(user, board="Nowhere BBS"))
    enter(stranger)
    assert greeted(stranger) == "Twin @Nowhere"


def test_a_shared_board_has_the_casinos_own_accounts(boarded: Server, begin: Begin) -> None:
    with closing(WireCaller(boarded.port)) as caller:
        caller.log_in("Ada")
        caller.send("p")
        caller.answer("Withdraw ($20-$500, RETURN = $200)?", "20")
        for wanted, line in ("A)nte or Q)uit?", "a"), ("", "q"), ("", "y"):
            said, prompt = caller.prompt()
            assert wanted in prompt
            caller.send(line)
        said, prompt = caller.prompt()
        assert prompt == "Casino>" and "In the bank: $995." in said
        caller.send("q")
        caller.ended()
    host = begin(Anet, boarded.folder, User("ADA", "9"))
    enter(host)
    assert greeted(host) == "Ada" and host.sees("$995")
    quits(host)
    other = begin(SynchronetStdio, boarded.folder, User("Ada", "9"))
    enter(other)
    assert greeted(other) == "Ada @OT" and other.sees("$1,000")


@pytest.mark.parametrize("security", [59, 60])
def test_a_sysop_by_level(boarded: Server, begin: Begin, security: int) -> None:
    host = begin(Wwiv, boarded.folder, User(f"Level {security}", f"{security}",
                                            security=security, board="Lab BBS"))
    enter(host)
    host.expect("Casino> ")
    host.press("!w")
    if security < 60:
        host.expect("Any key goes on. ")
    else:
        host.expect("Sysop> w")
        host.send("ho\r")
        host.expect("Sysop> ")
        assert host.sees(f"Level {security} the Casino Lab BBS")


def test_a_boards_charset_is_not_asked_for(boarded: Server, begin: Begin) -> None:
    """What is sent is UTF-8 then, and the board passes it on as it is."""
    host = begin(Wide, boarded.folder, User("Wanda Ñ", "4", board="Wide"))
    assert greeted(host) == "Wanda Ñ"
    assert "─" * 30 in "\n".join(host.rows)


class Wide(Anet):
    """A board that leaves UTF-8 alone."""

    def __init__(self, data: Path, place: Path, user: User) -> None:
        super().__init__(data, place, replace(user, utf8=True))

    def to_user(self, data: bytes) -> bytes:
        return data


@pytest.mark.parametrize("flag, answer", [("cp437", "─" * 30), ("ascii", "-" * 30)])
def test_the_command_lines_charset_is_not_asked_for(boarded: Server, begin: Begin, flag: str,
                                                    answer: str) -> None:
    host = begin(EnigmaStdio, boarded.folder, User(f"By {flag}", flag), "--charset", flag)
    assert greeted(host) == f"By {flag}"
    assert answer in "\n".join(host.rows)


@pytest.mark.parametrize("board", ["Letters", "Other"])
def test_suits_reach_a_terminal_to_which_the_board_translates(boarded: Server, begin: Begin,
                                                              board: str) -> None:
    """03 to 06 are passed on to UTF-8 terminals, which show nothing for them: hence letters."""
    host = begin(Anet, boarded.folder, User(f"Suit {board}", board, board=board, utf8=True))
    host.expect(GRAPHICS)
    host.press("\r")
    host.answer("Casino>", "p")
    host.answer("RETURN = $200)?", "\r")
    host.answer("A)nte or Q)uit?", "a")
    host.expect(" or F)old? ")
    host.press("p")     # ends the motion of cards that are still on their way
    host.expect("The pot is $")
    host.expect("? ")
    faces = ["".join(row[10 * n:10 * n + 10] for row in host.rows[9:16]) for n in range(5)]
    assert [any(map(face.count, "hdcs")) for face in faces] == 5 * [board == "Letters"]


def test_nobody_asks_for_a_password_or_a_handle(boarded: Server, begin: Begin) -> None:
    host = begin(SynchronetStdio, boarded.folder, User("Silent", "90"))
    before = host.expect(GRAPHICS)
    host.press("\r")
    before += host.expect("Casino> ")
    assert "Handle" not in before and "Password" not in before
