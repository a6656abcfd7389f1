"""Who may import whom: the table, the test that enforces it, and a test of that test.

Imports are read from the source, so an import inside a function counts as well.
"""

import ast
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# A layer, and the other layers of our own that it may import.
TABLE = {
    "ansi": "",
    "door": "",
    "door.rules": "",
    "door.views": "",
    "door.config": "",
    "door.doorway": "",
    "door.carriers": "config",
    "door.house": "rules",
    "door.bank": "rules views config",
    "door.screens": "rules views ansi",
    "door.proof": "rules house views",
    "door.marks": "rules views proof",
    "door.floor": "rules house bank proof marks config",
    "door.contests": "floor rules house bank proof config",
    "door.session": "contests floor bank proof marks screens carriers rules views ansi config",
    "door.cli": ("ansi rules views config doorway carriers house bank proof marks screens floor "
                 "contests session"),
}

# A third party, and the modules (with all beneath them) that may import it. Others: nobody.
THIRD_PARTIES = {
    "telnetlib3": "door.carriers.telnet",
    "blessed": "ansi.keys ansi.terminal door.screens.line_field",
    "sqlalchemy": "door.bank",
    "alembic": "door.bank",
    "platformdirs": "door.config",
}

# The rules have no socket, file, clock, thread or luck of their own.
KEPT_OUT_OF_RULES = set(
    "asyncio datetime io logging multiprocessing os pathlib random secrets select selectors "
    "shutil signal socket ssl subprocess tempfile threading time uuid".split())
GAMES = {"door.rules.house_draw", "door.rules.draw", "door.rules.holdem"}
NO_NAMES = set("common helper helpers manager managers util utils".split())
KEPT_OUT_OF_DOORWAY = "asyncio dataclasses configparser pathlib logging".split()


@dataclass(frozen=True)
class Import:
    """One name brought in: `from a.b import c` is a.b.c, for c may be a module."""

    target: str
    line: int
    relative: bool = False
    at_start: bool = True   # it runs when the module is imported


def layer(dotted: str) -> str:
    parts = dotted.split(".")
    return ".".join(parts[:2] if parts[0] == "door" else parts[:1])


def within(dotted: str, modules: str) -> bool:
    return any(dotted == each or dotted.startswith(f"{each}.") for each in modules.split())


def imports(source: str) -> Iterator[Import]:
    return _imports(ast.parse(source), at_start=True)


def _imports(node: ast.AST, at_start: bool) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        yield from (Import(name.name, node.lineno, False, at_start) for name in node.names)
    if isinstance(node, ast.ImportFrom):
        yield from (Import(f"{node.module}.{name.name}", node.lineno, node.level > 0, at_start)
                    for name in node.names)
    later = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) or (
        isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, at_start and not later)


def faults(module: str, source: str) -> list[str]:
    """What is wrong with a module, a sentence each."""
    found = [f"{module} is named after nothing" for part in module.split(".")
             if NO_NAMES & set(part.split("_"))]
    if layer(module) not in TABLE:
        return [*found, f"{module} is in no layer of the table"]
    return found + [f"{module}, line {each.line}: {each.target} {fault}"
                    for each in imports(source) for fault in _faults(module, each)]


def _faults(module: str, each: Import) -> Iterator[str]:
    top = each.target.split(".")[0]
    if each.relative:
        yield "is a relative import"
    elif top in ("ansi", "door"):
        yield from _faults_among_ours(module, each)
    elif top not in sys.stdlib_module_names and not within(module, THIRD_PARTIES.get(top, "")):
        yield "is a third party that may not be imported here"
    if layer(module) == "door.rules" and top in KEPT_OUT_OF_RULES:
        yield "is kept out of the rules"
    if within(each.target, "importlib.import_module importlib.util importlib.machinery"):
        yield "goes round the table"


def _faults_among_ours(module: str, each: Import) -> Iterator[str]:
    mine, other = layer(module), layer(each.target)
    allowed = {name if name == "ansi" else f"door.{name}" for name in TABLE[mine].split()}
    if each.target == "door.__version__":
        return
    if other != mine and other not in allowed:
        yield f"may not be imported by {mine}"
    if other != mine and any(part.startswith("_") for part in each.target.split(".")):
        yield "is private to its layer"
    if mine == "door.cli" and other != mine and each.at_start:
        yield "must be imported inside the command that needs it"
    if mine == "door.house" and within(each.target, "door.rules.table"):
        if each.target != "door.rules.table.View":
            yield "would let the House peek"
    if module in GAMES and any(within(each.target, game) for game in GAMES - {module}):
        yield "is another game"


def modules() -> Iterator[tuple[str, Path]]:
    for package in ("ansi", "door"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_nobody_imports_what_the_table_forbids() -> None:
    assert [fault for module, path in modules()
            for fault in faults(module, path.read_text(encoding="utf-8"))] == []


BAD = [
    ("ansi.canvas", "import door.rules", "may not be imported by ansi"),
    ("ansi.canvas", "from door import rules", "may not be imported by ansi"),
    ("door", "from door import config", "may not be imported by door"),
    ("door.rules.table", "import ansi.canvas", "may not be imported by door.rules"),
    ("door.rules.table", "from door import *", "may not be imported by door.rules"),
    ("door.rules.table", "import door", "may not be imported by door.rules"),
    ("door.views", "from door.rules import cards", "may not be imported by door.views"),
    ("door.config", "import door.views", "may not be imported by door.config"),
    ("door.doorway", "from door.config import load", "may not be imported by door.doorway"),
    ("door.carriers.line", "from ansi import keys", "may not be imported by door.carriers"),
    ("door.carriers.line", "from door.floor import Floor", "may not be imported by door.carriers"),
    ("door.house.player", "from door import views", "may not be imported by door.house"),
    ("door.house.player", "from door.rules import _deck", "is private"),
    ("door.house.player", "from door.rules.table import _holdings", "is private"),
    ("door.house.player", "from door.rules.table import Table, View", "let the House peek"),
    ("door.house.player", "from door.rules import table", "let the House peek"),
    ("door.bank.ledger", "from door.house import policy", "may not be imported by door.bank"),
    ("door.screens.title", "import door.config", "may not be imported by door.screens"),
    ("door.screens.title", "import door.bank.ledger as b", "may not be imported by door.screens"),
    ("door.proof.replay", "import door.bank", "may not be imported by door.proof"),
    ("door.floor", "import door.screens", "may not be imported by door.floor"),
    ("door.floor", "def f():\n    import ansi.keys", "line 2: ansi.keys may not"),
    ("door.session", "from door import house", "may not be imported by door.session"),
    ("door.session", "from door import cli", "may not be imported by door.session"),
    ("door.cli", "from door import config", "inside the command"),
    ("door.cli", "try:\n    import door.bank\nexcept ImportError:\n    pass", "inside the command"),
    ("door.cli", "class C:\n    import door.bank", "inside the command"),
    ("door.rules.table", "import asyncio", "kept out of the rules"),
    ("door.rules.table", "from os.path import join", "kept out of the rules"),
    ("door.rules.table", "def f():\n    from time import time", "kept out of the rules"),
    ("door.rules.table", "import hashlib, socket", "kept out of the rules"),
    ("door.rules.table", "import random as luck", "kept out of the rules"),
    ("door.rules", "import logging", "kept out of the rules"),
    ("door.rules.draw", "from door.rules import house_draw", "another game"),
    ("door.rules.holdem", "from door.rules.draw import STREETS", "another game"),
    ("door.rules.house_draw", "def f():\n    import door.rules.holdem", "another game"),
    ("door.carriers.relay", "import telnetlib3", "third party"),
    ("door.carriers.telnet_words", "from telnetlib3 import telopt", "third party"),
    ("ansi.canvas", "import blessed", "third party"),
    ("door.screens.bank", "from blessed.keyboard import Keystroke", "third party"),
    ("door.floor", "from sqlalchemy import select", "third party"),
    ("door.cli", "def migrate():\n    import alembic.command", "third party"),
    ("door.bank.store", "import wcwidth", "third party"),
    ("door.rules.ranks", "if TYPE_CHECKING:\n    import pokerkit", "third party"),
    ("door.rules.ranks", "from . import cards", "relative"),
    ("door.rules.ranks", "from ..bank import ledger", "relative"),
    ("door.session", "from importlib import import_module", "round the table"),
    ("door.rules.utils", "", "named after nothing"),
    ("door.bank.store_manager", "", "named after nothing"),
    ("door.helper.x", "", "named after nothing"),
    ("ansi.common", "", "named after nothing"),
    ("door.poker", "", "in no layer"),
]


@pytest.mark.parametrize("module, source, fault", BAD)
def test_the_table_catches(module: str, source: str, fault: str) -> None:
    (found, *_) = faults(module, source)
    assert fault in found and found.startswith(module)


@pytest.mark.parametrize("module, source", [
    ("ansi", "from ansi import keys"),
    ("ansi.keys", "import blessed\nfrom ansi.charset import CP437"),
    ("door", "from __future__ import annotations"),
    ("door.rules.house_draw", "from door.rules import betting, pots\nimport hashlib, hmac"),
    ("door.house.player", "from door.rules.table import View\nfrom door.rules import ranks"),
    ("door.rules.games", "from door.rules import house_draw, draw, holdem"),
    ("door.bank.migrations.versions.first", "from alembic import op\nimport sqlalchemy.types"),
    ("door.carriers.telnet.negotiation", "from telnetlib3.telopt import NAWS\nimport door.config"),
    ("door.screens.line_field", "import blessed.line_editor\nfrom ansi.canvas import Canvas"),
    ("door.floor.clocks", "import asyncio\nfrom door.floor import seating\nimport door.bank"),
    ("door.session", "from door import __version__\nfrom door import floor"),
    ("door.config", "import platformdirs"),
    ("door.cli", "import sys\nfrom door import __version__\ndef serve():\n    import door.session"),
    ("door.cli", "if TYPE_CHECKING:\n    from door.config import Config"),
])
def test_the_table_allows(module: str, source: str) -> None:
    assert faults(module, source) == []


def test_every_package_of_ours_is_looked_at() -> None:
    found = {module for module, _ in modules()}
    assert {"door", "door.config", "door.rules.cards"} <= found


# A door is a process for each caller, so it must start as fast as the interpreter does. What
# `site` loads for an editable install would hide what the doorway loads: -S leaves it out, and the
# places that it would have named are added by hand, so that a third party is found if asked for.
PROBE = """
import sys
before = set(sys.modules)
sys.path[:0] = sys.argv[1:]
import door.doorway
print(*sorted(set(sys.modules) - before))
"""


def loaded_by_the_doorway(root: Path) -> set[str]:
    command = [sys.executable, "-I", "-S", "-c", PROBE, str(root), sysconfig.get_path("purelib")]
    return set(subprocess.run(command, capture_output=True, text=True, check=True,
                              timeout=60).stdout.split())


def heavy(loaded: set[str]) -> set[str]:
    """Those that a doorway has no business to load."""
    allowed = {name for name in loaded if within(name, "door.doorway") or name == "door"
               or name.split(".")[0] in sys.stdlib_module_names}
    return loaded - allowed | {name for name in loaded if name in KEPT_OUT_OF_DOORWAY}


def test_the_doorway_loads_nothing_heavy() -> None:
    loaded = loaded_by_the_doorway(ROOT)
    assert "door.doorway" in loaded
    assert heavy(loaded) == set()


@pytest.mark.parametrize("source, found", [
    ("import os, socket, struct", set()),
    ("import pathlib", {"pathlib"}),
    ("import logging.handlers", {"logging"}),
    ("def f():\n    import dataclasses\nf()", {"dataclasses"}),
    ("import concurrent.futures", {"logging"}),
    ("try:\n    import platformdirs\nexcept ImportError:\n    pass", {"platformdirs"}),
    ("import door.views", {"door.views"}),
])
def test_the_probe_catches(tmp_path: Path, source: str, found: set[str]) -> None:
    (tmp_path / "door").mkdir()
    for name, text in {"__init__": "", "views": "", "doorway": source}.items():
        (tmp_path / "door" / f"{name}.py").write_text(text)
    caught = heavy(loaded_by_the_doorway(tmp_path))
    assert found <= caught and bool(found) == bool(caught)
