"""Somebody who plays by ear: hears the transcript alone, and knows no screen.

What is asked is the last line, which ends in "? " or ": " and no RETURN. It is answered by its
words: a choice by the first letter of one of them, yes or no by y, an amount by RETURN.
"""

from __future__ import annotations

import re

ASKED = re.compile(r"(?:^|\n)([^\n]{1,60}[?:]) \Z")
# A question that stands while what was asked for is told below it (VOICE 7).
STANDS = re.compile(r"\n(Which setting, or quit\?) \n(?:\n?[^\n]+\.\n)+\Z")
TOLD = re.compile(r"^(?:Ante|Deal|Bet|Draw|Show|Win|Chat|Clock): .*$", re.MULTILINE)
HANDS = 20


class Listener:
    """`transcript` is all that was heard, but for the bell; `hands` those that have ended.

    Changes the `settings` first, a key each; quits after 20 hands.
    """

    def __init__(self, handle: str, password: str = "lantern", settings: str = "") -> None:
        self.handle, self.password, self.settings = handle, password, settings
        self.transcript = ""
        self.rung = 0                       # times that the bell rang
        self.discarded: list[str] = []      # what should be read back

    def hear(self, text: str) -> None:
        self.rung += text.count("\a")
        self.transcript += text.replace("\r\n", "\n").replace("\a", "")

    @property
    def asked(self) -> str:
        """The question that stands, "" for none."""
        found = ASKED.search(self.transcript) or STANDS.search(self.transcript)
        return found[1] if found else ""

    @property
    def hands(self) -> int:
        return len(re.findall(r"^Win: ", self.transcript, re.MULTILINE))

    @property
    def types(self) -> bool:
        """Whether the question takes a line; any other takes a key."""
        return not self.asked.endswith("no?") and (
            self.asked.endswith(":") or "RETURN" in self.asked)

    def answer(self) -> str:
        """What is typed or pressed now."""
        question = self.asked
        if question == "Handle:":
            return self.handle
        if question in ("Password:", "Choose a password:", "Once more:"):
            return self.password
        if question.endswith("yes or no?"):
            return "y"
        if "RETURN for" in question:
            return ""
        return self._discard() if question.startswith("Discard") else self._choose(question)

    def _choose(self, question: str) -> str:
        if question.startswith("Which setting") and self.settings:
            key, self.settings = self.settings[0], self.settings[1:]
            return key
        words = re.split(r",? or |, ", question.lower().rstrip("?").rpartition(". ")[2])
        wishes = ["settings"] * bool(self.settings)
        wishes += ["quit"] if self.hands >= HANDS else ["poker", "ante"]
        wishes += ["bet"] if self.hands % 3 == 1 else []
        wishes += ["call", "check", "quit"]
        words = [word.split()[0] for word in words]
        return next(wish for wish in wishes if wish in words)[0]

    def _discard(self) -> str:
        digits = ("", "1", "25", "234", "12345")[self.hands % 5]
        cards = self._dealt()
        if len(digits) == 5:
            self.discarded.append("all five")
        elif digits:
            self.discarded.append(", ".join(cards[int(digit) - 1] for digit in digits))
        return digits

    def _dealt(self) -> list[str]:
        """The five cards of the last deal, in their words."""
        hand = re.split(r"^(?:Win|Ante): ", self.transcript, flags=re.MULTILINE)[-1]
        lines = " ".join(re.findall(r"^Deal: (.*)$", hand, re.MULTILINE))
        return lines.partition(".")[0].split(", ")

    def read_back(self) -> list[str]:
        """What was said to be thrown, over the whole night."""
        said = re.findall(r"^Draw: Discard ((?:.|\nDraw: )*?)\.$", self.transcript, re.MULTILINE)
        return [text.replace("\nDraw: ", " ") for text in said]

    def played(self) -> list[list[str]]:
        """What was told of each hand, a list of lines each; prompts are none."""
        parts = re.split(r"^Ante or quit\? ", self.transcript, flags=re.MULTILINE)[1:]
        return [TOLD.findall(part) for part in parts if "\nWin: " in part]
