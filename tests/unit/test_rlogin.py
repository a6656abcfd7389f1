"""door.carriers.rlogin: who is let in and as whom, what passes raw, and silence for all others."""

import asyncio
import hmac
import ipaddress
import logging
import struct

import pytest

from door.carriers import line as line_module
from door.carriers.greeting import MOST_BYTES, Caller, Unwelcome, boards_at, read_greeting
from door.carriers.rlogin import SIZE, RloginLine
from door.config import Board
from door.config.boards import read_board
from tests.rlogin import CORNER, HERE, LAB, SECRET, Call, by_secret, greeting


def size(rows: int, columns: int) -> bytes:
    return SIZE + struct.pack(">HHHH", rows, columns, 640, 480)


async def called(*boards: Board, data: bytes, address: str = HERE) -> tuple[RloginLine, bytes]:
    """The line of a call that is let in, and what it was sent."""
    call = Call(*boards, address=address)
    call.send(data)
    await call.settle()
    assert call.answered is call.line
    line, sent = call.line, call.wire.sent
    call.end()
    return line, sent


async def turned_away(*boards: Board, data: bytes = b"", address: str = HERE) -> None:
    """A call that is closed without a byte, and frees its line."""
    call = Call(*boards, address=address)
    call.send(data)
    await call.settle()
    assert (call.wire.closed, call.wire.sent, call.answered) == (True, b"", None)
    call.end()


# Who is let in, and as whom


@pytest.mark.asyncio
async def test_password_then_user_as_syncterm_sends_them() -> None:
    line, sent = await called(LAB, data=greeting(SECRET, "Joe Blow", "syncterm/115200"))
    assert sent == b"\0"
    assert (line.carrier, line.address, line.board) == ("rlogin", HERE, LAB)
    assert (line.handle, line.real_name, line.game) == ("Joe Blow", "", "")
    assert (line.terminal_type, line.speed) == ("syncterm", 115200)
    assert line.character_mode and not line.speaks_telnet and not line.resized


@pytest.mark.asyncio
async def test_alias_then_real_name_as_synchronet_sends_them() -> None:
    line, sent = await called(CORNER, data=greeting("Ace", "Joe Blow", "ansi/38400"))
    assert sent == b"\0"
    assert (line.board, line.handle, line.real_name) == (CORNER, "Ace", "Joe Blow")


@pytest.mark.asyncio
async def test_a_password_that_no_board_asks_for_is_not_kept() -> None:
    board = read_board("Local", f"addresses {HERE}; order password-user")
    line, _ = await called(board, data=greeting("hunter2", "Ace", "ansi/38400"))
    assert (line.handle, line.real_name) == ("Ace", "")


@pytest.mark.parametrize("tag", ["LAB", "lab", "Lab"])
@pytest.mark.asyncio
async def test_a_tag_names_the_board_and_is_no_part_of_the_handle(tag: str) -> None:
    other = read_board("Other", f"tag OTHER; secret {SECRET}")
    line, _ = await called(other, LAB, data=by_secret(f"[{tag}]Joe Blow"))
    assert (line.board, line.handle) == (LAB, "Joe Blow")


@pytest.mark.asyncio
async def test_only_the_first_tag_is_one() -> None:
    line, _ = await called(LAB, data=by_secret("[LAB][LAB]Joe [X]"))
    assert line.handle == "[LAB]Joe [X]"


@pytest.mark.asyncio
async def test_of_two_boards_at_one_address_the_secret_tells_which() -> None:
    one = read_board("One", f"addresses {HERE}; secret first secret")
    two = read_board("Two", f"addresses {HERE}; secret second secret")
    line, _ = await called(one, two, data=greeting("second secret", "Joe", "ansi/38400"))
    assert line.board is two


@pytest.mark.asyncio
async def test_a_right_secret_comes_before_a_mere_address() -> None:
    """Else the secret would be somebody's alias at the board that shares the address."""
    line, _ = await called(CORNER, LAB, data=by_secret("Joe"))
    assert (line.board, line.handle) == (LAB, "Joe")
    await turned_away(CORNER, LAB, data=by_secret("[CS]Joe"))
    line, _ = await called(CORNER, LAB, data=greeting("Ace", "Joe Blow", "x"))
    assert (line.board, line.handle) == (CORNER, "Ace")


@pytest.mark.asyncio
async def test_a_caller_who_may_be_of_two_boards_must_name_one() -> None:
    one, two = (read_board(name, f"tag {name}; addresses {HERE}") for name in ("One", "Two"))
    await turned_away(one, two, data=greeting("Ace", "Joe", "ansi/38400"))
    line, _ = await called(one, two, data=greeting("[Two]Ace", "Joe", "ansi/38400"))
    assert line.board is two


@pytest.mark.asyncio
async def test_boards_read_their_own_order_from_the_same_greeting() -> None:
    """So that two may share an address: the tag stands in the field that is the handle's."""
    one = read_board("One", f"tag ONE; addresses {HERE}; order password-user")
    two = read_board("Two", f"tag TWO; addresses {HERE}; order alias-name")
    line, _ = await called(one, two, data=greeting("[TWO]Ace", "[TWO]Joe", "ansi/38400"))
    assert (line.board, line.handle, line.real_name) == (two, "Ace", "[TWO]Joe")


@pytest.mark.parametrize("terminal, known", [
    (b"xtrn=POKER", ("", "poker", 0)), (b"XTRN=poker/57600", ("", "poker", 57600)),
    (b"xtrn=", ("", "", 0)), (b"", ("", "", 0)), (b"/", ("", "", 0)),
    (b"ANSI-BBS", ("ansi-bbs", "", 0)), (b"vt100/fast", ("vt100", "", 0)),
    (b"vt100/9600/1", ("vt100", "", 0)), (b"vt100/-5", ("vt100", "", 0)),
    (b"ansi/" + b"9" * 300, ("ansi", "", 0)), (b"\x1b[2Jx\xff\r\n/300", ("[2jx", "", 300)),
    (b"xtrn=\x07po\x80ker ", ("", "poker", 0)), (b"x" * 300, ("x" * 40, "", 0)),
])
@pytest.mark.asyncio
async def test_the_terminals_field(terminal: bytes, known: tuple[str, str, int]) -> None:
    line, _ = await called(CORNER, data=greeting("Ace", "Joe", terminal))
    assert (line.terminal_type, line.game, line.speed) == known


@pytest.mark.parametrize("sent, handle", [
    (b"O'Hara \"Ace\" $(x)", "O'Hara \"Ace\" $(x)"), (b"Ren\x82", "Ren\u00e9"),
    (b" two  words ", "two  words"), (b"\x1b[2Jboo\r\n\x07", "[2Jboo"), (b"a\tb", "a b"),
    (b"x" * 40, "x" * 40), (b"y" * 41, "y" * 40), (b"\x01[CS]Ace", "Ace")])
@pytest.mark.asyncio
async def test_a_handle_is_shown_right_or_cleaned(sent: bytes, handle: str) -> None:
    line, _ = await called(CORNER, data=greeting(sent, sent, "ansi/38400"))
    assert line.handle == handle


@pytest.mark.asyncio
async def test_a_board_of_utf_8_names_its_callers_in_it() -> None:
    board = read_board("Modern", f"addresses {HERE}; charset utf-8")
    assert (await called(board, data=greeting("Ren\u00e9", "x", "")))[0].handle == "Ren\u00e9"
    assert (await called(board, data=greeting(b"Ren\x82", "x", "")))[0].handle == "Ren\u00e9"


# Who is not


@pytest.mark.parametrize("client", [
    "", "x", SECRET[:-1], SECRET + "x", SECRET.upper(), b"\xff" * 18, "Joe"])
@pytest.mark.asyncio
async def test_a_wrong_secret_gets_no_answer(client: str | bytes) -> None:
    await turned_away(LAB, data=greeting(client, SECRET, "ansi/38400"))
    await turned_away(LAB, CORNER, data=greeting(client, SECRET, "x"), address="203.0.113.9")


@pytest.mark.parametrize("handle", [
    b"", b" ", b"\x07\x1b", b"[LAB]", b"[LAB] ", b"[X]Joe", b"[]Joe", b"[The Lab]Joe", b"[CS]Joe"])
@pytest.mark.asyncio
async def test_a_wrong_tag_or_no_handle_gets_no_answer(handle: bytes) -> None:
    await turned_away(LAB, data=by_secret(handle))


@pytest.mark.asyncio
async def test_a_board_without_a_tag_is_not_named_by_one() -> None:
    await turned_away(read_board("Local", f"addresses {HERE}"), data=greeting("[]Joe", "x", ""))
    await turned_away(read_board("Local", f"addresses {HERE}"), data=greeting("[X]Joe", "x", ""))


@pytest.mark.parametrize("address", ["10.0.0.6", "192.168.8.1", "2001:db9::1", "::1", ""])
@pytest.mark.asyncio
async def test_an_address_of_no_board_is_closed_before_it_says_anything(address: str) -> None:
    await turned_away(CORNER, address=address)
    await turned_away(address=address)


@pytest.mark.parametrize("address", ["10.0.0.5", "192.168.7.255", "2001:db8:1::1"])
@pytest.mark.asyncio
async def test_addresses_and_whole_networks_of_both_families(address: str) -> None:
    line, _ = await called(CORNER, data=greeting("Ace", "Joe", "x"), address=address)
    assert line.address == address


def test_ipv4_inside_ipv6_and_scoped_addresses() -> None:
    board = read_board("x", "addresses ::ffff:10.0.0.5 ::ffff:10.1.0.0/112 fe80::/10")
    assert board.addresses[:2] == (
        ipaddress.ip_network("10.0.0.5"), ipaddress.ip_network("10.1.0.0/16"))
    for address in ("10.0.0.5", "10.1.255.1", "fe80::1%eth0"):
        assert boards_at([board], address) == [board]
    for address in ("10.0.0.6", "10.2.0.1", "fec0::1"):
        with pytest.raises(Unwelcome):
            boards_at([board], address)


@pytest.mark.asyncio
async def test_a_board_with_addresses_and_a_secret_needs_both() -> None:
    board = read_board("Both", f"addresses {HERE}; secret {SECRET}")
    await turned_away(board, address="10.0.0.6")
    await turned_away(board, data=greeting("wrong", "Joe", "x"))
    assert (await called(board, data=by_secret("Joe")))[0].board is board


@pytest.mark.asyncio
async def test_a_board_for_which_nothing_vouches_cannot_call() -> None:
    await turned_away(Board("Trusting"), data=greeting("Joe", "Joe", "x"))
    await turned_away(Board("Trusting", tag="T"), LAB, data=greeting("[T]Joe", "[T]Joe", "x"))


@pytest.mark.parametrize("data", [
    b"\0" * 4, b"\0" * 100_000, b"x", b"GET / HTTP/1.1\r\n\r\n", b"\xff\xfd\x18", b"\x16\x03\x01",
    b"\r\n", b"\0" + b"x" * MOST_BYTES, b"\0a\0b\0" + b"c" * 600 + b"\0", b"\0\0\0" + b"x" * 600,
    by_secret("Joe")[1:], by_secret("Joe" + "x" * MOST_BYTES)])
@pytest.mark.asyncio
async def test_what_is_no_greeting_gets_no_answer(data: bytes) -> None:
    await turned_away(LAB, CORNER, data=data)


@pytest.mark.asyncio
async def test_the_longest_greeting_and_one_byte_more() -> None:
    room = MOST_BYTES - len(by_secret("Joe", ""))
    line, _ = await called(LAB, data=by_secret("Joe", "t" * room) + b"typed")
    assert line.take() == b"typed"
    await turned_away(LAB, data=by_secret("Joe", "t" * (room + 1)))


@pytest.mark.asyncio
async def test_a_greeting_without_end_is_not_kept() -> None:
    call = Call(LAB)
    call.send(*(b"\0" + b"x" * 100 for _ in range(2)), *(b"x" * 100 for _ in range(1000)))
    assert call.wire.closed and not call.protocol._early
    call.end()


@pytest.mark.asyncio
async def test_a_secret_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return False

    monkeypatch.setattr(hmac, "compare_digest", compare)
    await turned_away(LAB, data=by_secret("Joe"))
    assert compared == [(SECRET.encode(), SECRET.encode())]


@pytest.mark.asyncio
async def test_the_log_says_why_and_quotes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await turned_away(LAB, data=greeting("hunter2", "hunter2", "hunter2"))
    await turned_away(LAB, data=by_secret("[hunter2]hunter2"))
    await turned_away(LAB, data=b"hunter2")
    await turned_away(CORNER, address="10.0.0.6")
    assert "hunter2" not in caplog.text and SECRET not in caplog.text
    reasons = [message.partition(": ")[2] for message in caplog.messages]
    assert reasons == [
        "it does not know the secret of a board",
        "it names nobody, or somebody of no board that it may be",
        "what came first is no greeting", "no board may call from there"]


def test_a_secret_shows_in_no_message_of_ours() -> None:
    assert SECRET not in repr(LAB)
    assert SECRET not in repr(Caller(LAB, "Joe", "", "", "", 0))


# However it is split


def test_every_part_of_a_greeting_waits_for_the_rest() -> None:
    whole = by_secret("Joe")
    assert all(read_greeting(whole[:end]) is None for end in range(len(whole)))
    assert read_greeting(whole) is not None


@pytest.mark.asyncio
async def test_a_greeting_split_at_every_byte() -> None:
    data = by_secret("[LAB]Joe", "xtrn=POKER") + b"typed"
    for at in range(1, len(data)):
        call = Call(LAB)
        call.send(data[:at])
        assert call.wire.sent == (b"\0" if at >= len(data) - 5 else b"")
        call.send(data[at:])
        await call.settle()
        assert (call.wire.sent, call.line.handle, call.line.game) == (b"\0", "Joe", "poker")
        assert call.line.take() == b"typed"
        call.end()


@pytest.mark.asyncio
async def test_a_greeting_byte_by_byte() -> None:
    call = Call(LAB)
    call.send(*(bytes([byte]) for byte in by_secret("Joe")))
    assert (call.wire.sent, call.line.handle) == (b"\0", "Joe")
    call.end()


@pytest.mark.asyncio
async def test_a_size_message_split_at_every_byte_is_taken_and_stripped() -> None:
    data = b"ab" + size(50, 132) + b"cd"
    for at in range(len(data) + 1):
        call = Call(LAB)
        call.send(by_secret("Joe"))
        await call.settle()
        call.send(data[:at], data[at:])
        assert call.line.take() == b"abcd"
        assert (call.line.columns, call.line.rows, call.line.resized) == (132, 50, True)
        call.end()


@pytest.mark.asyncio
async def test_sizes_one_behind_another_byte_by_byte() -> None:
    call = Call(LAB)
    call.send(by_secret("Joe"))
    data = size(25, 80) + size(0, 0) + b"x" + size(65535, 65535) + b"y" + size(40, 0)
    call.send(*(bytes([byte]) for byte in data))
    assert call.line.take() == b"xy"
    assert (call.line.columns, call.line.rows) == (255, 40)
    call.end()


@pytest.mark.asyncio
async def test_a_size_behind_the_greeting_is_known_when_the_call_begins() -> None:
    line, _ = await called(LAB, data=by_secret("Joe") + size(24, 80) + b"k")
    assert (line.columns, line.rows, line.resized, line.take()) == (80, 24, False, b"k")


@pytest.mark.asyncio
async def test_a_size_wakes_the_session_but_is_no_key() -> None:
    call = Call(LAB)
    call.send(by_secret("Joe"))
    await call.settle()
    reading = asyncio.create_task(call.line.read())
    await asyncio.sleep(0)
    call.send(size(30, 90)[:7], size(30, 90)[7:])
    assert await reading == b"" and call.line.resized
    call.end()


@pytest.mark.parametrize("data", [
    b"\xff", b"\xffx", b"\xff\xff", b"\xff\xffs", b"\xff\xffsx", b"\xff\xff\xff\xffx", b"sss",
    b"\xff\xfb\x01", b"\x80"])
@pytest.mark.asyncio
async def test_what_only_begins_like_a_size_is_passed_on_as_it_is(data: bytes) -> None:
    for packets in ([data + b"k"], [bytes([byte]) for byte in data + b"k"]):
        call = Call(LAB)
        call.send(by_secret("Joe"), *packets)
        assert call.line.take() == data + b"k"
        call.end()


@pytest.mark.parametrize("enter", [b"\r", b"\r\n", b"\r\0", b"\n", b"\0", b"\x7f\x08\x03"])
@pytest.mark.asyncio
async def test_enter_in_all_its_forms_passes_raw(enter: bytes) -> None:
    call = Call(LAB)
    call.send(by_secret("Joe"), b"a" + enter)
    assert call.line.take() == b"a" + enter
    call.line.write(enter + b"\xff\xff\0")
    assert call.wire.sent == b"\0" + enter + b"\xff\xff\0"
    call.end()


@pytest.mark.parametrize("key", [b"x", b"\xff", b"\xffx"])
@pytest.mark.asyncio
async def test_a_flood_of_keys_stays_outside(key: bytes) -> None:
    call = Call(LAB)
    call.send(by_secret("Joe"))
    for _ in range(100):
        if call.wire.reading:
            call.send(key * 500)
    assert not call.wire.reading
    assert len(call.line._inbox) <= line_module.INBOX + 1000
    call.line.take()
    assert call.wire.reading
    call.end()


@pytest.mark.asyncio
async def test_a_caller_who_lags_behind_is_waited_for() -> None:
    call = Call(LAB)
    call.send(by_secret("Joe"))
    call.protocol.pause_writing()
    assert not call.wire.reading
    call.protocol.resume_writing()
    assert call.wire.reading
    call.end()
