"""The page of a run in a real browser: cases open, filters find, and it can be read at any width, light and dark."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.tool_choice.reports.html_report import write_page
from bench.tool_choice.reports.report import Report
from tests.bench.tool_choice.runs import make_run
from tests.bench.tool_choice.trials import graded
from tests.chromium import Chromium, Page, launched

pytestmark = pytest.mark.anyio
HOSTILE = "</script><img src=x onerror=\"document.title='owned'\"><b>bold</b>"
FIRST = "document.querySelector('.case:not([hidden])')"
FOUND = "document.getElementById('found').textContent"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for the module, so that one browser serves all tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def chromium(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chromium]:
    async with launched(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of 79 cases in four modes, of which the last one answers with hostile words."""
    run = make_run(cases=78, modes=("native", "soft", "constrained", "talk"))
    hostile = graded("hostile", "wrong argument", group="custom", text=HOSTILE)
    hostile = replace(hostile, verdict=replace(hostile.verdict, strict_label="right"))
    report = Report(about=replace(run.about, model=HOSTILE), graded=(*run.graded, hostile))
    written = tmp_path_factory.mktemp("report") / "report.html"
    write_page(written, report)
    return written


@pytest.fixture
async def page(chromium: Chromium, file: Path) -> AsyncIterator[Page]:
    tab = await chromium.open(file.as_uri(), width=1280, height=900)
    yield tab
    await tab.close()
    assert tab.complaints == []


async def choose(page: Page, field: str, value: str) -> None:
    event = "input" if field == "search" else "change"
    await page.evaluate(f"""{{
        const field = document.getElementById({field!r});
        field.value = {value!r};
        field.dispatchEvent(new Event({event!r}));
    }}""")


async def open_first(page: Page) -> str:
    """Open the first case that is shown, and return its words."""
    await page.evaluate(f"{FIRST}.querySelector('summary').click()")
    await page.until(f"{FIRST}.querySelector('.inside') !== null")
    words: str = await page.evaluate(f"{FIRST}.textContent")
    return words


async def test_a_case_opens_with_its_prompt_answer_calls_and_verdict(page: Page) -> None:
    await choose(page, "search", "arguments-001")
    words = await open_first(page)

    assert "You are Pip, an owl in a headset" in words
    assert "Raw answer" in words
    assert "Read as" in words
    assert "right (every expected call, and nothing else)" in words


async def test_no_case_is_drawn_before_it_is_opened(page: Page) -> None:
    assert await page.evaluate("document.querySelectorAll('.case').length") == 79
    assert await page.evaluate("document.querySelectorAll('.inside').length") == 0


async def test_a_case_says_how_it_would_be_read_strictly_only_where_that_differs(page: Page) -> None:
    await choose(page, "search", "hostile")
    differs = await open_first(page)
    await choose(page, "search", "arguments-001")
    same = await open_first(page)

    assert "“right” without the soft reader and repair" in differs
    assert "Read strictly" not in same


async def test_a_hostile_answer_stays_text(page: Page) -> None:
    await choose(page, "search", "hostile")
    words = await open_first(page)

    assert HOSTILE in words
    assert await page.evaluate("document.querySelectorAll('img, b').length") == 0
    assert await page.evaluate("document.title") == f"Tool choice: {HOSTILE}"


async def test_nothing_is_fetched_but_the_file_itself(page: Page) -> None:
    await open_first(page)
    fetched: list[str] = await page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")

    assert fetched == []


async def test_the_page_may_fetch_nothing(page: Page) -> None:
    refused = await page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'fetched', (error) => error.name)")
    complaint = await page.complaint()

    assert refused == "TypeError"
    assert "Content Security Policy" in complaint
    page.complaints.clear()


@pytest.mark.parametrize("width", [420, 360])
async def test_nothing_scrolls_sideways_on_a_narrow_screen(page: Page, width: int) -> None:
    await page.resize(width, 900)
    await page.evaluate("document.querySelectorAll('.numbers').forEach((each) => { each.open = true; })")
    await choose(page, "search", "hostile")
    await open_first(page)
    await page.evaluate("document.querySelectorAll('.case details').forEach((each) => { each.open = true; })")
    await page.at_rest()

    assert await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


async def test_each_explanation_can_be_read_on_a_narrow_screen(page: Page) -> None:
    await page.resize(420, 900)
    await page.at_rest()
    wide = await page.evaluate(
        """[...document.querySelectorAll(".explained tbody th, .explained caption")]
            .map((each) => (each.querySelector("small") ?? each).offsetHeight && each.offsetWidth)"""
    )

    assert len(wide) > 20
    assert min(wide) > 300


async def test_filters_find_cases_by_group_label_mode_and_words(page: Page) -> None:
    await choose(page, "group", "custom")
    assert await page.evaluate(FOUND) == "7 of 79 cases."
    await choose(page, "label", "wrong argument")
    await choose(page, "mode", "soft")
    await choose(page, "search", 'BOLD </b> onerror="')

    assert await page.evaluate(FOUND) == "1 of 79 cases."
    assert await page.evaluate(f"{FIRST}.querySelector('.id').textContent") == "hostile"


async def test_a_chosen_mode_leaves_the_others_out_of_an_open_case(page: Page) -> None:
    await choose(page, "search", "arguments-001")
    assert (await open_first(page)).count("Verdict") == 4
    await choose(page, "mode", "talk")
    titles = await page.evaluate("[...document.querySelectorAll('.trial h3')].map((each) => each.textContent)")

    assert len(titles) == 1
    assert titles[0].startswith("talk: ")


async def test_light_and_dark_follow_the_system_and_the_button(page: Page) -> None:
    async def ground(theme: str = "") -> str:
        if theme:
            wanted: Any = [{"name": "prefers-color-scheme", "value": theme}]
            await page.command("Emulation.setEmulatedMedia", features=wanted)
            await page.until(f"matchMedia('(prefers-color-scheme: {theme})').matches")
        colour: str = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        return colour

    light, dark = await ground("light"), await ground("dark")
    assert (light, dark) == ("rgb(251, 250, 244)", "rgb(16, 19, 28)")
    await page.until("document.getElementById('theme').textContent === 'Light'")

    await page.evaluate("document.getElementById('theme').click()")

    assert await ground() == light
    assert await page.evaluate("document.getElementById('theme').textContent") == "Dark"


async def test_a_case_opens_by_the_keyboard(page: Page) -> None:
    await page.evaluate(f"{FIRST}.querySelector('summary').focus()")
    for kind in ("keyDown", "keyUp"):
        await page.command("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r")
    await page.until(f"{FIRST}.querySelector('.inside') !== null")

    outline = await page.evaluate(f"getComputedStyle({FIRST}.querySelector('summary')).outlineStyle")
    assert outline == "solid"


async def test_fields_and_drawings_have_names(page: Page) -> None:
    unnamed = await page.evaluate(
        """[...document.querySelectorAll("input, select, button, svg[role=img]")]
            .filter((each) => !each.ariaLabel && !each.labels?.length).length"""
    )

    assert unnamed == 0
