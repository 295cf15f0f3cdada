"""The sound mixer: which client plays sound, and what becomes of each sound."""

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
from performer.stage.protocol.messages import Clip, Ended, Hello, Hush, Level, Message, Meter, Soften, Started, Wake
from performer.stage.sound.handover import HandoverResult, SentenceHandover
from performer.stage.sound.roles import NOBODY, ORDER, SoundRoles

_log = logging.getLogger(__name__)

CLIP_LUFS: Final = -20.0
_LONGEST_NAME: Final = 40


class SoundMixer:
    """The choice of the one client that plays at a time: the first in the configured order that says it can.

    A better client that comes takes over at the next sentence; when the current one is lost, the next one plays the
    rest of the sentence. A lost clip is not repeated. Clips are made as loud as `clip_lufs` says. `on_change` is called
    with `sounds` and `why` whenever one of them changes.
    """

    def __init__(
        self,
        clock: Clock,
        library: MediaLibrary,
        on_change: Callable[[bool, str], None] = lambda _sounds, _why: None,
        order: Sequence[str] = ORDER,
        *,
        clip_lufs: float = CLIP_LUFS,
    ) -> None:
        self._on_change = on_change
        self._clock = clock
        self._library = library
        self.clip_lufs = clip_lufs
        """How loud clips are made from now on."""
        self._roles = SoundRoles(order)
        self._handovers: list[SentenceHandover] = []
        self._one_is_over = anyio.Event()
        self._numbers = itertools.count(1)
        self._last_said = (False, NOBODY)
        self.level: Level | None = None
        """How loud it is now; None while nobody looks, or no client tells."""
        self._is_watched = False
        self._has_warned = False

    @property
    def sounds(self) -> bool:
        """Whether a client can play sound now."""
        return self._roles.find_best() is not None

    @property
    def why(self) -> str:
        """The device that plays, or why none does."""
        return self._roles.why

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> HandoverResult:
        """Play one sentence, piece by piece; return when it has ended, was hushed, or no client could play it.

        The pieces have one id and are read in the caller's task, until the sentence is over; a cancelled caller
        silences its sentence. `on_started` is called at the first sample; never, when there was none.
        """
        handover = SentenceHandover(self._clock, self._roles, on_started)
        self._handovers.append(handover)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_stop_after, handover, tasks.cancel_scope)
                async for piece in pieces:
                    handover.take(piece)
                    if handover.client is None:
                        await self._start(handover)
                handover.finish()
        finally:
            handover.drop()
            self._handovers.remove(handover)
            self._one_is_over.set()
            self._one_is_over = anyio.Event()
        assert handover.outcome is not None, "the watch ends with the outcome"
        return handover.outcome

    def wake(self) -> None:
        """Notify the playing client that speech is likely soon; no answer comes."""
        if best := self._roles.find_best():
            best.send(encode(Wake()))

    def soften(self, share: float) -> None:
        """Play speech at a share of its volume, until another share is wanted, or a hush."""
        for client in self._roles:
            client.send(encode(Soften(share=share)))

    def prefer(self, order: Sequence[str]) -> None:
        """Change the order of the clients by their names, from the next sound on."""
        self._roles.order = tuple(order)
        self._say_what_changed()

    def watch_level(self, *, is_watched: bool) -> None:
        """Ask the clients how loud they are, or no more."""
        self._is_watched, self.level = is_watched, None
        for client in self._roles:
            client.send(encode(Meter(is_on=is_watched)))

    async def hush(self, *, speech_only: bool = False) -> None:
        """Silence every client, or only its speech, and end every `play` that waits.

        The message is on its way to the clients before anything is awaited.
        """
        silence = encode(Hush(speech_only=speech_only))
        for client in self._roles:
            client.send(silence)
        for handover in self._handovers:
            handover.hush()

    def clip(self, name: str, volume: float = 1.0) -> bool:
        """Play a sound of the library, at a volume from 0 to 1 of how loud clips are; False when no client can play."""
        client = self._speaking or self._roles.find_best()
        if client is None:
            return False
        id_ = f"clip-{next(self._numbers)}"
        volume = round(volume * self._library.find_gain(name, self.clip_lufs), 4)
        client.send(encode(Clip(id=id_, name=name, src=self._library.catalogue.sound_src(name), volume=volume)))
        return True

    def hear(self, client: StageClient, message: Message) -> None:
        """Note a client's report; a client that may only look is not believed when it claims to play sound."""
        match message:
            case Hello():
                client.name = message.client[:_LONGEST_NAME]
                if client.role == "sound":
                    self._greet(client, message)
                elif message.sounds:
                    self._warn_once()
            case Level() if client.role == "sound":
                self.level = message if self._is_watched else None
            case Started() | Ended() if client.role == "sound":
                for handover in self._handovers:
                    handover.hear(client, message)
            case _:
                client.leave(WSCloseCode.POLICY_VIOLATION, f"A {client.role} client has no '{message.op}' to say.")

    @contextmanager
    def track_client(self, client: StageClient) -> Iterator[None]:
        """Count on a client for as long as the block runs; what it plays at the end goes on elsewhere."""
        if client.role != "sound":
            yield
            return
        self._roles.greet(client, Hello(client=client.name))
        try:
            yield
        finally:
            self._roles.leave(client)
            for handover in self._handovers:
                handover.lose(client, f"'{client.name}' left")
            self._say_what_changed()

    @property
    def _speaking(self) -> StageClient | None:
        return next((handover.client for handover in self._handovers if handover.client is not None), None)

    async def _start(self, handover: SentenceHandover) -> None:
        """Begin a sentence at the best client, once no other client speaks."""
        while self._speaking not in {None, self._roles.find_best()}:
            await self._one_is_over.wait()
        handover.hand_over(self.why)

    def _greet(self, client: StageClient, hello: Hello) -> None:
        self._roles.greet(client, hello)
        if self._is_watched:
            client.send(encode(Meter(is_on=True)))
        if not hello.sounds:
            for handover in self._handovers:
                handover.doubt(client, hello.why or f"'{client.name}' is silent now")
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
            self._on_change(*now)


async def _stop_after(handover: SentenceHandover, feeding: anyio.CancelScope) -> None:
    """Wait until a sentence is over, then stop its feeding."""
    await handover.watch()
    feeding.cancel()
