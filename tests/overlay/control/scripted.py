"""A stage whose guard and status are real and whose orders are noted, for states that no short show comes to."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import anyio

from performer.config.in_force import SettingsInForce
from performer.config.layers import check
from performer.config.schema import describe_settings
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments
from performer.core.status import Role
from performer.guard.guard import Guard
from performer.guard.operations import GuardOperations, publish_stops
from performer.guard.settings import GuardSettings
from performer.stage.server.lately import LatelyRow
from performer.stage.server.status import Status
from tests.chromium import Chromium, Page
from tests.performer.stage.standing import Standing, standing

UP = "document.querySelector('#frame.up .screen > *') !== null"
NO_MODEL = "no Ollama at <i>http://127.0.0.1:11434</i>"


@dataclass(kw_only=True)
class ScriptedShow:
    """A stage with a guard, and what was ordered of it."""

    house: Standing
    guard: Guard
    stream: EventStream
    ordered: list[tuple[str, Arguments]] = field(default_factory=list)


def make_roles(url: str, why: str = NO_MODEL) -> tuple[Role, ...]:
    """Make the roles of a show without a model."""
    return (
        Role(part="eyes", plays="screen 1 1920x1080"),
        Role(part="brain", plays="understudy", why=why, state="partly"),
        Role(part="voice", plays="espeak en-gb"),
        Role(part="ears", plays="off", why="set mic.enabled = true, and it falls silent while you speak", state="off"),
        Role(part="sound", plays="Built-in Audio"),
        Role(part="window", plays="HDMI-1"),
        Role(part="stage", plays=url, why="paste it into an OBS browser source"),
    )


@asynccontextmanager
async def scripted_show(
    home: Path,
    *,
    port: int = 0,
    told: tuple[Role, ...] = (),
    lately: tuple[LatelyRow, ...] = (),
    facts: Mapping[str, Callable[[], bool]] = MappingProxyType({}),
    **settings: Any,
) -> AsyncIterator[ScriptedShow]:
    """Serve a stage with a guard of these settings, and with what happened lately, for as long as the block runs."""
    clock = SystemClock(seed=7)
    stream = EventStream(clock)
    guard = Guard(GuardSettings.model_validate(settings), ["plonk"], clock=clock)
    publish_stops(guard, stream)
    orders: list[tuple[str, Arguments]] = []

    async def describe(_arguments: Arguments) -> dict[str, Any]:
        loaded = check({"guard": settings}, origin="config.toml", environ={})
        return {"sections": {}, "settings": describe_settings(loaded, SettingsInForce(loaded.config, {}))}

    async def list_rows(_arguments: Arguments) -> list[Any]:
        return [asdict(row) for row in lately]

    async def note_change(arguments: Arguments) -> str:
        orders.append(("config.set", arguments))
        return "changed"

    def say(words: str) -> str:
        orders.append(("released", {"text": words}))
        return "it will be said next"

    plain = {"config.schema": describe, "lately.list": list_rows, "config.set": note_change}
    operations = {**plain, **GuardOperations(guard, stream, say).by_name()}
    async with standing(home, port=port, operations=operations) as house, anyio.create_task_group() as tasks:
        url = house.server.addresses.url
        status = Status(stream, guard, roles=lambda: told or make_roles(url), facts=facts, on_change=house.feed.publish)
        await tasks.start(status.run)
        yield ScriptedShow(house=house, guard=guard, stream=stream, ordered=orders)
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def control_page(chromium: Chromium, url: str, screen: str = "live") -> AsyncIterator[Page]:
    """Open a screen of the control page; its console may not have complained in the end."""
    page = await chromium.open(url, width=1280, height=800)
    await page.until(UP)
    await page.evaluate(f"location.hash = {json.dumps(screen)}")
    await page.until(f"document.querySelector('#nav [href=\"#{screen}\"][aria-current=page]') !== null")
    yield page
    await page.close()
    assert page.complaints == []


async def press(page: Page, name: str, within: str = "body") -> None:
    """Press the first button or switch of a name, once it is there and can be pressed."""
    wanted, place = json.dumps(name), json.dumps(within)
    found = f"[...(document.querySelector({place})?.querySelectorAll('button') ?? [])]"
    find = f"{found}.find((each) => (each.ariaLabel ?? each.textContent.trim()).startsWith({wanted}) && !each.disabled)"
    await page.until(find + " !== undefined")
    await page.evaluate(f"{find}.click()")


async def texts(page: Page, selector: str) -> list[str]:
    """Return the texts of all that a selector finds."""
    found = await page.evaluate(
        f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)"
    )
    return [str(each) for each in found]
