"""The director: decides when to act. The gate is code; what to say is the model's affair, and silence is its right."""

import logging
from collections import deque
from typing import Protocol

import anyio
from anyio.abc import TaskStatus
from pydantic import BaseModel, ConfigDict, Field

from performer import cues, events
from performer.clock import Clock
from performer.cues import ChatCue, ChatLine, Cue, OperatorCue, SayCue, SceneCue, SilenceCue
from performer.errors import ServiceError
from performer.events import EventStream

_log = logging.getLogger(__name__)

_LONGEST_SPEECH_S = 90.0
"""A speaker that is not done after this long has lost the turn's end; the show goes on."""
_MOST_ASKED = 16
_MOST_CHAT_LINES = 20


class DirectorSettings(BaseModel):
    """When to speak."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    gap_s: float = Field(default=8.0, ge=0, le=600)
    """Quiet time after a line before the picture may cause another, in seconds."""
    idle_s: float = Field(default=30.0, ge=1, le=3600)
    """After this long without a word it may speak by itself, in seconds."""
    cue_age_s: float = Field(default=60.0, gt=0, le=600)
    """A chat line that has waited longer is let go, in seconds."""


class Acts(Protocol):
    """Whoever performs a turn."""

    async def perform(self, turn: int, cue: Cue) -> None:
        """Return when the turn has ended; cancelling it cuts it."""
        ...


class Mouth(Protocol):
    """Whoever speaks what turns say."""

    async def cut(self, turn: int) -> None:
        """Be silent now, and drop what is left of this turn."""
        ...

    async def finished(self, turn: int) -> None:
        """Return when the turn's last sentence has been heard."""
        ...


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
        self._asked: deque[SayCue | OperatorCue] = deque()
        self._chat: ChatCue | None = None
        self._scene: SceneCue | None = None
        self._wake = anyio.Event()
        self._turn = 0
        self._acting: anyio.CancelScope | None = None
        # The show opens with the quiet already over: the first picture may be talked about at once.
        self._quiet_since_s = clock.now() - settings.gap_s
        self.paused = False

    @property
    def turn(self) -> int | None:
        """The number of the turn that is on, if any."""
        return self._turn if self._acting is not None else None

    def cue(self, cue: Cue) -> None:
        """Take a cue; chat lines gather into one, a newer scene replaces an older."""
        match cue:
            case SayCue() | OperatorCue():
                if len(self._asked) >= _MOST_ASKED:
                    raise ServiceError(f"{_MOST_ASKED} requests are waiting already; try again after the next line.")
                self._asked.append(cue)
            case ChatCue():
                self._chat = self._gathered(cue)
            case SceneCue():
                self._let_scene_go("a newer one came")
                self._scene = cue
            case SilenceCue():
                raise ValueError("Silence is the director's own to notice.")
        self._wake.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Make turns of cues until cancelled."""
        task_status.started()
        while True:
            cue = await self._next()
            await self._make_turn(cue)

    async def hush(self, reason: str = "hush") -> None:
        """Cut whatever is being said or thought, and let the waiting comments go."""
        await self._mouth.cut(self._turn)
        if self._acting is not None:
            self._acting.cancel()
            self._stream.publish(events.TurnCut(turn=self._turn, reason=reason))
        self._let_scene_go(reason)

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
            self._let_stale_cues_go()
            cue = self._take_open()
            if cue is not None:
                return cue
            self._wake = anyio.Event()
            with self._clock.move_on_after(self._until_next_gate_s()):
                await self._wake.wait()

    def _take_open(self) -> Cue | None:
        quiet_s = self._clock.now() - self._quiet_since_s
        if self._asked:
            return self._asked.popleft()
        if self.paused:
            return None
        if self._chat is not None:
            chat, self._chat = self._chat, None
            return chat
        if self._scene is not None and quiet_s >= self._settings.gap_s:
            scene, self._scene = self._scene, None
            return scene
        if quiet_s >= self._settings.idle_s:
            return SilenceCue(idle_s=quiet_s, at_s=self._clock.now())
        return None

    def _until_next_gate_s(self) -> float:
        if self.paused:
            return float("inf")
        gate_s = self._settings.gap_s if self._scene is not None else self._settings.idle_s
        return max(0.0, self._quiet_since_s + gate_s - self._clock.now())

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

    def _gathered(self, cue: ChatCue) -> ChatCue:
        """Join chat lines that wait for the same turn; the oldest are let go beyond a screenful."""
        waiting = self._chat.lines if self._chat else ()
        since_s = self._chat.at_s if self._chat else cue.at_s
        lines = (*waiting, *cue.lines)
        for line in lines[:-_MOST_CHAT_LINES]:
            self._drop(ChatCue(lines=(line,), at_s=since_s), "too many chat lines")
        return ChatCue(lines=lines[-_MOST_CHAT_LINES:], at_s=since_s)

    def _let_stale_cues_go(self) -> None:
        if self._chat is not None and self._clock.now() - self._chat.at_s > self._settings.cue_age_s:
            self._drop(self._chat, f"waited longer than {self._settings.cue_age_s:g} s")
            self._chat = None

    def _let_scene_go(self, reason: str) -> None:
        if self._scene is not None:
            self._drop(self._scene, reason)
            self._scene = None

    def _drop(self, cue: Cue, reason: str) -> None:
        self._stream.publish(events.CueDropped(kind=cues.kind(cue), reason=reason, text=cues.words(cue)))


def chat_cue(clock: Clock, line: ChatLine) -> ChatCue:
    """Make a cue of one chat line, now."""
    return ChatCue(lines=(line,), at_s=clock.now())
