"""Whatever stands in a drop file: a reading within its bounds, or one clear refusal."""

from datetime import datetime, timezone
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from door.carriers.dropfile import BadDropFile, DropFile, choose, describe, read

SAMPLES = {path.name: path.read_bytes()
           for path in sorted((Path(__file__).parents[1] / "dropfiles").iterdir())}
NOON = datetime(2026, 11, 29, 12, 0, tzinfo=timezone.utc)
SECRET = b"Sw0rdfish"

FOUND = ["DOOR.SYS", "door32.sys", "XTRN.DAT", "dorinfo1.def", "DORINFO.DEF"] + [
    f"DORINFO{mark}.DEF" for mark in "0 1 2 3 9 A B F Z a z 10 16 1F FF 99 \u00b2".split()]

names = st.sampled_from(sorted(SAMPLES))
numbers = st.integers(-2**70, 2**70).map(str) | st.floats().map(str) | st.just("9" * 6000)
words = st.sampled_from(
    "GR NG 7E RIP COM1: COM0:SOCKET5 38400 sysop stdio socket Y N 1.0 WWIV 5.8 $(x) "
    "2026-11-29T12:30:00Z 9999-12-31T23:59:59-23:59 0001-01-01T00:00:00+23:59 UTF-8 \u00b2 \u0665"
    .split(" "))
lines = (st.binary(max_size=60) | numbers.map(str.encode) | words.map(str.encode)
         | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))
         | st.just(b"") | st.just(b"\0" * 300) | st.just(b"x" * 5000))
endings = st.sampled_from([b"\r\n"] * 5 + [b"\n"] * 3 + [b"\r\r\n", b"\0\r\n", b"\r", b""])
environs = st.dictionaries(
    st.sampled_from(["BBS_NODE", "BBS_TIMELEFT", "BBS_USERHANDLE", "DOOR_SOCKET_FD"]),
    st.text(max_size=50) | numbers | st.just("\udcff\u0663"), max_size=4)


@st.composite
def mangled(draw: st.DrawFn, name: str) -> bytes:
    """A sample with some lines changed, added, dropped or moved, then perhaps torn off."""
    sheet = SAMPLES[name].replace(b"\r", b"").split(b"\n")
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(sheet)))
        gone, slip = draw(st.integers(0, 2)), draw(st.integers(0, 3)) == 0
        sheet[at:at + gone] = draw(st.lists(lines, min_size=0 if slip else gone, max_size=2))
    if draw(st.integers(0, 9)) == 0:
        sheet = draw(st.permutations(sheet))
    data = draw(endings).join(sheet)
    return data[:draw(st.integers(0, len(data)))] if draw(st.integers(0, 3)) == 0 else data


def understood(name: str, data: bytes, **arguments: object) -> DropFile | None:
    """The reading, found to be within its bounds; None for a refusal, found to be clear."""
    try:
        drop = read(name, data, now=NOON, **arguments)  # type: ignore[arg-type]
    except BadDropFile as error:
        assert error.message and error.__cause__ is None and error.__context__ is None
        assert str(error).isprintable() and len(str(error)) < 600
        assert 0 <= error.line <= data.count(b"\n") + 2
        return None
    check(drop)
    return drop


def check(drop: DropFile) -> None:
    assert 1 <= drop.minutes <= 1440
    assert drop.node is None or 1 <= drop.node <= 65_535
    assert 0 <= drop.security <= 65_535 and 0 <= drop.speed <= 10_000_000
    assert drop.columns in (0, *range(20, 256)) and drop.rows in (0, *range(10, 101))
    assert drop.graphics in ("ascii", "ansi", "avatar", "rip", "max")
    assert drop.charset in ("cp437", "utf-8", "ascii")
    assert (drop.pipe == "socket") == (drop.socket is not None)
    assert drop.socket is None or 2 < drop.socket <= 1 << 20
    assert 1 <= len(drop.handle) <= 40 and len(drop.user_record) <= 128
    texts = [drop.handle, drop.real_name, drop.board, drop.language]
    assert max(map(len, texts)) <= 40 and len(drop.software) <= 80
    texts += [drop.user_record, drop.software, *drop.sources.values(), *map(str, drop.notes)]
    assert all(text.isprintable() and text == text.strip() for text in texts)
    assert all(line.isprintable() for line in describe(drop))
    assert all(note.field in ("", *drop.sources) for note in drop.notes)


@settings(max_examples=150, deadline=None)
@given(st.data(), names, environs)
def test_a_mangled_file_is_read_or_refused(
        data: st.DataObject, name: str, environ: dict[str, str]) -> None:
    understood(name, data.draw(mangled(name)), environ=environ,
               is_socket=data.draw(st.sampled_from([None, bool, lambda _: False])))


@settings(max_examples=100, deadline=None)
@given(names, st.binary(max_size=2000) | st.lists(lines, max_size=60).map(b"\r\n".join))
@example("anetbbs.BBSDEV.DRP", b"\xef\xbb\xbf")
def test_any_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    understood(name, data, environ={})


@settings(max_examples=100, deadline=None)
@given(names, st.data())
def test_a_file_torn_at_any_byte_is_read_or_refused(name: str, data: st.DataObject) -> None:
    whole = SAMPLES[name]
    torn = whole[:data.draw(st.integers(0, len(whole)))]
    drop = understood(name, torn, environ={})
    if drop and len(whole.splitlines()) == len(torn.splitlines()):
        assert drop.handle == read(name, whole, {}).handle


@settings(max_examples=100, deadline=None)
@given(names, st.text(max_size=60), environs)
def test_any_handle_is_the_same_text_cleaned(
        name: str, handle: str, environ: dict[str, str]) -> None:
    line = {"DOOR32.SYS": 7, "DOOR.SYS": 36, "CHAIN.TXT": 2, "BBSDEV.DRP": 4}.get(
        read(name, SAMPLES[name], {}).format, 7)
    sheet = SAMPLES[name].replace(b"\r", b"").split(b"\n")
    if line > len(sheet):
        return      # the older DOOR.SYS has no alias
    encoding = "utf-8" if name.endswith("DRP") else "cp437"
    raw = handle.encode(encoding, "ignore").replace(b"\n", b"")
    sheet[line - 1] = raw
    drop = understood(name, b"\n".join(sheet), environ=environ)
    kept = [letter for letter in raw.decode(encoding) if letter.isprintable() and letter != " "]
    if drop and kept and "DORINFO" not in name.upper():
        assert list(drop.handle.replace(" ", "")) == kept[:len(drop.handle.replace(" ", ""))]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["enigma.DOOR.SYS", "gap-31.DOOR.SYS"]), st.integers(0, 60),
       st.integers(0, 60), st.sampled_from([b"", b"Y", b"25", b"text"]))
def test_no_slip_of_lines_brings_a_password_to_light(
        name: str, added: int, dropped: int, text: bytes) -> None:
    sheet = SAMPLES[name].split(b"\r\n")
    sheet[13] = SECRET
    if dropped < len(sheet):
        del sheet[dropped]
    sheet.insert(added, text)
    said = SECRET.decode()
    try:
        drop = read(name, b"\r\n".join(sheet), {})
        assert said not in repr(drop) and said not in "".join(describe(drop))
    except BadDropFile as error:
        assert said not in repr(error.args) + str(error)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(FOUND) | st.text(max_size=14), max_size=12),
       st.none() | st.integers(-5, 40))
def test_a_file_is_chosen_from_the_names_or_the_refusal_is_clear(
        found: list[str], node: int | None) -> None:
    try:
        assert choose(found, node) in found
    except BadDropFile as error:
        assert error.line == 0 and str(error).isprintable() and len(str(error)) < 600
