"""The report and the page: the same figures for machines, terminals and browsers."""

import io
import json
from dataclasses import replace
from html.parser import HTMLParser

from rich.console import Console

from performer.cli.bench.show.page import format_page
from performer.cli.bench.show.report import format_json, print_report
from performer.cli.bench.show.rig import ShowPlan
from performer.cli.bench.show.run import ShowOutcome, measure_takes
from performer.cli.bench.show.take import Take
from tests.performer.cli.bench.show.takes import Script, beside, event, line, take, track

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


class Reader(HTMLParser):
    """Takes in what a page is made of, and what it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.looks: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.looks += [value or "" for name, value in attrs if name == "class"]
        self.fetched += [value or "" for name, value in attrs if name in {"src", "href"}]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def test_the_page_needs_nothing_from_anywhere_and_shows_words_as_words() -> None:
    reader = Reader()
    reader.feed(format_page(outcome()))

    assert reader.fetched == []
    assert not {"script", "link", "img", "it"} & set(reader.tags)
    assert "Is <it> 12 already & again?" in reader.texts
    assert "at least 0.65: met" in reader.texts
    assert reader.texts.count("trigger F1") == 2


def test_the_timeline_shows_the_streamer_and_who_performed_beside_them() -> None:
    reader = Reader()
    reader.feed(format_page(outcome()))
    drawing = reader.texts[reader.texts.index("0:00") :]

    assert drawing[:10].count("treasure") == 2
    assert {"streamer", "with streamer", "every 5 s", "0:30"} <= set(drawing)
    assert "alone" not in drawing


def test_a_line_that_goes_over_into_the_next_strip_is_written_once() -> None:
    reader = Reader()
    reader.feed(format_page(outcome()))

    assert reader.looks.count("ours") == 3
    assert reader.looks.count("words ours-words") == 2
