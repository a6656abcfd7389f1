"""The real clients that tests call with: where they are on this machine, and how each is told to
call a port."""

from __future__ import annotations

import shutil

import pytest

TINTIN = shutil.which("tt++") or shutil.which("tt++", path="/usr/games")
# A client, its program, the words behind it, and the package that has it (make test-tools).
CLIENTS: dict[str, tuple[str | None, tuple[str, ...], str]] = {
    "inetutils-telnet": (shutil.which("inetutils-telnet"), ("127.0.0.1", "{}"),
                         "inetutils-telnet"),
    "busybox": (shutil.which("busybox"), ("telnet", "127.0.0.1", "{}"), "busybox"),
    "plink": (shutil.which("plink"), ("-telnet", "-P", "{}", "127.0.0.1"), "putty-tools"),
    "tintin++": (TINTIN, ("-e", "#session x 127.0.0.1 {}"), "tintin++"),
    "nc": (shutil.which("nc"), ("127.0.0.1", "{}"), "netcat-openbsd"),
}
BY_KEYS = ("inetutils-telnet", "busybox", "plink")
BY_LINES = ("tintin++", "nc")


def command(client: str, port: int) -> list[str]:
    """The command line that calls; the test is skipped where there is no such client."""
    program, words, package = CLIENTS[client]
    if not program:
        pytest.skip(f"no {client} (package {package}): make test-tools")
    return [program, *(word.format(port) for word in words)]
