"""How the show is heard on this machine: whether anybody sounds, stated once when it changes."""

import anyio

from performer import events
from performer.events import EventStream
from performer.roles import Role


class SoundWatch:
    """Follows whether sound is heard, and states the changes."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._known = anyio.Event()
        self._sounds = False
        self._why = "the sound player has not answered yet"
        self._failure = ""
        self._is_down = False

    def changed(self, sounds: bool, why: str) -> None:
        """Take in what the sound desk says."""
        failure, self._failure = self._failure, ""
        self._sounds, self._why = sounds, why if sounds else failure or why
        self._known.set()
        if sounds:
            self._is_down = False
            self._stream.publish(events.ServiceUp(service="sound", reason=why))
        else:
            self._say_down()

    def failed(self, why: str) -> None:
        """Take in that the player ended by itself; the desk says whether that was who sounded."""
        if self._sounds:
            self._failure = why
            return
        self._why = why
        self._known.set()
        self._say_down()

    def ignore_the_end(self) -> None:
        """State nothing more: at the end of the show the player leaves, as it should."""
        self._is_down = True

    async def known(self) -> None:
        """Return when it is known whether there is sound."""
        await self._known.wait()

    def role(self, *, enabled: bool) -> Role:
        """Tell who sounds."""
        if self._sounds:
            return Role(part="sound", plays=self._why)
        if not enabled:
            return Role(part="sound", plays="off", why="as asked")
        return Role(part="sound", plays="none, lines pass in paced silence", why=self._why)

    def _say_down(self) -> None:
        if not self._is_down:
            self._stream.publish(events.ServiceDown(service="sound", reason=self._why))
        self._is_down = True
