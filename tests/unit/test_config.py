"""anteup.ini: what is read, and every way in which it is refused, by file and line."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from datetime import time
from pathlib import Path

import platformdirs
import pytest

from door.config import BadConfig, Config, Server, data_folder, default_text, load

Ini = Callable[[str | bytes], Path]


@pytest.fixture
def ini(tmp_path: Path) -> Ini:
    """Writes an anteup.ini and gives its path."""
    def write(content: str | bytes) -> Path:
        path = tmp_path / "anteup.ini"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path
    return write


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "anteup.ini") == Config()


def test_an_empty_file_means_the_defaults(ini: Ini) -> None:
    assert load(ini("")) == Config()


def test_the_defaults_are_the_agreed_ones() -> None:
    config = Config()
    assert config.casino.name == "Brass Lantern Casino"
    assert config.server == Server("127.0.0.1", 2323, "", "", 500, 20, 60, 300, "", ())
    assert (config.bank.start, config.bank.grant_below, config.bank.grant_to) == (1000, 20, 100)
    assert (config.bank.day_starts, config.bank.durability) == (time(0, 0), "full")


def test_the_default_text_reads_back_as_the_defaults(ini: Ini) -> None:
    assert load(ini(default_text())) == Config()


def test_the_default_text_names_every_key_and_explains_it() -> None:
    lines = default_text().splitlines()
    for section in fields(Config):
        assert f"[{section.name}]" in lines
        for key in fields(getattr(Config(), section.name)):
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
        "proxies = 10.0.0.1, 2001:DB8::1\n"
        "[bank]\nstart = 5\ngrant_below = 0\ngrant_to = 1000000000\nday_starts = 23:59\n"
        "durability = normal\n"))
    assert config.casino.name == "The Velvet Door"
    assert config.server == Server("::", 0, "/etc/c.pem", "/etc/k.pem", 9, 8, 7, 86400, "bbs",
                                   ("10.0.0.1", "2001:db8::1"))
    assert (config.bank.start, config.bank.grant_to) == (5, 1_000_000_000)
    assert (config.bank.day_starts, config.bank.durability) == (time(23, 59), "normal")


def test_what_is_not_set_keeps_its_default(ini: Ini) -> None:
    assert load(ini("[server]\nport = 23\n")).server == Server(port=23)


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
    "value that runs on": ("[server]\nhost = h\n  port = 1\nlines = 0\n", 2, "host runs on"),
    "indented section": ("[casino]\nname = n\n  [server]\nport = 1\n", 2, "name runs on"),
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
    "server proxies": [",", "10.0.0.1,", "10.0.0.256", "10.0.0.0/8", "localhost", "10.1 10.2"],
    "server tls_cert": ["x" * 1025, "a\x7fb"],
    "server tls_key": ["x" * 1025],
    "bank start": CHIPS,
    "bank grant_below": CHIPS,
    "bank grant_to": CHIPS,
    "bank day_starts": ["", "25:00", "24:00", "12:60", "7:30", "0730", "07:30:00", "noon"],
    "bank durability": ["", "FULL", "off", "full normal"],
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
    keys = {f"{section.name} {key.name}" for section in fields(Config)
            for key in fields(getattr(Config(), section.name))}
    assert keys == set(BAD_VALUES)


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
