"""Pictures as art editors save them, each with its own habits, for what reads them to be tested."""

from __future__ import annotations

from struct import pack

from ansi.canvas import Canvas

HUES = (0, 4, 2, 6, 1, 5, 3, 7)
SPACE = 0x20


def sauce(picture: bytes, columns: int, rows: int, comments: tuple[bytes, ...] = (),
          flags: int = 0, kind: tuple[int, int] = (1, 1), end: bytes = b"\x1a") -> bytes:
    """The picture, 1A, comments and a record, as the specification has them."""
    block = b"COMNT" + b"".join(line.ljust(64) for line in comments) if comments else b""
    record = b"SAUCE00" + b"Night table".ljust(35) + b"Zo\x89".ljust(20) + b"Brass".ljust(20)
    record += b"20260131" + pack("<IBBHHHHBB", len(picture), *kind, columns, rows, 0, 0,
                                 len(comments), flags) + b"IBM VGA".ljust(22, b"\0")
    return picture + end + block + record


def _cells(canvas: Canvas, row: int) -> list[tuple[int, int]]:
    start, end = row * canvas.columns, (row + 1) * canvas.columns
    return list(zip(canvas.glyphs[start:end], canvas.colours[start:end]))


def _is_blank(cell: tuple[int, int]) -> bool:
    return cell[0] == SPACE and not cell[1] & 0x70


def _shown(row: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Without its blank end."""
    while row and _is_blank(row[-1]):
        row = row[:-1]
    return row


def _sgr(before: int, after: int) -> bytes:
    """0 when bold or blinking ends, and only what changed."""
    parts = []
    if before & ~after & 0x88:
        parts.append("0")
        before = 7
    parts += ["1"] if after & ~before & 8 else []
    parts += ["5"] if after & ~before & 0x80 else []
    parts += [f"3{HUES[after & 7]}"] if (after ^ before) & 7 else []
    parts += [f"4{HUES[after >> 4 & 7]}"] if (after ^ before) & 0x70 else []
    return f"\x1b[{';'.join(parts)}m".encode() if parts else b""


def moebius(canvas: Canvas) -> bytes:
    """Real spaces; CR LF where a row's end is blank, nothing where it is full."""
    out, now = [b"\x1b[0m"], 7
    for row in range(canvas.rows):
        cells = _shown(_cells(canvas, row))
        for glyph, colour in cells:
            out += (_sgr(now, colour), bytes((glyph,)))
            now = colour
        if len(cells) < canvas.columns and row < canvas.rows - 1:
            out.append(b"\r\n")
    return sauce(b"".join(out), canvas.columns, canvas.rows)


def pablodraw(canvas: Canvas) -> bytes:
    """All three of the first colour; CSI C over more than four blanks; no blank rows at the end."""
    first = canvas.colours[0]
    out = [f"\x1b[0{';5' * (first >> 7)}{';1' * (first >> 3 & 1)};4{HUES[first >> 4 & 7]}"
           f";3{HUES[first & 7]}m".encode()]
    now = first
    rows = [_shown(_cells(canvas, row)) for row in range(canvas.rows)]
    while rows and not rows[-1]:
        rows.pop()
    for cells in rows:
        blanks = 0
        for cell in cells:
            colour = _sgr(now, cell[1])
            now = cell[1]
            if colour or not _is_blank(cell):
                out.append(f"\x1b[{blanks}C".encode() if blanks > 4 else b" " * blanks)
                blanks = 0
            out.append(colour)
            if _is_blank(cell):
                blanks += 1
            else:
                out.append(bytes((cell[0],)))
        if len(cells) < canvas.columns:
            out += (b"\x1b[0m" if now & 0x70 else b"", b"\r\n")
            now = 7 if now & 0x70 else now
    return sauce(b"".join(out), canvas.columns, canvas.rows, (b"drawn at night", b"", b"by Zo"))


def typist(canvas: Canvas) -> bytes:
    """CR LF after each row, full or not, and spaces up to its end."""
    out, now = [b""], 7
    for row in range(canvas.rows):
        for glyph, colour in _cells(canvas, row):
            out += (_sgr(now, colour), bytes((glyph,)))
            now = colour
        out.append(b"\r\n")
    return sauce(b"".join(out), canvas.columns, canvas.rows)


def jumper(canvas: Canvas) -> bytes:
    """A clear screen, and an absolute move to each row; no record, for those came later."""
    out, now = [b"\x1b[?7h\x1b[2J"], 7
    for row in range(canvas.rows):
        cells = _shown(_cells(canvas, row))
        out += [f"\x1b[{row + 1};1H".encode()] if row % 2 else [f"\x1b[{row + 1}f".encode()]
        for glyph, colour in cells:
            out += (_sgr(now, colour), bytes((glyph,)))
            now = colour
    return b"".join(out)


EDITORS = (moebius, pablodraw, typist, jumper)
