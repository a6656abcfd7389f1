"""What the session sees of a caller who came by the relay."""

import asyncio

from door.carriers.line import Line
from door.carriers.relay.framing import BYE, DATA, LARGEST, NORMAL, SAY, frame

LONGEST_WORDS = 4096    # bytes of what is said


class RelayLine(Line):
    """A Line whose bytes travel in frames."""

    __slots__ = ("exit_code",)

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__("relay", "local", transport)
        self.character_mode = True
        self.exit_code = NORMAL     # what the door's process leaves with

    def _packed(self, data: bytes) -> bytes:
        if len(data) <= LARGEST:
            return frame(DATA, data)
        parts = range(0, len(data), LARGEST)
        return b"".join(frame(DATA, data[part:part + LARGEST]) for part in parts)

    def say(self, text: str) -> None:
        self.send(SAY, text.encode()[:LONGEST_WORDS])

    def hang_up(self) -> None:
        self.send(BYE, bytes([self.exit_code]))
        super().hang_up()

    def send(self, kind: int, payload: bytes) -> None:
        """One frame that is no data."""
        if self._transport is not None and not self._closed:
            self._transport.write(frame(kind, payload))
