"""Callers by TLS, on the same port."""

import asyncio
import ssl
from pathlib import Path

import pytest

from door.carriers import entrance
from door.carriers import line as line_module
from door.carriers.line import Line
from tests.telnet_calls import answering, calling, echo, flood


# Of no use but here: made for "localhost", by nobody, for a hundred years.
CERTIFICATE = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQJlnT8eFN1QP9vIM
WrSMTpy7WopX5mUkSSrKUuLgZuChRANCAAQ0I6e8bVMESXACWGv0twtaS3qDFIGF
TUWiHna+QHFasdDv6LGY5U/FiyOjPMXM343+2QvtnpVyXCqCjl+d/njA
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUeyf8uU4VO44nubdloimLsLakjskwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTIyMDQwNloYDzIxMjYxMTA1
MjIwNDA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ0I6e8bVMESXACWGv0twtaS3qDFIGFTUWiHna+QHFasdDv6LGY5U/F
iyOjPMXM343+2QvtnpVyXCqCjl+d/njAo1MwUTAdBgNVHQ4EFgQUTpYGBA7MuSqm
BPD6xnZfMNRBc+swHwYDVR0jBBgwFoAUTpYGBA7MuSqmBPD6xnZfMNRBc+swDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAMI0unQGSnoXtG7P+iWCPO
owuGzNxNrJxWvq2RwPCNlQIhAOTBBg8d3NUkKBUeuv/71EfUROL0OLsCMRVi1pYa
kgY3
-----END CERTIFICATE-----
"""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "cert.pem"
    path.write_text(CERTIFICATE)
    return path


def contexts(certificate: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(certificate)
    client = ssl.create_default_context()
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE
    return server, client


@pytest.mark.asyncio
async def test_callers_by_tls_and_plain_ones_share_the_port(
        certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "FIRST_BYTE", 0.1)
    ours, theirs = contexts(certificate)
    async with answering(echo, ssl=ours) as server:
        for tls in (theirs, None):
            async with calling(server, ssl=tls) as client:
                await client.negotiate()
                await client.until(b"hello:")
                client.send(b"key")
                await client.until(b"key")


@pytest.mark.asyncio
async def test_what_a_tls_caller_sends_at_once_is_kept(certificate: Path) -> None:
    ours, theirs = contexts(certificate)
    async with answering(echo, ssl=ours) as server, calling(server, ssl=theirs) as client:
        client.send(b"early")
        await client.negotiate()
        await client.until(b"hello:early")


@pytest.mark.asyncio
async def test_a_tls_flood_stays_outside(certificate: Path) -> None:
    lines: list[Line] = []
    over = asyncio.Event()

    async def answer(line: Line) -> None:
        lines.append(line)
        line.write(b"hello:")
        await over.wait()

    ours, theirs = contexts(certificate)
    async with answering(answer, ssl=ours) as server, calling(server, ssl=theirs) as client:
        await client.negotiate()
        await client.until(b"hello:")
        client.writer.transport.set_write_buffer_limits(high=0)
        await flood(client, b"x" * 600_000, 100)
        assert len(lines[0]._inbox) <= line_module.INBOX + 4 * entrance.CHUNK
        over.set()
        client.writer.transport.abort()


@pytest.mark.asyncio
async def test_a_handshake_that_fails_gives_its_line_back(certificate: Path) -> None:
    ours, _ = contexts(certificate)
    async with answering(echo, ssl=ours, lines=1) as server:
        for first in (b"\x16nonsense", b"\x16"):
            async with calling(server) as client:
                client.send(first)
                client.writer.write_eof()
                await client.rest()
            while server.connections:
                await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_closing_turns_away_those_still_at_the_entrance(certificate: Path) -> None:
    ours, _ = contexts(certificate)
    async with answering(echo, ssl=ours) as server:
        async with calling(server) as silent, calling(server) as shaking:
            shaking.send(b"\x16\x03\x01")
            while server.connections < 2:
                await asyncio.sleep(0)
            server.close()
            for client in (silent, shaking):
                with pytest.raises((ConnectionError, AssertionError)):
                    await client.until(b"hello:")
