"""The bank: accounts, ledger, hand records. The only user of the database library.

From outside, use what is named here; every module behind it is the bank's own. The views that it
takes and gives are named here as well, for the floor, which may not import door.views.
"""

from door.bank.backup import back_up
from door.bank.bank import Bank
from door.bank.errors import (AlreadySeated, BadHandle, BadPassword, BankError, Banned, Busy,
                              ContestOver, HadTry, HandOpen, HandleTaken, NoSuchCaller,
                              NoSuchContest, NoSuchSitting, NotEnough, OutOfStep, PleaseWait,
                              StoreFailed, StoreTooNew, WrongPassword)
from door.bank.examination import Audited, Examination, audited, examine
from door.bank.hall_counter import hall_now
from door.bank.reading import Reader
from door.views import (Caller, Career, Contest, Dealt, EarnedMark, Ended, Facts, Figures,
                        HandLine, HandRecord, Placing, SharedDeal, Sitting, Standing, Statement,
                        StatementLine, Step, StoredHand, Terms, Try)

__all__ = [
    "AlreadySeated", "Audited", "BadHandle", "BadPassword", "Bank", "BankError", "Banned",
    "Busy", "Caller", "Career", "Contest", "ContestOver", "Dealt", "EarnedMark", "Ended",
    "Examination", "Facts", "Figures", "HadTry", "HandLine", "HandOpen", "HandRecord",
    "HandleTaken", "NoSuchCaller", "NoSuchContest", "NoSuchSitting", "NotEnough", "OutOfStep",
    "Placing", "PleaseWait", "Reader", "SharedDeal", "Sitting", "Standing", "Statement",
    "StatementLine", "Step", "StoreFailed", "StoreTooNew", "StoredHand", "Terms", "Try",
    "WrongPassword", "audited", "back_up", "examine", "hall_now",
]
