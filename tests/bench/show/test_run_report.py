"""The report of an outcome: the same figures for machines and terminals."""

import io
import json
from dataclasses import replace

from rich.console import Console

from bench.show.rig import ShowPlan
from bench.show.run import ShowOutcome, format_json, measure_takes, print_report
from bench.show.take import Take
from tests.bench.show.takes import Script, beside, event, line, take, track

SCRIPT = Script(*(event(at_s) for at_s in (10.0, 20.0, 30.0, 40.0)))


def outcome() -> ShowOutcome:
    alone = named("alone", 11.0, 21.0, 31.0)
    beside_streamer = replace(named("with streamer", 12.0, 29.0), gives_way=True)
    others = [named("every 5 s", 5.0, 11.0), named("silent")]
    return measure_takes(ShowPlan(minutes=1), [alone, beside_streamer], others, [replace(take(), name="black")])


def named(name: str, *starts: float) -> Take:
    lines = [line(at, at + 2.0, f"Is <it> {at:g} already & again?") for at in starts]
    return replace(beside(take(*lines), SCRIPT), name=name, track=track((40.0, 45.0)))


def test_the_table_tells_every_take_its_figures_and_the_goals_in_words() -> None:
    into = io.StringIO()
    print_report(outcome(), Console(file=into, width=60))
    text = into.getvalue()

    (f1,) = [each for each in text.splitlines() if each.strip().startswith("trigger F1")]
    assert f1.split()[2:] == ["0.86", "0.40", "0.33", "0.00", "0.86,", "at", "least", "0.65:", "met"]
    assert "Beside a black picture: no lines in 1 min." in text
    assert "7 of 9 goals met, 1 not met." in text


def test_the_json_holds_profiles_goals_and_lines() -> None:
    values = json.loads(format_json(outcome()))

    assert values["profiles"][0]["triggers"]["hits"] == 3
    assert values["goals"][0] == {"key": "f1", "value": 0.8571, "bound": "at least", "limit": 0.65, "met": True}
    assert [each["span"] for each in values["lines"]["with streamer"]] == [[12.0, 14.0], [29.0, 31.0]]
