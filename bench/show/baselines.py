"""Baselines that speak at fixed intervals, whatever happens, as comparable programs do."""

import anyio
from anyio.abc import TaskGroup, TaskStatus

from bench.show.ground_truth import DrawnReel
from bench.show.rig import Begin
from bench.show.wiring import TakeStage
from performer.agent.prompt.scene import Scene
from performer.core import events
from performer.core.cues import Cue, SceneCue
from performer.core.errors import ServiceError
from performer.guard.verdict import Dropped
from performer.models.captions import Describer
from performer.models.model import Model, StepRequest
from performer.models.selection.build import ModelTeam
from performer.speech.sentences.cutter import SentenceCutter
from performer.vision.frame import Frame


def make_metronome(interval_s: float) -> Begin:
    """Make a baseline that speaks every so many seconds, or as soon as the line before is over."""

    async def begin(stage: TakeStage, brain: ModelTeam, reel: DrawnReel, playing: TaskGroup) -> None:
        metronome = Metronome(stage, brain.model, reel, interval_s)
        await playing.start(metronome.run)

    return begin


class Metronome:
    """A performer that asks about the newest picture every `interval_s` seconds, from one turn's start to the next.

    It has the performer's model, prompt, guard and voice, but no tools, gate, freshness, floor or memory of its lines.
    """

    def __init__(self, stage: TakeStage, model: Model, reel: DrawnReel, interval_s: float) -> None:
        self._stage = stage
        self._model = model
        self._describer = Describer(model)
        self._reel = reel
        self._interval_s = interval_s
        self._scene = Scene(stage.clock, stage.stream, stage.config.scene, fresh_s=stage.config.turn.freshness_s)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Speak until cancelled."""
        clock = self._stage.clock
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._scene.run)
            task_status.started()
            turn = 0
            while True:
                due_s = clock.now() + self._interval_s
                turn += 1
                await self._perform(turn)
                await clock.sleep(max(0.0, due_s - clock.now()))

    async def _perform(self, turn: int) -> None:
        stage, now_s = self._stage, self._stage.clock.now()
        cue = SceneCue(change=0.0, at_s=now_s)
        stage.stream.publish(events.CueTaken(turn=turn, kind="interval"))
        self._show_picture()
        told = await self._scene.told(cue, sees=self._model.sees, describe=self._describe)
        stage.stream.publish(events.StepStarted(turn=turn, step=1, model=self._model.name, pictures=1))
        cutter = SentenceCutter()
        try:
            request = StepRequest(messages=told.messages, cue=cue)
            await self._model.step(request, lambda piece: self._say(turn, cutter.feed(piece)))
            self._say(turn, cutter.finish())
        except ServiceError:
            pass  # this turn gives no line; the next interval comes
        stage.stream.publish(events.TurnEnded(turn=turn, reason="final", steps=1, sentences=0, took_s=0.0))
        await stage.speaker.finished(turn)

    def _show_picture(self) -> None:
        number = int(self._stage.clock.now() / self._reel.period_s)
        frame = self._reel.draw_frame(number)
        self._scene.see(frame)
        self._stage.stream.publish(
            events.FrameSeen(
                source=frame.source,
                width=frame.size[0],
                height=frame.size[1],
                digest=frame.digest,
                change=0.0,
                cost_ms=0.0,
            )
        )

    def _say(self, turn: int, sentences: list[str]) -> None:
        for sentence in sentences:
            verdict = self._stage.guard.sentence(sentence)
            if not isinstance(verdict, Dropped) and verdict.text:
                self._stage.stream.publish(events.SentenceReady(turn=turn, text=verdict.text))

    async def _describe(self, frame: Frame, _cue: Cue) -> str:
        return await self._describer.describe(frame.jpeg, frame.digest)
