"""`anteup doctor`: what a sysop would ask first. It looks, says what it sees, and changes nothing.

Its own look at the casino is here; what it says of a drop file is in diagnosis.py, and of pictures
in curator.py. It waits for no key and shows no password.
"""

from __future__ import annotations

import argparse
import grp
import io
import os
import platform
import socket
import stat
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from door.config import Config

LIBRARIES = ("telnetlib3", "blessed", "SQLAlchemy", "alembic", "platformdirs")
ANSWER = 5.0    # seconds that a running server has for an answer
WRONG = 1       # the exit status, if anything is wrong


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("doctor", parents=[common], help=(
        "look at the casino, and at a drop file, and say what is wrong"))
    parser.add_argument("--drop", metavar="PATH", help=(
        "a drop file or a folder of them: what the door would make of it, field by field"))
    parser.add_argument("--node", metavar="N", type=int, help="the node, as for anteup door")
    parser.set_defaults(run=run)


class Report:
    """What is said as it is found, and what is wrong, which is said again at the end."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    def say(self, about: str, text: str) -> None:
        print(f"{about:<16}{text}")

    def blame(self, text: str) -> None:
        self.wrong.append(text)

    def close(self) -> int:
        """The last lines, and the exit status."""
        print()
        for text in self.wrong:
            print(f"Wrong: {text}")
        if not self.wrong:
            print("All is well.")
        return WRONG if self.wrong else 0


def run(options: argparse.Namespace) -> int:
    """Looks at everything; 0, or 1 if something is wrong."""
    try:
        status = _look(options)
        sys.stdout.flush()
    except BrokenPipeError:     # `anteup doctor | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    return status


def _look(options: argparse.Namespace) -> int:
    from door.cli import folder_and_settings
    from door.cli.curator import tell_pictures
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")   # a handle may not be printable here
    report = Report()
    folder, settings = folder_and_settings(options)
    _tell_versions(report)
    _tell_packages(report)
    _tell_policy(report)
    _tell_folder(report, folder)
    config = _tell_settings(report, settings)
    tell_pictures(report, config, folder)
    _tell_store(report, folder)
    _tell_server(report, folder)
    _tell_group(report, config.server.group)
    if options.drop is not None:
        from door.cli.diagnosis import diagnose
        diagnose(report, options.drop, options.node, config)
    return report.close()


# What is installed


def _tell_versions(report: Report) -> None:
    from door import __version__
    report.say("Ante Up", f"{__version__}, Python {platform.python_version()} "
                          f"({sys.executable}), {platform.system()}")
    found = []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            report.blame(f"the library {name} is not installed for {sys.executable}")
    report.say("Libraries", ", ".join(found))


def _tell_packages(report: Report) -> None:
    """A stranger's package may have the name of one of ours, and come first."""
    import ansi
    ours, other = Path(__file__).resolve().parents[2], Path(str(ansi.__file__)).resolve().parents[1]
    if ours == other:
        report.say("Packages", f"ansi and door, both in {ours}")
        return
    report.say("Packages", f"door in {ours}, but ansi in {other}")
    whose = ", ".join(metadata.packages_distributions().get("ansi", ["nobody that pip knows"]))
    report.blame(f"ansi in {other} is not ours: it belongs to {whose}; install Ante Up into an "
                 "environment of its own")


def _tell_policy(report: Report) -> None:
    """The hash is that of hand records (RULEBOOK 5.3); to have it, the file is read and checked."""
    from door.house import BadBook, policy_name
    try:
        report.say("House", f"plays by {policy_name()}")
    except BadBook as error:
        report.say("House", "cannot play")
        report.blame(str(error))


# What is in the data folder


def _tell_folder(report: Report, folder: Path) -> None:
    from door.doorway import account
    me = account(os.getuid())
    try:
        status = folder.stat()
    except FileNotFoundError:
        report.say("Data folder", f"{folder}: not there yet, the first server makes it")
        return
    except OSError as error:
        report.say("Data folder", f"{folder}: {error.strerror}")
        report.blame(f"{me} cannot reach the data folder {folder}: {error.strerror}")
        return
    report.say("Data folder", f"{folder}, {stat.filemode(status.st_mode)}, "
                              f"of {account(status.st_uid)}; you are {me}")
    if not stat.S_ISDIR(status.st_mode):
        report.blame(f"{folder} is no folder")
    elif status.st_mode & stat.S_IWOTH:
        report.blame(f"everybody may write to {folder}: chmod o-w {folder}")


def _tell_settings(report: Report, path: Path) -> Config:
    from door.config import BadConfig, Config, load
    from door.doorway import owner
    if os.path.exists(path) and not os.access(path, os.R_OK):
        report.say("Settings", f"{path}: only {owner(str(path))} may read it, which is enough "
                               "while their server runs")
        return Config()
    try:
        config = load(path)
    except BadConfig as error:
        report.say("Settings", f"{path}: cannot be used")
        report.blame(str(error))
        return Config()
    there = "read, nothing wrong" if os.path.exists(path) else "none, so all are at their defaults"
    report.say("Settings", f"{path}: {there}")
    return config


def _tell_store(report: Report, folder: Path) -> None:
    from door.bank import StoreFailed, StoreTooNew, examine
    from door.doorway import owner
    path = folder / "anteup.db"
    if not os.path.exists(path):
        report.say("Store", f"{path}: none yet, or it cannot be seen")
        return
    if not os.access(path, os.R_OK):
        report.say("Store", f"{path}: only {owner(str(path))} may look into it")
        return
    try:
        found = examine(path)
    except (StoreFailed, StoreTooNew) as error:
        report.say("Store", f"{path}: cannot be used")
        report.blame(str(error))
        return
    behind = "" if found.revision == found.newest else (
        f"; the next server takes it to {found.newest}")
    audited = "not audited" if behind else "audited, all agrees"
    report.say("Store", f"{path}: schema {found.revision}{behind}; "
                        + (f"{len(found.faults)} faults" if found.faults else audited))
    for fault in found.faults:
        report.blame(f"{path}: {fault}")


# Who serves


def _tell_server(report: Report, folder: Path) -> None:
    from door import doorway
    try:
        with _patience(), doorway.connect(str(folder)) as server:
            pid = _process(server)
    except doorway.Absent:
        _tell_absent(report, folder)
        return
    except doorway.Unreached as error:
        report.say("Server", "cannot be reached")
        report.blame(str(error))
        return
    answered = _answers(folder)
    report.say("Server", f"process {pid}, {'answers' if answered else 'does not answer'}")
    report.say("Socket", f"{doorway.whereabouts(str(folder))[1]}: you may use it")
    if not answered:
        report.blame(f"the server for {folder}, process {pid}, does not answer")


def _tell_absent(report: Report, folder: Path) -> None:
    """Whoever may write there may start it."""
    from door import doorway
    nearest = next(each for each in (folder, *folder.parents) if os.path.exists(each))
    if os.access(nearest, os.W_OK | os.X_OK):
        report.say("Server", "none is running; anteup serve starts one, and so does a door")
        return
    who, whose = doorway.account(os.getuid()), doorway.owner(str(nearest))
    report.say("Server", "none is running")
    report.blame(f"no server is running for {folder}, and {who} may not start one there: "
                 f"{whose} has to run anteup serve")


@contextmanager
def _patience() -> Iterator[None]:
    """Sockets that are made meanwhile wait so long and no longer."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(ANSWER)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)


def _process(server: socket.socket) -> int:
    """The number of the process at the other end."""
    credentials = struct.Struct("3i")   # pid, uid, gid
    raw = server.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, credentials.size)
    return int(credentials.unpack(raw)[0])


def _answers(folder: Path) -> bool:
    """Whether a request is answered; that somebody else may not ask is an answer too."""
    from door import doorway
    try:
        with _patience():
            doorway.ask(str(folder), {"order": "who"})
    except doorway.Unreached as error:
        return str(error) != doorway.LOST
    except (OSError, ValueError):
        return False
    return True


def _tell_group(report: Report, group: str) -> None:
    """[server] group: who else may use the socket."""
    if not group:
        report.say("Group", "[server] group is empty: only the server's own account gets in")
        return
    try:
        members = grp.getgrnam(group)
    except KeyError:
        report.say("Group", f"[server] group = {group}: no such group")
        report.blame(f"[server] group = {group}: there is no such group")
        return
    mine = members.gr_gid in (os.getgid(), *os.getgroups())
    report.say("Group", f"[server] group = {group}; you are {'in' if mine else 'not in'} it")
