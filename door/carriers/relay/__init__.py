"""The server's end of the relay: doors and the local console, through a socket in the data folder.

`anteup door` and `anteup play` are thin processes (door.doorway) that reach the server in frames.
framing.py says what these are, connection.py understands them for one caller, line.py is what the
session sees of that caller, and server.py listens.

From outside, use what is named here.
"""

from door.carriers.relay.server import RelayServer, serve

__all__ = ["RelayServer", "serve"]
