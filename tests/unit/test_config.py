"""anteup.ini: what is read, and every way in which it is refused, by file and line."""

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields
from datetime import time
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from door.config import BadConfig, Board, Config, Door, Rlogin, Server
from door.config import data_folder, default_text, load

Ini = Callable[[str | bytes], Path]


@pytest.fixture
def ini(tmp_path: Path) -> Ini:
    """Writes an anteup.ini and gives its path."""
    def write(content: str | bytes) -> Path:
        path = tmp_path / "anteup.ini"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path
    return write


def sections() -> Iterator[tuple[str, Any]]:
    """All but [boards], whose keys are the boards' names."""
    return ((each.name, getattr(Config(), each.name)) for each in fields(Config)
            if each.name != "boards")


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "anteup.ini") == Config()


def test_an_empty_file_means_the_defaults(ini: Ini) -> None:
    assert load(ini("")) == Config()


def test_the_defaults_are_the_agreed_ones() -> None:
    config = Config()
    assert config.casino.name == "Brass Lantern Casino"
    assert config.server == Server("127.0.0.1", 2323, "", "", 500, 20, 60, 300, "", (), 0)
    assert (config.bank.start, config.bank.grant_below, config.bank.grant_to) == (1000, 20, 100)
    assert (config.bank.day_starts, config.bank.durability) == (time(0, 0), "full")
    assert (config.boards, config.door, config.rlogin) == ((), Door("", 60, 1440), Rlogin(0))


def test_the_default_text_reads_back_as_the_defaults(ini: Ini) -> None:
    assert load(ini(default_text())) == Config()


def test_the_default_text_names_every_key_and_explains_it() -> None:
    for name, section in sections():
        lines = default_text().partition(f"\n[{name}]\n")[2].partition("\n[")[0].splitlines()
        for key in fields(section):
            (where,) = [at for at, line in enumerate(lines) if line.startswith(f"{key.name} =")]
            assert lines[where - 1].startswith("# ")


def test_the_default_text_fits_a_screen_of_80_columns() -> None:
    assert default_text().isascii()
    assert max(map(len, default_text().splitlines())) < 80


def test_every_setting_can_be_set(ini: Ini) -> None:
    config = load(ini(
        "[casino]\nname = The Velvet Door\n"
        "[server]\nhost = ::\nport = 0\ntls_cert = /etc/c.pem\ntls_key = /etc/k.pem\nlines = 9\n"
        "lines_per_address = 8\nlogin_seconds = 7\nidle_seconds = 86400\ngroup = bbs\n"
        "proxies = 10.0.0.1, 2001:DB8::1\nvoice_port = 2424\n"
        "[bank]\nstart = 5\ngrant_below = 0\ngrant_to = 1000000000\nday_starts = 23:59\n"
        "durability = normal\n"
        "[boards]\nThe Lab = secret long enough\n"
        "[door]\nboard = The Lab\nminutes = 1\nlongest = 1\n[rlogin]\nport = 513\n"))
    assert config.casino.name == "The Velvet Door"
    assert config.server == Server("::", 0, "/etc/c.pem", "/etc/k.pem", 9, 8, 7, 86400, "bbs",
                                   ("10.0.0.1", "2001:db8::1"), 2424)
    assert (config.bank.start, config.bank.grant_to) == (5, 1_000_000_000)
    assert (config.bank.day_starts, config.bank.durability) == (time(23, 59), "normal")
    assert [board.name for board in config.boards] == ["The Lab"]
    assert (config.door, config.rlogin) == (Door("The Lab", 1, 1), Rlogin(513))


def test_what_is_not_set_keeps_its_default(ini: Ini) -> None:
    assert load(ini("[server]\nport = 23\n")).server == Server(port=23)


def test_a_folder_of_pictures_lies_beside_the_file_that_names_it(ini: Ini) -> None:
    path = ini("[casino]\nart = pictures\n")
    assert load(path).casino.art == str(path.parent / "pictures")
    assert load(ini("[casino]\nart = /srv/pictures\n")).casino.art == "/srv/pictures"


def test_a_certificate_lies_beside_the_file_that_names_it(ini: Ini) -> None:
    path = ini("[server]\ntls_cert = c.pem\ntls_key = keys/k.pem\n")
    server = load(path).server
    assert server.tls_cert == str(path.parent / "c.pem")
    assert server.tls_key == str(path.parent / "keys" / "k.pem")


@pytest.mark.parametrize("name", [
    "100% Legal", "%(port)s %% ${HOME}", "Chez René; #1", "a = b: c", "[casino]", '"Lucky"'])
def test_percent_signs_and_odd_characters_are_taken_as_they_stand(ini: Ini, name: str) -> None:
    assert load(ini(f"[casino]\nname = {name}\n")).casino.name == name


def test_a_byte_order_mark_is_passed_over(ini: Ini) -> None:
    assert load(ini(b"\xef\xbb\xbf[casino]\r\nname = Notepad\r\n")).casino.name == "Notepad"


def test_keys_may_be_written_in_capitals_or_with_a_colon_or_indented(ini: Ini) -> None:
    assert load(ini("[server]\n  Port: 99\n\n  LINES = 3\n")).server == Server(port=99, lines=3)


def test_a_config_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Config().server.port = 1  # type: ignore[misc]
    assert not hasattr(Config().server, "__dict__")


REFUSED = {
    "unknown section": ("[casino]\n\n[sever]\nport = 1\n", 3, r"unknown section 'sever'.*\[serv"),
    "section in capitals": ("[Server]\n", 1, "unknown section 'Server'"),
    "section with blanks": ("[ server ]\n", 1, "unknown section ' server '"),
    "configparser's DEFAULT": ("[casino]\n[DEFAULT]\nport = 1\n", 2, "unknown section 'DEFAULT'"),
    "unknown key": ("[server]\nport = 1\nprot = 2\n", 3, r"unknown key 'prot'.* host, port"),
    "key of another section": ("[server]\nport = 1\n[bank]\nport = 1\n", 4, "unknown key 'port'"),
    "key with a hidden escape": ("[bank]\n\x1b[2J = 1\n", 2, r"unknown key '\\x1b\[2j'"),
    "key before any section": ("# hello\nport = 1\n", 2, r"before any \[section\]"),
    "text behind a section": ("[bank]\nstart = 1\n[server] port = 1\n", 3, "unknown key"),
    "no equals sign": ("[server]\nhost = h\nport\n", 3, "neither"),
    "no key": ("[server]\n= 5\n", 2, "neither"),
    "section twice": ("[bank]\n[server]\n[bank]\n", 3, r"'\[bank\]' comes twice"),
    "key twice": ("[server]\nport = 1\n# two\nPORT = 2\n", 4, "'port' comes twice"),
    "value that runs on": ("[server]\nhost = h\n  port = 1\nlines = 0\n", 2, "'host' runs on"),
    "indented section": ("[casino]\nname = n\n  [server]\nport = 1\n", 2, "'name' runs on"),
    "comment behind a value": ("[server]\nport = 1 ; one\n", 2, "'1 ; one': must be a whole"),
    "not UTF-8": (b"[casino]\nname = Chez Ren\xe9\n", 2, "is not UTF-8 text"),
    "UTF-16": ("[casino]\n".encode("utf-16"), 1, "is not UTF-8 text"),
    "NUL": ("[casino]\nname = a\0b\n", 2, "printable"),
    "escape sequence": ("[casino]\nname = \x1b[2J\n", 2, r"'\\x1b\[2J': must be .* printable"),
    "separator that splitlines() would count": ("[bank]\n# \x0b\x0c\x1c\u2028\nx = 1\n", 3, "key"),
    "too long a file": (b"#" * 70_000, 0, "longer than"),
    "key without certificate": ("[server]\ntls_key = k\n", 2, "need each other"),
    "certificate without key": ("[server]\nport = 1\ntls_cert = c\n", 3, "need each other"),
    "grant that takes": ("[bank]\ngrant_to = 10\n", 2, r"grant_to \(10\) is less than"),
    "grant never enough": ("[bank]\ngrant_below = 101\n", 2, "less than grant_below"),
    "default above the most": ("[door]\nminutes = 9\nlongest = 8\n", 3, "less than minutes"),
    "most below the default": ("[door]\nlongest = 8\n", 2, r"longest \(8\) is less than minutes"),
    "rlogin for nobody": ("[rlogin]\nport = 513\n[boards]\nLab = tag LAB\n", 2, "nobody could"),
    "one port for two": ("[rlogin]\nport = 2323\n", 2, "port 2323 is telnet's already"),
    "board twice": ("[boards]\nThe Lab =\nTHE LAB =\n", 3, "'the lab' comes twice"),
    "board twice but for blanks": ("[boards]\nThe  Lab =\nThe Lab =\n", 3, "'The Lab': comes"),
    "board twice but for folding": ("[boards]\nSTRASSE =\nstra\u00dfe =\n", 3, "comes twice"),
    "tag twice": ("[boards]\nOne = tag X\nTwo = tag x\n", 3, "'Two': tag x is another board's"),
    "board that runs on": ("[boards]\nOne = tag X;\n  sysop 5\n", 2, "'one' runs on"),
    "board that runs on into another section": (
        "[boards]\nOne =\n  [server]\n  port = x\n[server]\nport = x\n", 2, "'one' runs on"),
    "board without an equals sign": ("[boards]\nThe Lab\n", 2, "neither"),
    "board with a colon": ("[boards]\nLab: BBS = tag X\n", 2, "'Lab': .*its name holds no = or :"),
    "board with a control character": ("[boards]\nLa\x1bb =\n", 2, r"'La\\x1bb': must be 1 to 60"),
    "board of too long a name": (f"[boards]\n{'x' * 61} =\n", 2, "must be 1 to 60"),
}


@pytest.mark.parametrize("content, line, message", REFUSED.values(), ids=REFUSED.keys())
def test_refused_by_file_and_line(ini: Ini, content: str | bytes, line: int, message: str) -> None:
    path = ini(content)
    with pytest.raises(BadConfig, match=message) as refused:
        load(path)
    assert (refused.value.path, refused.value.line) == (path, line)
    assert str(refused.value).startswith(f"{path}, line {line}: " if line else f"{path}: ")
    assert "\n" not in str(refused.value) and "\x1b" not in str(refused.value)


CHIPS = ["", "-1", "1.5", "1,000", "$100", "1e3", "1_000", "+5", "0x10", "\u0665", "1000000001",
         "9" * 5000]
BAD_VALUES = {
    "casino name": ["", "x" * 27, "\u5927", "a\u202eb", "a\tb"],
    "server host": ["", "two words", "a,b", "x" * 256, "caf\u00e9", "h/24"],
    "server port": ["", "-1", "65536", "telnet", "23 23"],
    "server lines": ["", "0", "-3", "100001", "many"],
    "server lines_per_address": ["0", "100001"],
    "server login_seconds": ["0", "86401", "60s", "1.5"],
    "server idle_seconds": ["0", "86401", "never"],
    "server group": ["x" * 65, "a\x07b"],
    "server voice_port": ["-1", "65536", "aloud"],
    "server proxies": [",", "10.0.0.1,", "10.0.0.256", "10.0.0.0/8", "localhost", "10.1 10.2"],
    "bank keep_days": ["", "0", "-1", "36501", "1.5", "90 days"],
    "casino art": ["x" * 1025, "a\x7fb"],
    "casino house": ["", "kind", "gentle equilibrium"],
    "server tls_cert": ["x" * 1025, "a\x7fb"],
    "server tls_key": ["x" * 1025],
    "bank start": CHIPS,
    "bank grant_below": CHIPS,
    "bank grant_to": CHIPS,
    "bank day_starts": ["", "25:00", "24:00", "12:60", "7:30", "0730", "07:30:00", "noon"],
    "bank durability": ["", "FULL", "off", "full normal"],
    "door board": ["x" * 61, "a\x1bb"],
    "door minutes": ["", "0", "1441", "-1", "1:00"],
    "door longest": ["", "0", "1441", "day"],
    "rlogin port": ["", "-1", "65536", "login"],
}


@pytest.mark.parametrize("where", BAD_VALUES)
def test_a_bad_value_names_its_key_and_line(ini: Ini, where: str) -> None:
    section, key = where.split()
    for value in BAD_VALUES[where]:
        path = ini(f"; settings\n\n[{section}]\n{key} = {value}\n")
        with pytest.raises(BadConfig, match=f"line 4: {key} = ") as refused:
            load(path)
        assert refused.value.line == 4
        assert len(refused.value.message) < 200 and refused.value.message.isprintable()


def test_every_key_has_its_bad_values() -> None:
    keys = {f"{name} {key.name}" for name, section in sections() for key in fields(section)}
    assert keys == set(BAD_VALUES)


# Boards


def boards(ini: Ini, *lines: str) -> tuple[Board, ...]:
    return load(ini("\n".join(["[boards]", *lines, ""]))).boards


def test_a_board_with_all_its_options(ini: Ini) -> None:
    assert boards(ini, (
        "Ren\u00e9's Lab #1 = tag LAB; sysop 100; shared yes; order password-user; "
        "addresses 10.0.0.5 192.168.7.0/24 ::1; secret two words & more; charset utf-8; "
        "suits letters")) == (Board(
            "Ren\u00e9's Lab #1", "LAB", 100, True,
            (ip_network("10.0.0.5"), ip_network("192.168.7.0/24"), ip_network("::1")),
            "two words & more", "password-user", "utf-8", "letters"),)


def test_a_board_needs_no_option(ini: Ini) -> None:
    for line in ("The Lab =", "The Lab: ", "The Lab = ;", "  The Lab = ; ;"):
        assert boards(ini, line) == (Board("The Lab"),)
    lab = Board("The Lab")
    assert (lab.tag, lab.sysop, lab.shared, lab.addresses, lab.secret) == ("", None, False, (), "")
    assert (lab.order, lab.charset, lab.suits) == ("alias-name", "", "glyphs")
    assert not lab.by_rlogin


def test_boards_keep_their_spelling_and_their_order(ini: Ini) -> None:
    listed = boards(ini, "zeta = tag Z;", "# Other =", "", "The Lab = tag lab", "Alpha: sysop 1")
    assert [board.name for board in listed] == ["zeta", "The Lab", "Alpha"]


def test_a_secret_comes_in_the_passwords_place(ini: Ini) -> None:
    (lab,) = boards(ini, "Lab = secret 12345678")
    assert (lab.order, lab.by_rlogin) == ("password-user", True)
    (lab,) = boards(ini, "Lab = addresses 10.0.0.5")
    assert (lab.order, lab.by_rlogin) == ("alias-name", True)


def test_a_secret_may_hold_what_a_line_may_hold(ini: Ini) -> None:
    (lab,) = boards(ini, "Lab = secret a = b: 100% [x] #  'y' ; tag LAB")
    assert (lab.secret, lab.tag) == ("a = b: 100% [x] #  'y'", "LAB")


def test_a_secret_is_never_shown(ini: Ini) -> None:
    (lab,) = boards(ini, "Lab = secret hunter2hunter2")
    assert "hunter2" not in repr(Config(boards=(lab,)))
    for line in ("secret hunter2", "secret hunter2hunter2; order alias-name",
                 "secret hunter2hunter\u00e9"):
        with pytest.raises(BadConfig) as refused:
            boards(ini, f"Lab = {line}")
        assert "hunter2" not in str(refused.value)


def test_a_network_of_ipv4_inside_ipv6_is_one_of_ipv4(ini: Ini) -> None:
    (lab,) = boards(ini, "Lab = addresses ::ffff:10.0.0.5 ::ffff:10.1.0.0/112 ::/0")
    assert lab.addresses == tuple(map(ip_network, ("10.0.0.5", "10.1.0.0/16", "::/0")))


BAD_OPTIONS = {
    "tag": ["", "x" * 9, "a b", "[LAB]", "LAB]", "\u00e9", "a/b"],
    "sysop": ["", "0", "-1", "65536", "all", "100%"],
    "shared": ["", "YES", "true", "1", "maybe"],
    "addresses": ["", "localhost", "10.0.0.256", "10.0.0.5/24", "10.0.0.5/33", "10.0.0.1,10.0.0.2",
                  "10", "::1/129", "::ffff:10.0.0.5/100", "10.0.0.0/8 x"],
    "secret": ["", "short", "x" * 65, "caf\u00e9 au lait", "bell\x07bell"],
    "order": ["", "user-password", "alias", "name-alias"],
    "charset": ["", "CP437", "utf8", "latin-1", "atascii"],
    "suits": ["", "letter", "no"],
}


@pytest.mark.parametrize("option", BAD_OPTIONS)
def test_a_bad_option_names_its_board_and_line(ini: Ini, option: str) -> None:
    for value in BAD_OPTIONS[option]:
        with pytest.raises(BadConfig, match=f"line 3: 'The Lab': {option}") as refused:
            boards(ini, "Other = tag OTHER", f"The Lab = sysop 5; {option} {value}"
                   if option != "sysop" else f"The Lab = {option} {value}")
        assert len(refused.value.message) < 200 and refused.value.message.isprintable()


def test_every_option_has_its_bad_values_and_is_explained() -> None:
    options = [each.name for each in fields(Board)[1:]]
    assert set(options) == set(BAD_OPTIONS)
    for option in options:
        assert f"\n#   {option} " in default_text()


@pytest.mark.parametrize("line, message", [
    ("tags LAB", "unknown option 'tags': a board has tag, sysop, shared"),
    ("TAG LAB", "unknown option 'TAG'"),
    ("tag=LAB", "unknown option 'tag=LAB'"),
    ("name X", "unknown option 'name'"),
    ("\x1b[2J x", r"unknown option '\\x1b\[2J'"),
    ("tag LAB, sysop 5", "tag 'LAB, sysop 5': must be"),
    ("tag A; tag B", "'tag' comes twice"),
    ("secret long enough; order alias-name", "secret needs order password-user"),
])
def test_a_line_that_is_no_boards(ini: Ini, line: str, message: str) -> None:
    with pytest.raises(BadConfig, match=message) as refused:
        boards(ini, f"The Lab = {line}")
    assert refused.value.line == 2


def test_a_board_is_found_by_its_name_in_capitals_or_not() -> None:
    lab, other = Board("The Lab", tag="LAB"), Board("Other")
    config = Config(boards=(other, lab))
    for name in ("The Lab", "THE LAB", "the  lab", " The Lab "):
        assert config.board(name) is lab


def test_a_board_that_is_not_listed_has_the_defaults() -> None:
    assert Config(boards=(Board("The Lab", tag="LAB"),)).board("Elsewhere") == Board("Elsewhere")


def test_a_board_without_a_name_is_the_one_that_the_sysop_says_or_the_only_one() -> None:
    lab, other = Board("The Lab", tag="LAB"), Board("Other")
    assert Config().board("") == Board("this board")
    assert Config(boards=(lab,)).board("") is lab
    assert Config(boards=(lab, other)).board("") == Board("this board")
    assert Config(boards=(lab, other), door=Door(board="the lab")).board("") is lab
    assert Config(boards=(lab,), door=Door(board="Elsewhere")).board("") == Board("Elsewhere")


def test_the_examples_of_the_default_text_are_right(ini: Ini) -> None:
    text = default_text().partition("# Such as:\n")[2].partition("\n\n")[0]
    examples = [line.removeprefix("# ") for line in text.splitlines()]
    assert len(examples) == 3 and len(boards(ini, *examples)) == 3


def test_rlogin_is_open_to_a_board_that_something_vouches_for(ini: Ini) -> None:
    for option in ("addresses 10.0.0.5", "secret long enough"):
        config = load(ini(f"[rlogin]\nport = 513\n[boards]\nLab = tag LAB\nTwo = {option}\n"))
        assert config.rlogin.port == 513


# The file, and the folder


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="cannot be read") as refused:
        load(tmp_path)
    assert (refused.value.path, refused.value.line) == (tmp_path, 0)


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    """A link to itself, because root may read whatever the mode forbids."""
    path = tmp_path / "anteup.ini"
    path.symlink_to(path)
    with pytest.raises(BadConfig, match="cannot be read") as refused:
        load(path)
    assert refused.value.line == 0


def test_a_file_without_permission_is_refused(
        ini: Ini, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")
    path = ini("[casino]\n")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BadConfig, match="anteup.ini: cannot be read: Permission denied"):
        load(path)


def test_a_path_through_a_file_is_refused(ini: Ini) -> None:
    with pytest.raises(BadConfig, match="cannot be read"):
        load(ini("") / "anteup.ini")


def test_the_option_names_the_data_folder_before_the_environment(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANTEUP_DATA", str(tmp_path / "environment"))
    assert data_folder(str(tmp_path / "option")) == tmp_path / "option"
    assert data_folder(None) == tmp_path / "environment"


@pytest.mark.parametrize("unset", [True, False])
def test_the_users_own_folder_comes_last(monkeypatch: pytest.MonkeyPatch, unset: bool) -> None:
    if unset:
        monkeypatch.delenv("ANTEUP_DATA", raising=False)
    else:
        monkeypatch.setenv("ANTEUP_DATA", "")
    assert data_folder(None) == Path(platformdirs.user_data_dir("anteup"))


def test_a_data_folder_is_absolute_so_that_a_server_may_change_its_own(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder("here") == tmp_path / "here"
