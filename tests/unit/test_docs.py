"""docs/sysop.txt, anteup.service and install-xtrn.ini: what they quote is what there is."""

import configparser
import re
import textwrap
from pathlib import Path

import pytest

from door import doorway
from door.cli.boards import TEMPLATES, Command, configuration
from door.config import Config, load
from tests.commands import accepted, quoted

ROOT = Path(__file__).parents[2]
DOCS = ("sysop.txt", "anteup.service", "install-xtrn.ini")
BOARDS = ("Synchronet", "ENiGMA", "Mystic", "WWIV", "Talisman", "ViSiON/3", "MaximusNG", "Envy",
          "By rlogin")
COMMAND = Command("/usr/local/bin/anteup", "/var/lib/anteup")   # as the pages have it
WIDTH, WIDEST = 80, 90      # of prose; of a line for a board that cannot be broken


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def pages() -> dict[str, str]:
    """The parts of docs/sysop.txt by their titles."""
    parts = re.split(r"(?m)^(\S.*)\n-{4,}\n", text_of("sysop.txt"))
    return dict(zip(parts[1::2], parts[2::2]))


def settings() -> list[str]:
    """The examples that are a piece of anteup.ini, each with all of its sections."""
    known = "|".join(Config.__dataclass_fields__)
    found: list[str] = []
    following = False
    for paragraph in map(textwrap.dedent, text_of("sysop.txt").split("\n\n")):
        is_one = bool(re.match(rf"\[({known})\]\n", paragraph))
        if is_one and following:
            found[-1] += f"\n{paragraph}"
        elif is_one:
            found.append(paragraph)
        following = is_one
    return found


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str    # type: ignore[assignment,method-assign]
    parser.read_string(text_of("anteup.service"))
    return parser


@pytest.mark.parametrize("name", DOCS)
def test_it_is_plain_text_of_a_terminals_width(name: str) -> None:
    text = text_of(name)
    assert text.isascii() and "\t" not in text and text.endswith("\n")
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
    assert [line for line in text.splitlines() if len(line) >= WIDTH and not (
        line.startswith("    ") and COMMAND.anteup in line and len(line) < WIDEST)] == []


@pytest.mark.parametrize("name", DOCS)
def test_every_command_line_is_one_that_we_understand(name: str) -> None:
    lines = quoted(text_of(name))
    assert lines
    assert [words for words in lines if not accepted(words)] == []


@pytest.mark.parametrize("words", [
    "anteup door --data", "anteup door --drop x --whatever", "anteup door --node one",
    "anteup door --socket 3 --stdio", "anteup serve --node 3", "anteup doctor --drop",
    "anteup init --for wildcat", "anteup sysop", "anteup sysop kick"])
def test_a_command_line_that_is_not_ours_is_found(
        words: str, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (f"Say `{words}` there.", f"Say\n\n    {words}\n", f"cmd=/usr/bin/{words}\n",
                 f'data = "/usr/bin/{words}"\n', f";   {words}\n"):
        assert [accepted(each) for each in quoted(text)] == [False]


def test_every_example_of_settings_is_read(tmp_path: Path) -> None:
    assert len(settings()) >= 5
    for number, text in enumerate(settings()):
        given = "" if "[boards]" in text else "[boards]\nThe Lab = tag LAB\n"
        path = tmp_path / f"{number}.ini"
        path.write_text(f"{text}\n{given}")
        assert load(path) != Config()


def test_the_figures_of_the_settings_are_the_defaults() -> None:
    text = text_of("sysop.txt")
    config = Config()
    assert f"idle_seconds of [server] without a key, {config.server.idle_seconds}" in flat(text)
    assert f"[door] in anteup.ini, {config.door.minutes}; longest ({config.door.longest})" in flat(
        text)


def flat(text: str) -> str:
    return " ".join(text.split())


# Board by board


def test_the_contents_name_the_pages() -> None:
    contents = text_of("sysop.txt").partition("\n\n\n")[0]
    assert list(pages()) == [title for title in pages() if title.partition(":")[0] in contents]
    assert set(BOARDS) <= set(pages()) and "Boards on Windows" in pages()


@pytest.mark.parametrize("board", BOARDS)
def test_a_page_begins_with_whether_it_was_run_or_read(board: str) -> None:
    first = pages()[board].strip().split("\n\n")[0]
    assert re.match("READ, not run|NEITHER run nor read", flat(first))


@pytest.mark.parametrize("board", [each for each in BOARDS if each != "By rlogin"])
def test_a_page_tells_of_the_boards_idle_timer_and_of_a_hang_up(board: str) -> None:
    page = pages()[board]
    assert re.search("[Ii]dle timer", page) and re.search("[Hh]ang-up", page)


@pytest.mark.parametrize("board, page", [
    ("synchronet", "Synchronet"), ("enigma", "ENiGMA"), ("mystic", "Mystic"), ("wwiv", "WWIV"),
    ("vision3", "ViSiON/3")])
def test_a_page_shows_the_lines_that_are_printed(board: str, page: str) -> None:
    """Blanks apart, and without the keys that only say what is so anyway."""
    printed = configuration(board, COMMAND).splitlines()
    shown = re.sub(r"\s", "", pages()[page])
    for line in printed:
        plain = line.strip()
        if not plain.startswith((";", "//", "#")) and not plain.endswith(("=", "=0")):
            assert re.sub(r"\s", "", plain) in shown


def test_windows_is_said_before_everything_else() -> None:
    assert "Windows" in text_of("sysop.txt").split("\n\n")[1]


def test_what_the_printed_lines_are_for_is_named() -> None:
    first = flat(pages()["First steps"] + pages()["Synchronet"])
    assert [board for board in TEMPLATES if board not in first] == []


def test_the_exit_codes_are_those_of_the_doorway() -> None:
    codes = re.compile(r"(?m)^ +(\d)  (\w.*)$")
    leaving = codes.findall(pages()["Leaving: exit codes"])
    assert leaving == codes.findall(str(doorway.__doc__))
    assert [int(number) for number, _ in leaving] == list(range(doorway.BAD_DROP + 1))


# The files beside it


def test_the_file_for_synchronet_is_the_one_that_is_printed() -> None:
    """But for its comments."""
    def said(text: str) -> list[str]:
        return [line for line in text.splitlines() if line and not line.startswith(";")]
    assert said(text_of("install-xtrn.ini")) == said(configuration("install-xtrn", COMMAND))


def test_the_command_line_for_synchronet_is_short_enough() -> None:
    command = re.search(r"(?m)^cmd = (.*)$", text_of("install-xtrn.ini"))
    assert command and len(command[1]) <= TEMPLATES["install-xtrn"].longest == 63
    assert command[1].endswith(" %f")


def test_the_service_starts_a_command_that_is_installed() -> None:
    setup = configparser.ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg")
    scripts = setup["options.entry_points"]["console_scripts"].split()
    words = unit()["Service"]["ExecStart"].split()
    assert Path(words[0]).name in scripts and Path(words[0]).is_absolute()
    assert words[1] == "serve" and accepted(words)


def test_the_service_keeps_its_data_where_it_may_write() -> None:
    service = unit()["Service"]
    folder = service["ExecStart"].split()[-1]
    assert folder == f"/var/lib/{service['StateDirectory']}" == COMMAND.data
    assert service["ProtectSystem"] == "strict"


def test_the_service_does_not_start_again_on_a_wrong_setting() -> None:
    from door.cli import USAGE_ERROR
    assert unit()["Service"]["RestartPreventExitStatus"] == str(USAGE_ERROR)
