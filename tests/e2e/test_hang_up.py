"""The line drops, at every prompt and in several ways: the next call finds all as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

import pytest

from tests.e2e import nights
from tests.e2e.server import Server
from tests.e2e.telnet import TelnetCaller, needs_telnet
from tests.e2e.wire import LineLost, WireCaller

Wire = Callable[[int], WireCaller]
QUESTIONS = "wpyo"      # my cards, the pot, my chips, the House's
RESUMED = "Your hand is as you left it"
TAKEN_OVER = "Your handle has called again on another line. This one closes."


def asked(caller: WireCaller, prompt: str) -> list[str]:
    """All that the table tells of cards and chips, by the keys that ask."""
    told = []
    for key in QUESTIONS:
        caller.send(key)
        said, again = caller.prompt()
        if again == "RETURN goes on.":      # the odds, in practice
            caller.send("")
            again = caller.prompt()[1]
        assert again == prompt
        told.append(said)
    return told


def at_the_table(port: int, wire: Wire, handle: str, buy_in: int) -> WireCaller:
    """A new caller who has just sat down."""
    caller = wire(port)
    assert caller.log_in(handle)[1] == "Casino>"
    caller.send("p")
    caller.answer("Withdraw ($20-$500, RETURN = $200)?", str(buy_in))
    return caller


def bankroll(caller: WireCaller) -> str:
    """As the Casino says it, who has just come to it."""
    said, prompt = caller.prompt()
    assert prompt == "Casino>", said
    return said.partition(".")[0]


@pytest.mark.parametrize("kind", ["win", "capped", "all in", "fold"])
def test_a_night_whose_line_drops_at_every_prompt(practice: Server, wire: Wire,
                                                  kind: str) -> None:
    night = nights.night(kind)
    hang_up = cycle((WireCaller.close, WireCaller.reset))
    caller = at_the_table(practice.port, wire, night.handle, night.buy_in)
    caller.answer(*night.steps[0][:1], "a")
    said, prompt = caller.prompt()
    for wanted, keys in night.steps[1:]:
        if not wanted.startswith(("Bet (", "Raise (")):     # those are asked anew, from the first
            before = asked(caller, prompt)
            next(hang_up)(caller)
            caller = wire(practice.port)
            said, prompt = caller.log_in(night.handle)
            assert RESUMED in said
            assert asked(caller, prompt) == before
        assert prompt == wanted
        caller.send(keys.rstrip("\r"))
        said, prompt = caller.prompt()
    assert night.told in said
    caller.send("y")
    assert f"You: ${night.stack} on the table, $0 in the pot." in caller.prompt()[0]


@pytest.mark.parametrize("keys", [["b"], ["b", "12"], ["f"], ["q"], ["?"], ["k"], ["4x"]])
def test_a_question_that_was_not_answered_is_no_step(practice: Server, wire: Wire, handle: str,
                                                     keys: Sequence[str]) -> None:
    """An amount half typed, a fold not confirmed, a page of help: the hand is where it was."""
    caller = at_the_table(practice.port, wire, handle, 200)
    caller.answer(nights.ANTE, "a")
    prompt = caller.prompt()[1]
    before = asked(caller, prompt)
    for key in keys[:-1]:
        caller.send(key)
        caller.prompt()
    caller.sock.sendall(keys[-1].encode())  # without its RETURN, and gone at once
    caller.close()
    again = wire(practice.port)
    said, resumed = again.log_in(handle)
    assert RESUMED in said and resumed == prompt
    assert asked(again, prompt) == before


@pytest.mark.parametrize("answers", [
    [], ["p"], ["p", "HANDLE"], ["p", "HANDLE", "lantern"]])
def test_the_line_drops_in_the_login(practice: Server, wire: Wire, handle: str,
                                     answers: Sequence[str]) -> None:
    wire(practice.port).log_in(handle)
    caller = wire(practice.port)
    for line in answers:
        caller.prompt()
        caller.send(line.replace("HANDLE", handle))
    caller.reset()
    said, prompt = wire(practice.port).log_in(handle)
    assert prompt == "Casino>" and "$1000." in said


@pytest.mark.parametrize("answers", [[], ["y"], ["y", "lantern"]])
def test_a_handle_that_was_not_made_to_the_end_is_free(practice: Server, wire: Wire, handle: str,
                                                       answers: Sequence[str]) -> None:
    caller = wire(practice.port)
    for line in ("p", handle, *answers):
        caller.prompt()
        caller.send(line)
    caller.prompt()
    caller.close()
    again = wire(practice.port)
    again.answer("A)NSI U)TF-8 T)ext P)lain V)oice C)64?", "p")
    again.answer("Handle:", handle)
    assert "New handle." in again.prompt()[0]


@pytest.mark.parametrize("kind, prompt", [
    ("broken", nights.LAST_HAND), ("all in won", "Q)uit the table?")])
def test_the_line_drops_behind_the_last_hand(practice: Server, wire: Wire, kind: str,
                                             prompt: str) -> None:
    """The bank is broken: what was won is in the caller's bankroll all the same."""
    night = nights.night(kind)
    caller = at_the_table(practice.port, wire, night.handle, night.buy_in)
    for wanted, keys in night.steps:
        caller.answer(wanted, keys.rstrip("\r"))
    if prompt != nights.LAST_HAND:
        caller.answer(nights.LAST_HAND, "q")
    assert caller.prompt()[1] == prompt
    caller.reset()
    assert (f"${1000 - night.buy_in + night.stack}."
            in wire(practice.port).log_in(night.handle)[0])


@pytest.mark.parametrize("answers", [["p"], ["p", "nonsense"], ["p", "50"], ["b"], ["w"], ["r"]])
def test_the_line_drops_outside_a_hand(practice: Server, wire: Wire, handle: str,
                                       answers: Sequence[str]) -> None:
    """Between hands the stack is banked (RULEBOOK 1.12)."""
    caller = wire(practice.port)
    caller.log_in(handle)
    for line in answers:
        caller.send(line)
        caller.prompt()
    caller.close()
    said, prompt = wire(practice.port).log_in(handle)
    assert prompt == "Casino>" and "$1000." in said


def test_a_guests_hand_is_settled_at_once(practice: Server, wire: Wire) -> None:
    caller = at_the_table(practice.port, wire, "guest", 200)
    caller.answer(nights.ANTE, "a")
    caller.prompt()
    caller.reset()
    said, prompt = wire(practice.port).log_in("guest")
    assert prompt == "Casino>" and "$1000." in said


# -- two calls with one handle -----------------------------------------------------------------

def test_a_second_call_takes_the_seat_over(practice: Server, wire: Wire, handle: str) -> None:
    first = at_the_table(practice.port, wire, handle, 200)
    first.answer(nights.ANTE, "a")
    prompt = first.prompt()[1]
    before = asked(first, prompt)
    second = wire(practice.port)
    said, resumed = second.log_in(handle)
    assert TAKEN_OVER in first.ended()
    assert RESUMED in said and resumed == prompt
    assert asked(second, prompt) == before


def test_a_second_call_between_hands_finds_the_chips_in_the_bank(practice: Server, wire: Wire,
                                                                 handle: str) -> None:
    first = at_the_table(practice.port, wire, handle, 200)
    assert first.prompt()[1] == nights.ANTE
    said, prompt = wire(practice.port).log_in(handle)
    assert prompt == "Casino>" and "$1000." in said
    assert TAKEN_OVER in first.ended()


def test_of_three_calls_at_once_one_has_the_seat(practice: Server, wire: Wire,
                                                 handle: str) -> None:
    first = at_the_table(practice.port, wire, handle, 200)
    first.answer(nights.ANTE, "a")
    first.prompt()
    others = [wire(practice.port) for _ in range(2)]
    for caller in others:
        caller.answer("A)NSI U)TF-8 T)ext P)lain V)oice C)64?", "p")
        caller.answer("Handle:", handle)
    for caller in others:
        caller.answer("Password:", "lantern")
    entered = [caller for caller in others if still_in(caller)]     # none before another left
    assert [caller for caller in [first, *entered] if still_in(caller)] == entered[-1:]


def still_in(caller: WireCaller) -> bool:
    """Whether the caller has the seat; asks until the line ends or the table answers."""
    try:
        said = ""
        while "on the table" not in said:
            said = caller.prompt()[0]
            caller.send("y")
    except LineLost as lost:
        assert TAKEN_OVER in str(lost)
        return False
    return True


# -- a real client ------------------------------------------------------------------------------

@needs_telnet
@pytest.mark.parametrize("kind, line_mode", [("loss", False), ("house folds", True)])
def test_a_telnet_client_is_killed_and_calls_again(practice: Server, kind: str, line_mode: bool,
                                                   call: Callable[..., TelnetCaller]) -> None:
    """The same screen comes back, but for what the House says beside its cards."""
    night = nights.night(kind)
    caller = call(practice.port, line_mode=line_mode)
    caller.log_in(night.handle)
    caller.sit(str(night.buy_in))
    for prompt, keys in night.steps:
        caller.expect(prompt + " ")
        if prompt.endswith("F)old?") or prompt == nights.DISCARD:
            before = felt(caller)
            caller.kill()
            caller = call(practice.port, line_mode=line_mode)
            caller.log_in(night.handle)
            caller.expect(prompt + " ")
            assert caller.sees(RESUMED)
            assert felt(caller) == before
        caller.press(keys)
    caller.expect(night.prompt + " ")
    assert caller.sees(night.told)


def felt(caller: TelnetCaller) -> list[str]:
    """The cards, the chips and the pot: the painted table without the House's patter.

    A key that asks ends the motion of cards that are still on their way.
    """
    caller.press("p")
    caller.expect("The pot is $")
    caller.expect("? ")
    return [(row[:63] if number < 6 else row).rstrip()
            for number, row in enumerate(caller.screen.split("\n")) if number < 17]
