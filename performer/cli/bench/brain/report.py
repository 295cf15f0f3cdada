"""The report of a run: its figures in rows for people at a terminal, and JSON for machines."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from performer.cli.bench.brain.goals import BrainProfile
from performer.cli.bench.brain.run import BrainOutcome, Sample, dump_outcome
from performer.cli.bench.brain.turns import BrainTake
from performer.cli.bench.show.goals import Goal
from performer.cli.bench.show.report import (
    WIDTH,
    FigureGroup,
    Groups,
    build_groups,
    build_table,
    format_count,
    format_counts,
    format_goals,
    format_number,
    format_percent,
    format_seconds,
)
from performer.core.text import make_printable


def build_sheet(profiles: Sequence[BrainProfile], goals: Sequence[Goal]) -> tuple[FigureGroup, ...]:
    """Build the rows of all figures, a cell for each profile; the goals stand in the rows of their figures."""
    return build_groups(_GROUPS, profiles, goals)


def _count_unspeakable(profile: BrainProfile) -> float:
    return sum(profile.wording.unspeakable.values())


_GROUPS: Final[Groups[BrainProfile]] = {
    "Does it speak": (
        ("taken", "reaction cues taken", format_count, lambda it: it.answers.taken),
        ("spoken_share", "of them with a spoken line", format_percent, lambda it: it.answers.spoken_share),
        ("understudy", "with one of the understudy", format_count, lambda it: it.answers.understudy),
        ("lines_per_min", "lines a minute", format_number, lambda it: it.air.lines_per_min),
        ("moving_lines_per_min", "a minute of moving scenes", format_number, lambda it: it.air.moving_lines_per_min),
        ("longest_gap_s", "longest gap without a line", format_seconds, lambda it: it.air.longest_gap_s),
        ("longest_dead_s", "longest while things happen", format_seconds, lambda it: it.air.longest_dead_s),
        ("dead_s", "seconds of that over 20 s", format_seconds, lambda it: it.air.dead_s),
        ("dead", "their share", format_percent, lambda it: it.air.dead),
    ),
    "How soon": (
        ("load_s", "until it could be asked", format_seconds, lambda it: it.load_s),
        ("first_line_s", "first line after loading", format_seconds, lambda it: it.answers.first_line_s),
        ("ready_p50_s", "cue to sentence, median", format_seconds, lambda it: it.answers.ready_p50_s),
        ("ready_p95_s", "cue to sentence, 95 of 100", format_seconds, lambda it: it.answers.ready_p95_s),
        ("sound_p50_s", "cue to first sound, median", format_seconds, lambda it: it.answers.sound_p50_s),
        ("sound_p95_s", "cue to first sound, 95 of 100", format_seconds, lambda it: it.answers.sound_p95_s),
    ),
    "At what cost": (
        ("requests", "requests a reaction", format_number, lambda it: it.asking.requests),
        ("read_tokens", "tokens read a reaction", format_count, lambda it: it.asking.read_tokens),
        ("asked", "of so many requests", format_count, lambda it: it.asking.asked),
        ("told", "told by the server, else the median", format_count, lambda it: it.asking.told),
        ("written_tokens", "tokens written, where told", format_count, lambda it: it.asking.written_tokens),
        ("cold", "reactions read cold", format_percent, lambda it: it.asking.cold),
        ("read_p50_s", "reading a request, median", format_seconds, lambda it: it.asking.read_p50_s),
        ("read_p95_s", "reading a request, 95 of 100", format_seconds, lambda it: it.asking.read_p95_s),
    ),
    "Is it a line": (
        ("dropped", "sentences dropped", format_count, lambda it: sum(it.wording.dropped.values())),
        ("echoes", "spoken echoes of a prompt", format_count, lambda it: it.wording.echoes),
        ("unspeakable", "spoken talk of prompts and tools", format_count, _count_unspeakable),
        ("duplicates", "duplicates", format_percent, lambda it: it.wording.duplicates),
        ("distinct_2", "different pairs of words", format_percent, lambda it: it.wording.distinct_2),
        ("openings", "different openings", format_percent, lambda it: it.wording.openings),
    ),
    "Does it fit": (
        ("relevant", "lines that name what is there", format_percent, lambda it: it.fit.relevant),
        ("gestures", "gestures a line", format_number, lambda it: it.fit.gestures),
        ("judged", "gestures after a marked event", format_count, lambda it: it.fit.judged),
        ("fitting", "of them fitting", format_percent, lambda it: it.fit.fitting),
    ),
    "Does it answer": (
        ("questions", "questions in chat", format_count, lambda it: it.talk.questions),
        ("answered", "answered", format_percent, lambda it: it.talk.answered),
        ("answer_p50_s", "question to sentence, median", format_seconds, lambda it: it.talk.answer_p50_s),
    ),
}

_MINUTE_S: Final = 60


def print_report(outcome: BrainOutcome, console: Console) -> None:
    """Print the figures side by side, why cues gave no line, ten lines, and the goals."""
    console.width = max(WIDTH, console.width)
    sheet = build_sheet(outcome.profiles, outcome.goals)
    console.print(build_table(_format_title(outcome), [each.name for each in outcome.profiles], sheet))
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
    return json.dumps(dump_outcome(outcome), ensure_ascii=False, indent=1, default=str)


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
