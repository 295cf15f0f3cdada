"""What a probe found is known again of the same model, at the same server, in the same version."""

from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.ollama.choice import OllamaChoice
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.probe_result import Finding
from performer.models.settings import ModelSettings
from performer.models.tool_score import ToolScore

pytestmark = pytest.mark.anyio

HERE, ELSEWHERE = "http://127.0.0.1:11434", "http://10.0.0.7:11434"
FOUND = Finding(way="soft", line_s=0.7)


@pytest.mark.parametrize(
    ("url", "digest", "version", "is_known"),
    [
        (HERE, "1" * 64, "0.33.0", True),
        (ELSEWHERE, "1" * 64, "0.33.0", False),
        (HERE, "2" * 64, "0.33.0", False),
        (HERE, "1" * 64, "0.34.0", False),
    ],
    ids=["the same", "another PC", "another model", "another version"],
)
async def test_the_next_start_knows_what_was_found_of_the_same(
    tmp_path: Path, clock: SystemClock, url: str, digest: str, version: str, is_known: bool
) -> None:
    file = tmp_path / "models.json"
    await driver(clock, ServerQuirks(file), HERE, "1" * 64, "0.33.0").prove(FOUND)

    again = driver(clock, ServerQuirks(file), url, digest, version)

    assert again.finding == (FOUND if is_known else None)


async def test_of_a_model_without_a_digest_it_is_known_in_this_run_only(tmp_path: Path, clock: SystemClock) -> None:
    quirks = ServerQuirks(tmp_path / "models.json")
    await driver(clock, quirks, HERE, "", "0.33.0").prove(FOUND)

    assert driver(clock, quirks, HERE, "", "0.33.0").finding == FOUND
    assert driver(clock, ServerQuirks(tmp_path / "models.json"), HERE, "", "0.33.0").finding is None


async def test_the_start_table_and_the_panel_tell_the_score_of_just_that_model(
    tmp_path: Path, clock: SystemClock
) -> None:
    file = tmp_path / "models.json"
    score = ToolScore(mode="soft", right=0.71, low=0.66, high=0.76, false_calls=0.04, cases=300, at=clock.utc())
    await driver(clock, ServerQuirks(file), HERE, "1" * 64, "0.33.0").keep_tool_score(score)

    same, other = (driver(clock, ServerQuirks(file), HERE, digit * 64, "0.34.0").reason for digit in "12")

    assert "right tool 71 % [66–76], false calls 4 %, soft mode, measured today" in same
    assert "right tool" not in other


def driver(clock: SystemClock, quirks: ServerQuirks, url: str, digest: str, version: str) -> Ollama:
    choice = OllamaChoice(
        name="llama", sees=True, calls_tools=True, thinks=False, reason="", digest=digest, version=version
    )
    return Ollama(OllamaServer(url, clock), choice, ModelSettings(), clock, quirks)
