"""The page of an outcome: complete in itself, with words shown as words."""

from dataclasses import replace
from html.parser import HTMLParser

from bench.show.page import format_page
from bench.show.rig import ShowPlan
from bench.show.run import ShowOutcome, measure_takes
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
