"""What it takes to read tool calls out of free text."""

import pytest

from bench.speed.soft import TOOLS, SoftPlan, measure_texts, read_texts
from performer.models.toolcalls.text.reader import read_calls


@pytest.mark.parametrize("form", [name for name in read_texts() if name != "none"])
def test_the_call_is_read_out_of_each_form(form: str) -> None:
    parsed = read_calls(read_texts()[form], TOOLS)

    assert [(call.name, call.arguments) for call in parsed.calls] == [("show_emote", {"name": "wave", "count": 3})]


def test_prose_has_no_call() -> None:
    assert not read_calls(read_texts()["none"], TOOLS).calls


def test_each_text_is_read_whole_and_in_tokens_beside_the_reader_of_json() -> None:
    report = measure_texts(SoftPlan(runs=2), {"prose": "A goat."})

    assert [each.key for each in report.series] == ["floor", "prose_whole", "prose_tokens"]
    assert report.find_ratio(report.by_key["prose_tokens"])
