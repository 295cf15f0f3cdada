"""The listener: hear the streamer, take the floor for them, and silence our line while they speak."""

import math
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Final, Protocol

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.process.backoff import generate_delays_s
from performer.core.values import dataclass
from performer.speech.hearing.barge_in import SILENT_WITHIN_S, BargeIn, LineAction
from performer.speech.hearing.echo import HEARD, EchoDetector, OwnVoiceMemory, SpeechOwner
from performer.speech.hearing.samples import SPEECH, SliceSource, SpeechSlice
from performer.speech.hearing.voice_activity import AFTER_TALK_S, MicrophoneFloor, Talk

_BESIDE_OURS_S: Final = 0.12
"""Speech beside our own voice counts from then on: a single slice may be an echo that came oddly."""
_SOFTER_DB: Final = 10.0
_SOFT_WITHIN_S: Final = 0.1
"""How long our line takes to be so much softer."""
_TICK_S: Final = 0.001
LONGEST_TALK_S: Final = 60.0
"""Nobody keeps the floor for longer without a pause."""
_ECHO_DIES_WITHIN_S: Final = 0.6
"""What ends so soon after we fell silent may have been our own voice."""

GiveWay = Callable[[str], Awaitable[None]]
"""Cuts the turn that is on or heard, for a reason."""


class HoldableSpeech(Protocol):
    """The speaker of our lines, as the listener sees it."""

    @property
    def speaking(self) -> int | None:
        """The turn that is heard now, or held."""

    def soften(self, *, is_soft: bool) -> None:
        """Speak softly, or as loudly as ever; a hold ends it too."""

    async def hold(self, within_s: float = 0.0) -> None:
        """Fall silent at a word's end, after so many seconds at the latest, and keep the place."""

    async def resume(self) -> None:
        """Resume the held line; without one, nothing happens."""


@dataclass(frozen=True)
class OwnLine:
    """The line that we speak: it is held while the streamer speaks, and cut when they talk on."""

    speaker: HoldableSpeech
    give_way: GiveWay


class Listener:
    """The link from one microphone to the floor and to the line that we speak.

    Args:
        line: None: a line that has begun is finished in any case.
        least_db: How loud speech is at least, below full scale; what is softer counts for nothing.
        echo_margin_db: See `MicSettings`; None: our own voice does not reach the microphone at all.
        on_failure: Called with the reason when nothing is heard; hearing is tried again.
        on_doubt: Called with True when the detector is not believed any more, and with False when it is again.
        on_judged: Called with the end of each slice, and whose speech it is.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        *,
        source: SliceSource,
        floor: MicrophoneFloor,
        line: OwnLine | None,
        echo_margin_db: float | None,
        least_db: float = -math.inf,
        on_failure: Callable[[str], None] = lambda _: None,
        on_doubt: Callable[[bool], None] = lambda _: None,
        on_judged: Callable[[float, SpeechOwner], None] = lambda _at_s, _whose: None,
    ) -> None:
        self._clock, self._source, self._floor = clock, source, floor
        self._line, self._least_db = line, least_db
        self._own = OwnVoiceMemory()
        self._echo = None if echo_margin_db is None else EchoDetector(self._own, margin_db=echo_margin_db)
        self._own_reader = stream.whole("ears", *HEARD)
        self._talk = Talk()
        self._barge_in = BargeIn(self._talk)
        self._quiet_s = math.inf
        """When doubt is over, if nothing more is heard; inf while the detector is believed."""
        self._held_s = 0.0
        self._wake = anyio.Event()
        self._on_failure, self._on_doubt, self._on_judged = on_failure, on_doubt, on_judged

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Listen until cancelled, once; whatever ends it, the floor is free after it."""
        try:
            with self._own_reader:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._follow_own)
                    tasks.start_soon(self._mind)
                    task_status.started()
                    await self._listen()
        finally:
            self._floor.free()

    async def _follow_own(self) -> None:
        async for published in self._own_reader:
            self._own.take(published)

    async def _listen(self) -> None:
        """Read slices; on a failure, report it, free the floor, and try again after a pause."""
        delays = generate_delays_s(1.0, 30.0)
        while True:
            try:
                async with aclosing(self._source.slices()) as heard:
                    async for slices in heard:
                        delays = generate_delays_s(1.0, 30.0)
                        for each in slices:
                            self._hear(each)
            except ServiceError as failure:
                self._on_failure(str(failure))
                self._hear_nobody()
            await self._clock.sleep(next(delays))

    def _hear(self, heard: SpeechSlice) -> None:
        if self._echo:
            whose = self._echo.judge(heard)
        else:
            whose = SpeechOwner.STREAMERS if heard.speech >= SPEECH else SpeechOwner.NOBODYS
        self._on_judged(heard.at_s, whose)
        if whose is SpeechOwner.NOBODYS or heard.level_db < self._least_db:
            return
        if self._quiet_s != math.inf:
            self._quiet_s = max(self._quiet_s, heard.at_s + AFTER_TALK_S)
            return
        if whose is SpeechOwner.OURS:
            self._talk.note_masked(heard.at_s)
            return
        self._talk.note_speech(heard.at_s, heard.speech)
        if whose is SpeechOwner.STREAMERS or self._talk.lasts(_BESIDE_OURS_S):
            self._take_floor()

    def _take_floor(self) -> None:
        """Claim the floor for the streamer, unless the news came so late that it would be free again by now."""
        if self._talk.free_s > self._clock.now() + _TICK_S:
            self._floor.take()
        self._wake.set()

    def _hear_nobody(self) -> None:
        self._talk.forget()
        if self._echo:
            self._echo.forget()
        self._wake.set()

    async def _mind(self) -> None:
        """Act at each instant at which barge-in or the floor asks for it."""
        while True:
            self._wake = anyio.Event()
            await self._act()
            now_s = self._clock.now()
            self._mind_the_floor(now_s)
            with self._clock.move_on_after(self._find_next_s() - now_s):
                await self._wake.wait()

    def _mind_the_floor(self, now_s: float) -> None:
        """Free the floor when the streamer has ended, and when it cannot be the streamer who has it.

        A detector that has heard speech for too long without a pause is not believed until there was a silence.
        """
        if now_s >= self._quiet_s - _TICK_S:
            self._quiet_s = math.inf
            self._on_doubt(False)
        if self._floor.taken_s is None:
            return
        if now_s >= self._talk.free_s - _TICK_S:
            self._floor.free()
        elif now_s >= self._floor.taken_s + LONGEST_TALK_S - _TICK_S:
            self._quiet_s = now_s + AFTER_TALK_S
            self._on_doubt(True)
            self._talk.forget()
            self._floor.free()

    def _find_next_s(self) -> float:
        """Return the instant at which something is due even if nothing is heard until then."""
        next_s = min(self._barge_in.find_next_s(), self._quiet_s)
        if self._floor.taken_s is None:
            return next_s
        return min(next_s, self._talk.free_s, self._floor.taken_s + LONGEST_TALK_S)

    async def _act(self) -> None:
        """Carry out the steps of barge-in until none is left."""
        if self._line is None:
            return
        while step := self._barge_in.step(self._clock.now(), self._line.speaker.speaking):
            match step:
                case LineAction.SOFTEN | LineAction.LOUDEN:
                    self._soften(self._line.speaker, is_soft=step is LineAction.SOFTEN)
                case LineAction.HOLD:
                    self._held_s = self._clock.now()
                    await self._line.speaker.hold(self._find_patience_s())
                case LineAction.GIVE_WAY:
                    await self._line.give_way("the streamer speaks")
                case LineAction.RESUME:
                    self._learn_from_it()
                    await self._line.speaker.resume()

    def _soften(self, speaker: HoldableSpeech, *, is_soft: bool) -> None:
        speaker.soften(is_soft=is_soft)
        self._own.soften(
            self._clock.now() + (_SOFT_WITHIN_S if is_soft else 0.0), _SOFTER_DB if is_soft else -_SOFTER_DB
        )

    def _find_patience_s(self) -> float:
        """Return for how long our line may go on, to the end of a word, beside what the streamer has said so far."""
        begin_s = self._talk.burst.begin_s if self._talk.burst else 0.0
        return max(0.0, begin_s + SILENT_WITHIN_S - self._clock.now())

    def _learn_from_it(self) -> None:
        """Forget the echo if what was heard ended with our own voice: it may have been nobody but us."""
        burst = self._talk.burst
        if self._echo and burst and burst.end_s - self._held_s < _ECHO_DIES_WITHIN_S:
            self._echo.forget()
