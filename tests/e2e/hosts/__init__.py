"""Small bulletin boards: each does what its row of DOORS.md's table does."""

from tests.e2e.hosts.host import Exit, Host, User
from tests.e2e.hosts.ptys import (Anet, EnigmaStdio, Envy, Mystic, PtyHost, SynchronetStdio,
                                  Talisman, Wwiv)
from tests.e2e.hosts.sockets import (EnigmaSocket, Maximus, SynchronetSocket, Vision3,
                                     Vision3Socket)

HOSTS: tuple[type[Host], ...] = (
    SynchronetStdio, SynchronetSocket, EnigmaStdio, EnigmaSocket, Wwiv, Mystic, Envy, Talisman,
    Vision3, Vision3Socket, Maximus)

__all__ = ["HOSTS", "Anet", "EnigmaSocket", "EnigmaStdio", "Envy", "Exit", "Host", "Maximus",
           "Mystic", "PtyHost", "SynchronetSocket", "SynchronetStdio", "Talisman", "User",
           "Vision3", "Vision3Socket", "Wwiv"]
