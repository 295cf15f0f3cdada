"""The report on labelled lines: the same counts on a terminal and as JSON."""

import io
import json

from rich.console import Console

from bench.lines.labelled_lines import LabelledLine
from bench.lines.run import LinesOutcome, format_json, print_report, run
from performer.guard.speakable.speakable import Speakable


def outcome() -> LinesOutcome:
    lines = [
        LabelledLine(text="As an AI language model, I cannot see the screen.", label="meta", model="small"),
        LabelledLine(text="What a jump that was!", label="good", model="small"),
        LabelledLine(text="What a jump that was!", label="meta"),
    ]
    return run(lines, Speakable.for_product())


def test_the_terminal_shows_labels_models_goals_and_misses_if_asked() -> None:
    into = io.StringIO()
    print_report(outcome(), Console(file=into, width=100), misses=True)
    printed = into.getvalue()

    assert ["meta", "2", "1", "50.0%"] in [line.split() for line in printed.splitlines()]
    assert "small" in printed
    assert "≥ 95%: missed" in printed
    assert "meta → spoken: What a jump that was!" in printed


def test_the_json_holds_counts_and_names_misses_only_if_asked() -> None:
    values = json.loads(format_json(outcome(), misses=True))

    assert values["hard"] == {"name": "hard", "n": 2, "not_spoken": 1, "share": 0.5, "goal": 0.95}
    assert values["misses"] == [{"text": "What a jump that was!", "label": "meta", "taken_for": "good"}]
    assert "misses" not in json.loads(format_json(outcome(), misses=False))
