"""What several lines, the environment and the command line decide together, in any format."""

import re
from collections.abc import Callable

from door.carriers.dropfile.cells import LONGEST, MOST_NODE
from door.carriers.dropfile.draft import Draft
from door.carriers.dropfile.sheet import cleaned

MOST_MINUTES = 1440     # a day; more is an overflow or means "no limit"
MOST_DESCRIPTOR = 1 << 20
STALE = 7200.0          # seconds; boards write the file just before they start the door

IsSocket = Callable[[int], bool]


def settle_handle(draft: Draft) -> None:
    """A blank alias gives way to the name; no caller without any. Raises BadDropFile."""
    line = draft.lines["handle"]
    for other in ("name", "real_name"):
        if not draft.values.get("handle") and other in draft.lines:
            if line > len(draft.sheet):
                line = draft.lines[other]       # the older DOOR.SYS has no alias
            elif draft.values[other]:
                draft.note("handle", f"is blank: the name on line {draft.lines[other]} is taken")
            draft.copy("handle", other)
    told = cleaned(draft.environ.get("BBS_USERHANDLE", ""))[:LONGEST].rstrip()
    if not draft.values["handle"] and told:
        draft.note("handle", "is blank: BBS_USERHANDLE of the environment is taken")
        draft.put("handle", told, "BBS_USERHANDLE of the environment")
    if not draft.values["handle"]:
        raise draft.sheet.refusal(line, "has nothing, expected the caller's handle")


def settle_node(draft: Draft, node: int | None) -> None:
    """The command line wins; the environment fills in, and knows better than a file's name."""
    told = _number_told(draft, "BBS_NODE", MOST_NODE)
    said = draft.values.get("node") if draft.lines.get("node") else None
    if node is not None:
        if said not in (None, node):
            draft.note("node", f"is {said}, but the command line says {node}")
        draft.put("node", node, "--node")
    elif said is None and told:
        draft.put("node", told, "BBS_NODE of the environment")
    elif draft.values.get("doubt"):
        draft.note("node", draft.values["doubt"])


def settle_time(draft: Draft, default: int) -> None:
    """The smallest positive time that is told, in whole minutes; the default if there is none.

    Times disagree where a board counts minutes in a byte (255) or lets its seconds overflow.
    """
    told = {field: draft.values[field] * unit for field, unit in (("seconds", 1), ("minutes", 60))
            if draft.values.get(field) is not None}
    positive = {field: time for field, time in told.items() if time > 0}
    if not positive:
        _take_default(draft, default)
        return
    field = min(positive, key=lambda each: positive[each])
    if max(told.values()) - min(told.values()) > 60:
        lines = " and ".join(str(line) for line in sorted(draft.lines[each] for each in told))
        draft.note(field, f"lines {lines} disagree: the smaller that is positive is taken")
    minutes = max(1, positive[field] // 60)
    if minutes > MOST_MINUTES:
        draft.note(field, f"{minutes} minutes are more than a day: taken as {MOST_MINUTES}")
    unit = "seconds" if field == "seconds" else "minutes"
    draft.put("minutes", min(minutes, MOST_MINUTES), (
        f"{draft.sources[field]}: {draft.values[field]} {unit}"), draft.lines[field])


def _take_default(draft: Draft, default: int) -> None:
    """A caller is never thrown out at once because a board writes 0."""
    told = _number_told(draft, "BBS_TIMELEFT", MOST_MINUTES)
    minutes, source = told or default, "the default"
    if told:
        source = "BBS_TIMELEFT of the environment"
    if not draft.values.get("unlimited"):
        field = "minutes" if "minutes" in draft.lines else "seconds"
        draft.note(field, f"no time is left: taken as {minutes} minutes ({source})")
    draft.put("minutes", minutes, source)


def settle_pipe(draft: Draft, is_socket: IsSocket | None) -> None:
    """A socket only if it is announced, above standard error, and really one; else stdio.

    ViSiON/3 announces it in the environment alone. Where nobody looked whether it is one, the
    announcement stands.
    """
    told = _number_told(draft, "DOOR_SOCKET_FD", MOST_DESCRIPTOR)
    if draft.values.get("announced") is None and told:
        draft.put("announced", told, "DOOR_SOCKET_FD of the environment")
    descriptor, source = draft.values.get("announced"), draft.sources.get("announced", "")
    if descriptor is not None and not 2 < descriptor <= MOST_DESCRIPTOR:
        descriptor = None       # how several boards say that it is standard input and output
    if descriptor is not None and is_socket and not is_socket(descriptor):
        draft.note("announced", (
            f"descriptor {descriptor} is no socket: standard input and output are used"))
        descriptor = None
    draft.put("socket", descriptor, source)
    draft.put("pipe", "stdio" if descriptor is None else "socket", source)


def _number_told(draft: Draft, variable: str, most: int) -> int:
    """What ViSiON/3 says in the environment; 0 if it is none of 1 to `most`."""
    told = draft.environ.get(variable, "")
    value = int(told) if re.fullmatch("[0-9]{1,9}", told) else 0
    return value if value <= most else 0


def note_age(draft: Draft, age: float | None) -> None:
    """`age` is the seconds since the file was written, None unknown."""
    if age is not None and age >= STALE:
        draft.note("", f"was written {age / 3600:.0f} hours ago: is it another caller's?")
