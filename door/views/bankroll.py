"""A bankroll as its owner reads it: the balance and the movements behind it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of a bankroll. `kind` is the ledger's word for it, `text` ours to a caller."""

    at: int
    kind: str
    text: str
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A bankroll and its last movements, the newest first."""

    balance: int
    lines: tuple[StatementLine, ...]
