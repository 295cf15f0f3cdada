"""Who is measured: a model of a server, answers that were kept, the understudy, a script, or a player of our own."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import anyio
from pydantic import ValidationError

from bench.show.stand_ins import make_opening
from bench.tool_choice.cases.catalogue import list_gestures
from bench.tool_choice.playing.answers import Answers, ChatWatch
from bench.tool_choice.playing.play import TrialPlan, TrialPlayer
from bench.tool_choice.playing.players import NAMES, make_player
from bench.tool_choice.trial import AskedMode
from performer.agent.persona import Persona
from performer.config.config import Config
from performer.core.clock import Clock, SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.core.text import format_near_miss
from performer.guard.speakable.speakable import Speakable
from performer.models.builtin.understudy import Understudy
from performer.models.call_meter import CallMeter
from performer.models.driver.driver import AroundChat, Driver, ask_plainly
from performer.models.driver.probe import Probe
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.model import Step, StepRequest
from performer.models.ollama.choice import OllamaChoice
from performer.models.ollama.choice import choose as choose_ollama
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIChoice, make_openai_server
from performer.models.openai.server import choose as choose_openai
from performer.models.probe_result import Finding
from performer.models.scripted import Scripted
from performer.models.selection.build import apply_spec, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, OpenAISpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.models.tool_score import ToolScore

PLAYER: Final = "player:"
_FIRST_S: Final = 40.0
"""Seconds to the first token that the product itself comes to allow a long question on a slow machine; each trial has a
driver of its own, which has not measured that yet."""
_TOTAL_S: Final = 60.0
READY_S: Final = 180.0
"""Seconds in which a model is loaded and probed, unless more are set for its loading alone."""

MakePlayer = Callable[[TrialPlan], TrialPlayer]
Say = Callable[[str], None]
"""Prints a line for whoever waits."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Who is measured."""

    name: str
    make: MakePlayer
    """Makes who plays one trial; nothing is remembered from one to the next."""
    modes: tuple[AskedMode, ...]
    """The ways in which it can be asked; a single empty one for who is asked in none."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What is known of it: `digest`, `server`, `finding` of the probe."""
    clock: Clock = field(default_factory=SystemClock)
    left_out: dict[str, str] = field(default_factory=dict)
    """The modes that were asked for and cannot be, with the reason."""
    kept: Answers | None = None
    """The answers that are played again."""
    keep_score: Callable[[ToolScore], Awaitable[None]] | None = None
    """Keeps a score for the doctor and the panel; None for who is no model of a server."""

    def check_modes(self, asked: Sequence[AskedMode]) -> None:
        """Raise ConfigError when modes were asked for, and this is nobody who is asked in one."""
        if asked and self.modes == ("",):
            raise ConfigError(f"{self.name} is asked in no mode, for it is no model of a server. Leave --mode out.")


@asynccontextmanager
async def open_measured(
    spec: str,
    config: Config,
    persona: Persona,
    modes: Sequence[AskedMode],
    *,
    probes: bool = True,
    ready_within_s: float | None = None,
    say: Say = lambda _line: None,
) -> AsyncGenerator[Measured]:
    """Open who is named by a spec of a model, or by `player:NAME`, while the block runs.

    Args:
        spec: Who it is.
        config: The settings of the show, which are those of the model too.
        persona: Whose opening the probe asks with.
        modes: In which ways it is asked; none: in all that it can be.
        probes: Whether the product's probe is made. In modes that were asked for by name a model is measured without
            one that its server failed; `auto` needs it.
        ready_within_s: The most seconds in which a model is loaded and probed; None: 180, or the seconds that are set
            for its loading, where those are more.
        say: Prints that a first answer is waited for, and why a probe failed.

    Raises:
        ConfigError: for a spec that is none, and when no mode is left.
        ServiceError: when the model's server is not there, has no such model, or is not ready in time.
    """
    if spec.startswith(PLAYER):
        yield _open_player(spec.removeprefix(PLAYER))
        return
    clock = SystemClock()
    match parse_model(spec):
        case UnderstudySpec():
            yield Measured(
                name="understudy", make=lambda _plan: TrialPlayer(model=Understudy(SystemClock())), modes=("",)
            )
        case ScriptedSpec(file=file):
            yield _open_script(file)
        case OllamaSpec() | OpenAISpec():
            async with AsyncExitStack() as stack:
                within_s = _choose_ready_s(config.model) if ready_within_s is None else ready_within_s
                source = await _open_server(spec, _limit_loading(config, within_s), clock, stack)
                preparation = _Preparation(source, persona, within_s, say, needs_probe=not modes or "auto" in modes)
                found = await preparation.prepare(probes=probes)
                yield _measure_server(source, modes, found)


def _choose_ready_s(settings: ModelSettings) -> float:
    is_set = settings.warm_up_s != ModelSettings().warm_up_s
    return max(READY_S, settings.warm_up_s) if is_set else READY_S


def _limit_loading(config: Config, within_s: float) -> Config:
    """Return settings by which loading ends in time: a server that refuses for ever is then told by its own words."""
    limited = config.model.model_copy(update={"warm_up_s": min(config.model.warm_up_s, within_s)})
    return config.model_copy(update={"model": limited})


def open_replay(answers: Answers, config: Config, modes: Sequence[AskedMode]) -> Measured:
    """Return a model whose answers were kept; no server is asked.

    Raises:
        ConfigError: when they do not say of which model they are, or hold none in a mode that is wanted.
    """
    about = answers.about
    finding = _read_facts(about)
    kept = tuple(dict.fromkeys(place.mode for place in answers.kept))
    settings = config.model.model_copy(update={"num_thread": 1})
    clock = SystemClock()

    def make(plan: TrialPlan) -> TrialPlayer:
        watch = ChatWatch(clock, plan.case.id, plan.mode, plan.repeat, replayed=answers)
        asked = _in_mode(settings, _resolve(plan.mode, finding))
        return TrialPlayer(model=_make_unreached(about, asked, clock, watch.around), watch=watch)

    if not kept:
        raise ConfigError(f"The answers of {about['model']} are none yet. Record some.")
    wanted = tuple(mode for mode in modes if mode in kept) if modes else kept
    if not wanted:
        raise ConfigError(
            f"The answers hold {', '.join(kept)}, and nothing of {', '.join(modes)}. Ask for one of them."
        )
    return Measured(name=about["model"], make=make, modes=wanted, facts=about, clock=clock, kept=answers)


_FACTS: Final = ("model", "kind", "sees", "calls_tools", "thinks")


def _read_facts(about: Mapping[str, Any]) -> Finding | None:
    """Check that answers say of which model they are, and return the finding of its probe, if it was probed."""
    lacking = [each for each in _FACTS if each not in about]
    if lacking:
        raise ConfigError(f"The answers do not say the {', '.join(lacking)} of their model. Record them anew.")
    try:
        return Finding.model_validate(about["finding"]) if "finding" in about else None
    except ValidationError:
        raise ConfigError("The answers have a finding of another version of the probe. Record them anew.") from None


_NOWHERE: Final = "http://127.0.0.1:1"


def _make_unreached(about: Mapping[str, Any], asked: ModelSettings, clock: Clock, around: AroundChat) -> Driver:
    """Make a driver of the kind whose answers were kept; its server is never reached."""
    able = {name: about[name] for name in ("sees", "calls_tools", "thinks")}
    if about["kind"] == "openai":
        spec = OpenAISpec(name=about["model"], url=_NOWHERE)
        chosen = OpenAIChoice(name=about["model"], reason="", **able)
        return OpenAI(make_openai_server(spec, asked, clock), chosen, asked, clock, ServerQuirks(), around)
    choice = OllamaChoice(name=about["model"], reason="", **able)
    return Ollama(OllamaServer(_NOWHERE, clock), choice, asked, clock, ServerQuirks(), around)


def _open_player(name: str) -> Measured:
    if name not in NAMES:
        raise ConfigError(f"There is no player '{name}'. {format_near_miss(name, NAMES)}")

    def make(plan: TrialPlan) -> TrialPlayer:
        return TrialPlayer(model=make_player(name, plan.case, seed=f"{plan.seed} {plan.case.id} {plan.repeat}"))

    return Measured(name=f"{PLAYER}{name}", make=make, modes=("",))


def _open_script(file: Path) -> Measured:
    """Return a script that starts over in each trial."""
    Scripted(file, SystemClock())  # which raises for a script that is none, before anything is played
    return Measured(
        name=f"scripted:{file}", make=lambda _plan: TrialPlayer(model=Scripted(file, SystemClock())), modes=("",)
    )


@dataclass(frozen=True, kw_only=True)
class _Source:
    """A model at its server: what is known of it, and how a driver of it is made."""

    name: str
    choice: OllamaChoice | OpenAIChoice
    settings: ModelSettings
    clock: Clock
    new_driver: Callable[[ModelSettings, AroundChat, ServerQuirks], Driver]
    facts: dict[str, Any]


async def _open_server(spec: str, config: Config, clock: Clock, stack: AsyncExitStack) -> _Source:
    settings = config.model.model_copy(
        update={
            "spec": spec,
            "first_token_s": max(config.model.first_token_s, _FIRST_S),
            "total_s": max(config.model.total_s, _TOTAL_S),
        }
    )
    match parse_model(spec):
        case OllamaSpec() as named:
            settings = apply_spec(settings, named)
            server = await stack.enter_async_context(make_ollama_server(settings, clock, ""))
            choice = await choose_ollama(server, settings)

            def new_ollama(asked: ModelSettings, around: AroundChat, quirks: ServerQuirks) -> Driver:
                return Ollama(server, choice, asked, clock, quirks, around)

            facts = {"kind": "ollama", "digest": choice.digest, "server": f"Ollama {choice.version}"}
            return _Source(
                name=choice.name, choice=choice, settings=settings, clock=clock, new_driver=new_ollama, facts=facts
            )
        case OpenAISpec() as named_at:
            at = await stack.enter_async_context(make_openai_server(named_at, settings, clock))
            chosen = await choose_openai(at, named_at.name, settings)

            def new_openai(asked: ModelSettings, around: AroundChat, quirks: ServerQuirks) -> Driver:
                return OpenAI(at, chosen, asked, clock, quirks, around)

            facts = {"kind": "openai", "digest": "", "server": at.url}
            return _Source(
                name=chosen.name, choice=chosen, settings=settings, clock=clock, new_driver=new_openai, facts=facts
            )
        case _:
            raise ConfigError(f"'{spec}' is at no server. Name ollama:NAME or openai:NAME@URL.")


@dataclass(frozen=True)
class _Preparation:
    """What comes before the first case: a model is loaded and probed."""

    source: _Source
    persona: Persona
    within_s: float
    say: Say
    needs_probe: bool
    """Whether a model whose probe failed is not measured."""

    async def prepare(self, *, probes: bool) -> Finding | None:
        """Load the model and probe it; raise ServiceError when that fails, or takes longer than it may."""
        name, warm = self.source.name, self.source.new_driver(self.source.settings, ask_plainly, ServerQuirks())
        self.say(f"Asking {name} for a first answer, which may take up to {self.within_s:.0f} seconds …")
        with anyio.move_on_after(self.within_s):
            await warm.warm_up()
            return await self._probe(warm) if probes else None
        remedy = "Set model.warm_up_s to more, or take a smaller model."
        raise ServiceError(
            f"{name} was not loaded and probed within {self.within_s:.0f} seconds. {remedy}", retry=False
        )

    async def _probe(self, warm: Driver) -> Finding | None:
        try:
            return await _probe(warm, self.source.clock, self.persona)
        except ServiceError as failure:
            if self.needs_probe:
                raise
            self.say(f"{self.source.name} is measured without a probe, which failed: {str(failure).rstrip('.')}.")
            return None


def _measure_server(source: _Source, modes: Sequence[AskedMode], finding: Finding | None) -> Measured:
    choice = source.choice
    left_out = {} if choice.calls_tools else {"native": "its server says that it calls no tools"}
    wanted = tuple(mode for mode in modes or _ALL if mode not in left_out)
    if not wanted:
        raise ConfigError(f"{source.name} cannot be asked natively: {left_out['native']}. Ask for another mode.")

    def make(plan: TrialPlan) -> TrialPlayer:
        watch = ChatWatch(source.clock, plan.case.id, plan.mode, plan.repeat)
        asked = _in_mode(source.settings, _resolve(plan.mode, finding))
        driver = source.new_driver(asked, watch.around, ServerQuirks())
        return TrialPlayer(model=driver, watch=watch)

    told = {"model": source.name, "sees": choice.sees, "calls_tools": choice.calls_tools, "thinks": choice.thinks}
    probed = {"finding": finding.model_dump(), "probe": finding.in_words()} if finding else {}
    return Measured(
        name=source.name,
        make=make,
        modes=wanted,
        facts={**told, **source.facts, **probed},
        clock=source.clock,
        left_out={mode: why for mode, why in left_out.items() if mode in (modes or _ALL)},
        keep_score=_make_keeper(source),
    )


def _make_keeper(source: _Source) -> Callable[[ToolScore], Awaitable[None]]:
    async def keep(score: ToolScore) -> None:
        quirks = ServerQuirks(Home.find().quirks_file)
        await source.new_driver(source.settings, ask_plainly, quirks).keep_tool_score(score)

    return keep


_ALL: Final[tuple[AskedMode, ...]] = ("native", "soft", "constrained", "talk")


def _in_mode(settings: ModelSettings, mode: AskedMode) -> ModelSettings:
    return settings.model_copy(update={"mode": mode or "auto"})


def _resolve(mode: AskedMode, finding: Finding | None) -> AskedMode:
    """Return the way that the probe found for mode auto: each trial's driver is a new one, which was not probed."""
    return (finding.way if finding else "talk") if mode == "auto" else mode


async def _probe(driver: Driver, clock: Clock, persona: Persona) -> Finding:
    """Probe a model as the show does, from which its mode auto follows."""
    opening = make_opening(persona, list_gestures())

    async def ask(request: StepRequest) -> tuple[Step, float]:
        meter = CallMeter(clock)
        step = await driver.step(request, meter)
        return step, meter.took_s

    began_s = clock.now()
    read = await driver.step(replace(opening, tokens=1, way="talk"), lambda _text: None)
    cold_s = read.usage.read_s or clock.now() - began_s
    return await Probe(opening, Speakable.for_product()).run(
        ask, calls_tools=driver.calls_tools, cold_s=cold_s, cold_tokens=read.usage.prompt_tokens
    )
