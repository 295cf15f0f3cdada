"""One trial: a case is played through the product's own turn, with its hooks, and read from the events of that turn."""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Final, Literal

from bench.tool_choice.cases.case import DONE, Case, ScriptedResult
from bench.tool_choice.cases.catalogue import CatalogueTool, list_offered
from bench.tool_choice.cases.padding import pad
from bench.tool_choice.cases.pictures.picture import describe, draw
from bench.tool_choice.playing.answers import CUT, AskedQuestion, ChatWatch
from bench.tool_choice.trial import AskedMode, AskedStep, MadeCall, Trial
from performer.agent.persona import Persona
from performer.agent.prompt.scene import Scene
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.config.config import Config
from performer.core import events
from performer.core.clock import SystemClock
from performer.core.cues import CONSOLE, ChatCue, ChatLine, Cue, OperatorCue, SceneCue
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.remembered_conversation import Recollection, RememberedMessage
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.speakable.speakable import Speakable
from performer.models.model import Model, OnText, Step, StepRequest
from performer.tools.chain import HookChain
from performer.tools.find import FIND_TOOLS
from performer.tools.offer import make_offers
from performer.tools.result import ToolResult
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame

MARKER: Final = "k7f3q9xz"
"""The marker around others' words: one by chance would make every question a new one."""
_VIEWER: Final = "mira_77"
_CHANGE: Final = 40.0
_READ: Final = (
    events.StepEnded,
    events.ToolCalled,
    events.ToolReturned,
    events.ToolRefused,
    events.ToolFailed,
    events.TurnEnded,
    events.SentenceReady,
)


@dataclass(frozen=True, kw_only=True)
class TrialPlayer:
    """Who plays a trial, and the watch over what it is asked, if it is a model of a server."""

    model: Model
    watch: ChatWatch | None = None

    @property
    def watched(self) -> Model:
        """The model, whose watch knows which questions belong to one step."""
        return _SteppedModel(self.model, self.watch) if self.watch else self.model


@dataclass(frozen=True)
class _SteppedModel:
    _model: Model
    _watch: ChatWatch

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def sees(self) -> bool:
        return self._model.sees

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self._watch.begin_step()
        step = await self._model.step(request, on_text)
        if step.is_overlong:
            self._watch.mark_overlong()
        return step


@dataclass(frozen=True, kw_only=True)
class TrialPlan:
    """Which trial it is."""

    case: Case
    mode: AskedMode
    repeat: int
    seed: int


@dataclass(frozen=True)
class Table:
    """What all trials of a run share: the settings of a show, its guard and its persona."""

    config: Config
    persona: Persona
    guard: Guard = field(init=False)
    speakable: Speakable = field(init=False)

    def __post_init__(self) -> None:
        persona = self.persona
        object.__setattr__(self, "guard", Guard(self.config.guard))
        known = Speakable.for_product((persona.short, persona.prompt), names=(persona.name,))
        object.__setattr__(self, "speakable", known)

    async def play(self, plan: TrialPlan, player: TrialPlayer) -> Trial:
        """Play one trial to its end; what fails is in the trial."""
        clock = SystemClock(plan.seed + plan.repeat)
        stream = EventStream(clock)
        run = Runtime(clock, stream, self.guard)
        reader = stream.whole("bench", *_READ)
        performer = self._make_performer(run, plan, player.watched)
        cue = _make_cue(plan.case)
        began_s = clock.now()
        happened: list[list[PublishedEvent]] = []
        for turn in range(1, plan.case.turns + 1):
            if plan.case.sees:
                performer.scene.see(replace(_make_frame(plan.case), at_s=clock.now()))
            await performer.perform(turn, cue)
            happened.append(reader.taken())
        trial = _read_trial(plan, happened, player.watch)
        is_replayed = player.watch is not None and player.watch.replayed is not None
        took_s = sum(each.took_s for each in trial.steps) if is_replayed else clock.now() - began_s
        return replace(trial, took_s=round(took_s, 3))

    def _make_performer(self, run: Runtime, plan: TrialPlan, model: Model) -> Performer:
        config, case = self.config, plan.case
        before = Recollection(lines=tuple(_make_remembered(run, case)))

        async def recall(_cue: Cue) -> Recollection:
            return before

        async def describe_sight(_frame: Frame, _cue: Cue) -> str:
            assert case.sees is not None
            return case.sees.words or describe(case.sees)

        scene = Scene(
            run.clock,
            run.stream,
            config.scene,
            fresh_s=60.0,
            recall=recall,
            persona=self.persona,
            new_marker=lambda: MARKER,
        )
        tools = _make_tools(plan)
        hooks = HookChain(run, config.tools).hooks
        return Performer(
            run,
            config.turn.model_copy(update={"steps": case.most_steps}),
            scene,
            TurnModels(model=model, describe=describe_sight),
            TurnTools(box=lambda: Toolbox([*tools, FIND_TOOLS], hooks), offer=make_offers(config.tools)),
            speakable=self.speakable,
        )


def _make_cue(case: Case) -> Cue:
    if not case.says:
        return SceneCue(change=_CHANGE)
    if case.speaker == "streamer":
        return OperatorCue(text=case.says)
    return ChatCue(lines=(ChatLine(text=case.says, author=_VIEWER, channel=CONSOLE, direct=True),))


def _make_remembered(run: Runtime, case: Case) -> Iterable[RememberedMessage]:
    lines = (*pad(case), *case.before)
    now = run.clock.utc()
    for number, line in enumerate(lines):
        author, _, words = line.partition(": ")
        role: Literal["assistant", "user"] = "assistant" if author == "you" else "user"
        at = now - timedelta(seconds=10 * (len(lines) - number))
        yield RememberedMessage(role=role, text=words, at=at, author=author)


def _make_frame(case: Case) -> Frame:
    assert case.sees is not None
    return encode_frame(draw(case.sees), source="case", at_s=0.0, began_s=time.perf_counter())


def _make_tools(plan: TrialPlan) -> list[Tool]:
    """Make the tools that the case offers, as written the first time, and then in another order for each repeat."""
    case = plan.case
    offered = list(list_offered(case.offers, seed=case.id))
    if plan.repeat:
        Random(f"{plan.seed} {case.id} {plan.repeat}").shuffle(offered)
    return [_make_tool(each, case.results.get(each.spec.name, (DONE,))) for each in offered]


def _make_tool(offered: CatalogueTool, results: Sequence[ScriptedResult]) -> Tool:
    """Make a tool that answers as the case has it; the last answer for ever."""
    left = list(results)

    async def run(_call: ToolCall) -> ToolResult:
        result = left.pop(0) if len(left) > 1 else left[0]
        if result.refuses is not None:
            raise ToolRefusedError(result.refuses)
        if result.fails is not None:
            raise ToolFailedError(result.fails)
        return ToolResult.of(result.says)

    return Tool(spec=offered.spec, run=run, tells=offered.tells, answers_as_ours=not offered.tells)


def _read_trial(plan: TrialPlan, turns: Sequence[Sequence[PublishedEvent]], watch: ChatWatch | None) -> Trial:
    """Read a trial from the events of its turns, the steps counted over all of them."""
    made: list[MadeCall] = []
    ends: list[events.StepEnded] = []
    said: list[str] = []
    ended: list[events.TurnEnded] = []
    for number, turn in enumerate(turns, 1):
        before = len(ends)
        happened = [each.event for each in turn]
        ends += [each for each in happened if isinstance(each, events.StepEnded)]
        said += [each.text for each in happened if isinstance(each, events.SentenceReady)]
        ended += [each for each in happened if isinstance(each, events.TurnEnded)]
        made += [replace(each, turn=number, step=each.step + before) for each in _read_calls(happened)]
    failed = next((each.reason for each in ended if each.reason.startswith(events.MODEL_FAILED)), "")
    return Trial(
        case=plan.case.id,
        mode=plan.mode,
        repeat=plan.repeat,
        calls=tuple(each for each in made if each.tool != FIND_TOOLS.spec.name),
        steps=_time_calls(_make_steps(ends, made, watch), plan.case, made),
        said=" ".join(said),
        ended=describe_failure(ended[-1].reason) if ended else "",
        is_spiral=any(_is_spiral(plan.case, turn) for turn in turns),
        is_late=any(each.reason == "deadline" for each in ended) or is_late(failed),
        error="" if is_late(failed) else describe_failure(failed.removeprefix(events.MODEL_FAILED)),
    )


_TAKEN_BACK: Final = ", and the show takes it back"
"""What the product promises of a server that is gone."""


def describe_failure(said: str) -> str:
    """Return the product's words for a failure of a server, without what only a show does then."""
    return said.replace(_TAKEN_BACK, "")


_LATE: Final = (CUT, "did not begin to answer within", "was not done after", "fell silent for")
"""How the product says that a model took longer than it may."""


def is_late(failed: str) -> bool:
    """Return whether the words of a failure say that an answer took too long."""
    return any(each in failed for each in _LATE)


def _is_spiral(case: Case, turn: Sequence[PublishedEvent]) -> bool:
    """Whether each step before the closing one called, up to the limit: a call that ran, or one that was made before.

    A misprint, or a tool that is not there, is no part of a spiral: it is told to the model, which is to correct it.
    """
    happened = [each.event for each in turn]
    ends = [each for each in happened if isinstance(each, events.StepEnded)]
    if len(ends) < case.most_steps:
        return False
    calls, counted = _read_calls(happened), {each.spec.name for each in list_offered(case.offers, seed=case.id)}
    if all(each.tool == FIND_TOOLS.spec.name for each in calls):  # else it is the way to the right tool
        counted.add(FIND_TOOLS.spec.name)

    def has_called(end: events.StepEnded) -> bool:
        made = [each for each in calls if each.step == end.step and not each.is_misprint]
        has_repeated = end.calls > len(made)
        return has_repeated or any(each.tool in counted for each in made)

    return all(map(has_called, ends[: case.most_steps - 1]))


def _read_calls(happened: Sequence[events.Event]) -> list[MadeCall]:
    """Put calls and what came of them together: servers may give the same id again in a later step."""
    came: list[tuple[events.ToolCalled, events.Event | None]] = []
    for event in happened:
        match event:
            case events.ToolCalled():
                came.append((event, None))
            case events.ToolReturned(call=call) | events.ToolRefused(call=call) | events.ToolFailed(call=call):
                waiting = (at for at, (called, result) in enumerate(came) if called.call == call and result is None)
                if (at := next(waiting, None)) is not None:
                    came[at] = (came[at][0], event)
            case _:
                pass
    return [_make_call(called, result) for called, result in came]


def _make_call(called: events.ToolCalled, came: events.Event | None) -> MadeCall:
    call = MadeCall(tool=called.tool, arguments=called.arguments, step=called.step, came="failed")
    match came:
        case events.ToolReturned(text=text):
            return replace(call, came="returned", told=text)
        case events.ToolRefused(reason=reason, misprint=misprint):
            is_unfit = misprint == "unfit"
            return replace(call, came="refused", told=reason, is_misprint=misprint != "none", is_unfit=is_unfit)
        case events.ToolFailed(reason=reason):
            return replace(call, told=reason)
        case _:
            return replace(call, told="it was cut off")


def _make_steps(
    ends: Sequence[events.StepEnded], calls: Sequence[MadeCall], watch: ChatWatch | None
) -> tuple[AskedStep, ...]:
    """Put each step together with its question; one that was asked again after a doubt has several."""
    if watch is None:
        return tuple(_make_step(number, end, calls, None) for number, end in enumerate(ends, 1))
    steps: list[AskedStep] = []
    for number, (end, asked) in enumerate(zip(ends, watch.list_by_step(), strict=True), 1):
        steps += [replace(_show_question(each), kind="asked again") for each in asked[:-1]]
        steps.append(_make_step(number, end, calls, asked[-1] if asked else None))
    return tuple(steps)


def _make_step(number: int, end: events.StepEnded, calls: Sequence[MadeCall], asked: AskedQuestion | None) -> AskedStep:
    step = _show_question(asked) if asked else AskedStep(kind="", took_s=end.after_s)
    made = [each for each in calls if each.step == number]
    parsed = tuple(f"{each.tool} {json.dumps(dict(each.arguments), ensure_ascii=False)}" for each in made)
    unmade = max(0, end.calls + end.misprints - len(made))
    # It is the product's own way to a tool that a turn was not told of.
    is_search = bool(made) and all(each.tool == FIND_TOOLS.spec.name for each in made)
    return replace(step, kind=end.kind, number=number, parsed=parsed, unmade=unmade, is_search=is_search)


def _time_calls(steps: Sequence[AskedStep], case: Case, made: Sequence[MadeCall]) -> tuple[AskedStep, ...]:
    """Put to each step when its calls ran; those that were printed wrong, or of no tool on offer, did not."""
    offered = {each.spec.name for each in list_offered(case.offers, seed=case.id)}
    ran_in = {each.step for each in made if each.tool in offered and not each.is_misprint}
    return tuple(replace(each, call_s=each.took_s if each.number in ran_in else None) for each in steps)


def _show_question(asked: AskedQuestion) -> AskedStep:
    kept = asked.kept
    return AskedStep(
        kind="",
        body=asked.body,
        answer=kept.answer,
        first_s=kept.first_s,
        took_s=kept.took_s,
        prompt_tokens=kept.prompt_tokens,
        answer_tokens=kept.answer_tokens,
    )
