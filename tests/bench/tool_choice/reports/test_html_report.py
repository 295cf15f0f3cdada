"""The page of a run: complete in itself, with words shown as words."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bench.tool_choice.reports.html_report import format_page, write_page
from bench.tool_choice.reports.report import Report
from performer.core.errors import ConfigError
from tests.bench.tool_choice.runs import make_run
from tests.bench.tool_choice.trials import about, graded

HOSTILE = "</script><img src=x onerror=alert(1)><!--"


class Reader(HTMLParser):
    """Takes in what a page is made of, and what it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in {"src", "href", "action"}]

    def handle_data(self, data: str) -> None:
        self.texts.append(" ".join(data.split()))


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def report(*trials: str, **changes: object) -> Report:
    return Report(about=about(**changes), graded=tuple(graded(text=each) for each in trials or ("GG",)))


def test_the_page_needs_nothing_from_anywhere() -> None:
    page = format_page(make_run(cases=13))

    assert read(page).fetched == []
    assert not {"link", "img", "iframe", "base"} & set(read(page).tags)
    assert re.findall(r"url\(|https?:|@import", page) == []


def test_hostile_words_make_no_tag_wherever_they_stand() -> None:
    named = replace(report(HOSTILE), about=about(model=HOSTILE, server=HOSTILE))
    plain, hostile = read(format_page(report())), read(format_page(named))

    assert hostile.tags == plain.tags
    assert HOSTILE in hostile.texts


def test_the_cases_in_the_page_are_those_of_the_report() -> None:
    page = format_page(report(HOSTILE))
    written = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)

    assert written
    assert json.loads(written[1])["trials"][0]["trial"]["steps"][0]["answer"]["text"] == HOSTILE


def test_what_was_measured_stands_in_words() -> None:
    texts = read(format_page(report())).texts

    assert "ollama:qwen2.5-coder:0.5b" in texts
    assert "1 case of tool-choice with the agent pip, in native and soft mode, twice each: 1 trial." in texts


def test_every_table_has_a_caption_or_a_summary() -> None:
    tags = read(format_page(make_run(cases=26))).tags

    assert tags.count("table") == tags.count("caption") + tags.count("details")


def test_cases_that_are_left_out_are_told_by_their_reason() -> None:
    one = Report(about=about(), graded=(graded("a"), graded("b", "error")))
    two = Report(about=about(), graded=(graded("a"), graded("b"), graded("a", mode="native")))

    assert "On 1 case; 1 case left out, which ended by an error." in read(format_page(one)).texts
    assert "On the same 1 case; 1 case left out, which not every mode has played to its end." in (
        read(format_page(two)).texts
    )


def test_each_group_has_a_bar_for_each_mode() -> None:
    page = format_page(make_run(cases=13, modes=("native", "soft")))

    assert page.count('<svg class="bar"') == 2 * 14


def test_the_curve_is_drawn_of_the_cases_that_are_made_for_it_and_else_left_out() -> None:
    drawn, empty = format_page(make_run(cases=13)), format_page(report())

    assert "The same kinds of request among more and more tools" in drawn
    assert "More tools on offer" not in empty
    assert "decoys-among" not in " ".join(read(empty).texts)


def test_each_drawing_has_the_legend_of_the_modes_with_it() -> None:
    page = format_page(make_run(cases=13))
    figures = re.findall("<figure>.*?</figure>", page, re.DOTALL)

    assert len(figures) == 2
    assert all(each.count('<ul class="legend"') == 1 for each in figures)
    assert page.count('<ul class="legend"') == 2


def test_a_page_of_no_trial_can_be_read_and_has_no_drawing() -> None:
    page = format_page(Report(about=about(), graded=()))

    assert "0 cases of tool-choice" in page
    assert "<figure>" not in page
    assert "Time against score" not in page


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match=r"report\.html cannot be written"):
        write_page(tmp_path / "file" / "report.html", report())


def test_half_a_surrogate_pair_in_the_name_of_a_tool_costs_no_page(tmp_path: Path) -> None:
    half = graded("a", "wrong tool", called="play_\ud83d")

    write_page(tmp_path / "report.html", Report(about=about(), graded=(half,)))

    assert "play_\\ud83d" in (tmp_path / "report.html").read_text(encoding="utf-8")
