"""The page of a report."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.speed.page import format_page
from bench.speed.report import make_series
from tests.bench.speed.reports import MACHINE, make_report
from tests.chromium import launched


def test_a_page_draws_every_value_and_both_medians() -> None:
    page = format_page(make_report((4.0, 6.0, 8.0), (2.0, 2.0)))

    assert page.count("<circle") == 5
    assert page.count('<line class="median"') == 2
    assert page.count('<line class="floor"') == 1
    assert "3.00 × a copy" in page


def test_figures_of_a_group_share_its_scale() -> None:
    series = (make_series("small", "small", (2.0,), group="both"), make_series("large", "large", (4.0,), group="both"))

    page = format_page(replace(make_report(), series=series))

    assert page.count(">both<") == page.count("4.00 ms</text>") == 1
    assert page.count('<line class="tick" x1="354.0"') == 2


def test_a_group_of_two_units_has_a_scale_of_each() -> None:
    series = (make_series("time", "time", (2.0,), group="both"), make_series("share", "s", (3.0,), "%", group="both"))

    page = format_page(replace(make_report(), series=series))

    assert "2.00 ms</text>" in page
    assert "3.00 %</text>" in page


def test_a_scale_begins_below_nought_where_a_value_does() -> None:
    page = format_page(replace(make_report(), series=(make_series("early", "early", (-2.0, 2.0)),)))

    assert "-2.00 ms</text>" in page
    assert '<circle cx="6.0"' in page


def test_a_page_needs_no_other_file() -> None:
    page = format_page(make_report())

    assert not any(word in page for word in ("<script", "<link", "src=", "http://", "https://"))


def test_what_stands_in_a_report_is_no_markup() -> None:
    machine = replace(MACHINE, processor="<b>")

    assert "&lt;b&gt;" in format_page(make_report(machine=machine))


def test_a_figure_without_values_has_no_plot() -> None:
    page = format_page(replace(make_report(), series=(make_series("none", "nothing", ()),)))

    assert "<svg" not in page


def test_values_of_nothing_are_drawn_at_nought() -> None:
    assert format_page(make_report((0.0, 0.0), (0.0,))).count("<circle") == 3


@pytest.mark.slow
@pytest.mark.anyio
async def test_all_of_a_page_is_in_sight_on_a_screen_and_on_a_phone(tmp_path: Path) -> None:
    page, long = tmp_path / "page.html", "a line that was checked before, the whole of it, " * 3
    series = (make_series("floor", "a floor", (1.0,)), make_series("long", long, (2.0,), floor="floor", against=long))
    page.write_text(format_page(replace(make_report(), series=series)), encoding="utf-8")

    async with launched(tmp_path / "profile") as browser:
        widths = {}
        for width in (1280, 400):
            tab = await browser.open(page.as_uri(), width=width, height=800)
            widths[width] = await tab.evaluate(
                "Math.max(...[...document.querySelectorAll('*')].map((it) => it.getBoundingClientRect().right))"
            )

    assert widths[1280] <= 1280
    assert widths[400] <= 400
