"""One server process: bank, casino, carriers, and the signals that end it."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from door.bank import Bank
    from door.carriers.relay import RelayServer
    from door.carriers.switchboard import Answer
    from door.config import Config
    from door.session import Casino

DAY = 24 * 3600   # seconds
CLOSING = 1.2     # seconds that callers get to go

T = TypeVar("T")


class Carrier(Protocol):
    """What every carrier's server can do."""

    def stop(self) -> None: ...

    def close(self) -> None: ...


def _read_policy() -> None:
    """Before anybody calls: the House plays by a file that is whole, or nobody plays."""
    from door.cli import Refused
    from door.house import BadBook, policy_name
    try:
        policy_name()
    except BadBook as error:
        raise Refused(f"the House's policy cannot be used: {error}") from error


class Server:
    """`config` with the flags over it, in a claimed folder."""

    def __init__(self, config: Config, folder: Path, options: argparse.Namespace) -> None:
        self.config, self.folder, self.options = config, folder, options
        self.stop = asyncio.Event()
        self.carriers: list[Carrier] = []

    async def run(self) -> None:
        """Serves until it is told to stop. Raises Refused if it cannot begin."""
        from door.cli.serve import tls_context
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop.set)
        tls_context(self.config.server.tls_cert, self.config.server.tls_key)
        _read_policy()
        bank = await self._open_bank()
        try:
            await self._serve(bank)
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

    async def _serve(self, bank: Bank) -> None:
        from ansi.keys import key_map
        from door.config import art_folder
        from door.session import Casino
        key_map()  # takes a quarter of a second, which no caller shall wait for
        casino = Casino(self.config, bank, self.options.seed,
                        art=art_folder(self.config, self.folder))
        await bank.sweep()
        await casino.floor.settle_old_hands()
        await bank.sweep()
        await casino.contests.turn()
        try:
            ports = await self._open_carriers(bank, casino)
            await self._attend(casino, ports)
        finally:
            for carrier in self.carriers:
                carrier.close()

    async def _attend(self, casino: Casino, ports: dict[str, int]) -> None:
        from door.session.garbage import keep_tidy
        watch = asyncio.gather(casino.keep_watch(), keep_tidy(lambda: not casino.consoles),
                               self._settle_daily(casino), casino.contests.keep_time(),
                               self._linger(casino))
        self._say_ready(ports)
        await self.stop.wait()
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
        for carrier in self.carriers:
            carrier.stop()
        await casino.close(CLOSING)

    async def _open_carriers(self, bank: Bank, casino: Casino) -> dict[str, int]:
        """The relay, and what listens to the network; the ports that were had, telnet first."""
        self.carriers.append(await self._open_relay(bank, casino))
        if self.options.relay_only:
            return {}
        server = self.config.server
        ports = {"": await self._open_telnet(server.port, casino.answer)}
        if server.voice_port:
            ports[" (voice)"] = await self._open_telnet(server.voice_port, casino.answer_aloud)
        if self.config.rlogin.port or self.options.rlogin_port == 0:
            ports[" (rlogin)"] = await self._open_rlogin(casino)
        return ports

    async def _open_relay(self, bank: Bank, casino: Casino) -> RelayServer:
        from door.carriers import relay
        from door.cli import Refused
        from door.cli.errand import fulfil
        server = self.config.server
        orders = casino.orders
        try:
            return await relay.serve(self.folder, casino.answer,
                                     lambda request: fulfil(orders, request),
                                     group=server.group, lines=server.lines,
                                     config=self.config)
        except LookupError as error:
            raise Refused(f"[server] group = {server.group}: there is no such group") from error
        except PermissionError as error:
            if not server.group:
                raise
            raise Refused(f"[server] group = {server.group}: the account that runs the server "
                          "is no member of that group") from error

    async def _open_telnet(self, port: int, answer: Answer) -> int:
        from door.carriers import telnet
        from door.cli.serve import tls_context
        server = self.config.server
        opened = await self._listening(port, telnet.serve(
            server.host, port, answer,
            ssl=tls_context(server.tls_cert, server.tls_key), lines=server.lines,
            lines_per_address=server.lines_per_address, exempt=frozenset(server.proxies)))
        self.carriers.append(opened)
        return opened.port

    async def _open_rlogin(self, casino: Casino) -> int:
        from door.carriers import rlogin
        server, port = self.config.server, self.config.rlogin.port
        opened = await self._listening(port, rlogin.serve(
            server.host, port, casino.answer, self.config.boards, lines=server.lines,
            lines_per_address=server.lines_per_address, exempt=frozenset(server.proxies)))
        self.carriers.append(opened)
        return opened.port

    async def _listening(self, port: int, opening: Awaitable[T]) -> T:
        from door.cli import Refused
        try:
            return await opening
        except OSError as error:
            # asyncio puts an essay of its own where the system's word for it would be.
            number = error.errno or 0
            why = os.strerror(number) if number > 0 else error.strerror or error
            raise Refused(f"cannot listen on {self.config.server.host}:{port}: {why}") from error

    def _say_ready(self, ports: dict[str, int]) -> None:
        from door.carriers import claim
        for name, port in ports.items():
            print(f"Listening on {self.config.server.host}:{port}{name}", flush=True)
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
