"""The report: an outcome for people at a terminal, and for machines."""

import json
from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from performer.bench.brain.outcome import Outcome, Sample, as_values
from performer.bench.brain.profile import Profile
from performer.bench.brain.sheet import sheet
from performer.bench.brain.take import BrainTake
from performer.bench.show.report import WIDTH, counted, table, verdict
from performer.printable import printable

_MINUTE_S: Final = 60


def tell(outcome: Outcome, console: Console) -> None:
    """Print the figures side by side, why cues gave no line, ten lines, and the goals."""
    console.width = max(WIDTH, console.width)
    console.print(
        table(_title(outcome), [each.name for each in outcome.profiles], sheet(outcome.profiles, outcome.goals))
    )
    for profile in outcome.profiles:
        for words in _about(profile):
            console.print(Text(printable(words)))
    for take in outcome.takes:
        if words := replayed(take):
            console.print(Text(words, style="yellow"))
    console.print(Text("\nThe first lines, none left out:", style="bold"))
    for sample in outcome.sample:
        console.print(Text(printable(_written(sample))))
    console.print(verdict(outcome.goals))


def as_json(outcome: Outcome) -> str:
    """Write an outcome as JSON; a replay of the same recording gives the same bytes."""
    return json.dumps(as_values(outcome), ensure_ascii=False, indent=1, default=str)


def replayed(take: BrainTake) -> str:
    """Say how much of a replay was not in its recording; empty when all was."""
    told = [
        f"{take.missing[kind]} of {count} {kind} are not in the recording"
        for kind, count in take.asked.items()
        if take.missing.get(kind)
    ]
    return f"{take.take.name}: {'; '.join(told)}: prompts have changed; record anew." if told else ""


def _title(outcome: Outcome) -> str:
    plan, first = outcome.plan, outcome.profiles[0]
    beside = f", beside {plan.busy} busy process{'es' if plan.busy > 1 else ''}" if plan.busy else ""
    arcade = outcome.takes[0].take.arcade
    shown = f"the arcade, seed {arcade.seed}" if arcade else "no arcade"
    return f"{first.model}: {first.minutes:.3g} minutes beside {shown}{beside}"


def _about(profile: Profile) -> Iterator[str]:
    name = profile.name
    yield f"{name}: cues taken: {counted(profile.cues_taken)}."
    yield f"{name}: why a reaction gave no line: {counted(profile.answers.wordless)}."
    yield f"{name}: sentences dropped: {counted(profile.wording.dropped)}."
    if profile.wording.unspeakable:
        yield f"{name}: spoken all the same: {counted(profile.wording.unspeakable)}."
    yield f"{name}: asked in the mode: {counted(profile.asking.modes)}."
    if profile.why:
        yield f"{name}: {profile.model}: {profile.why}."


def _written(sample: Sample) -> str:
    minutes, seconds = divmod(sample.at_s, _MINUTE_S)
    after = f"   [{sample.event_s:g} s after: {sample.event}]" if sample.event_s is not None else ""
    who = "   [the understudy]" if sample.by_understudy else ""
    return f"  {minutes:02.0f}:{seconds:04.1f} {sample.kind:7} {sample.text}{who}{after}"
