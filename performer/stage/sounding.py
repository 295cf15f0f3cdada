"""The sound desk: which client sounds, and what becomes of each sound that it is given."""

import itertools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import anyio
from aiohttp import WSCloseCode

from performer.clock import Clock
from performer.errors import ServiceError
from performer.messages import Clip, Ended, Hello, Hush, Message, Sound, Started, Wake, encode
from performer.stage.clients import Client
from performer.stage.library import Library

_log = logging.getLogger(__name__)

START_WITHIN_S: Final = 2.0
"""A client that has not begun by then is gone for this sound."""
END_WITHIN_S: Final = 3.0
"""The same for the end, counted from when the sound should have ended: a device that sleeps may take 2 s to wake."""
_DAY_MS: Final = 86_400_000
NOBODY: Final = "no client plays sound"


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What became of a sound."""

    heard_s: float
    """How much of it sounded."""
    trouble: str = ""
    """Why it was not played whole, if the client said so."""
    cut: bool = False
    """It was hushed."""


class _Play:
    """One sound on its way: begun, then over (with its outcome) or lost (with the reason)."""

    def __init__(self, client: Client, duration_s: float) -> None:
        self.client = client
        self.duration_s = duration_s
        self.begun_s: float | None = None
        self.outcome: Heard | None = None
        self.lost = ""
        self.moved = anyio.Event()

    @property
    def is_over(self) -> bool:
        return self.outcome is not None or bool(self.lost)

    def end(self, heard_s: float, *, trouble: str = "", cut: bool = False) -> None:
        if not self.is_over:
            self.outcome = Heard(heard_s=min(max(heard_s, 0.0), self.duration_s), trouble=trouble, cut=cut)
        self.moved.set()

    def lose(self, why: str) -> None:
        if not self.is_over:
            self.lost = why
        self.moved.set()


class SoundDesk:
    """The first client, in order of connection, that says it sounds is the one that does.

    Args:
        clock: Whose seconds count.
        library: Where clips come from.
        on_change: Called with `sounds` and `why` whenever one of them changes.
    """

    def __init__(
        self, clock: Clock, library: Library, on_change: Callable[[bool, str], None] = lambda _sounds, _why: None
    ) -> None:
        self.on_change = on_change
        self._clock = clock
        self._library = library
        self._clients: dict[Client, Hello] = {}
        self._plays: dict[str, _Play] = {}
        self._numbers = itertools.count(1)
        self._last_said = (False, NOBODY)

    @property
    def sounds(self) -> bool:
        """Whether somebody makes sound audible now."""
        return self._sounding is not None

    @property
    def why(self) -> str:
        """The device that sounds, or why nothing does."""
        if self._sounding is not None:
            return self._clients[self._sounding].why
        reasons = [f"{hello.client}: {hello.why}" for hello in self._clients.values() if hello.why]
        return "; ".join(reasons) or NOBODY

    async def play(self, sound: Sound, pcm: bytes, on_started: Callable[[], None]) -> Heard:
        """Have one sound played; return when it has ended or was hushed; `on_started` is called at its first sample.

        Raises:
            ServiceError: at once when nobody sounds or the client leaves, after 2 s when it does not begin, and 3 s
                after the sound should have ended.
        """
        client = self._sounding
        if client is None:
            raise ServiceError(f"The line stays silent: {self.why}.")
        play = self._plays[sound.id] = _Play(client, sound.duration_s)
        try:
            client.send(encode(sound), pcm)
            await self._begin(play, on_started)
            return await self._finish(play)
        finally:
            del self._plays[sound.id]

    def wake(self) -> None:
        """Have whoever sounds be ready for speech; nobody answers."""
        if self._sounding is not None:
            self._sounding.send(encode(Wake()))

    async def hush(self) -> None:
        """Have every client be silent, and end every `play` that waits."""
        for client in self._clients:
            client.send(encode(Hush()))
        for play in tuple(self._plays.values()):
            begun_s = self._clock.now() if play.begun_s is None else play.begun_s
            play.end(self._clock.now() - begun_s, cut=True)

    def clip(self, name: str, volume: float = 1.0) -> bool:
        """Have a sound of the library played, at a volume from 0 to 1; False when nobody sounds."""
        if self._sounding is None:
            return False
        id_ = f"clip-{next(self._numbers)}"
        clip = Clip(id=id_, name=name, src=self._library.sound_src(name), volume=volume)
        self._sounding.send(encode(clip))
        return True

    def hear(self, client: Client, message: Message) -> None:
        """Take in what a client reports; one that may only look is closed when it claims to sound."""
        match message:
            case Hello():
                client.name = message.client[:40]
                if client.role == "sound":
                    self._greet(client, message)
                elif message.sounds:
                    client.leave(WSCloseCode.POLICY_VIOLATION, "This token only shows: use sound_url to sound.")
            case Started() | Ended() if client.role == "sound":
                self._note(client, message)
            case _:
                client.leave(WSCloseCode.POLICY_VIOLATION, f"A {client.role} client has no '{message.op}' to say.")

    @contextmanager
    def attended(self, client: Client) -> Iterator[None]:
        """Reckon with a client for as long as the block runs; what it is playing at the end is lost."""
        if client.role != "sound":
            yield
            return
        self._clients[client] = Hello(client=client.name)
        try:
            yield
        finally:
            del self._clients[client]
            self._lose(client, f"'{client.name}' left")
            self._say_what_changed()

    @property
    def _sounding(self) -> Client | None:
        return next((client for client, hello in self._clients.items() if hello.sounds), None)

    def _greet(self, client: Client, hello: Hello) -> None:
        self._clients[client] = hello
        if not hello.sounds:
            self._lose(client, hello.why or f"'{client.name}' is silent now")
        self._say_what_changed()

    def _note(self, client: Client, message: Started | Ended) -> None:
        play = self._plays.get(message.id)
        if play is None or play.client is not client:
            return  # a clip, or a sound that was hushed meanwhile
        match message:
            case Started():
                play.begun_s = self._clock.now()
                play.moved.set()
            case Ended():
                play.end(min(message.heard_ms, _DAY_MS) / 1000, trouble=message.trouble)

    def _lose(self, client: Client, why: str) -> None:
        for play in self._plays.values():
            if play.client is client:
                play.lose(why)

    def _say_what_changed(self) -> None:
        now = (self.sounds, self.why)
        if now != self._last_said:
            self._last_said = now
            _log.info("Sound: %s (%s).", *(("on" if now[0] else "off"), now[1]))
            self.on_change(*now)

    async def _begin(self, play: _Play, on_started: Callable[[], None]) -> None:
        """Wait for the first sample, or for the news that there will be none."""
        with self._clock.move_on_after(START_WITHIN_S):
            await play.moved.wait()
        if not play.moved.is_set():
            play.client.send(encode(Hush()))  # or it might begin while the next line is heard
            raise ServiceError(f"'{play.client.name}' did not begin to play within {START_WITHIN_S:g} s.")
        was_heard = play.outcome is not None and not play.outcome.cut and not play.outcome.trouble
        if play.begun_s is not None or was_heard:
            on_started()

    async def _finish(self, play: _Play) -> Heard:
        if not play.is_over:
            play.moved = anyio.Event()
            with self._clock.move_on_after(play.duration_s + END_WITHIN_S):
                await play.moved.wait()
        if play.outcome is None and not play.lost:
            play.client.send(encode(Hush()))
            raise ServiceError(f"'{play.client.name}' did not say that the sound ended.")
        if play.outcome is None:
            raise ServiceError(f"The line was lost: {play.lost}.")
        return play.outcome
