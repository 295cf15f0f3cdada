"""The director: decides when to act. The gate is code; what to say is the model's affair, and silence is its right."""

import logging

import anyio
from anyio.abc import TaskStatus

from performer import cues, events
from performer.clock import Clock
from performer.cue_queue import CueQueue
from performer.cues import Cue, SilenceCue
from performer.director.ports import Acts, Mouth
from performer.director.settings import DirectorSettings
from performer.events import EventStream

_log = logging.getLogger(__name__)

_LONGEST_SPEECH_S = 180.0
"""A speaker that is not done after this long has lost the turn's end; the show goes on."""


class Director:
    """Takes cues from anywhere and makes one turn at a time of them."""

    def __init__(
        self, clock: Clock, stream: EventStream, settings: DirectorSettings, *, performer: Acts, mouth: Mouth
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._settings = settings
        self._performer = performer
        self._mouth = mouth
        self._waiting = CueQueue(stream)
        self._wake = anyio.Event()
        self._turn = 0
        self._acting: anyio.CancelScope | None = None
        # The show opens with the quiet already over: the first picture may be talked about at once.
        self._quiet_since_s = clock.now() - settings.gap_s
        self._is_blind = False
        self.paused = False

    @property
    def turn(self) -> int | None:
        """The number of the turn that is on, if any."""
        return self._turn if self._acting is not None else None

    @property
    def asked(self) -> int:
        """How many requests of the streamer's wait."""
        return self._waiting.asked

    def cue(self, cue: Cue) -> None:
        """Take a cue; chat lines gather into one, a newer scene replaces an older.

        Raises:
            ServiceError: when too many requests of the streamer's wait already.
        """
        self._waiting.put(cue)
        self._wake.set()

    def sight(self, sees: bool) -> None:
        """Take in whether there is anything to see; without it neither the picture nor silence is a reason to speak."""
        self._is_blind = not sees
        self._wake.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Make turns of cues until cancelled."""
        task_status.started()
        while True:
            cue = await self._next()
            await self._make_turn(cue)

    async def hush(self, reason: str = "hush") -> None:
        """Cut whatever is being said or thought, and let go of whatever waits."""
        await self._mouth.cut(self._turn)
        acting, self._acting = self._acting, None
        if acting is not None:
            acting.cancel()
            self._stream.publish(events.TurnCut(turn=self._turn, reason=reason))
        self._waiting.clear(reason)

    async def pause(self) -> None:
        """Stop taking cues from picture, silence and chat, and be silent."""
        self.paused = True
        await self.hush("pause")

    def resume(self) -> None:
        """Go on; the quiet time begins anew."""
        self.paused = False
        self._quiet_since_s = self._clock.now()
        self._wake.set()

    async def _next(self) -> Cue:
        """Wait for the first cue whose gate is open, highest first."""
        while True:
            self._waiting.let_stale_go(
                self._clock.now(), chat_age_s=self._settings.chat_age_s, scene_age_s=self._settings.scene_age_s
            )
            cue = self._take_open()
            if cue is not None:
                return cue
            self._wake = anyio.Event()
            with self._clock.move_on_after(self._next_gate_s() - self._clock.now()):
                await self._wake.wait()

    def _take_open(self) -> Cue | None:
        now_s = self._clock.now()
        if asked := self._waiting.take_asked():
            return asked
        if self.paused:
            return None
        if chat := self._waiting.take_chat():
            return chat
        if self._is_blind:
            return None
        # The same sums as in `_next_gate_s`: a gate that is due must be open, or waiting for it would never end.
        if now_s >= self._quiet_since_s + self._settings.gap_s and (scene := self._waiting.take_scene()):
            return scene
        if now_s >= self._quiet_since_s + self._settings.idle_s:
            return SilenceCue(idle_s=now_s - self._quiet_since_s, at_s=now_s)
        return None

    def _next_gate_s(self) -> float:
        """Tell the instant at which time alone opens a gate."""
        if self.paused or self._is_blind:
            return float("inf")
        return self._quiet_since_s + (self._settings.gap_s if self._waiting.has_scene else self._settings.idle_s)

    async def _make_turn(self, cue: Cue) -> None:
        """One turn with its speech; the idle timer starts when the last word has been heard."""
        self._turn += 1
        turn = self._turn
        kind = cues.kind(cue)
        waited_s = round(self._clock.now() - cue.at_s, 3)
        self._stream.publish(events.CueTaken(turn=turn, kind=kind, text=cues.words(cue), waited_s=waited_s))
        try:
            with anyio.CancelScope() as self._acting:
                await self._performer.perform(turn, cue)
                await self._heard(turn)
        finally:
            self._acting = None
            self._quiet_since_s = self._clock.now()

    async def _heard(self, turn: int) -> None:
        with self._clock.move_on_after(_LONGEST_SPEECH_S):
            await self._mouth.finished(turn)
            return
        _log.error("The speech of turn %d did not end within %.0f s; going on without it.", turn, _LONGEST_SPEECH_S)
