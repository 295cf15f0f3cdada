"""What a probe found at a server of OpenAI's kind: at the next start another model may have the name."""

from pathlib import Path

import pytest

from performer.clock import SystemClock
from performer.models.finding import Finding
from performer.models.manners import Manners
from performer.models.openai.choice import Choice
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIServer
from performer.models.settings import ModelSettings
from performer.server_key import ServerKey

pytestmark = pytest.mark.anyio

URL = "http://127.0.0.1:8000/v1"


async def test_what_a_probe_found_is_known_in_this_run_only(tmp_path: Path, clock: SystemClock) -> None:
    file, found = tmp_path / "models.json", Finding(way="soft")
    manners = Manners(file)
    await driver(clock, manners).prove(found)

    assert driver(clock, manners).finding == found
    assert driver(clock, Manners(file)).finding is None


async def test_what_an_earlier_version_kept_of_one_is_not_believed(tmp_path: Path, clock: SystemClock) -> None:
    manners = Manners(tmp_path / "models.json")
    await manners.find(f"{URL} fake-vl", Finding(way="soft"))

    assert driver(clock, manners).is_unproved


def driver(clock: SystemClock, manners: Manners) -> OpenAI:
    choice = Choice(name="fake-vl", sees=True, calls_tools=True, reason="")
    return OpenAI(OpenAIServer(URL, clock, ServerKey()), choice, ModelSettings(), clock, manners)
