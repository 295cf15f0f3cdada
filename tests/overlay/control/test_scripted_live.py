"""What the control page tells of parts that are well and not, and of calls that wait for a yes."""

import json
from pathlib import Path

import anyio
import pytest

from performer.core import events
from performer.core.clock import SystemClock
from performer.core.events.speech import ApprovalSettled
from performer.core.status import Fix, Role
from performer.guard.operations import GuardOperations
from performer.stage.server.lately import LatelyRow
from performer.stage.server.line_trace import LineTrace
from performer.stage.server.status import Status
from performer.tools.approvals.operations import ApprovalOperations
from tests.chromium import Chromium
from tests.overlay.control.scripted import control_page, make_roles, press, scripted_show, texts
from tests.performer.stage.standing import standing
from tests.performer.tools.approvals.running import office, opening

pytestmark = pytest.mark.anyio

MARKS = "[...document.querySelectorAll('.row .mark')].map((each) => each.classList[1])"


async def test_a_part_is_well_when_it_does_its_work_whatever_it_has_to_say(chromium: Chromium, tmp_path: Path) -> None:
    told = (
        Role(part="brain", plays="llava", why="the first that sees; it reads its part"),
        Role(part="voice", plays="silent", why="espeak-ng is not installed", state="down"),
        Role(part="words", plays="llava", why="moondream is loading", state="partly"),
        Role(part="ears", plays="off", state="off"),
    )
    async with (
        scripted_show(tmp_path, told=told) as it,
        control_page(chromium, it.house.server.addresses.panel_url) as page,
    ):
        it.stream.publish(events.ServiceDown(service="words", reason="moondream has gone"))
        it.stream.publish(events.ServiceDown(service="backups", reason="the disk is full"))
        await page.until("document.querySelectorAll('.row .mark').length === 5")

        assert await page.evaluate(MARKS) == ["good", "bad", "bad", "off", "bad"]
        assert (await texts(page, ".row .why"))[0] == "the first that sees; it reads its part"


async def test_the_page_comes_back_to_a_show_that_was_started_anew(chromium: Chromium, tmp_path: Path) -> None:
    async with scripted_show(tmp_path) as first:
        addresses = first.house.server.addresses
        page = await chromium.open(addresses.panel_url)
        await page.until("document.querySelector('#frame.up') !== null")
    await page.until("document.querySelector('#frame.lost .screen[inert]') !== null")
    assert await texts(page, "#being b") == ["No connection"]

    async with scripted_show(tmp_path, port=addresses.port):
        await page.until("document.querySelector('#frame.up .screen:not([inert])') !== null")
        await page.close()


async def test_what_waits_is_shown_as_text_and_a_press_decides(
    chromium: Chromium, tmp_path: Path, clock: SystemClock
) -> None:
    async with office(clock) as it, anyio.create_task_group() as tasks:
        ops = {
            **ApprovalOperations(it.desk, it.guard).by_name(),
            **GuardOperations(it.guard, it.stream, lambda _words: "").by_name(),
        }
        async with standing(tmp_path, operations=ops) as house:
            status = Status(
                it.stream,
                it.guard,
                roles=lambda: make_roles("http://x"),
                waiting=lambda: len(it.desk.waiting),
                on_change=house.feed.publish,
            )
            await tasks.start(status.run)
            async with control_page(chromium, house.server.addresses.panel_url) as page:
                await it.box.call(opening("<img src=x onerror=alert(1)>"))
                await page.until("document.querySelector('.card.asks pre') !== null")
                asked, why, arguments = await texts(page, ".card.asks p, .card.asks pre")
                await press(page, "No", ".card.asks")
                settled = await it.heard(ApprovalSettled)
                await page.until("document.querySelector('.card.asks') === null")
        tasks.cancel_scope.cancel()

    assert "door of doors" in asked
    assert why == "ann wrote: open the red door"
    assert json.loads(arguments) == {"room": "<img src=x onerror=alert(1)>"}
    assert (settled.outcome, it.opened) == ("cancelled", [])


async def test_a_line_tells_how_it_came_to_be_and_one_that_was_stopped_its_kind_alone(
    chromium: Chromium, tmp_path: Path
) -> None:
    came = LineTrace(cue="scene", took_s=2.0, thinking_s=1.5, model="<i>llava</i>", pictures=1, masked=("private",))
    said = LatelyRow(number=1, at=0, kind="said", text="A door.", why="scene", took_s=2.0, came=came)
    left = LatelyRow(number=2, at=0, kind="left", text="", why="not for this show", stopped=("slurs",))
    async with (
        scripted_show(tmp_path, lately=(left, said)) as it,
        control_page(chromium, it.house.server.addresses.panel_url) as page,
    ):
        await press(page, "A door.", ".lately")
        about_said = await texts(page, ".details dd")
        await press(page, "Left out", ".lately ol")
        await page.until("document.querySelector('.details [href=\"#guard\"]') !== null")
        about_left = await texts(page, ".details dd")

    assert about_said[3:] == [
        "it saw a picture of that moment; pictures are kept nowhere",
        "1.5 s · by <i>llava</i>",
        "masked: private data",
        "",
    ]
    assert about_left[2:] == ["stopped: slurs and hatred"]


async def test_each_part_that_is_not_well_has_one_button_that_mends_it(chromium: Chromium, tmp_path: Path) -> None:
    told = (
        Role(
            part="brain", plays="understudy", why="no Ollama", state="partly", fix=Fix(op="models.look", label="Look")
        ),
        Role(part="ears", plays="none", why="no device", state="down"),
        Role(part="mcp", plays="maps: is not there", state="down", fix=Fix(op="mcp.restart", label="Start")),
        Role(part="chat", plays="no Discord", state="down"),
        Role(part="stage", plays="http://127.0.0.1/stage?token=secret", state="off"),
        Role(part="voice", plays="espeak"),
    )
    async with (
        scripted_show(tmp_path, told=told) as it,
        control_page(chromium, it.house.server.addresses.panel_url) as page,
    ):
        for service in ("mic", "mcp maps", "discord"):  # parts that are told by another name
            it.stream.publish(events.ServiceDown(service=service, reason=f"{service} is gone"))
        await page.until("document.querySelectorAll('.row .why').length === 4")
        buttons = await page.evaluate(
            "[...document.querySelectorAll('.row')].map((each) => each.querySelector('.end *')?.ariaLabel ?? '')"
        )
        whole = await texts(page, ".parts")

    assert buttons == [
        "Look again: Brain",
        "Open where Ears is set",
        "Start again: Tool server",
        "Open where Chats is set",
        "Into OBS: Stage",
        "",
    ]
    assert "4 not well" in whole[0]
    assert "secret" not in whole[0]
