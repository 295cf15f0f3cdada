"""The report of a run: its figures in rows for people at a terminal, and JSON for machines."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

from rich.console import Console
from rich.text import Text

from performer.cli.bench.brain.goals import BrainProfile
from performer.cli.bench.brain.run import BrainOutcome, Sample
from performer.cli.bench.brain.turns import BrainTake
from performer.cli.bench.figures import build_sheet, format_counts, format_goals, print_sheet
from performer.core.text import make_printable

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
