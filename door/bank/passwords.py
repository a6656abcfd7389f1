"""Passwords: scrypt on threads of its own behind a bounded queue, and pauses for the guesser.

A stored password is text that carries its own cost: scrypt$n$r$p$salt$hash, the last two in
base64. The cost is pinned (RFC 7914 names n=16384, r=8, p=1 for logins): 16 MiB and some 50 ms.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import math
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from door.bank.errors import BadPassword, Busy, PleaseWait

T = TypeVar("T")
COST, BLOCK, PARALLEL = 2 ** 14, 8, 1
SHORTEST, LONGEST = 4, 128
WORKERS, WAITING = 2, 32


def check_length(password: str) -> None:
    """Raises BadPassword, whose message is for the caller."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadPassword(f"A password has {SHORTEST} to {LONGEST} characters.")


def derive(password: str, n: int) -> str:
    """The text to store for a new password."""
    salt = os.urandom(16)
    key = _scrypt(password, salt, n, BLOCK, PARALLEL)
    return f"scrypt${n}${BLOCK}${PARALLEL}${b64encode(salt).decode()}${b64encode(key).decode()}"


def agrees(password: str, stored: str) -> bool:
    """Whether that password was stored; takes the same time for a wrong one."""
    _, n, r, p, salt, key = stored.split("$")
    given = _scrypt(password, b64decode(salt), int(n), int(r), int(p))
    return hmac.compare_digest(given, b64decode(key))


def nobodys(n: int) -> str:
    """What no password agrees with, at the same cost: stands in for a handle that is unknown."""
    return (f"scrypt${n}${BLOCK}${PARALLEL}${b64encode(os.urandom(16)).decode()}$"
            + b64encode(bytes(31)).decode())


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    # "surrogatepass": whatever was typed has bytes. A longer password is nobody's.
    data = password[:LONGEST + 1].encode("utf-8", "surrogatepass")
    return hashlib.scrypt(data, salt=salt, n=n, r=r, p=p, maxmem=2 * 128 * r * (n + p), dklen=32)


class PasswordQueue:
    """The two threads, and the queue before them: who comes when it is full is refused."""

    def __init__(self, n: int = COST) -> None:
        self._n, self._nobodys = n, nobodys(n)
        self._inside = 0
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="bank-password")

    async def derive(self, password: str) -> str:
        """The text to store. Raises Busy."""
        return await self._run(derive, password, self._n)

    async def agrees(self, password: str, stored: str | None) -> bool:
        """Whether the password is the stored one; never for None, after the same time. Busy."""
        return await self._run(agrees, password, stored or self._nobodys)

    async def _run(self, work: Callable[..., T], *of: object) -> T:
        if self._inside >= WORKERS + WAITING:
            raise Busy("too many passwords are being checked")
        self._inside += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, *of)
        future.add_done_callback(self._out)
        return await future

    def _out(self, future: "asyncio.Future[T]") -> None:
        self._inside -= 1
        if not future.cancelled():
            future.exception()  # nobody may be left to ask for it

    def close(self) -> None:
        """Whoever waits still is cancelled."""
        self._threads.shutdown(wait=False, cancel_futures=True)


@dataclass(slots=True)
class _Tries:
    wrong: int = 0
    until: float = 0.0
    last: float = 0.0


class Pauses:
    """Wrong tries, by handle and by address: after the third, a pause that doubles each time.

    Bounded: what was longest quiet is forgotten first, and everything after an hour.
    """

    FREE, FIRST, LONGEST, FORGOTTEN, KEPT = 3, 4, 900, 3600, 10_000

    def __init__(self, now: Callable[[], float], exempt: Collection[str] = ()) -> None:
        self._now, self._exempt = now, frozenset(exempt)
        self._tries: dict[tuple[str, str], _Tries] = {}

    def begin(self, handle: str, address: str) -> None:
        """A try begins, and counts as wrong for the handle until right(): so that trying at
        twenty lines at once is no way round. Raises PleaseWait."""
        for key in self._keys(handle, address):
            self._refuse(key)
        self._count(("handle", handle))

    def undo(self, handle: str) -> None:
        """The try was never made."""
        tries = self._tries.get(("handle", handle))
        if tries is not None:
            tries.wrong, tries.until = max(0, tries.wrong - 1), 0.0

    def right(self, handle: str) -> None:
        """The handle's tries are forgotten; the address keeps its own."""
        self._tries.pop(("handle", handle), None)

    def wrong(self, handle: str, address: str) -> None:
        """The handle's wrong try was counted when it began."""
        for key in self._keys(handle, address)[1:]:
            self._count(key)

    def _keys(self, handle: str, address: str) -> list[tuple[str, str]]:
        keys = [("handle", handle)]
        if address not in self._exempt and not is_here(address):
            keys.append(("address", address))
        return keys

    def _refuse(self, key: tuple[str, str]) -> None:
        tries = self._tries.get(key)
        # min(): a wall clock that was set back does not lengthen a pause.
        left = min(tries.until - self._now(), self.LONGEST) if tries else 0
        if left > 0:
            raise PleaseWait(math.ceil(left))

    def _count(self, key: tuple[str, str]) -> None:
        now = self._now()
        tries = self._tries.pop(key, None) or _Tries()
        if now - tries.last > self.FORGOTTEN:
            tries = _Tries()
        tries.wrong, tries.last = tries.wrong + 1, now
        if tries.wrong >= self.FREE:
            doublings = min(tries.wrong - self.FREE, 10)
            tries.until = now + min(self.FIRST * 2 ** doublings, self.LONGEST)
        self._tries[key] = tries
        if len(self._tries) > self.KEPT:
            del self._tries[next(iter(self._tries))]


def is_here(address: str) -> bool:
    """Whether the address is this machine's own, "" (no address at all) included."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return not address
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)
