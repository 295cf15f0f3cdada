"""The sound desk: which client sounds, and what becomes of each sound that it is given."""

import itertools
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import anyio
from aiohttp import WSCloseCode

from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.stage.connections import StageClient
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.codec import encode
from performer.stage.protocol.messages import Clip, Ended, Hello, Hush, Message, Started, Wake
from performer.stage.sound.handover import HandoverResult, SentenceHandover
from performer.stage.sound.roles import NOBODY, ORDER, SoundRoles

_log = logging.getLogger(__name__)

_LONGEST_NAME: Final = 40


class SoundMixer:
    """Has one client at a time sound: the first in the configured order that says it can.

    A better one that comes takes over at the next sentence; when the one that sounds is lost, the next one says the
    rest of the sentence. A clip that was lost is not repeated.

    Args:
        clock: Whose seconds count.
        library: Where clips come from.
        on_change: Called with `sounds` and `why` whenever one of them changes.
        order: Names of clients, the best first.
    """

    def __init__(
        self,
        clock: Clock,
        library: MediaLibrary,
        on_change: Callable[[bool, str], None] = lambda _sounds, _why: None,
        order: Sequence[str] = ORDER,
    ) -> None:
        self.on_change = on_change
        self._clock = clock
        self._library = library
        self._roles = SoundRoles(order)
        self._relays: list[SentenceHandover] = []
        self._one_is_over = anyio.Event()
        self._numbers = itertools.count(1)
        self._last_said = (False, NOBODY)
        self._has_warned = False

    @property
    def sounds(self) -> bool:
        """Whether somebody makes sound audible now."""
        return self._roles.best() is not None

    @property
    def why(self) -> str:
        """The device that sounds, or why nothing does."""
        return self._roles.why

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> HandoverResult:
        """Have one sentence heard, piece by piece; return when it has ended, was hushed, or nobody could play it.

        Args:
            pieces: Of one sentence, with one id. They are read in the caller's task, and no further once it is over.
                A caller that is cancelled silences its sentence.
            on_started: Called at the first sample; never, when there was none.
        """
        relay = SentenceHandover(self._clock, self._roles, on_started)
        self._relays.append(relay)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_see_through, relay, tasks.cancel_scope)
                async for piece in pieces:
                    relay.take(piece)
                    if relay.client is None:
                        await self._start(relay)
                relay.finish()
        finally:
            relay.drop()
            self._relays.remove(relay)
            self._one_is_over.set()
            self._one_is_over = anyio.Event()
        assert relay.outcome is not None, "the watch ends with the outcome"
        return relay.outcome

    def wake(self) -> None:
        """Have whoever sounds be ready for speech; nobody answers."""
        best = self._roles.best()
        if best is not None:
            best.send(encode(Wake()))

    async def hush(self, *, speech_only: bool = False) -> None:
        """Have every client be silent, or only speak no more, and end every `play` that waits.

        It is on its way to the clients before anything is awaited.
        """
        silence = encode(Hush(speech_only=speech_only))
        for client in self._roles:
            client.send(silence)
        for relay in self._relays:
            relay.hush()

    def clip(self, name: str, volume: float = 1.0) -> bool:
        """Have a sound of the library played, at a volume from 0 to 1; False when nobody sounds."""
        client = self._speaking or self._roles.best()
        if client is None:
            return False
        id_ = f"clip-{next(self._numbers)}"
        client.send(encode(Clip(id=id_, name=name, src=self._library.catalogue.sound_src(name), volume=volume)))
        return True

    def hear(self, client: StageClient, message: Message) -> None:
        """Take in what a client reports; one that may only look is not believed when it claims to sound."""
        match message:
            case Hello():
                client.name = message.client[:_LONGEST_NAME]
                if client.role == "sound":
                    self._greet(client, message)
                elif message.sounds:
                    self._warn_once()
            case Started() | Ended() if client.role == "sound":
                for relay in self._relays:
                    relay.hear(client, message)
            case _:
                client.leave(WSCloseCode.POLICY_VIOLATION, f"A {client.role} client has no '{message.op}' to say.")

    @contextmanager
    def track_client(self, client: StageClient) -> Iterator[None]:
        """Reckon with a client for as long as the block runs; what it plays at the end goes on elsewhere."""
        if client.role != "sound":
            yield
            return
        self._roles.join(client)
        try:
            yield
        finally:
            self._roles.leave(client)
            for relay in self._relays:
                relay.lose(client, f"'{client.name}' left")
            self._say_what_changed()

    @property
    def _speaking(self) -> StageClient | None:
        return next((relay.client for relay in self._relays if relay.client is not None), None)

    async def _start(self, relay: SentenceHandover) -> None:
        """Begin a sentence at the best client, once nobody else speaks."""
        while self._speaking not in {None, self._roles.best()}:
            await self._one_is_over.wait()
        relay.start(self.why)

    def _greet(self, client: StageClient, hello: Hello) -> None:
        self._roles.greet(client, hello)
        if not hello.sounds:
            for relay in self._relays:
                relay.doubt(client, hello.why or f"'{client.name}' is silent now")
        self._say_what_changed()

    def _warn_once(self) -> None:
        if not self._has_warned:
            _log.warning("A page asks for sound by an address that only shows: open 'audio_url' of run/stage.json.")
        self._has_warned = True

    def _say_what_changed(self) -> None:
        now = (self.sounds, self.why)
        if now != self._last_said:
            self._last_said = now
            _log.info("Sound: %s (%s).", *(("on" if now[0] else "off"), now[1]))
            self.on_change(*now)


async def _see_through(relay: SentenceHandover, feeding: anyio.CancelScope) -> None:
    """Return when a sentence is over; whoever still feeds it stops."""
    await relay.watch()
    feeding.cancel()
