"""A report leaves as it was looked into."""

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from performer.config.config import Config
from performer.core.clock import VirtualClock
from performer.core.files.home import Home
from performer.doctor.log_tail import LogTail
from performer.doctor.report_operations import ReportOperations
from performer.guard.guard import Guard

pytestmark = pytest.mark.anyio


def unpack(made: dict[str, str]) -> dict[str, str]:
    """Return the texts of a report by the names of their files."""
    packed = zipfile.ZipFile(io.BytesIO(base64.b64decode(made["zip"])))
    return {name: packed.read(name).decode() for name in packed.namelist()}


async def test_what_was_looked_into_is_what_leaves_though_the_doctor_came_since(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    status: dict[str, Any] = {"roles": [], "down": {}}
    found: dict[str, Any] = {"took_s": 1}
    log = LogTail(virtual_clock, home.log_file)
    report = ReportOperations(virtual_clock, home, Guard(), Config(), lambda: found, lambda: status, log)

    seen = await report.look({})
    found["took_s"] = 2
    made = await report.make({"looked": True})
    anew = await report.make({})

    assert unpack(made) == seen
    assert made["name"] == "performer-report-2026-01-01-0000.zip"
    assert json.loads(unpack(anew)["doctor.json"]) == {"took_s": 2}


async def test_a_report_that_nobody_looked_into_is_made_all_the_same(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    log = LogTail(virtual_clock, home.log_file)
    report = ReportOperations(
        virtual_clock, home, Guard(), Config(), dict[str, Any], lambda: {"roles": [], "down": {}}, log
    )

    assert "not asked yet" in unpack(await report.make({"looked": True}))["doctor.json"]
