"""The bank: accounts, ledger, hand records. The only user of the database library.

From outside, use what is named here; every module behind it is the bank's own. The views that it
takes and gives are named here as well, for the floor, which may not import door.views.
"""

from door.bank.bank import Bank
from door.bank.errors import (AlreadySeated, BadHandle, BadPassword, BankError, Banned, Busy,
                              HandleTaken, HandOpen, NoSuchCaller, NoSuchSitting, NotEnough,
                              OutOfStep, PleaseWait, StoreFailed, StoreTooNew, WrongPassword)
from door.bank.examination import Examination, examine
from door.views import (Caller, Dealt, Ended, HandRecord, Sitting, Statement, StatementLine,
                        Step)

__all__ = [
    "AlreadySeated", "BadHandle", "BadPassword", "Bank", "BankError", "Banned", "Busy",
    "Caller", "Dealt", "Ended", "Examination", "HandOpen", "HandRecord", "HandleTaken",
    "NoSuchCaller", "NoSuchSitting", "NotEnough", "OutOfStep", "PleaseWait", "Sitting",
    "Statement", "StatementLine", "Step", "StoreFailed", "StoreTooNew", "WrongPassword",
    "examine",
]
