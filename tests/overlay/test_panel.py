"""The panel in a real browser: what it shows, what it orders, and that no stopped text is there unasked."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core import events
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments
from performer.core.status import Role
from performer.guard.guard import Guard
from performer.guard.operations import GuardOperations, publish_stops
from performer.guard.settings import GuardSettings
from performer.stage.server.status import Status
from tests.chromium import Chromium, Page
from tests.performer.stage.standing import Standing, standing

pytestmark = pytest.mark.anyio

UP = "document.querySelector('body[data-connection=up] #roles li') !== null"
MARKUP = "a plonk <img src=x onerror=alert(1)> <b>bold</b> &lt;"


@dataclass(kw_only=True)
class Show:
    """A stage with a guard, and what was ordered of it."""

    house: Standing
    guard: Guard
    stream: EventStream
    ordered: list[tuple[str, Arguments]] = field(default_factory=list)


NO_MODEL = "no Ollama at <i>http://127.0.0.1:11434</i>"


def roles(url: str, why: str = NO_MODEL) -> tuple[Role, ...]:
    return (
        Role(part="eyes", plays="screen 1 1920x1080"),
        Role(part="brain", plays="understudy", why=why, state="partly"),
        Role(part="voice", plays="espeak en-gb"),
        Role(part="ears", plays="off", why="set mic.enabled = true, and it falls silent while you speak", state="off"),
        Role(part="sound", plays="Built-in Audio"),
        Role(part="window", plays="HDMI-1"),
        Role(part="stage", plays=url, why="paste it into an OBS browser source"),
        Role(part="", plays="/home/ann/stage.html", why="or take this"),
        Role(part="panel", plays="/home/ann/panel.html"),
    )


@asynccontextmanager
async def show(
    home: Path,
    *,
    port: int = 0,
    url: str = "",
    why: str = NO_MODEL,
    told: tuple[Role, ...] = (),
    **settings: Any,
) -> AsyncIterator[Show]:
    clock = SystemClock(seed=7)
    stream = EventStream(clock)
    guard = Guard(GuardSettings.model_validate(settings), ["plonk"], clock=clock)
    publish_stops(guard, stream)
    orders: list[tuple[str, Arguments]] = []

    def taken(op: str) -> Any:
        async def take(arguments: Arguments) -> str:
            orders.append((op, arguments))
            return f"{op} was heard"

        return take

    def say(words: str) -> str:
        orders.append(("released", {"text": words}))
        return "it will be said next"

    others = {op: taken(op) for op in ("hush", "pause", "resume", "react", "say", "config.set")}
    operations = {**others, **GuardOperations(guard, stream, say).by_name()}
    async with standing(home, port=port, operations=operations) as house, anyio.create_task_group() as tasks:
        url = url or house.server.addresses.url
        status = Status(stream, guard, roles=lambda: told or roles(url, why), on_change=house.feed.publish)
        await tasks.start(status.run)
        yield Show(house=house, guard=guard, stream=stream, ordered=orders)
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def panel(chromium: Chromium, it: Show, *, width: int = 1120, height: int = 760) -> AsyncIterator[Page]:
    page = await chromium.open(it.house.server.addresses.panel_url, width=width, height=height)
    await page.until(UP)
    yield page
    await page.close()
    assert page.complaints == []


async def press(page: Page, selector: str) -> None:
    await page.evaluate(f"document.querySelector({json.dumps(selector)}).click()")


async def texts(page: Page, selector: str) -> list[str]:
    found = await page.evaluate(
        f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)"
    )
    return [str(each) for each in found]


async def answered(page: Page, words: str) -> None:
    await page.until(f"document.getElementById('answer').textContent === {json.dumps(words)}")


async def test_one_look_tells_who_plays_what_it_does_and_what_it_said(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path) as it, panel(chromium, it) as page:
        it.stream.publish(events.ServiceDown(service="voice", reason="espeak-ng has gone"))
        started = events.SpeechStarted(turn=1, sentence="1", text="Hello.", duration_s=1, audible=True)
        it.stream.publish(started)
        await page.until("document.getElementById('said').textContent === 'Hello.'")

        assert await texts(page, "#roles .part") == ["eyes", "brain", "voice", "ears", "sound", "window", "stage"]
        dots = await page.evaluate("[...document.querySelectorAll('#roles .dot')].map((each) => each.className)")
        assert dots == ["dot good", "dot odd", "dot bad", "dot off", "dot good", "dot good", "dot good"]
        assert await texts(page, "#roles [data-part=voice] .why") == ["down: espeak-ng has gone"]
        assert await texts(page, "#being span, #doing") == ["not all is well", "It is speaking:"]


async def test_a_light_is_green_when_the_role_does_its_work_whatever_it_has_to_say(
    chromium: Chromium, tmp_path: Path
) -> None:
    told = (
        Role(part="brain", plays="llava", why="the first that sees; it reads its part"),
        Role(part="voice", plays="silent", why="espeak-ng is not installed", state="down"),
        Role(part="words", plays="llava", why="moondream is loading", state="partly"),
        Role(part="ears", plays="off", state="off"),
        Role(part="stage", plays="http://127.0.0.1:8766/stage", why="paste it; the port has changed"),
    )
    async with show(tmp_path, told=told) as it, panel(chromium, it) as page:
        it.stream.publish(events.ServiceDown(service="words", reason="moondream has gone"))
        it.stream.publish(events.ServiceDown(service="backups", reason="the disk is full"))
        await page.until("document.querySelectorAll('#roles li').length === 6")

        lights = await page.evaluate("[...document.querySelectorAll('#roles .dot')].map((each) => each.className)")
        assert lights == ["dot good", "dot bad", "dot odd", "dot off", "dot good", "dot bad"]
        assert (await texts(page, "#roles .why"))[0] == "the first that sees; it reads its part"


async def test_its_buttons_give_orders_and_tell_what_came_of_them(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path) as it, panel(chromium, it) as page:
        for op in ("hush", "react", "pause"):
            await press(page, f"#{op}")
            await answered(page, f"{op} was heard")
        await press(page, "#speak")
        await page.evaluate("document.getElementById('words').value = ' Good evening. '")
        await press(page, "#saying [type=submit]")
        await answered(page, "say was heard")
        await press(page, "[data-level=family]")
        await answered(page, "config.set was heard")

    assert it.ordered == [
        *((op, {}) for op in ("hush", "react", "pause")),
        ("say", {"text": " Good evening. "}),
        ("config.set", {"key": "guard.level", "value": "family"}),
    ]


async def test_the_address_for_obs_is_copied_and_shown_to_nobody(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path) as it, panel(chromium, it) as page:
        may = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        await chromium.command("Browser.grantPermissions", permissions=may)
        await page.command("Emulation.setFocusEmulationEnabled", enabled=True)
        await press(page, "#copy")
        await answered(page, "Copied: paste it into an OBS browser source.")

        assert await page.evaluate("navigator.clipboard.readText()") == it.house.server.addresses.url
        assert it.house.server.tokens.renderer not in await page.evaluate("document.documentElement.outerHTML")


async def test_no_stopped_text_reaches_the_page_before_it_is_asked_for(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path) as it:
        it.guard.sentence(MARKUP)
        it.guard.overlay("another plonk")
        async with panel(chromium, it) as page:
            await page.until("document.querySelectorAll('#log li').length === 2")
            assert await texts(page, "#log .what") == ["overlay your list", "speech your list"]
            assert await texts(page, "#counts") == ["your list 2"]
            assert "plonk" not in await page.evaluate("document.documentElement.outerHTML")

            await press(page, "#log [data-number='1'] button")
            await page.until("document.querySelector('#log .text') !== null")
            assert await texts(page, "#log .text") == [MARKUP]
            assert await page.evaluate("document.querySelector('#log img, #log b')") is None

            await press(page, "#log [data-number='1'] button")
            await page.until("document.querySelector('#log .text') === null")


async def test_a_held_line_is_read_and_then_said_or_dropped(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path, actions={"own": "hold"}) as it, panel(chromium, it) as page:
        it.guard.sentence("First plonk.")
        it.guard.sentence("Second plonk.")
        await page.until("document.querySelectorAll('#held li').length === 2")
        say, drop = ("#held [data-number='{}'] button:nth-of-type({})".format(*each) for each in ((1, 2), (2, 3)))
        assert await page.evaluate(f'document.querySelector("{say}").disabled')
        assert await texts(page, "#held .number, #log .number") == ["#1", "#2", "#2", "#1"]
        assert {left[:2] + left[-4:] for left in await texts(page, "#held .left")} <= {"2:left", "1:left"}
        assert (await texts(page, "#held .hint"))[0].startswith("Say goes once you have read it")

        await press(page, "#held [data-number='1'] button")
        await page.until(f'!document.querySelector("{say}").disabled')
        await press(page, say)
        await answered(page, "it will be said next")
        await press(page, drop)
        await page.until("document.querySelectorAll('#held li').length === 0")

        assert it.ordered == [("released", {"text": "First plonk."})]
        assert await texts(page, "#log .fate") == ["dropped by you", "let go"]


async def test_a_dry_run_is_said_and_can_be_ended(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path, dry_run=True, level="loose") as it, panel(chromium, it) as page:
        it.guard.sentence("What a plonk.")
        await page.until("document.querySelectorAll('#log li').length === 1")

        assert await texts(page, "#dry-run:not([hidden]) span") == ["Dry run: the guard only reports."]
        assert await texts(page, "#log .fate") == ["only reported"]
        assert await texts(page, "[data-level][aria-pressed=true]") == ["Loose"]
        await press(page, "#in-earnest")
        await answered(page, "config.set was heard")
        assert it.ordered == [("config.set", {"key": "guard.dry_run", "value": False})]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1120, 760), (420, 800)])
async def test_everything_has_its_place_and_hush_its_corner(
    chromium: Chromium, tmp_path: Path, width: int, height: int
) -> None:
    async with show(tmp_path, actions={"own": "hold"}) as it:
        for each in range(30):
            it.guard.overlay(f"plonk {each}")
        it.guard.sentence("A plonk that waits.")
        async with panel(chromium, it, width=width, height=height) as page:
            await page.until("document.querySelectorAll('#log li').length === 31")
            hush = await page.evaluate("document.getElementById('hush').getBoundingClientRect().toJSON()")
            inside = await page.evaluate("document.documentElement.clientWidth")  # without a bar to scroll by

            assert await page.evaluate("document.documentElement.scrollWidth") <= inside
            assert inside - 20 <= hush["right"] <= inside
            assert hush["top"] < 40
            log = "document.getElementById('log')"
            has_bar = await page.evaluate(f"{log}.scrollHeight > {log}.clientHeight")
            assert has_bar == (width > 860)  # a narrow one is scrolled as a whole
            if width > 860:
                assert await page.evaluate("document.documentElement.scrollHeight") <= height


async def test_only_the_control_token_opens_it(tmp_path: Path) -> None:
    async with show(tmp_path) as it:
        addresses, tokens = it.house.server.addresses, it.house.server.tokens
        for token, status in ((tokens.control, 200), (tokens.window, 403), (tokens.renderer, 403), ("", 403)):
            for path in (f"/panel?token={token}", f"/panel/{token or 'x'}/panel.js"):
                async with it.house.session.get(f"http://127.0.0.1:{addresses.port}{path}") as answer:
                    assert answer.status == status
                    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


async def test_the_page_comes_back_to_a_show_that_was_started_anew(chromium: Chromium, tmp_path: Path) -> None:
    async with show(tmp_path) as first:
        first.guard.sentence("What a plonk.")
        page = await chromium.open(first.house.server.addresses.panel_url)
        await page.until("document.querySelectorAll('#log li').length === 1")
        port = first.house.server.addresses.port
    await page.until("document.body.dataset.connection === 'lost'")
    assert await texts(page, "#being span") == ["no connection to the show"]

    async with show(tmp_path, port=port):
        await page.until("document.body.dataset.connection === 'up' && !document.querySelector('#log li')")
        await page.until("document.querySelector('#being span').textContent === 'on stage'")
        await page.close()
