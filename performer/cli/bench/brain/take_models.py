"""Casting: a brain for each take, live, on its way to a tape, or from one.

Overheard: a model whose prompts are noted, so that a line that only repeats them is known.
"""

import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from performer.cli.bench.brain.plan import BrainPlan
from performer.cli.bench.brain.tape import Tape
from performer.cli.bench.brain.taped import TapedGlance, TapedModel, TapedReader, record_model, replay_model
from performer.cli.bench.brain.turns import REACTIONS
from performer.cli.bench.show.stand_ins import ReadyModel, is_real, open_model, open_real_model
from performer.cli.bench.show.wiring import UNREAD
from performer.config.config import Config
from performer.core.clock import Clock, VirtualClock
from performer.core.cues import Cue, name_kind
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.untrusted_text import NewMarker, make_marker
from performer.models.builtin.understudy import Understudy
from performer.models.captions import PictureCaptioner
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.load.control import LoadControl
from performer.models.model import AssistantMessage, ChatMessage, Model, OnText, Step, StepRequest, SystemMessage
from performer.models.selection.build import ModelTeam
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader

_WORK: Final = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
while True:
    sum(range(10_000))
"""
"""It ends with its standard input, so that none outlives whoever started it."""


Worker = subprocess.Popen[bytes]


@contextmanager
def keep_cores_busy(count: int) -> Iterator[tuple[Worker, ...]]:
    """Keep so many cores busy for as long as the block runs."""
    with ExitStack() as stack:
        yield tuple(stack.enter_context(_worker()) for _ in range(count))


@contextmanager
def _worker() -> Iterator[Worker]:
    process = subprocess.Popen([sys.executable, "-c", _WORK], stdin=subprocess.PIPE)  # noqa: S603  our own words
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


class PromptNotingModel:
    """Passes everything on; notes what is ours in it: rules, and the examples of a reaction.

    In a conversation, and in the further steps of a turn, the model's own messages are what it said before.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._cue: Cue | None = None
        self._noted: dict[str, None] = {}

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """Tell whether the model takes pictures."""
        return self._model.sees

    @property
    def prompts(self) -> tuple[str, ...]:
        """All that was noted, each once."""
        return tuple(self._noted)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model; raises as it does."""
        begins = request.cue is not self._cue
        self._cue = request.cue
        has_examples = begins and request.cue is not None and name_kind(request.cue) in REACTIONS
        for message in request.messages:
            if _is_ours(message, has_examples=has_examples):
                self._noted[message.text] = None
        return await self._model.step(request, on_text)


def _is_ours(message: ChatMessage, *, has_examples: bool) -> bool:
    return isinstance(message, SystemMessage) or (has_examples and isinstance(message, AssistantMessage))


_MARKER: Final = "k7f3q9xz"
"""The same in every turn: a marker by chance would make every request a new one."""


@dataclass(frozen=True, kw_only=True)
class TakeModel:
    """A brain that is ready, and what goes with it."""

    ready: ReadyModel
    reader: Callable[[Clock], OcrReader]
    """Makes who reads the words on the screen."""
    glance: Callable[[Clock], QuickReader]
    """Makes who reads the larger words for its turns."""
    marker: NewMarker = make_marker
    role: Callable[[], tuple[str, str]]
    """Who performs now, and why it is this one and how it is asked."""
    is_model: bool = True
    """Whether a real model answers, so that the understudy only stands in."""
    tape: Tape | None = None
    """What is replayed from."""


OpenTakeModel = Callable[[], AbstractAsyncContextManager[TakeModel]]
"""Casts a brain anew for each take."""


def make_live_models(config: Config, plan: BrainPlan) -> OpenTakeModel:
    """Cast the configured model itself; a real one performs in real time, and others in virtual time."""
    manners = ServerQuirks()
    settings = config.ocr if is_real(config) else UNREAD

    @asynccontextmanager
    async def cast() -> AsyncGenerator[TakeModel]:
        async with open_model(config, seed=plan.seed, manners=manners) as ready:
            with keep_cores_busy(plan.busy):
                yield TakeModel(
                    ready=ready,
                    reader=lambda clock: OcrReader(clock, settings),
                    glance=lambda clock: QuickReader(clock, settings),
                    role=lambda: _role(ready.brain),
                    is_model=is_real(config),
                )

    return cast


def make_recording_models(config: Config, plan: BrainPlan, tape: Tape) -> OpenTakeModel:
    """Cast the configured model with everything that it answers kept; the show's virtual clock waits for it.

    Raises:
        ConfigError: when the model is no real one.
    """
    if not is_real(config):
        raise ConfigError("--record keeps what a real model answers. Name one: ollama:NAME or openai:NAME@URL.")
    manners = ServerQuirks()
    tape.about["plan"] = _kept(plan)

    @asynccontextmanager
    async def cast() -> AsyncGenerator[TakeModel]:
        async with open_real_model(config, manners) as real:
            clock = VirtualClock(plan.seed)
            really, glance = OcrReader(real.clock, config.ocr), QuickReader(real.clock, config.ocr)
            told = {"model": real.brain.model.name, "sees": real.brain.model.sees, "reads": really.can_read}
            tape.about |= {**told, "load_s": tape.about.get("load_s", real.load_s)}
            model = record_model(clock, tape, real.brain.model)
            with keep_cores_busy(plan.busy):
                yield TakeModel(
                    ready=_virtual(clock, model, load_s=tape.about["load_s"]),
                    reader=lambda _: TapedReader(clock, tape, really=really, can_read=really.can_read),
                    glance=lambda _: TapedGlance(clock, tape, really=glance, can_read=really.can_read),
                    marker=lambda: _MARKER,
                    role=lambda: _role(real.brain),
                )
            tape.about["plays"], tape.about["why"] = _role(real.brain)

    return cast


def make_replayed_models(plan: BrainPlan, tape: Tape) -> OpenTakeModel:
    """Cast what a tape holds; nothing is asked of any server."""
    about = tape.about

    @asynccontextmanager
    async def cast() -> AsyncGenerator[TakeModel]:
        clock = VirtualClock(plan.seed)
        model = replay_model(clock, tape, name=about["model"], sees=about["sees"], reason=about["why"])
        tape.rewind()
        yield TakeModel(
            ready=_virtual(clock, model, load_s=about["load_s"]),
            reader=lambda _: TapedReader(clock, tape, can_read=about["reads"]),
            glance=lambda _: TapedGlance(clock, tape, can_read=about["reads"]),
            marker=lambda: _MARKER,
            role=lambda: (about["plays"], about["why"]),
            tape=tape,
        )

    return cast


def read_plan(tape: Tape, plan: BrainPlan) -> BrainPlan:
    """Take from a tape what it was made with: another game or other questions would not be on it."""
    kept: Mapping[str, Any] = tape.about["plan"]
    return replace(plan, **{name: kept[name] for name in _kept(plan)})


def _kept(plan: BrainPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in _OF_A_TAPE}


_OF_A_TAPE: Final = ("minutes", "bare_minutes", "seed", "talkativeness", "questions", "busy")


def _virtual(clock: VirtualClock, model: TapedModel, *, load_s: float) -> ReadyModel:
    """Have a model on a tape perform in virtual time, and its cadence follow that, so that a replay is the same."""
    news = EventStream(clock)
    cadence = LoadControl(clock, news)
    timed = cadence.timed(model)
    witness = PictureCaptioner(timed, Understudy(clock), events=news)
    brain = ModelTeam(model=timed, lead=None, witness=witness, cadence=cadence)
    return ReadyModel(brain=brain, clock=clock, news=news, load_s=load_s)


def _role(brain: ModelTeam) -> tuple[str, str]:
    role = brain.role()
    return role.plays, role.why
