"""Casting: a brain for each take, live, on its way to a tape, or from one."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from performer.bench.brain.busy import busy
from performer.bench.brain.plan import Plan
from performer.bench.brain.tape import Tape
from performer.bench.brain.taped import Taped, TapedGlance, TapedReader, recorded, replayed
from performer.bench.show.brains import Ready, is_real, ready_brain, real_brain
from performer.bench.show.wiring import UNREAD
from performer.cadence import Cadence
from performer.casting import Brain
from performer.clock import Clock, VirtualClock
from performer.config import Config
from performer.errors import ConfigError
from performer.events import EventStream
from performer.frames.ocr import Reader
from performer.frames.ocr.glance import Glance
from performer.models.eyewitness import Eyewitness
from performer.models.manners import Manners
from performer.models.understudy import Understudy
from performer.untrusted import NewMarker, new_marker

_MARKER: Final = "k7f3q9xz"
"""The same in every turn: a marker by chance would make every request a new one."""


@dataclass(frozen=True, kw_only=True)
class Cast:
    """A brain that is ready, and what goes with it."""

    ready: Ready
    reader: Callable[[Clock], Reader]
    """Makes who reads the words on the screen."""
    glance: Callable[[Clock], Glance]
    """Makes who reads the larger words for its turns."""
    marker: NewMarker = new_marker
    role: Callable[[], tuple[str, str]]
    """Who performs now, and why it is this one and how it is asked."""
    is_model: bool = True
    """Whether a real model answers, so that the understudy only stands in."""
    tape: Tape | None = None
    """What is replayed from."""


Casting = Callable[[], AbstractAsyncContextManager[Cast]]
"""Casts a brain anew for each take."""


def live(config: Config, plan: Plan) -> Casting:
    """Cast the configured model itself; a real one performs in real time, and others in virtual time."""
    manners = Manners()
    settings = config.ocr if is_real(config) else UNREAD

    @asynccontextmanager
    async def cast() -> AsyncGenerator[Cast]:
        async with ready_brain(config, seed=plan.seed, manners=manners) as ready:
            with busy(plan.busy):
                yield Cast(
                    ready=ready,
                    reader=lambda clock: Reader(clock, settings),
                    glance=lambda clock: Glance(clock, settings),
                    role=lambda: _role(ready.brain),
                    is_model=is_real(config),
                )

    return cast


def recording(config: Config, plan: Plan, tape: Tape) -> Casting:
    """Cast the configured model with everything that it answers kept; the show's virtual clock waits for it.

    Raises:
        ConfigError: when the model is no real one.
    """
    if not is_real(config):
        raise ConfigError("--record keeps what a real model answers. Name one: ollama:NAME or openai:NAME@URL.")
    manners = Manners()
    tape.about["plan"] = _kept(plan)

    @asynccontextmanager
    async def cast() -> AsyncGenerator[Cast]:
        async with real_brain(config, manners) as real:
            clock = VirtualClock(plan.seed)
            really, glance = Reader(real.clock, config.ocr), Glance(real.clock, config.ocr)
            told = {"model": real.brain.model.name, "sees": real.brain.model.sees, "reads": really.can_read}
            tape.about |= {**told, "load_s": tape.about.get("load_s", real.load_s)}
            model = recorded(clock, tape, real.brain.model)
            with busy(plan.busy):
                yield Cast(
                    ready=_virtual(clock, model, load_s=tape.about["load_s"]),
                    reader=lambda _: TapedReader(clock, tape, really=really, can_read=really.can_read),
                    glance=lambda _: TapedGlance(clock, tape, really=glance, can_read=really.can_read),
                    marker=lambda: _MARKER,
                    role=lambda: _role(real.brain),
                )
            tape.about["plays"], tape.about["why"] = _role(real.brain)

    return cast


def replaying(plan: Plan, tape: Tape) -> Casting:
    """Cast what a tape holds; nothing is asked of any server."""
    about = tape.about

    @asynccontextmanager
    async def cast() -> AsyncGenerator[Cast]:
        clock = VirtualClock(plan.seed)
        model = replayed(clock, tape, name=about["model"], sees=about["sees"], reason=about["why"])
        tape.rewound()
        yield Cast(
            ready=_virtual(clock, model, load_s=about["load_s"]),
            reader=lambda _: TapedReader(clock, tape, can_read=about["reads"]),
            glance=lambda _: TapedGlance(clock, tape, can_read=about["reads"]),
            marker=lambda: _MARKER,
            role=lambda: (about["plays"], about["why"]),
            tape=tape,
        )

    return cast


def plan_of(tape: Tape, plan: Plan) -> Plan:
    """Take from a tape what it was made with: another game or other questions would not be on it."""
    kept: Mapping[str, Any] = tape.about["plan"]
    return replace(plan, **{name: kept[name] for name in _kept(plan)})


def _kept(plan: Plan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in _OF_A_TAPE}


_OF_A_TAPE: Final = ("minutes", "bare_minutes", "seed", "talkativeness", "questions", "busy")


def _virtual(clock: VirtualClock, model: Taped, *, load_s: float) -> Ready:
    """Have a model on a tape perform in virtual time, and its cadence follow that, so that a replay is the same."""
    news = EventStream(clock)
    cadence = Cadence(clock, news)
    timed = cadence.timed(model)
    witness = Eyewitness(timed, Understudy(clock), events=news)
    brain = Brain(model=timed, lead=None, witness=witness, cadence=cadence)
    return Ready(brain=brain, clock=clock, news=news, load_s=load_s)


def _role(brain: Brain) -> tuple[str, str]:
    role = brain.role()
    return role.plays, role.why
