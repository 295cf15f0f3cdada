"""The report of a run: its figures in rows for the terminal, and JSON for machines."""

import json
from dataclasses import asdict

from rich.console import Console

from performer.cli.bench.figures import build_sheet, format_counts, format_goals, print_sheet
from performer.cli.bench.show.run import ShowOutcome


def print_report(outcome: ShowOutcome, console: Console) -> None:
    """Print the figures beside the baselines', the goals, and how many cues and sentences were dropped."""
    plan, profiles = outcome.plan, outcome.profiles
    title = f"{plan.model}: {plan.minutes:g} minutes beside the arcade, seed {plan.seed}"
    sheet = build_sheet("show", profiles, outcome.goals)
    print_sheet(console, title, [profile.name for profile in profiles], sheet)
    for sentence in outcome.describe_stills():
        console.print(sentence)
    console.print(f"Cues taken: {format_counts(profiles[0].cues_taken)}.")
    console.print(f"Cues dropped: {format_counts(profiles[0].cues_dropped)}.")
    console.print(f"Sentences held back: {format_counts(profiles[0].blocked)}.")
    console.print(format_goals(outcome.goals))


def format_json(outcome: ShowOutcome) -> str:
    """Format an outcome as JSON; the same plan gives the same bytes, unless a real model was asked."""
    values = {
        "plan": asdict(outcome.plan),
        "goals": outcome.dump_goals(),
        "profiles": [asdict(profile) for profile in outcome.profiles],
        "stills": [asdict(profile) for profile in outcome.stills],
        "moments": [{"begin_s": each.begin_s, "name": each.name} for each in outcome.takes[0].moments],
        "lines": {take.name: [asdict(line) for line in take.lines] for take in outcome.takes},
    }
    return json.dumps(values, ensure_ascii=False, indent=1)
