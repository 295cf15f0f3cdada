"""The calls that wait for a yes, on the panel in a real browser: shown whole, as text, and answered by a press."""

import json
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.events.speech import ApprovalSettled
from performer.guard.operations import GuardOperations
from performer.stage.server.status import Status
from performer.tools.approvals.operations import ApprovalOperations
from tests.chromium import Chromium
from tests.overlay.test_panel import UP, answered, press, roles, texts
from tests.performer.stage.standing import standing
from tests.performer.tools.approvals.running import office, opening

pytestmark = pytest.mark.anyio


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
                roles=lambda: roles("http://x"),
                waiting=lambda: len(it.desk.waiting),
                on_change=house.feed.publish,
            )
            await tasks.start(status.run)
            page = await chromium.open(house.server.addresses.panel_url)
            await page.until(f"{UP} && document.getElementById('approvals').hidden")
            await it.box.call(opening("<img src=x onerror=alert(1)>"))
            await page.until("!document.getElementById('approvals').hidden")
            shown = await texts(page, "#asking .what, #asking .why, #asking .arguments")
            await press(page, "#asking li[data-number='1'] button:last-of-type")
            settled = await it.heard(ApprovalSettled)
            await answered(page, "door was cancelled by the streamer (control), and will not run")
            await page.until("document.getElementById('approvals').hidden")
            await page.close()
        tasks.cancel_scope.cancel()

    assert shown[:2] == ["door of doors", "ann wrote: open the red door"]
    assert json.loads(shown[2]) == {"room": "<img src=x onerror=alert(1)>"}
    assert (settled.outcome, it.opened, page.complaints) == ("cancelled", [], [])
