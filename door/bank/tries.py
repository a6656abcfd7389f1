"""Tries: each person's one try at a contest, every action in the store before it is shown.

A person is a caller, and whoever a board says is the same user of it: a second handle of a board's
user record has no second try. Of callers without a board, or of boards that give no record of
their users, nothing can be known beyond the handle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from door.bank import chain, contest_chain, handles
from door.bank.contest_schema import contests, tried_actions, tried_hands, triers, tries
from door.bank.contests import Contests
from door.bank.errors import ContestOver, HadTry, NoSuchCaller, NoSuchContest, OutOfStep
from door.bank.schema import callers, members
from door.bank.sittings import join_stacks, split_stacks
from door.bank.statements import Desk, Prepared
from door.rules.house_draw import GAMES
from door.views import Contest, Ended, HandRecord, Step, StoredHand, Try

_t, _h, _a = tries.c, tried_hands.c, tried_actions.c
_this = _t.id == bindparam("tried")
_hand = (_h.try_id == bindparam("tried")) & (_h.number == bindparam("number"))
_GUEST = Prepared(sa.select(callers.c.guest).where(callers.c.id == bindparam("caller")))
_RECORDS = Prepared(sa.select(members.c.board, members.c.member).where(
    members.c.caller_id == bindparam("caller"), members.c.member.like("#%")))
_KNOWN = Prepared(sa.select(triers.c.try_id).where(
    triers.c.contest_id == bindparam("contest"), triers.c.person == bindparam("person")))
_KNOW = Prepared(sa.insert(triers).prefix_with("OR IGNORE"), triers.c.keys())
_ROW = Prepared(sa.select(
    _t.contest_id, _t.caller_id, callers.c.handle, _t.state, _t.net, _t.played, _t.stacks,
    _t.hash, _t.over_at).join(callers, callers.c.id == _t.caller_id).where(_this))
_END = Prepared(sa.select(_t.id, _t.begun_hash).order_by(_t.id.desc()).limit(1))
_HASH = Prepared(sa.select(contests.c.hash).where(contests.c.id == bindparam("contest")))
_BEGIN = Prepared(sa.insert(tries), [name for name in tries.c.keys() if name != "over_at"])
_MOVE = Prepared(sa.update(tries).where(_this).values(
    net=bindparam("won"), played=bindparam("ended"), stacks=bindparam("chips"),
    hash=bindparam("link")))
_FINISH = Prepared(sa.update(tries).where(_this).values(
    state=bindparam("as_state"), over_at=bindparam("at"), reason=bindparam("why"),
    hash=bindparam("link")))
_UNCLOSED = Prepared(sa.select(_t.id).join(contests).where(
    _t.state == "open", contests.c.ends <= bindparam("now")).order_by(_t.id))
_RUNNING = Prepared(sa.select(_t.id, _t.contest_id, _t.state).join(contests).where(
    _t.caller_id == bindparam("caller"), contests.c.ends > bindparam("now")))
_DEAL = Prepared(sa.insert(tried_hands),
                 [name for name in tried_hands.c.keys() if name != "ended_at"])
_DEALT = Prepared(sa.select(_h.stacks, _h.dealt_at, _h.ended_at).where(_hand))
_ENDED = Prepared(sa.update(tried_hands).where(_hand).values(
    ended_stacks=bindparam("chips"), result=bindparam("words"), ended_at=bindparam("at")))
_ACT = Prepared(sa.insert(tried_actions), tried_actions.c.keys())
_ACTED = Prepared(sa.select(_a.seat, _a.action).where(
    _a.try_id == bindparam("tried"), _a.number == bindparam("number")).order_by(_a.n))
_HANDS = Prepared(sa.select(tried_hands).where(_h.try_id == bindparam("tried")).order_by(
    _h.number))


class Tries:
    """Works at a desk, within the transaction of whoever asks."""

    def __init__(self, contests: Contests, now: Callable[[], float]) -> None:
        self._contests, self._now = contests, now

    # Who has had a try.

    def own(self, desk: Desk, contest_id: int, caller_id: int, board: str = "",
            record: str = "") -> Try | None:
        """The try of that person: not the caller's where it was had under another handle.

        `board` and `record` are what the call that this is says of its user, if it does.
        """
        for person in self._persons(desk, caller_id, board, record):
            id = _KNOWN.value(desk, contest=contest_id, person=person)
            if id is not None:
                return self.tried(desk, id)
        return None

    def _persons(self, desk: Desk, caller_id: int, board: str, record: str) -> list[str]:
        rows = list(_RECORDS.run(desk, caller=caller_id))
        if board and record:
            rows.append((handles.fold(board), f"#{handles.fold(record)}"))
        return [f"caller {caller_id}", *(f"{name} {member}" for name, member in rows)]

    def enter(self, desk: Desk, contest_id: int, caller_id: int, board: str = "",
              record: str = "") -> Try:
        """The caller's one try, begun at the first call.

        Raises HadTry for a second handle of one person, ContestOver, NoSuchContest; NoSuchCaller
        for guests, too.
        """
        found = self.own(desk, contest_id, caller_id, board, record)
        if found is not None and found.caller_id != caller_id:
            raise HadTry(found.handle)
        contest = self._contests.contest(desk, contest_id)
        if contest.over:
            raise ContestOver(contest.day)
        if _GUEST.value(desk, caller=caller_id) != 0:
            raise NoSuchCaller(f"{caller_id} has no account")
        id = found.id if found else self._begin(desk, contest, caller_id)
        for person in self._persons(desk, caller_id, board, record):
            _KNOW.run(desk, contest_id=contest_id, person=person, try_id=id)
        return self.tried(desk, id)

    def _begin(self, desk: Desk, contest: Contest, caller_id: int) -> int:
        last, previous = _END.row(desk) or (0, chain.NOTHING)
        at, stack = int(self._now()), contest.terms.stack
        link = contest_chain.begun(_HASH.value(desk, contest=contest.id), previous, last + 1,
                                   caller_id, at)
        _BEGIN.run(desk, id=last + 1, contest_id=contest.id, caller_id=caller_id, begun_at=at,
                   begun_hash=link, state="open", net=0, played=0,
                   stacks=join_stacks((stack, stack)), reason="", hash=link)
        return int(last) + 1

    def merged(self, desk: Desk, old: int, new: int) -> None:
        """Two accounts are one person now, who has had a try if either has. Where both had one at
        a contest that is still on, that of `old` is void."""
        had = {contest for _, contest, _ in _RUNNING.run(desk, caller=new, now=self._now())}
        for id, contest, state in list(_RUNNING.run(desk, caller=old, now=self._now())):
            if contest not in had:
                _KNOW.run(desk, contest_id=contest, person=f"caller {new}", try_id=id)
            elif state != "void":
                self.void(desk, id, "a second try of one person")

    # What is read.

    def tried(self, desk: Desk, try_id: int) -> Try:
        """Raises NoSuchContest."""
        contest_id, caller_id, handle, state, net, played, stacks = self._row(desk, try_id)[:7]
        contest = self._contests.contest(desk, contest_id)
        hand = None
        if state == "open":
            hand = self._open_hand(desk, try_id, contest_id, played + 1)
        return Try(try_id, contest, caller_id, handle, state, net, played, split_stacks(stacks),
                   hand)

    def _row(self, desk: Desk, try_id: int) -> Any:
        row = _ROW.row(desk, tried=try_id)
        if row is None:
            raise NoSuchContest(f"there is no try {try_id}")
        return row

    def _open_hand(self, desk: Desk, try_id: int, contest_id: int,
                   number: int) -> HandRecord | None:
        row = _DEALT.row(desk, tried=try_id, number=number)
        if row is None:
            return None
        contest = self._contests.contest(desk, contest_id, opened=True)
        return self._record(desk, contest, try_id, number, row[0], row[1], "open")

    def _record(self, desk: Desk, contest: Contest, try_id: int, number: int, stacks: str,
                dealt_at: int, state: str) -> HandRecord:
        deal, terms = contest.deals[number - 1], contest.terms
        acted = tuple(_ACTED.run(desk, tried=try_id, number=number))
        return HandRecord(deal.id, try_id, number, terms.game, terms.rules_version, terms.policy,
                          deal.seed, deal.seal, "", False, deal.first, split_stacks(stacks), acted,
                          state, dealt_at)

    def hands(self, desk: Desk, try_id: int) -> tuple[StoredHand, ...]:
        """All deals of a try that were dealt, in their order, as records of hands.

        Each is `opened` once the contest is over; before that its seed must not be shown.
        """
        row = self._row(desk, try_id)
        contest = self._contests.contest(desk, row[0], opened=True)
        return tuple(
            StoredHand(self._record(desk, contest, try_id, number, stacks, dealt_at,
                                    "done" if ended_at is not None else "open"),
                       row[2], row[1], contest.sealed_at, ended_at or 0,
                       split_stacks(ended_stacks), result, contest.over)
            for _, number, stacks, dealt_at, ended_stacks, result, ended_at
            in list(_HANDS.run(desk, tried=try_id)))

    def unclosed(self, desk: Desk) -> list[Try]:
        """Tries that are open at contests that are over."""
        return [self.tried(desk, id) for id, in list(_UNCLOSED.run(desk, now=self._now()))]

    # What is written.

    def write(self, desk: Desk, try_id: int, steps: Iterable[Step], closing: bool = False) -> None:
        """Steps, each of which must follow from what the try holds, else OutOfStep.

        Raises ContestOver for a try that is done or void; of an open one also at the contest's
        last second's end, unless this is `closing`, by which the House ends it for who is away.
        """
        at = int(self._now())
        for step in steps:
            contest_id, _, _, state, net, played, stacks, link, _ = self._row(desk, try_id)
            contest = self._contests.contest(desk, contest_id)
            if state != "open" or contest.over and not closing:
                raise ContestOver(contest.day)
            if not contest.terms.deals > played or step.hand_id != contest.deals[played].id:
                raise OutOfStep(f"{step.hand_id} is not the next deal of try {try_id}")
            number = played + 1
            if step.dealt:
                link = self._deal(desk, contest, try_id, number, step, stacks, link, at)
            link = self._act(desk, try_id, number, step, link)
            if step.ended:
                before = split_stacks(stacks)
                link = self._end(desk, try_id, number, step.ended, before, link, at)
                net, played = net + step.ended.stacks[0] - before[0], number
                if contest.kind == "week":
                    stacks = join_stacks(tuple(step.ended.stacks))
            _MOVE.run(desk, tried=try_id, won=net, ended=played, chips=stacks, link=link)
            if played == contest.terms.deals or step.ended and not can_ante(
                    contest.terms.game, stacks):
                self._finish(desk, try_id, "done", "", at)

    def _deal(self, desk: Desk, contest: Contest, try_id: int, number: int, step: Step,
              stacks: str, link: bytes, at: int) -> bytes:
        dealt = step.dealt
        assert dealt is not None
        agreed = ("", contest.deals[number - 1].first, stacks, contest.terms.policy)
        given = (dealt.cut, dealt.first, join_stacks(tuple(dealt.stacks)), dealt.policy)
        if given != agreed or _DEALT.row(desk, tried=try_id, number=number):
            raise OutOfStep(f"{step.hand_id} cannot be dealt so in try {try_id}")
        _DEAL.run(desk, try_id=try_id, number=number, stacks=stacks, dealt_at=at, ended_stacks="",
                  result="")
        return contest_chain.dealt(link, number, stacks, at)

    def _act(self, desk: Desk, try_id: int, number: int, step: Step, link: bytes) -> bytes:
        held = len(list(_ACTED.run(desk, tried=try_id, number=number)))
        if step.first_n != held or not _DEALT.row(desk, tried=try_id, number=number):
            raise OutOfStep(f"{step.hand_id} of try {try_id} holds {held} actions")
        for n, (seat, text) in enumerate(step.actions, held):
            link = chain.action(link, n, seat, text)
            _ACT.run(desk, try_id=try_id, number=number, n=n, seat=seat, action=text, chain=link)
        return link

    def _end(self, desk: Desk, try_id: int, number: int, ended: Ended, before: tuple[int, ...],
             link: bytes, at: int) -> bytes:
        if len(ended.stacks) != len(before) or sum(ended.stacks) != sum(before):
            raise OutOfStep(f"deal {number} of try {try_id} cannot end in {ended.stacks}")
        chips = join_stacks(tuple(ended.stacks))
        _ENDED.run(desk, tried=try_id, number=number, chips=chips, words=ended.result, at=at)
        return chain.ended(link, "done", chips, ended.result, at)

    def void(self, desk: Desk, try_id: int, reason: str) -> None:
        """The try leaves the ranking and cannot be played on; nothing if it is void already."""
        if self._row(desk, try_id)[3] != "void":
            self._finish(desk, try_id, "void", reason, int(self._now()))

    def _finish(self, desk: Desk, try_id: int, state: str, reason: str, at: int) -> None:
        row = self._row(desk, try_id)
        link = contest_chain.over(row[7], state, row[4], reason, at)
        _FINISH.run(desk, tried=try_id, as_state=state, at=at, why=reason, link=link)


def can_ante(name: str, stacks: str) -> bool:
    """Whether both sides can pay the ante of a game of that name, if we know it."""
    game = GAMES.get(name)
    return game is None or min(split_stacks(stacks)) >= game.ante
