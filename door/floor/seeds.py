"""Seeds and the server's cuts: secrets of the system, or what follows from a practice text."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from door.rules.shuffle import SEED_BYTES


class Seeds:
    """Where seeds and the server's cuts come from: the system, or a practice text.

    In practice each follows from the text and the name of the hand, which itself follows from
    handle, sitting and number, so that the same keys give the same night.
    """

    def __init__(self, practice: str | None = None) -> None:
        self._practice = None if practice is None else practice.encode("utf-8")

    def seed(self, hand: str) -> bytes:
        """A secret of 32 bytes for a hand."""
        if self._practice is None:
            return secrets.token_bytes(SEED_BYTES)
        return hmac.digest(self._practice, f"seed {hand}".encode("ascii"), "sha256")

    def cut(self, hand: str) -> str:
        """The server's cut, where the caller does not cut."""
        if self._practice is None:
            return secrets.token_hex(8)
        return hashlib.sha256(self._practice + f" cut {hand}".encode("ascii")).hexdigest()[:16]
