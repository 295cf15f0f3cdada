"""A lead without eyes in a whole show: what a small model sees reaches it, and late is not never."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.performing import performing
from tests.fakes.ollama import BLIND, SEEING, FakeOllama
from tests.fakes.ollama_wire import Reply

LATE = {
    "PERFORMER_PACING__TALKATIVENESS": "silent",
    "PERFORMER_SCENE__WORDS_WITHIN_S": "0.1",
    "PERFORMER_MODEL__NAME": BLIND.name,
    "PERFORMER_MODEL__DESCRIBE": f"ollama:{SEEING.name}",
}


def described_late(body: dict[str, Any]) -> Reply:
    return Reply(text="An owl.", first_s=1.0) if body["model"] == SEEING.name else Reply(text="Well played.")


def lead_was_told(ollama: FakeOllama) -> list[str]:
    return [body["messages"][-1]["content"] for body in ollama.asked if body["model"] == BLIND.name]


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_description_that_is_late_is_told_with_the_next_cue(tmp_path: Path) -> None:
    async with FakeOllama(BLIND, SEEING, default=described_late) as ollama:
        environment = {**LATE, "OLLAMA_HOST": ollama.url}
        async with performing(tmp_path / "home", "--no-sound", "--frames", "arcade:1", environment=environment) as it:
            await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
            while not any("An owl." in each for each in lead_was_told(ollama)) and len(it.events("TurnEnded")) < 9:
                seen = len(it.lines)
                await it.ask("react")
                await it.journalled("TurnEnded", after=seen)

    *before, last = [each for each in lead_was_told(ollama) if "On screen:" in each]
    assert "An owl." not in before[0]
    assert "An owl." in last
