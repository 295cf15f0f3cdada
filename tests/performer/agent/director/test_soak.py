"""Hours of everything at once: the real director, turn, understudy, speaker and pacing, and a restless world."""

import gc
import json
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random

import anyio
import pytest
from anyio.abc import TaskStatus

from bench.show.stand_ins import QuietSpeaker, QuietVoice, SlowModel
from performer.agent.director.director import Director
from performer.agent.director.turns import TurnRegister
from performer.agent.pacing.pacing import TalkPacing
from performer.agent.pacing.settings import PacingSettings
from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, GameCue, OperatorCue, SayCue, SceneCue, ScheduleCue
from performer.core.errors import ServiceError
from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped, CueTaken, TurnCut
from performer.core.files.home import CHECKOUT
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.settings import GuardSettings
from performer.models.builtin.understudy import Understudy
from performer.models.endpoint.request_gate import RequestGate
from performer.speech.hearing.voice_activity import MicrophoneFloor
from performer.speech.output.speaker import Speaker
from performer.tools.toolbox import Toolbox
from performer.vision.frame import Frame
from tests.performer.models.gated import GatedModel

pytestmark = pytest.mark.anyio


async def nothing_to_describe(_frame: Frame, _cue: Cue) -> str:
    raise AssertionError("there is no picture")


class World:
    """A show without pictures, and the count of what became of every cue."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.floor = MicrophoneFloor(clock, self.stream)
        self.speaker = Speaker(clock, self.stream, QuietVoice(clock), QuietSpeaker(clock), self.floor)
        self.scene = Scene(clock, self.stream, SceneSettings(), fresh_s=6)
        performer = Performer(
            Runtime(clock, self.stream, Guard(GuardSettings())),
            TurnSettings(),
            self.scene,
            TurnModels(
                model=GatedModel(SlowModel(clock, Understudy(clock), seed=1), RequestGate()),
                describe=nothing_to_describe,
            ),
            TurnTools(box=lambda: Toolbox([])),
        )
        self.inbox = CueInbox(self.stream, DirectorSettings())
        self.turns = TurnRegister(clock, self.stream, self.speaker, floor=self.floor, wake=self.inbox.wake)
        self.director = Director(
            DirectorSettings(),
            self.inbox,
            self.turns,
            performer,
            TalkPacing(clock, self.stream, PacingSettings(talkativeness="high"), wake=self.inbox.wake),
        )
        self.came: dict[str, int] = {}
        self.left: dict[str, int] = {}
        self.cuts: dict[str, int] = {}
        self.sounding = 0
        self.most_sounding = 0
        self._names = count()
        self._chance = Random(5)
        self._reader = self.stream.whole("test", CueTaken, CueDropped, TurnCut, SpeechStarted, SpeechEnded)

    async def follow(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        task_status.started()
        async for published in self._reader:
            match published.event:
                case CueTaken(kind="silence"):
                    pass
                case CueTaken(kind=kind, text=text):
                    self._add(self.left, kind, len(text.split(" / ")) if kind == "chat" else 1)
                case CueDropped(kind=kind, count=dropped):
                    self._add(self.left, kind, dropped)
                case TurnCut(reason=reason):
                    self._add(self.cuts, reason, 1)
                case SpeechStarted():
                    self.sounding += 1
                    self.most_sounding = max(self.sounding, self.most_sounding)
                case SpeechEnded():
                    self.sounding -= 1

    async def pass_minutes(self, minutes: float) -> None:
        """Let something happen every few moments."""
        until_s = self.clock.now() + 60 * minutes
        while self.clock.now() < until_s:
            await self._happen()
            await self.clock.advance(self._chance.choice((0, 0.1, 0.5, 1, 3)))

    async def _happen(self) -> None:
        match self._chance.randrange(100):
            case 0:
                await self.director.hush()
            case 1:
                await self.director.pause(self._chance.choice(("asked", "scene")), "for the test")
            case 2 | 3 | 4:
                self.director.resume("asked")
                self.director.resume("scene")
            case 5 | 6:
                self.floor.take()
            case 7 | 8 | 9 | 10:
                self.floor.free()
            case 11:
                self.director.sight(self._chance.random() < 0.8)
            case 12:
                self.floor.take()
                await self.director.give_way("the streamer speaks")
            case 13:
                await self.speaker.hold()
            case 14 | 15 | 16:
                await self.speaker.resume()
            case _:
                self._cue(self._some_cue())

    def _some_cue(self) -> Cue:
        now_s, chance, name = self.clock.now(), self._chance, f"number {next(self._names)}"
        match chance.randrange(20):
            case 0:
                return SayCue(text=name, at_s=now_s)
            case 1:
                return OperatorCue(text=name, at_s=now_s)
            case 2:
                return ScheduleCue(text=name, at_s=now_s)
            case 3 | 4 | 5:
                return GameCue(text=name, importance=chance.random(), at_s=now_s)
            case 6 | 7 | 8 | 9 | 10:
                lines = (
                    ChatLine(
                        text=f"{name} {at}", channel=chance.choice("abc"), direct=chance.random() < 0.1, at_s=now_s
                    )
                    for at in range(chance.choice((1, 1, 1, 2, 40)))
                )
                return ChatCue(lines=tuple(lines))
            case _:
                return SceneCue(change=9.0, importance=chance.random(), at_s=now_s)

    def _cue(self, cue: Cue) -> None:
        try:
            self.inbox.put(cue)
        except ServiceError:
            return
        kind = type(cue).__name__.removesuffix("Cue").lower()
        self._add(self.came, kind, len(cue.lines) if isinstance(cue, ChatCue) else 1)

    def _add(self, to: dict[str, int], name: str, number: int) -> None:
        to[name] = to.get(name, 0) + number


@asynccontextmanager
async def world(clock: VirtualClock) -> AsyncIterator[World]:
    it = World(clock)
    async with anyio.create_task_group() as tasks:
        for run in (it.follow, it.scene.run, it.speaker.run, it.director.run):
            await tasks.start(run)
        yield it
        await it.director.end("the end of the show")
        await clock.advance(0)
        tasks.cancel_scope.cancel()


@pytest.mark.slow
async def test_in_twenty_restless_minutes_no_cue_is_lost_and_one_line_is_heard_at_a_time(
    virtual_clock: VirtualClock,
) -> None:
    async with world(virtual_clock) as it:
        await it.pass_minutes(20)

    assert it.came == it.left
    assert set(it.came) == {"say", "operator", "schedule", "game", "chat", "scene"}
    assert {"hush", "for the streamer", "the streamer speaks", "for a viewer who spoke to it"} <= set(it.cuts)
    assert it.most_sounding == 1


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_two_hours_leave_memory_descriptors_and_threads_as_they_were() -> None:
    soak = [sys.executable, "-m", "tests.performer.agent.director.test_soak"]
    ran = await anyio.run_process(soak, cwd=CHECKOUT, stderr=None)  # its own, for others leave pages and threads behind
    told = json.loads(ran.stdout)
    before, after = told["before"], told["after"]

    assert told["came"] == told["left"]
    assert sum(told["came"].values()) > 5000
    assert after["objects"] < before["objects"] + 3000
    assert after["kib"] < before["kib"] + 4096
    assert (after["descriptors"], after["threads"]) == (before["descriptors"], before["threads"])


async def two_hours() -> None:
    """Print what is held after half an hour and after two hours, and what became of the cues."""
    clock = VirtualClock(seed=7)
    async with world(clock) as it:
        await it.pass_minutes(30)
        before = held()
        await it.pass_minutes(90)
        after = held()
    print(json.dumps({"came": it.came, "left": it.left, "before": before, "after": after}))


def held() -> dict[str, int]:
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return {
        "objects": len(gc.get_objects()),
        "kib": int(resident.split()[1]),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
    }


if __name__ == "__main__":
    anyio.run(two_hours)
