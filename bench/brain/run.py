"""A run of the brain bench: a model performs as in a show, and then by the plainest prompt; and its report."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from anyio.abc import TaskGroup
from rich.console import Console
from rich.text import Text

from bench.brain.bare import BarePerformer
from bench.brain.goals import BrainProfile, compare_goals, measure_profile
from bench.brain.plan import BrainPlan, ClipPlaylist, ask_questions
from bench.brain.take_models import OpenTakeModel, PromptNotingModel
from bench.brain.turns import BrainTake, read_turns
from bench.figures import Outcome, build_sheet, format_counts, format_goals, print_sheet
from bench.show.ground_truth import ReelSource, draw_game_reel
from bench.show.rig import record_show
from bench.show.take import TakeLine
from bench.show.wiring import NewActs, TakeStage, make_performer, wire_show
from performer.config.config import Config
from performer.core.text import make_printable
from performer.vision.demo_game.game import DemoGame
from performer.vision.frame import FrameSource

_SAMPLE: Final = 10


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A spoken line, and the event before it."""

    at_s: float
    kind: str
    text: str
    event: str = ""
    """The marked event nearest before the line; empty where there was none."""
    event_s: float | None = None
    """How long before the line it was."""
    by_understudy: bool = False
    """Whether the understudy spoke instead of the model."""


@dataclass(frozen=True, kw_only=True)
class BrainOutcome(Outcome):
    """Takes, their measures, and which goals the first take reached."""

    plan: BrainPlan
    takes: tuple[BrainTake, ...]
    """The performer's beside the game first."""
    profiles: tuple[BrainProfile, ...]
    """Of the takes, in their order."""
    sample: tuple[Sample, ...]
    """The first ten lines of the first take, none left out."""


def measure_takes(plan: BrainPlan, takes: Sequence[BrainTake]) -> BrainOutcome:
    """Measure all takes, the performer's beside the game first."""
    profiles = tuple(measure_profile(take) for take in takes)
    return BrainOutcome(
        plan=plan,
        takes=tuple(takes),
        profiles=profiles,
        goals=compare_goals(profiles[0], busy=plan.busy),
        sample=tuple(_make_sample(line, takes[0]) for line in takes[0].take.lines[:_SAMPLE]),
    )


def _make_sample(line: TakeLine, take: BrainTake) -> Sample:
    at_s = line.span.begin_s
    before = [event for moment in take.take.moments for event in moment.events if event.at_s <= at_s]
    by_understudy = line.turn in take.understudy_turns
    sample = Sample(at_s=round(at_s, 2), kind=line.kind, text=line.text, by_understudy=by_understudy)
    if not before:
        return sample
    return replace(sample, event=before[-1].text, event_s=round(at_s - before[-1].at_s, 2))


PERFORMER: Final = "performer"
BARE: Final = "bare prompt"
CLIPS: Final = "clips"


def sum_minutes(plan: BrainPlan) -> float:
    """Sum up how long all takes last, which a real model needs in real time."""
    return plan.minutes * (2 if plan.clips else 1) + plan.bare_minutes


async def run(
    plan: BrainPlan, config: Config, open_model: OpenTakeModel, tell: Callable[[str], None] = lambda _words: None
) -> BrainOutcome:
    """Run every take by a configuration to which the plan is applied; `tell` is told which take is on."""
    tell("the performer, beside the game")
    takes = [await _run_take(plan, config, open_model, PERFORMER, plan.minutes, make_performer, count=plan.questions)]
    if plan.bare_minutes:
        tell("the bare prompt, beside the game")
        takes.append(await _run_take(plan, config, open_model, BARE, plan.bare_minutes, BarePerformer))
    if plan.clips:
        tell("the performer, beside the clips")
        takes.append(await _run_take(plan, config, open_model, CLIPS, plan.minutes, make_performer))
    return measure_takes(plan, takes)


async def _run_take(
    plan: BrainPlan,
    config: Config,
    open_model: OpenTakeModel,
    name: str,
    minutes: float,
    acts: NewActs,
    *,
    count: int = 0,
) -> BrainTake:
    seconds = minutes * 60
    async with open_model() as opened:
        noting = PromptNotingModel(opened.ready.brain.model)
        ready = replace(opened.ready, brain=replace(opened.ready.brain, model=noting))

        async def start(stage: TakeStage, playing: TaskGroup) -> None:
            show = wire_show(
                stage,
                ready.brain,
                _make_source(plan, stage, name, seconds),
                acts=acts,
                reader=opened.reader,
                glance=opened.glance,
                marker=opened.marker,
            )
            for serve in show.services:
                await playing.start(serve)
            playing.start_soon(ask_questions, stage.clock, show.inbox, count, seconds)

        recorder = await record_show(ready, config, seconds, start)
        role = opened.role()
        return BrainTake(
            take=recorder.take(name, seconds, game=None if name == CLIPS else DemoGame(plan.seed)),
            turns=read_turns(recorder.happened, tells_cold=acts is make_performer, tells_mode=opened.is_model),
            prompts=noting.prompts,
            questions=count,
            model=role.plays,
            why=role.why,
            load_s=ready.load_s,
            missing=dict(opened.tape.missing) if opened.tape else {},
            asked=dict(opened.tape.asked) if opened.tape else {},
        )


def _make_source(plan: BrainPlan, stage: TakeStage, name: str, seconds: float) -> FrameSource:
    rate_hz = stage.config.frames.rate_hz
    if name == CLIPS:
        return ClipPlaylist(stage.clock, plan.clips, rate_hz=rate_hz, each_s=seconds / len(plan.clips))
    return ReelSource(stage.clock, draw_game_reel(plan.seed, rate_hz))


_MINUTE_S: Final = 60


def print_report(outcome: BrainOutcome, console: Console) -> None:
    """Print the figures side by side, why cues gave no line, ten lines, and the goals."""
    sheet = build_sheet("brain", outcome.profiles, outcome.goals)
    print_sheet(console, _format_title(outcome), [each.name for each in outcome.profiles], sheet)
    for profile in outcome.profiles:
        for words in _describe(profile):
            console.print(Text(make_printable(words)))
    for take in outcome.takes:
        if words := describe_replay(take):
            console.print(Text(words, style="yellow"))
    console.print(Text("\nThe first lines, none left out:", style="bold"))
    for sample in outcome.sample:
        console.print(Text(make_printable(_format_sample(sample))))
    console.print(format_goals(outcome.goals))


def format_json(outcome: BrainOutcome) -> str:
    """Format an outcome as JSON; a replay of the same recording gives the same bytes."""
    values = {
        "plan": {**asdict(outcome.plan), "clips": [str(clip) for clip in outcome.plan.clips]},
        "goals": outcome.dump_goals(),
        "profiles": [asdict(profile) for profile in outcome.profiles],
        "sample": [asdict(each) for each in outcome.sample],
        "replayed": {take.take.name: {"asked": take.asked, "missing": take.missing} for take in outcome.takes},
        "lines": {take.take.name: [asdict(line) for line in take.take.lines] for take in outcome.takes},
        "turns": {take.take.name: [asdict(turn) for turn in take.turns] for take in outcome.takes},
    }
    return json.dumps(values, ensure_ascii=False, indent=1, default=str)


def describe_replay(take: BrainTake) -> str:
    """Describe how much of a replay was not in its recording; empty when all was."""
    missing = [
        f"{take.missing[kind]} of {count} {kind} are not in the recording"
        for kind, count in take.asked.items()
        if take.missing.get(kind)
    ]
    return f"{take.take.name}: {'; '.join(missing)}: prompts have changed; record anew." if missing else ""


def _format_title(outcome: BrainOutcome) -> str:
    plan, first = outcome.plan, outcome.profiles[0]
    beside = f", beside {plan.busy} busy process{'es' if plan.busy > 1 else ''}" if plan.busy else ""
    game = outcome.takes[0].take.game
    shown = f"the arcade, seed {game.seed}" if game else "no arcade"
    return f"{first.model}: {first.minutes:.3g} minutes beside {shown}{beside}"


def _describe(profile: BrainProfile) -> Iterator[str]:
    name = profile.name
    yield f"{name}: cues taken: {format_counts(profile.cues_taken)}."
    yield f"{name}: why a reaction gave no line: {format_counts(profile.answers.wordless)}."
    yield f"{name}: sentences dropped: {format_counts(profile.wording.dropped)}."
    if profile.wording.unspeakable:
        yield f"{name}: spoken all the same: {format_counts(profile.wording.unspeakable)}."
    yield f"{name}: asked in the mode: {format_counts(profile.asking.modes)}."
    if profile.why:
        yield f"{name}: {profile.model}: {profile.why}."


def _format_sample(sample: Sample) -> str:
    minutes, seconds = divmod(sample.at_s, _MINUTE_S)
    after = f"   [{sample.event_s:g} s after: {sample.event}]" if sample.event_s is not None else ""
    who = "   [the understudy]" if sample.by_understudy else ""
    return f"  {minutes:02.0f}:{seconds:04.1f} {sample.kind:7} {sample.text}{who}{after}"
