"""What the bank refuses, and why: one class a reason, all of them BankError."""

from pathlib import Path


class BankError(Exception):
    """Nothing has changed in the bank."""


class BadHandle(BankError):
    """The handle cannot be had; the message says what is wrong with it, for the caller."""


class BadPassword(BankError):
    """The password is too short or too long; the message says so, for the caller."""


class HandleTaken(BankError):
    """Somebody has that handle, perhaps in other case."""


class NoSuchCaller(BankError):
    """There is no account of that handle or id."""


class WrongPassword(BankError):
    """Handle and password do not belong together; which of them is wrong is not told."""


class Banned(BankError):
    """A sysop keeps this caller out."""


class PleaseWait(BankError):
    """Too many wrong passwords: the next try is taken in `seconds` (whole, at least 1)."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s after so many wrong passwords")
        self.seconds = seconds


class Busy(BankError):
    """So many passwords wait to be checked that no more are taken."""


class NotEnough(BankError):
    """More chips than the bankroll holds, or no chips at all."""


class AlreadySeated(BankError):
    """The caller has an open sitting."""


class NoSuchSitting(BankError):
    """There is no such sitting, or it is over."""


class HandOpen(BankError):
    """That cannot be done while the hand is open."""


class OutOfStep(BankError):
    """A record that does not follow from what is stored: ours, never the caller's fault."""


class NoSuchContest(BankError):
    """There is no such contest, or no such try."""


class ContestOver(BankError):
    """The contest's day or week is over, or the caller's try is: nothing more is played in it."""


class HadTry(BankError):
    """This person has had their one try under another handle, which the text is."""


class StoreFailed(BankError):
    """The disk, or the file on it, does not do what it must. What was asked is not written."""


class StoreTooNew(BankError):
    """The store was written by a newer version, which this one must not touch."""

    def __init__(self, path: Path, revision: str) -> None:
        super().__init__(f"{path} has revision {revision}, of a newer Ante Up than this one")
        self.path, self.revision = path, revision
