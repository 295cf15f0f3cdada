"""`performer schedule`, against a stage that listens."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from tests.performer.stage.standing import standing

PLAN = {
    "number": 3,
    "when": "once, at nine",
    "text": "wave\x1b[2J",
    "channel": "discord:7",
    "by": "ann",
    "missed": "skip",
}


async def said(*words: str) -> str:
    ask = partial(CliRunner().invoke, cli, ["schedule", *words], catch_exceptions=False)
    return (await anyio.to_thread.run_sync(ask)).stdout


@pytest.mark.anyio
async def test_plans_are_shown_added_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    asked: list[tuple[str, Mapping[str, Any]]] = []
    answers: dict[str, Any] = {
        "list": [PLAN],
        "add": {"number": 4, "understood": "in 5 min"},
        "remove": "plan 3 is gone",
    }

    async def answer(name: str, arguments: Mapping[str, Any]) -> Any:
        asked.append((name, arguments))
        return answers[name]

    operations = {f"schedule.{name}": partial(answer, name) for name in answers}
    async with standing(tmp_path, operations=operations):
        assert await said() == "   3  once, at nine, for discord:7, by ann, skipped if missed\n      wave [2J\n"
        assert await said("add", "in 5 minutes", "wave") == "Plan 4: in 5 min\n"
        assert await said("remove", "3") == "plan 3 is gone\n"
        answers["list"] = []
        assert (await said()).startswith("Nothing is planned.")

    added = {"when": "in 5 minutes", "text": "wave", "channel": "", "missed": "once"}
    assert asked == [("list", {}), ("add", added), ("remove", {"number": 3}), ("list", {})]
