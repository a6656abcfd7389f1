"""What the project says of itself, beside its code: README, versions, dependencies, top level."""

import configparser
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import door

ROOT = Path(__file__).parents[2]
TOP_LEVEL = set(
    "ansi door tests bench docs training .ci .gitignore CHANGES.txt CONTRIBUTING.txt LICENSE "
    "Makefile README.txt pyproject.toml setup.cfg".split())

# Where a comment may send its reader, and the names that stand for anybody's machine.
CITED_HOSTS = set("www.rfc-editor.org docs.python.org github.com localhost 127.0.0.1".split())
ADDRESS = re.compile(r"\b(?:https?|ftp|git)://([^/\s:\"'<>)]+)")
REGISTRY = re.compile(r"--(?:(?:extra-)?index-url|find-links|trusted-host|registry)\b"
                      r"|\b(?:py(?:pi)|python(?:hosted)|npm(?:js)|deb(?:\.debian))\.[a-z]{2,3}\b")
ONE_MACHINE = re.compile(r"(?<![\w.])/(?:root|work|Users|home/(?!bbs\b)\w+)/|\.(?:pyenv)\b")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def setup() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text_of("setup.cfg"))
    return parser


def requirements() -> Iterator[str]:
    """Such as "pyte>=0.8.2,<0.9", from every extra."""
    parser = setup()
    groups = [parser["options"]["install_requires"], *parser["options.extras_require"].values()]
    yield from (line for group in groups for line in group.split("\n") if line)


def tracked() -> list[str]:
    """What git has, or would take."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git work tree")
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def slips(text: str) -> list[str]:
    """Places that are not everybody's: strange hosts, index options, one machine's folders."""
    strange = [host for host in ADDRESS.findall(text)
               if host not in CITED_HOSTS and not host.startswith("example.")]
    return strange + REGISTRY.findall(text) + ONE_MACHINE.findall(text)


def test_the_readme_is_short_and_plain() -> None:
    readme = text_of("README.txt")
    assert readme.isascii() and "\t" not in readme
    assert len(readme.splitlines()) <= 120
    assert max(map(len, readme.splitlines())) < 80


def test_the_readme_begins_with_the_two_commands() -> None:
    commands = re.findall(r"(?m)^    (\S+(?: \S+)*)", text_of("README.txt"))
    assert commands[:3] == ["make serve", "make test", "telnet 127.0.0.1 2323"]


def test_the_readme_names_no_target_that_make_lacks() -> None:
    named = set(re.findall(r"`make ([a-z-]+)", text_of("README.txt").replace("\n", " ")))
    targets = set(re.findall(r"(?m)^([a-z-]+):", text_of("Makefile")))
    assert {"lint", "soak", "test-tools"} <= named <= targets


def test_every_dependency_has_a_line_that_says_why() -> None:
    lines = text_of("docs/dependencies.txt").splitlines()
    explained = {line.split()[0].lower() for line in lines if re.match(r"\S+  +\S", line)}
    asked_for = {re.split(r"[<>=!~\[; ]", each)[0].lower() for each in requirements()}
    debian = re.search(r"(?m)^DEBIAN += (.*)", text_of("Makefile"))
    assert debian
    assert explained == asked_for | set(debian[1].split()) | {"setuptools"}


def test_every_dependency_is_pinned_to_a_range() -> None:
    ranges = [each for each in requirements()
              if not re.fullmatch(r"[A-Za-z0-9-]+>=[0-9.]+,<[0-9.]+", each)]
    assert ranges == []


def test_the_version_is_the_newest_of_the_changes() -> None:
    newest = re.search(r"(?m)^(\d+\.\d+\.\d+)$", text_of("CHANGES.txt"))
    assert newest and newest[1] == door.__version__


def test_the_settings_are_in_setup_cfg_and_the_build_system_alone_in_pyproject() -> None:
    assert list(tomllib.loads(text_of("pyproject.toml"))) == ["build-system"]
    assert {"tool:pytest", "flake8", "mypy", "coverage:run"} <= set(setup().sections())


def test_the_top_level_holds_only_what_the_design_names() -> None:
    assert {name.split("/")[0] for name in tracked()} <= TOP_LEVEL


def test_no_tracked_file_names_a_strange_host_or_one_machine() -> None:
    found = {name: slips((ROOT / name).read_bytes().decode("latin-1")) for name in tracked()}
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("text", [
    "from pypi" + ".org", "see http" + "://packages.invalid/simple",
    "pip install --index" + "-url x",
    "#!/ro" + "ot/bin/python", "cd /wo" + "rk/main", 'open("/ho' + 'me/jane/anteup.ini")'])
def test_a_slip_is_found(text: str) -> None:
    assert slips(text)


@pytest.mark.parametrize("text", [
    "http" + "://www.rfc-editor.org/rfc/rfc854", "/home/bbs/door32.sys", "/usr/share/doc",
    "the house's /work", "http" + "://example.org/"])
def test_what_is_everybodys_is_no_slip(text: str) -> None:
    assert slips(text) == []
