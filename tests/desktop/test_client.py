"""The tray's process in a tray that speaks the true protocol, with a show that the test plays."""

import sys
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from desktop.panel.place import FILE
from tests.overlay.client.running import Running, running
from tests.overlay.desktop import Desktop, desktop, seen
from tests.performer.stage.standing import Standing, standing
from tests.session_bus import session_bus
from tests.systems import linux_only

if sys.platform == "linux":  # what the bus is spoken to with is there alone
    from tests.desktop.tray_host import tray_host

pytestmark = [pytest.mark.anyio, linux_only("a tray that speaks StatusNotifierItem is Linux' own")]
STATE: Mapping[str, Any] = {"pauses": {}, "down": {}}


@dataclass
class Orders:
    """What the tray has ordered."""

    given: list[str] = field(default_factory=list)
    reports: list[Mapping[str, Any]] = field(default_factory=list)

    def operations(self) -> dict[str, Any]:
        return {"desktop.report": self.report, **{name: self.taker(name) for name in "pause resume hush quit".split()}}

    async def report(self, arguments: Mapping[str, Any]) -> dict[str, bool]:
        self.reports.append(arguments)
        return {"show": False}

    def taker(self, name: str) -> Any:
        async def take(_arguments: Mapping[str, Any]) -> str:
            self.given.append(name)
            return "done"

        return take


@pytest.fixture(scope="module")
async def screen() -> AsyncIterator[Desktop]:
    async with desktop(size="800x600", compositor=False) as made:
        yield made


def tray(screen: Desktop, house: Standing, bus: str = "", language: str = "en_GB") -> Any:
    (house.home / FILE).write_text("{}", encoding="utf-8")  # not the first start: nothing opens by itself
    environment = {**screen.environment, "DBUS_SESSION_BUS_ADDRESS": bus or "unix:path=/nowhere"}
    environment |= {"LC_ALL": f"{language}.UTF-8", "LANGUAGE": language}
    url = house.server.addresses.control_url
    return running("desktop", "--data", str(house.home), environment=environment, url=url)


@pytest.mark.slow
async def test_the_icon_says_the_state_and_its_menu_gives_orders(screen: Desktop, tmp_path: Path) -> None:
    orders = Orders()
    with session_bus() as bus, tray_host(bus) as host:
        async with standing(tmp_path, operations=orders.operations()) as house, tray(screen, house, bus) as process:
            house.feed.publish(STATE)
            await seen(lambda: host.item)
            await seen(lambda: host.tooltip == "Stream Performer: Performing")
            performing = host.pixels
            await seen(lambda: "Pause" in host.menu())
            host.choose("Pause")
            await seen(lambda: orders.given == ["pause"])
            house.feed.publish({**STATE, "pauses": {"key": "F10 was pressed"}})
            await seen(lambda: host.tooltip == "Stream Performer: Paused: F10 was pressed")
            hushed = {**STATE, "hushed_until": round(time.time() * 1000) + 1500}
            house.feed.publish(hushed)
            await seen(lambda: host.tooltip == "Stream Performer: Hushed")
            await seen(lambda: host.tooltip == "Stream Performer: Performing")
            house.feed.publish({**STATE, "pauses": {"key": "F10 was pressed"}})
            await seen(lambda: "Resume" in host.menu())
            host.choose("Resume")
            host.choose("Hush")
            host.choose("Quit")
            await seen(lambda: orders.given == ["pause", "resume", "hush", "quit"])

            assert host.pixels != performing
            assert list(host.menu()) == ["Stream Performer: Paused", "Resume", "Hush", "React", "Open", "Quit"]
            assert orders.reports == [{"tray": True}]
            await _ends(process)


async def test_the_menu_is_german_where_the_system_is(screen: Desktop, tmp_path: Path) -> None:
    with session_bus() as bus, tray_host(bus) as host:
        async with (
            standing(tmp_path, operations=Orders().operations()) as house,
            tray(screen, house, bus, language="de_DE") as process,
        ):
            house.feed.publish(STATE)
            await seen(lambda: host.item and host.tooltip == "Stream Performer: Spielt gerade")
            menu = list(host.menu())
            await _ends(process)

    assert menu == ["Stream Performer: Spielt gerade", "Pausieren", "Stumm!", "Reagieren", "Öffnen", "Beenden"]


async def test_an_open_microphone_is_seen_and_closed_in_the_tray(screen: Desktop, tmp_path: Path) -> None:
    closed: list[Mapping[str, Any]] = []

    async def change(arguments: Mapping[str, Any]) -> str:
        closed.append(arguments)
        return "changed"

    operations = {**Orders().operations(), "config.set": change}
    with session_bus() as bus, tray_host(bus) as host:
        async with standing(tmp_path, operations=operations) as house, tray(screen, house, bus) as process:
            house.feed.publish(STATE)
            await seen(lambda: host.item and host.tooltip == "Stream Performer: Performing")
            deaf = host.pixels
            house.feed.publish({**STATE, "listens": True})
            await seen(lambda: host.tooltip == "Stream Performer: It listens. Performing")
            await seen(lambda: "Stream Performer: Performing · It listens." in host.menu())
            host.choose("Mic off")
            await seen(lambda: closed)

            assert host.pixels != deaf
            assert closed == [{"key": "mic.enabled", "value": False}]
            await _ends(process)


async def _ends(process: Running) -> None:
    await process.close_input()
    assert await process.ended() == 0


async def test_a_show_that_is_gone_is_waited_for_and_takes_no_orders(screen: Desktop, tmp_path: Path) -> None:
    with session_bus() as bus, tray_host(bus) as host:
        async with standing(tmp_path, operations=Orders().operations()) as house:
            port = house.server.addresses.port
            started = tray(screen, house, bus)
            await started.__aenter__()
            house.feed.publish(STATE)
            await seen(lambda: host.item and host.tooltip.endswith(": Performing"))
        await seen(lambda: host.tooltip.endswith("Gone: waiting for it"))
        can_hush = host.menu()["Hush"][1]
        async with standing(tmp_path, operations=Orders().operations(), port=port) as again:
            again.feed.publish(STATE)
            await seen(lambda: host.tooltip.endswith(": Performing"))
        await started.__aexit__(None, None, None)

    assert not can_hush


async def test_a_desktop_without_a_tray_is_reported_to_the_show(screen: Desktop, tmp_path: Path) -> None:
    orders = Orders()
    async with standing(tmp_path, operations=orders.operations()) as house, tray(screen, house):
        await seen(lambda: orders.reports)

    assert orders.reports == [{"tray": False}]
