"""Callers by telnet: telnetlib3, and the remedies it needs.

What the library does not do, or not safely, is done here: interpreter.py is what it understands of
the protocol, caller.py negotiates with one caller, line.py is what the session sees of them, and
server.py listens.

From outside, use what is named here.
"""

from door.carriers.telnet.caller import Caller
from door.carriers.telnet.server import TelnetServer, serve

__all__ = ["Caller", "TelnetServer", "serve"]
