"""Finding the server of a data folder that runs, and saying why it may not be used."""

import os
import pwd
import socket
import struct

SOCKET, WHERE = "server.sock", "server.where"


class Unreached(Exception):
    """The server could not be reached or started; the message is for a person."""


class Absent(Unreached):
    """No server is running."""


def connect(folder: str) -> socket.socket:
    """A connection to the running server. Raises Unreached: Absent if none is running."""
    witness, path = whereabouts(folder)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        server.connect(path)
        trusted = peer(server) == os.stat(witness).st_uid
    except (FileNotFoundError, ConnectionError):
        server.close()
        raise Absent(f"No server is running for {folder}.") from None
    except OSError as error:
        server.close()
        raise Unreached(why_not(error, folder, path)) from None
    if not trusted:     # a socket elsewhere outlived its server, and somebody took its place
        server.close()
        raise Absent(f"No server is running for {folder}.")
    return server


def whereabouts(folder: str) -> tuple[str, str]:
    """The file in the folder that vouches for the server's socket, and the socket's path.

    The socket lies elsewhere if its path in the folder were too long.
    """
    witness = os.path.join(folder, WHERE)
    try:
        with open(witness, encoding="utf-8") as file:
            return witness, file.readline().rstrip("\n")
    except OSError:
        path = os.path.join(folder, SOCKET)
        return path, path


def peer(server: socket.socket) -> int:
    """The account at the other end."""
    credentials = struct.Struct("3i")   # pid, uid, gid
    raw = server.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, credentials.size)
    return int(credentials.unpack(raw)[1])


def why_not(error: OSError, folder: str, path: str) -> str:
    """The trouble with a path; if it is access, whose it is, who we are, and what would help."""
    if not isinstance(error, PermissionError):
        return f"{path}: {error.strerror}."
    return (f"{account(os.getuid())} may not use {path} of {owner(path, folder)}: in anteup.ini, "
            "[server] group names the group that may.")


def owner(*paths: str) -> str:
    """The account that owns the first of these paths that we can see."""
    for path in paths:
        try:
            return account(os.stat(path).st_uid)
        except OSError:
            continue
    return "another account"


def account(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
