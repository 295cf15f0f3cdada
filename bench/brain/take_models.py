"""The models of takes: live ones, live ones whose answers go to a tape, and those that answer from a tape."""

import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Final

from bench.brain.plan import BrainPlan
from bench.brain.tape import Tape
from bench.brain.taped import TapedGlance, TapedModel, TapedReader, record_model, replay_model
from bench.brain.turns import REACTIONS
from bench.show.stand_ins import ReadyModel, is_real, open_model, open_real_model
from bench.show.wiring import UNREAD
from performer.config.config import Config
from performer.core.clock import VirtualClock
from performer.core.cues import Cue, name_kind
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.status import Role
from performer.core.untrusted_text import NewMarker, make_marker
from performer.models.builtin.understudy import Understudy
from performer.models.call_meter import CallMeter
from performer.models.captions import PictureCaptioner
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.load.control import LoadControl
from performer.models.model import AssistantMessage, Model, OnText, Step, StepRequest, SystemMessage
from performer.models.selection.build import ModelTeam
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader

_WORK: Final = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
while True:
    sum(range(10_000))
"""
"""The program of a worker; it ends with its standard input, so that no worker outlives the bench."""


Worker = subprocess.Popen[bytes]


@contextmanager
def keep_cores_busy(count: int) -> Iterator[tuple[Worker, ...]]:
    """Keep so many cores busy while the block runs, as a game does."""
    command = [sys.executable, "-c", _WORK]
    workers = tuple(subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(count))  # noqa: S603  our own words
    try:
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


class PromptNotingModel:
    """A model that notes our own texts in its requests, so that a line that only repeats them is known.

    Those are the rules, and the examples of a reaction; in a conversation, and in the further steps of a turn, the
    model's own messages are lines that it said before.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._cue: Cue | None = None
        self._noted: dict[str, None] = {}

    @property
    def name(self) -> str:
        """Return the model's name."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """Return whether the model takes pictures."""
        return self._model.sees

    @property
    def prompts(self) -> tuple[str, ...]:
        """Return all noted texts, each once."""
        return tuple(self._noted)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model; raises as it does."""
        is_first = request.cue is not self._cue
        self._cue = request.cue
        has_examples = is_first and request.cue is not None and name_kind(request.cue) in REACTIONS
        ours = (SystemMessage, AssistantMessage) if has_examples else SystemMessage
        self._noted |= dict.fromkeys(each.text for each in request.messages if isinstance(each, ours))
        return await self._model.step(request, on_text)


_MARKER: Final = "k7f3q9xz"
"""The marker of every turn: a marker by chance would make every request a new one."""


@dataclass(frozen=True, kw_only=True)
class TakeModel:
    """A model that is ready, and the readers that go with it."""

    ready: ReadyModel
    reader: OcrReader
    """Reads the words on the screen."""
    glance: QuickReader
    """Reads the larger words."""
    marker: NewMarker = make_marker
    role: Callable[[], Role]
    """Returns the model that performs now, and why it is this one and how it is asked."""
    is_model: bool = True
    """Whether a real model answers, so that the understudy only stands in."""
    tape: Tape | None = None
    """The tape of a replay."""


OpenTakeModel = Callable[[], AbstractAsyncContextManager[TakeModel]]
"""Opens the model of a take."""


def make_live_models(config: Config, plan: BrainPlan) -> OpenTakeModel:
    """Make takes with the configured model itself; a real one performs in real time, others in virtual time."""
    quirks = ServerQuirks()
    settings = config.ocr if is_real(config) else UNREAD

    @asynccontextmanager
    async def open_take_model() -> AsyncGenerator[TakeModel]:
        async with open_model(config, seed=plan.seed, quirks=quirks) as ready:
            with keep_cores_busy(plan.busy):
                yield TakeModel(
                    ready=ready,
                    reader=OcrReader(ready.clock, settings),
                    glance=QuickReader(ready.clock, settings),
                    role=ready.brain.role,
                    is_model=is_real(config),
                )

    return open_take_model


def make_recording_models(config: Config, plan: BrainPlan, tape: Tape) -> OpenTakeModel:
    """Make takes with the configured model, which is a real one and whose answers are kept; virtual time waits."""
    if not is_real(config):
        raise ConfigError("--record keeps what a real model answers. Name one: ollama:NAME or openai:NAME@URL.")
    quirks = ServerQuirks()
    tape.about["plan"] = {name: getattr(plan, name) for name in _OF_A_TAPE}

    @asynccontextmanager
    async def open_take_model() -> AsyncGenerator[TakeModel]:
        async with open_real_model(config, quirks) as real:
            clock = VirtualClock(plan.seed)
            reader, glance = OcrReader(real.clock, config.ocr), QuickReader(real.clock, config.ocr)
            facts = {"model": real.brain.model.name, "sees": real.brain.model.sees, "reads": reader.can_read}
            tape.about |= {**facts, "load_s": tape.about.get("load_s", real.load_s)}
            model = record_model(clock, tape, real.brain.model)
            with keep_cores_busy(plan.busy):
                yield TakeModel(
                    ready=_make_ready(clock, model, load_s=tape.about["load_s"]),
                    reader=TapedReader(clock, tape, really=reader, can_read=reader.can_read),
                    glance=TapedGlance(clock, tape, really=glance, can_read=reader.can_read),
                    marker=lambda: _MARKER,
                    role=real.brain.role,
                )
            role = real.brain.role()
            tape.about |= {"plays": role.plays, "why": role.why}

    return open_take_model


def make_replayed_models(plan: BrainPlan, tape: Tape) -> OpenTakeModel:
    """Make takes with the model of a tape; no server is asked."""
    about = tape.about

    @asynccontextmanager
    async def open_take_model() -> AsyncGenerator[TakeModel]:
        clock = VirtualClock(plan.seed)
        model = replay_model(clock, tape, name=about["model"], sees=about["sees"], reason=about["why"])
        tape.rewind()
        yield TakeModel(
            ready=_make_ready(clock, model, load_s=about["load_s"]),
            reader=TapedReader(clock, tape, can_read=about["reads"]),
            glance=TapedGlance(clock, tape, can_read=about["reads"]),
            marker=lambda: _MARKER,
            role=lambda: Role(part="brain", plays=about["plays"], why=about["why"]),
            tape=tape,
        )

    return open_take_model


_OF_A_TAPE: Final = ("minutes", "bare_minutes", "seed", "talkativeness", "questions", "busy")


def read_plan(tape: Tape, plan: BrainPlan) -> BrainPlan:
    """Return a plan with the settings that a tape was made with: another game or other questions are not on it."""
    return replace(plan, **{name: tape.about["plan"][name] for name in _OF_A_TAPE})


@dataclass(frozen=True)
class _MeasuredModel:
    """A taped model whose calls the load control learns from."""

    _clock: VirtualClock
    _model: TapedModel
    _load: LoadControl
    name: str
    sees: bool

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        meter, step = CallMeter.of(self._clock, on_text), None
        try:
            step = await self._model.step(request, meter)
        finally:
            self._load.take(self.name, request, step, meter)
        return step


def _make_ready(clock: VirtualClock, model: TapedModel, *, load_s: float) -> ReadyModel:
    """Make a taped model ready in virtual time, which its load control follows too, so that a replay is the same."""
    news = EventStream(clock)
    load = LoadControl(news)
    timed = _MeasuredModel(clock, model, load, model.name, model.sees)
    captioner = PictureCaptioner(timed, Understudy(clock), events=news)
    brain = ModelTeam(model=timed, lead=None, captioner=captioner, load=load)
    return ReadyModel(brain=brain, clock=clock, news=news, load_s=load_s)
