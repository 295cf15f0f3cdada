"""The kept answers of real models, graded as of today, and what is written of them.

`python -m tests.bench.tool_choice.recorded` writes the verdicts and the report of the documentation anew. Whoever
changes a reader, a prompt or a rule runs it and sees in the difference which cases were gained and lost.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

import anyio

from bench.tool_choice.cases.case_file import read_shipped_cases
from bench.tool_choice.cases.selection import UNSEEN
from bench.tool_choice.figures.breakdown import count_confusion
from bench.tool_choice.figures.comparison import compare_modes, compare_trials
from bench.tool_choice.figures.figures import Figures, ModeFigures, group_figures
from bench.tool_choice.playing.answers import Answers
from bench.tool_choice.playing.answers_file import read_answers
from bench.tool_choice.playing.models import open_replay
from bench.tool_choice.playing.run import Run, RunPlan
from bench.tool_choice.reports.wording import format_count, format_median_s, format_percent, format_rate
from bench.tool_choice.trial import LABELS, AskedMode, GradedTrial
from docs.generate.markdown import table
from performer.core.files.home import CHECKOUT
from tests.bench.tool_choice.table import CONFIG, TABLE

FOLDER: Final = Path(__file__).with_name("recordings")
VERDICTS: Final = FOLDER / "verdicts.json"
PAGE: Final = CHECKOUT / "docs" / "reference" / "tool-choice.md"
_BEFORE: Final = "-before"
"""How the names of files end that hold the answers to the same cases before prompts were mended."""
_HOW_UNSEEN: Final = "The README of the kept answers says how many of these cases had been read by then."
_HEAD: Final = """# How two small models choose tools

What `python3 run.py bench tools MODEL --tag short --limit N` measured of two models that run on any machine, through
the show's own driver, prompts and readers. They are far smaller than what a show should have: this page shows what the
bench tells, and where models of this size fail. No model is a requirement of the product. What the figures mean stands
in [Which model calls the right tool?](../guides/tool-choice.md).

The raw answers are kept in `tests/bench/tool_choice/recordings`. This page is made of them by today's readers and
rules, with `python -m tests.bench.tool_choice.recorded`; a test holds it to that. Times are those of the recording.
"""


def list_recordings() -> list[Path]:
    """Return the files of kept answers."""
    return sorted(FOLDER.glob("*.jsonl"), key=lambda file: file.stem)


async def grade_recording(file: Path) -> tuple[Answers, tuple[GradedTrial, ...]]:
    """Return kept answers, with the count of what was asked, and their trials as they are graded today."""
    answers = read_answers(file)
    played = {place.case for place in answers.kept}
    cases = tuple(each for each in read_shipped_cases() if each.id in played)
    return answers, await Run(open_replay(answers, CONFIG, ()), TABLE, RunPlan(cases=cases)).play()


def list_verdicts(graded: tuple[GradedTrial, ...]) -> dict[str, dict[str, str]]:
    """Return the labels by mode and case."""
    verdicts: dict[str, dict[str, str]] = {}
    for each in graded:
        verdicts.setdefault(each.trial.mode, {})[each.case.id] = each.verdict.label
    return verdicts


def write_page(recordings: Mapping[str, tuple[Answers, tuple[GradedTrial, ...]]]) -> str:
    """Write the report of the documentation."""
    parts = [_HEAD]
    for name, (answers, graded) in recordings.items():
        if not name.endswith(_BEFORE):
            parts += _write_model(answers, graded)
        if before := recordings.get(name + _BEFORE):
            gain = compare_trials(before[1], graded).words
            parts.append(f"Before the last two mends, and after them: {gain} {_HOW_UNSEEN}\n")
    return "\n".join(parts)


def _write_model(answers: Answers, graded: tuple[GradedTrial, ...]) -> Iterator[str]:
    about, modes = answers.about, group_figures(graded).modes
    yield f"## {about['model']}{', cases that were held back' if is_held_back(graded) else ''}\n"
    cases = format_count(len({each.case.id for each in graded}), "case")
    when = datetime.fromisoformat(about["when"])
    yield (
        f"{cases}, measured on {when.day} {when:%B %Y} with {about['server']} on {about['cores']} cores without a"
        f" graphics card. By itself the show would choose, after a few test questions: {about['probe']}."
        f"{_describe_changes(answers)}\n"
    )
    yield _write_modes(modes)
    yield _write_groups(modes)
    yield "How the trials ended:\n"
    heads = ("ended as", *(mode for mode in modes))
    labels = [label for label in LABELS if any(label in each.total.labels for each in modes.values())]
    yield f"{table(heads, ((label, *_count_label(label, modes)) for label in labels))}\n"
    yield from _write_comparisons(graded, tuple(modes))
    yield from _write_confusion(graded)


def is_held_back(graded: tuple[GradedTrial, ...]) -> bool:
    """Return whether no case of a recording was looked at while readers and prompts were mended."""
    return all(UNSEEN in each.case.tags for each in graded)


def _describe_changes(answers: Answers) -> str:
    changed = answers.counts["changed"]
    asked = format_count(answers.counts.total(), "question")
    return f" Of {asked}, {changed} would be put otherwise today; their answers are those of then." if changed else ""


def _count_label(label: str, modes: Mapping[AskedMode, ModeFigures]) -> list[str]:
    return [str(each.total.labels.get(label, 0)) for each in modes.values()]  # type: ignore[call-overload]


def _write_modes(modes: Mapping[AskedMode, ModeFigures]) -> str:
    rows: list[tuple[str, ...]] = [
        (title, *(read(each.total) for each in modes.values())) for title, read in _ROWS.items()
    ]
    return f"{table(('', *modes), rows)}\n"


def _find_tokens(figures: Figures) -> str:
    spread = figures.costs.prompt_tokens
    return f"{spread.median:.0f}" if spread else "–"


_ROWS: Final = {
    "right": lambda figures: format_rate(figures.right),
    "right, read strictly": lambda figures: format_rate(figures.strict),
    "repaired": lambda figures: format_percent(figures.repaired.value),
    "lost": lambda figures: format_percent(figures.lost.value),
    "readable": lambda figures: format_percent(figures.readable.value),
    "right tool": lambda figures: format_rate(figures.right_tool),
    "right arguments": lambda figures: format_rate(figures.right_arguments),
    "kept still, F1": lambda figures: f"{figures.abstention.f1:.2f}" if figures.abstention.f1 is not None else "–",
    "false calls in 100 turns": lambda figures: f"{100 * (figures.false_calls_per_turn or 0):.0f}",
    "first sign": lambda figures: format_median_s(figures.costs.first_s),
    "first call": lambda figures: format_median_s(figures.costs.call_s),
    "whole case": lambda figures: format_median_s(figures.costs.took_s),
    "tokens of the questions": _find_tokens,
}


def _write_groups(modes: Mapping[AskedMode, ModeFigures]) -> str:
    groups = list(dict.fromkeys(group for each in modes.values() for group in each.groups))
    rows = [
        (group, *(format_rate(each.groups[group].right) if group in each.groups else "–" for each in modes.values()))
        for group in groups
    ]
    return f"Right, by group:\n\n{table(('group', *modes), rows)}\n"


def _write_comparisons(graded: tuple[GradedTrial, ...], modes: tuple[AskedMode, ...]) -> Iterator[str]:
    if len(modes) == 1:
        return
    yield "The modes in pairs, on the same cases:\n"
    for number, first in enumerate(modes):
        for second in modes[number + 1 :]:
            yield f"- {first} and {second}: {compare_modes(graded, first, second).words}"
    yield ""


def _write_confusion(graded: tuple[GradedTrial, ...]) -> Iterator[str]:
    rows = [
        (each.expected, each.called, str(each.trials))
        for each in count_confusion(graded)
        if each.expected != each.called
    ]
    yield "The tools that were called in the place of the right ones, most often first:\n"
    yield f"{table(('right', 'called', 'times'), rows[:8])}\n"


async def grade_all() -> dict[str, tuple[Answers, tuple[GradedTrial, ...]]]:
    """Return all recordings by their names, graded as of today."""
    return {file.stem: await grade_recording(file) for file in list_recordings()}


def main() -> None:
    """Write the verdicts and the page."""
    recordings = anyio.run(grade_all)
    verdicts = {name: list_verdicts(graded) for name, (_, graded) in recordings.items()}
    VERDICTS.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(write_page(recordings), encoding="utf-8")


if __name__ == "__main__":
    main()
