"""What a probe found at a server of OpenAI's kind: at the next start another model may have the name."""

from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.redact.secret_value import ServerKey
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIChoice, OpenAIServer
from performer.models.probe_result import Finding
from performer.models.settings import ModelSettings

pytestmark = pytest.mark.anyio

URL = "http://127.0.0.1:8000/v1"


async def test_what_a_probe_found_is_known_in_this_run_only(tmp_path: Path, clock: SystemClock) -> None:
    file, found = tmp_path / "models.json", Finding(way="soft")
    quirks = ServerQuirks(file)
    await driver(clock, quirks).prove(found)

    assert driver(clock, quirks).finding == found
    assert driver(clock, ServerQuirks(file)).finding is None


async def test_what_an_earlier_version_kept_of_one_is_not_believed(tmp_path: Path, clock: SystemClock) -> None:
    quirks = ServerQuirks(tmp_path / "models.json")
    await quirks.keep_finding(f"{URL} fake-vl", Finding(way="soft"))

    assert driver(clock, quirks).is_unproved


def driver(clock: SystemClock, quirks: ServerQuirks) -> OpenAI:
    choice = OpenAIChoice(name="fake-vl", sees=True, calls_tools=True, reason="")
    return OpenAI(OpenAIServer(URL, clock, ServerKey()), choice, ModelSettings(), clock, quirks)
