"""`anteup serve`: the casino itself, by telnet and by the relay of its data folder."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import ssl
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from door.bank import Bank
    from door.carriers.relay import RelayServer
    from door.carriers.telnet import TelnetServer
    from door.config import Config
    from door.session import Casino

LINGER = 600      # seconds that a server without telnet stays after its last caller
DAY = 24 * 3600   # seconds
CLOSING = 1.2     # seconds that callers get to go
LOG = "anteup.log"

log = logging.getLogger(__name__)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("serve", parents=[common], help="run the casino")
    parser.add_argument("--host", metavar="H", help="the address to listen at")
    parser.add_argument("--port", type=int, metavar="N", help="the telnet port; 0 picks one")
    parser.add_argument("--tls-cert", metavar="FILE", help="telnet over TLS: the certificate")
    parser.add_argument("--tls-key", metavar="FILE", help="and its key")
    parser.add_argument("--seed", metavar="TEXT", help="practice: deals that follow from TEXT")
    parser.add_argument("--relay-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--linger", type=int, default=LINGER, help=argparse.SUPPRESS)
    parser.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serves until a signal, or until nobody has called for long; 0."""
    from door.carriers import claim
    from door.cli import Refused
    try:
        _serve(options)
    except (Refused, OSError, claim.FolderTaken) as error:
        if options.ready_fd is not None:
            claim.announce(options.ready_fd, error)
        raise Refused(str(error)) from error
    return 0


def _serve(options: argparse.Namespace) -> None:
    from door.carriers import claim
    from door.cli import folder_and_settings
    folder, settings = folder_and_settings(options)
    config = _overridden(load(settings), options)
    if options.seed is not None and not options.relay_only:
        folder = folder / "practice" / "server"
    with claim.claim(folder):
        _write_log(folder, options.relay_only)
        asyncio.run(_Server(config, folder, options).run())


def load(path: Path) -> Config:
    """The settings; Refused names file, line and what is wrong."""
    from door import config
    from door.cli import Refused
    try:
        return config.load(path)
    except config.BadConfig as error:
        raise Refused(str(error)) from error


def _overridden(config: Config, options: argparse.Namespace) -> Config:
    """The settings with the flags over them."""
    from door.cli import Refused
    given = {name: value for name in ("host", "port", "tls_cert", "tls_key")
             if (value := getattr(options, name)) is not None}
    server = replace(config.server, **given)
    if bool(server.tls_cert) != bool(server.tls_key):
        raise Refused("--tls-cert and --tls-key go together")
    if not 0 <= server.port <= 65535:
        raise Refused(f"--port {server.port}: a port is 0 to 65535")
    return replace(config, server=server)


def _write_log(folder: Path, quiet: bool) -> None:
    """To stderr, or to a file where nobody looks at stderr."""
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    if quiet:
        logging.basicConfig(filename=folder / LOG, level=logging.INFO, format=form)
    else:
        logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format=form)


def tls_context(certificate: str, key: str) -> ssl.SSLContext | None:
    """What TLS needs, None without a certificate; Refused if the files do not serve."""
    from door.cli import Refused
    if not certificate:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise Refused(f"--tls-cert {certificate}, --tls-key {key}: {error}") from error
    return context


class _Server:
    """One server process: bank, casino, carriers, and the signals that end it."""

    def __init__(self, config: Config, folder: Path, options: argparse.Namespace) -> None:
        self.config, self.folder, self.options = config, folder, options
        self.stop = asyncio.Event()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop.set)
        tls = tls_context(self.config.server.tls_cert, self.config.server.tls_key)
        bank = await self._open_bank()
        try:
            await self._open_doors(bank, tls)
        finally:
            await bank.close()

    async def _open_bank(self) -> Bank:
        from door.bank import Bank, StoreFailed, StoreTooNew
        from door.cli import Refused
        practice = self.options.seed is not None
        try:
            return await Bank.open(self.folder, self.config.bank, emptied=practice,
                                   practice=practice,
                                   exempt=frozenset(self.config.server.proxies))
        except (StoreFailed, StoreTooNew) as error:
            raise Refused(f"{self.folder}: {error}") from error

    async def _open_doors(self, bank: Bank, tls: ssl.SSLContext | None) -> None:
        from ansi.keys import key_map
        from door.session import Casino
        key_map()  # takes a quarter of a second, which no caller shall wait for
        casino = Casino(self.config, bank, self.options.seed)
        await bank.sweep()
        await casino.floor.settle_old_hands()
        await bank.sweep()
        relay = await self._open_relay(bank, casino)
        telnet = await self._open_telnet(casino, tls)
        watch = asyncio.gather(casino.keep_watch(), self._settle_daily(casino),
                               self._linger(casino))
        self._say_ready(telnet)
        await self.stop.wait()
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
        relay.stop()
        if telnet is not None:
            telnet.stop()
        await casino.close(CLOSING)
        relay.close()
        if telnet is not None:
            telnet.close()

    async def _open_relay(self, bank: Bank, casino: Casino) -> RelayServer:
        from door.carriers import relay
        from door.cli import Refused
        from door.cli.errand import fulfil
        server = self.config.server
        try:
            return await relay.serve(self.folder, casino.answer,
                                     lambda request: fulfil(bank, request),
                                     group=server.group, lines=server.lines)
        except LookupError as error:
            raise Refused(f"[server] group = {server.group}: there is no such group") from error

    async def _open_telnet(self, casino: Casino, tls: ssl.SSLContext | None) -> TelnetServer | None:
        from door.carriers import telnet
        from door.cli import Refused
        if self.options.relay_only:
            return None
        server = self.config.server
        try:
            return await telnet.serve(
                server.host, server.port, casino.answer, ssl=tls, lines=server.lines,
                lines_per_address=server.lines_per_address, exempt=frozenset(server.proxies))
        except OSError as error:
            # asyncio puts an essay of its own where the system's word for it would be.
            number = error.errno or 0
            why = os.strerror(number) if number > 0 else error.strerror or error
            raise Refused(f"cannot listen on {server.host}:{server.port}: {why}") from error

    def _say_ready(self, telnet: TelnetServer | None) -> None:
        from door.carriers import claim
        if telnet is not None:
            print(f"Listening on {self.config.server.host}:{telnet.port}", flush=True)
        if self.options.ready_fd is not None:
            claim.announce(self.options.ready_fd)

    async def _settle_daily(self, casino: Casino) -> None:
        while True:
            await asyncio.sleep(DAY)
            await casino.floor.settle_old_hands()

    async def _linger(self, casino: Casino) -> None:
        """A server that a door has started leaves when nobody has called for long."""
        if not self.options.relay_only:
            return
        await casino.deserted(self.options.linger)
        self.stop.set()
