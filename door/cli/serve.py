"""`anteup serve`: the casino itself, by telnet and by the relay of its data folder."""

from __future__ import annotations

import argparse
import asyncio
import logging
import logging.handlers
import ssl
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from door.config import Config

LINGER = 600      # seconds that a server without telnet stays after its last caller
LOG, LOG_SIZE, LOGS_KEPT = "anteup.log", 1 << 20, 5


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("serve", parents=[common], help="run the casino")
    parser.add_argument("--host", metavar="H", help="the address to listen at")
    parser.add_argument("--port", type=int, metavar="N", help="the telnet port; 0 picks one")
    parser.add_argument("--rlogin-port", type=int, metavar="N", help="for boards; see [rlogin]")
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
    from door.cli.server import Server
    folder, settings = folder_and_settings(options)
    config = _overridden(load(settings), options)
    if options.seed is not None and not options.relay_only:
        folder = folder / "practice" / "server"
    with claim.claim(folder):
        _write_log(folder, options.relay_only)
        asyncio.run(Server(config, folder, options).run())


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
    rlogin = config.rlogin
    if options.rlogin_port is not None:
        rlogin = replace(rlogin, port=options.rlogin_port)
    for flag, port in (("--port", server.port), ("--rlogin-port", rlogin.port)):
        if not 0 <= port <= 65535:
            raise Refused(f"{flag} {port}: a port is 0 to 65535")
    return replace(config, server=server, rlogin=rlogin)


def _write_log(folder: Path, quiet: bool) -> None:
    """To a file that rotates, by caller and node; warnings to stderr too where somebody looks."""
    file = logging.handlers.RotatingFileHandler(folder / LOG, maxBytes=LOG_SIZE,
                                                backupCount=LOGS_KEPT, encoding="utf-8")
    handlers: list[logging.Handler] = [file]
    if not quiet:
        handlers.append(logging.StreamHandler(sys.stderr))
        handlers[1].setLevel(logging.WARNING)
    logging.basicConfig(level=logging.INFO, handlers=handlers,
                        format="%(asctime)s %(levelname)s %(name)s: %(message)s")


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
