"""Whose process is at the other end of a socket, as the system says it."""

import pwd
import socket
import struct


def peer_uid(sock: socket.socket) -> int:
    """The account of the process at the other end of a Unix socket."""
    credentials = struct.Struct("3i")   # pid, uid, gid
    raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, credentials.size)
    return int(credentials.unpack(raw)[1])


def account(uid: int) -> str:
    """The name of an account, or its number if it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
