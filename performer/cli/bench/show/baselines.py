"""Baselines: what peers do, which is to speak when the interval is over, whatever happens."""

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.agent.prompt.scene import Scene
from performer.cli.bench.show.ground_truth import DrawnReel
from performer.cli.bench.show.rig import Begin
from performer.cli.bench.show.take_stage import TakeStage
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
    """Make whoever begins to speak every so many seconds, or as soon as the line before is over."""

    async def begin(house: TakeStage, brain: ModelTeam, reel: DrawnReel, playing: TaskGroup) -> None:
        metronome = Metronome(house, brain.model, reel, interval_s)
        await playing.start(metronome.run)

    return begin


class Metronome:
    """Same model, prompt, guard and voice; no gate, no freshness, no floor, no look at what was said before.

    Args:
        house: Where it performs.
        model: Is asked about the newest picture, without tools.
        reel: Of the pictures.
        interval_s: From the beginning of one turn to that of the next.
    """

    def __init__(self, house: TakeStage, model: Model, reel: DrawnReel, interval_s: float) -> None:
        self._house = house
        self._model = model
        self._describer = Describer(model)
        self._reel = reel
        self._interval_s = interval_s
        self._scene = Scene(house.clock, house.stream, house.config.scene, fresh_s=house.config.turn.freshness_s)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Speak, for ever."""
        clock = self._house.clock
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._scene.run)
            task_status.started()
            turn = 0
            while True:
                due_s = clock.now() + self._interval_s
                turn += 1
                await self._turn(turn)
                await clock.sleep(max(0.0, due_s - clock.now()))

    async def _turn(self, turn: int) -> None:
        house, now_s = self._house, self._house.clock.now()
        cue = SceneCue(change=0.0, at_s=now_s)
        house.stream.publish(events.CueTaken(turn=turn, kind="interval"))
        self._look()
        told = await self._scene.told(cue, sees=self._model.sees, describe=self._describe)
        house.stream.publish(events.StepStarted(turn=turn, step=1, model=self._model.name, pictures=1))
        cutter = SentenceCutter()
        try:
            request = StepRequest(messages=told.messages, cue=cue)
            await self._model.step(request, lambda piece: self._say(turn, cutter.feed(piece)))
            self._say(turn, cutter.finish())
        except ServiceError:
            pass  # nobody speaks; the next interval comes
        house.stream.publish(events.TurnEnded(turn=turn, reason="final", steps=1, sentences=0, took_s=0.0))
        await house.speaker.finished(turn)

    def _look(self) -> None:
        number = int(self._house.clock.now() / self._reel.period_s)
        frame = self._reel.frame(number)
        self._scene.see(frame)
        self._house.stream.publish(
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
            verdict = self._house.guard.sentence(sentence)
            if not isinstance(verdict, Dropped) and verdict.text:
                self._house.stream.publish(events.SentenceReady(turn=turn, text=verdict.text))

    async def _describe(self, frame: Frame, _cue: Cue) -> str:
        return await self._describer.describe(frame.jpeg, frame.digest)
