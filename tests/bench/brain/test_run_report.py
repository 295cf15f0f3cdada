"""The report of the brain bench: what a replay lacks, and figures in rows."""

from dataclasses import replace

from bench.brain.goals import measure_profile
from bench.brain.run import describe_replay
from bench.brain.turns import BrainTake
from bench.figures import build_sheet
from tests.bench.show.takes import line, take

TAKE = BrainTake(take=take(line(1.0, 3.0), seconds=60.0), turns=(), model="ollama small")


def test_what_a_recording_lacks_is_told_and_a_whole_one_is_not() -> None:
    lacking = replace(TAKE, asked={"requests": 4, "pictures read": 2}, missing={"requests": 1})

    assert describe_replay(lacking) == (
        "by hand: 1 of 4 requests are not in the recording: prompts have changed; record anew."
    )
    assert describe_replay(replace(lacking, missing={})) == ""


def test_every_figure_has_a_row_with_a_cell_a_take() -> None:
    sheet = build_sheet("brain", [measure_profile(TAKE)] * 2, ())
    rows = {row.key: row.cells for group in sheet.values() for row in group}

    assert rows["lines_per_min"] == ("1.00", "1.00")
    assert rows["unspeakable"] == ("0", "0")
    assert rows["answered"] == ("–", "–")
