"""The score of the held-out cases, by its command: it prints its figures, and none falls below what was reached.

The bounds stand about two points below the figures of the day on which they were set: raise them when the guard has
become better. The goals themselves are `bench/guard_score/goals.py`'s, and time is not judged here.
"""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.guard_score import cases
from performer.cli.main import cli as performer

HELD_OUT = Path(cases.__file__).with_suffix("") / "held_out.b64"
AT_LEAST = {"disguises": 0.95, "worst_kind": 0.80, "worst_language": 0.89, "private": 0.95}
AT_MOST = {"harmless_numbers": 0.02, "clean": 0.02}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_no_figure_of_the_held_out_cases_falls_behind() -> None:
    done = CliRunner().invoke(performer, ["guard", "score", str(HELD_OUT), "--json"])

    values = json.loads(done.stdout)
    reached = {goal["key"]: goal["value"] for goal in values["goals"]}
    assert {key: reached[key] for key, bound in AT_LEAST.items() if reached[key] < bound} == {}
    assert {key: reached[key] for key, bound in AT_MOST.items() if reached[key] > bound} == {}
    assert sum(part["unread"] for part in values["parts"]) == 0
