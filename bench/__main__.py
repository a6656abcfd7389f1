"""`python -m bench [engine|house|start|load ...] [--quick]`: a table, and bench/latest.json."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

PEERS = re.compile("_(echo|pokerkit|pass|strength|few)_")
LATEST = Path(__file__).with_name("latest.json")
QUICK_COUNTS = (1, 100, 500)
Figures = dict[str, float]
# What we have promised: the figure, and the least (engine) or the most that it may be.
AT_LEAST = {"engine_ratio": 10.0}
AT_MOST = {"load_2000_p50_ratio": 6.0, "load_2000_p99_ratio": 8.0, "load_2000_cpu_ratio": 7.0,
           "start_ratio": 5.0, "start_first_ratio": 80.0, "start_memory_ratio": 2.0,
           "memory_ratio": 1.5, "wire_change_bytes": 130.0, "wire_repaint_bytes": 2400.0,
           "house_bet_us": 20.0, "house_draw_us": 100.0, "house_memory_mib": 24.0,
           "house_file_mib": 8.0, "history_ratio": 2.0, "history_hand_ratio": 2.0,
           "fame_hall_ratio": 2.0, "fame_night_ratio": 2.0}


def engine(quick: bool) -> Figures:
    """Hands a second, beside pokerkit."""
    from bench.engine import figures
    return figures(3, 50) if quick else figures()


def house(quick: bool) -> Figures:
    """A decision of the House's, beside ranking five cards, and the size of its book."""
    from bench.decisions import figures
    return figures(300) if quick else figures()


def load(quick: bool) -> Figures:
    """Latency and processor time of the running server, beside the peer."""
    from bench.load import figures
    return figures(QUICK_COUNTS, 6.0, 1) if quick else figures()


def wire(quick: bool) -> Figures:
    """Bytes of frames."""
    from bench.wire import figures
    return figures(4, 60) if quick else figures()


def memory(quick: bool) -> Figures:
    """Memory of a seated caller beside the peer's, and of 20,000 who come and go."""
    from bench import churn
    from bench.memory import figures
    return ((figures(500, 6.0) | churn.figures(2000, 500)) if quick
            else (figures() | churn.figures()))


def start(quick: bool) -> Figures:
    """A door's way to the casino, beside the interpreter that does nothing."""
    from bench.start import figures
    return figures(10, 2) if quick else figures()


def history(quick: bool) -> Figures:
    """The past of a caller with 100,000 hands, beside that of one with 100."""
    from bench.history import figures
    return figures(10_000, 100) if quick else figures()


def fame(quick: bool) -> Figures:
    """The Hall of Fame and Last night of 100,000 callers, beside those of a hundred."""
    from bench.fame import figures
    return figures(10_000, 100, 4000) if quick else figures()


PARTS: Mapping[str, Callable[[bool], Figures]] = {
    "engine": engine, "house": house, "start": start, "load": load, "wire": wire,
    "memory": memory, "history": history, "fame": fame}


def rows(found: Figures) -> list[str]:
    """The table: a figure a row, with its peer's, their ratio, and whether a promise is kept."""
    table: list[list[str]] = []
    for name, value in found.items():
        if PEERS.search(name):
            table[-1][2] = f"{value:,.2f}"
        elif name.endswith("_ratio"):
            table[-1][3:] = [f"{value:.2f}", _verdict(name, value) or table[-1][4]]
        else:
            table.append([name, f"{value:,.2f}", "", "", _verdict(name, value)])
    return [f"{name:<30}{ours:>12}{peers:>12}{ratio:>8}   {verdict}".rstrip()
            for name, ours, peers, ratio, verdict in table]


def _verdict(name: str, value: float) -> str:
    if name in AT_LEAST:
        kept, bound = value >= AT_LEAST[name], f"at least {AT_LEAST[name]:,g}"
    elif name in AT_MOST:
        kept, bound = value <= AT_MOST[name], f"at most {AT_MOST[name]:,g}"
    else:
        return ""
    return f"{bound}: {'kept' if kept else 'FALLS SHORT'}"


def main(arguments: list[str] | None = None) -> None:
    """Runs the parts asked for, all by default; says each as soon as it is there."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a rough look, in a minute or two")
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    found: Figures = {}
    for name in options.parts or PARTS:
        part = PARTS[name](options.quick)
        print("\n".join((f"{name:<30}{'ours':>12}{'peer':>12}{'ratio':>8}", *rows(part), "")),
              flush=True)
        found |= part
    LATEST.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
