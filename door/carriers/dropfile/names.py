"""What drop files are called: which format a name means, and which of a directory's files is it.

DORINFOx.DEF has the node in its name, as one digit or letter up to 9 and in several dialects
above: 10 is A (RBBS, OpenDoors, Synchronet) or 0 (ENiGMA, for which 11 is a), 16 may be G, "10"
(Synchronet writes it in hexadecimal) or "16"; WWIV and Mystic always write 1.
"""

import re
from collections.abc import Iterable

from door.carriers.dropfile.sheet import BadDropFile, cleaned

ORDER = ("BBSDEV.DRP", "DOOR32.SYS", "DOOR.SYS", "CHAIN.TXT", "DORINFOx.DEF")
DORINFO = re.compile(r"DORINFO(?P<mark>[0-9A-Z]{0,2})\.DEF")
OTHERS = re.compile(
    r"XTRN\.DAT|CALLINFO\.BBS|SFDOORS\.DAT|PCBOARD\.(SYS|DAT)|TRIBBS\.SYS|USERINFO\.DAT|INFO\.BBS"
    r"|CURRUSER\.BBS|EXITINFO\.BBS|JUMPER\.DAT|DOORFILE\.SR|UTIDOOR\.TXT|LASTUSER\.BBS"
    r"|(SXDOOR|DROPFILE)\.[0-9]{3}")
ADVICE = "let the board write DOOR32.SYS, or else BBSDEV.DRP, DOOR.SYS, CHAIN.TXT or DORINFOx.DEF"


def format_of(name: str) -> str:
    """The format, one of ORDER, that a file's name or path ends in. Raises BadDropFile."""
    last = _last(name)
    for each in ORDER:
        if last.endswith(each):
            return each
    if re.search(f"{DORINFO.pattern}$", last):
        return "DORINFOx.DEF"
    raise BadDropFile(name, 0, f"is no drop file that we read: {ADVICE}")


def choose(names: Iterable[str], node: int | None) -> str:
    """Which of the names of a directory's files is the drop file, of several formats the best.

    Of names that differ in case alone the first given is taken: give the newest first. Raises
    BadDropFile if there is none, or if only the node could tell and it does not.
    """
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(name.upper(), name)
    for each in ORDER:
        if each in known:
            return known[each]
    marks = {match["mark"]: name for upper, name in known.items()
             if (match := DORINFO.fullmatch(upper))}
    if marks:
        return _of_node(marks, node)
    raise BadDropFile("", 0, _only(sorted(upper for upper in known if OTHERS.fullmatch(upper))))


def _only(others: list[str]) -> str:
    if not others:
        return f"there is no drop file: {ADVICE}"
    return f"there is only {', '.join(others)}, which we do not read: {ADVICE}"


def _of_node(marks: dict[str, str], node: int | None) -> str:
    """The file of that node, by the x in the names. Another node's would be another caller."""
    first = next(iter(marks.values()))
    if node is None and len(marks) > 1:
        raise BadDropFile("", 0, f"there is {_listed(marks)}: --node N tells which")
    if node is None:
        return first
    found = _plain_marks(node) & marks.keys() or _enigma_marks(node) & marks.keys()
    if len(found) > 1:
        raise BadDropFile("", 0, f"{_listed(marks)} may be node {node}'s: name the file")
    if not found and not marks.keys() <= {"", "1"}:
        raise BadDropFile("", 0, f"there is only {_listed(marks)}, none of node {node}")
    return marks[found.pop()] if found else first


def _plain_marks(node: int) -> set[str]:
    """What most writers agree on, and both ways to write two digits."""
    return {str(node), f"{node:X}"} | ({chr(node + 55)} if 10 <= node <= 35 else set())


def _enigma_marks(node: int) -> set[str]:
    return {"0"} if node == 10 else {chr(node + 54)} if 11 <= node <= 36 else set()


def _listed(marks: dict[str, str]) -> str:
    return ", ".join(cleaned(name) for name in sorted(marks.values())[:5])


def node_in(name: str) -> tuple[int | None, str]:
    """The node that the name of a DORINFOx.DEF tells, None if none, and why that is in doubt."""
    match = re.search(f"{DORINFO.pattern}$", _last(name))
    mark = match["mark"] if match else ""
    if re.fullmatch("[1-9]", mark):
        return int(mark), ""
    if re.fullmatch("[1-9][0-9]", mark):
        return int(mark), f"is {int(mark, 16)} where boards write {mark} in hexadecimal: see --node"
    if re.fullmatch("[A-Z]", mark):
        return ord(mark) - 55, f"is {ord(mark) - 54} where ENiGMA writes {mark}: see --node"
    return (10, "is 10 where ENiGMA writes 0: see --node") if mark == "0" else (None, "")


def _last(name: str) -> str:
    return re.split(r"[/\\]", cleaned(name))[-1].upper()
