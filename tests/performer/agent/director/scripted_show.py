"""A rehearsal: the director with a hand that thinks and speaks in virtual time, and a floor that anybody may take."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from typing import Any, TypeVar

import anyio
from anyio.abc import TaskStatus

from performer.agent.director.director import Director
from performer.agent.director.turns import TurnRegister
from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, GameCue, OperatorCue, SceneCue, name_kind
from performer.core.events.speech import SentenceReady, SpeechEnded, SpeechStarted
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import CueDropped, CueTaken, TurnCut, TurnEnded
from tests.performer.agent.pacing.even import EvenPacing
from tests.performer.core.open_floor import OpenFloor

E = TypeVar("E", bound=Event)


class NotedPacing(EvenPacing):
    """An even pacing that can be opened, and remembers what it was told."""

    is_open = False

    def __init__(self, clock: VirtualClock, stream: EventStream, *, gap_s: float = 0.0, idle_s: float = inf) -> None:
        super().__init__(clock, stream, gap_s=gap_s, idle_s=idle_s)
        self.taken: list[Cue] = []

    def opens_s(self, cue: Cue) -> float:
        return 0.0 if self.is_open else super().opens_s(cue)

    def took(self, cue: Cue) -> None:
        self.taken.append(cue)


class Hand:
    """Performs and speaks in virtual time: thinking takes `think_s`, each of a turn's `sentences` takes `speak_s`."""

    def __init__(self, clock: VirtualClock, stream: EventStream, floor: OpenFloor) -> None:
        self.think_s = 1.0
        self.speak_s = 2.0
        self.sentences = 1
        self.is_silent = False
        self.breaks_at: int | None = None
        self.speaking: int | None = None
        self.performed: list[tuple[str, float]] = []
        self.cues: list[Cue] = []
        self.performing = 0
        self.most_performing = 0
        self.cut_turns: list[int] = []
        self.cut_clips: list[bool] = []
        self._clock = clock
        self._stream = stream
        self._floor = floor
        self._reader = stream.whole("hand", SentenceReady, TurnEnded, TurnCut)
        self._dropped: set[int] = set()
        self._cut_through = 0
        self._finished = 0
        self._more = anyio.Event()
        self._mouth: anyio.CancelScope | None = None

    async def perform(self, turn: int, cue: Cue) -> None:
        self.performed.append((name_kind(cue), self._clock.now()))
        self.cues.append(cue)
        self.performing += 1
        self.most_performing = max(self.performing, self.most_performing)
        try:
            await self._clock.sleep(self.think_s)
        finally:
            self.performing -= 1
        if turn == self.breaks_at:
            raise RuntimeError("a bug")
        for _ in range(0 if self.is_silent else self.sentences):
            self._stream.publish(SentenceReady(turn=turn, text=f"line {turn}"))
        self._stream.publish(TurnEnded(turn=turn, reason="final", steps=1, sentences=1, took_s=self.think_s))

    async def cut(self, turn: int, *, clips: bool = False) -> None:
        self.cut_turns.append(turn)
        self.cut_clips.append(clips)
        self._cut_through = max(self._cut_through, turn)
        if self._mouth is not None and self.speaking is not None and self.speaking <= turn:
            self._mouth.cancel()

    def forget(self, turn: int) -> None:
        self._dropped.add(turn)

    async def finished(self, turn: int) -> None:
        while self._finished < turn:
            await self._more.wait()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        task_status.started()
        async for published in self._reader:
            turn = published.event.turn or 0
            if isinstance(published.event, SentenceReady):
                await self._floor.wait_until_free()
                if turn > self._cut_through and turn not in self._dropped:
                    await self._speak(turn)
            else:
                self._finished = max(self._finished, turn)
                self._more.set()
                self._more = anyio.Event()

    async def _speak(self, turn: int) -> None:
        self.speaking = turn
        said: dict[str, Any] = {"turn": turn, "sentence": f"s{turn}", "text": f"line {turn}"}
        self._stream.publish(SpeechStarted(**said, duration_s=self.speak_s, audible=True))
        began_s = self._clock.now()
        with anyio.CancelScope() as self._mouth:
            await self._clock.sleep(self.speak_s)
        self.speaking = None
        heard_s = self._clock.now() - began_s
        self._stream.publish(SpeechEnded(**said, heard_s=heard_s, cut=self._mouth.cancel_called))


class Rehearsal:
    def __init__(self, clock: VirtualClock, stream: EventStream | None = None, /, **settings: float) -> None:
        self.clock = clock
        self.stream = stream or EventStream(clock)
        self.floor = OpenFloor()
        self.hand = Hand(clock, self.stream, self.floor)
        pace = {name: settings.pop(name) for name in ("gap_s", "idle_s") if name in settings}
        self.pacing = NotedPacing(clock, self.stream, **pace)
        director_settings = DirectorSettings.model_validate(settings)
        self.inbox = CueInbox(self.stream, director_settings)
        self.turns = TurnRegister(clock, self.stream, self.hand, floor=self.floor, wake=self.inbox.wake)
        self.director = Director(
            director_settings,
            self.inbox,
            self.turns,
            self.hand,
            self.pacing,
            is_spoken=lambda channel: not channel.startswith("written:"),
        )
        self.told: list[Event] = []

    def scene(self, importance: float = 0.5) -> None:
        self.inbox.put(SceneCue(change=5.0, importance=importance, at_s=self.clock.now()))

    def game(self, text: str, importance: float = 1.0) -> None:
        self.inbox.put(GameCue(text=text, importance=importance, at_s=self.clock.now()))

    def chat(self, text: str, *, direct: bool = False, channel: str = "console") -> None:
        line = ChatLine(text=text, direct=direct, channel=channel, at_s=self.clock.now())
        self.inbox.put(ChatCue(lines=(line,)))

    def ask(self, text: str) -> None:
        self.inbox.put(OperatorCue(text=text, at_s=self.clock.now()))

    def of(self, event: type[E]) -> list[E]:
        return [each for each in self.told if isinstance(each, event)]

    @property
    def taken(self) -> list[str]:
        return [each.kind for each in self.of(CueTaken)]

    @property
    def cuts(self) -> list[tuple[int | None, str]]:
        return [(each.turn, each.reason) for each in self.of(TurnCut)]

    @property
    def dropped(self) -> list[str]:
        return [each.reason for each in self.of(CueDropped)]

    @property
    def heard(self) -> list[tuple[int | None, float]]:
        return [(each.turn, round(each.heard_s, 3)) for each in self.of(SpeechEnded)]

    async def note(self, *, task_status: TaskStatus[None]) -> None:
        with self.stream.whole("test") as reader:
            task_status.started()
            async for published in reader:
                self.told.append(published.event)


@asynccontextmanager
async def rehearsal(clock: VirtualClock, **settings: float) -> AsyncIterator[Rehearsal]:
    """Let it run; `gap_s` and `idle_s` are the pacing's, everything else the director's."""
    it = Rehearsal(clock, **settings)
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.note)
        await tasks.start(it.hand.run)
        await tasks.start(it.director.run)
        yield it
        await clock.advance(0)
        tasks.cancel_scope.cancel()
