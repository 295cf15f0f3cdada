"""A model whose gestures come without a word: in reactions it only talks, from the second one in a row on."""

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from performer.models.driver.server_quirks import ServerQuirks
from performer.models.ollama.driver import Ollama
from tests.fakes.ollama import SEEING, FakeOllama
from tests.performer.models.ollama.asked import ASKED, REACTION, played
from tests.performer.models.ollama.making import Maker

pytestmark = pytest.mark.anyio

MODES = ["native", "soft", "constrained"]


def answer(ollama: FakeOllama, mode: str, line: str = "") -> None:
    """Have the fake answer the next reaction with a gesture beside a line, or with the gesture alone."""
    match mode:
        case "native":
            ollama.reply(line, calls=[("act", {"do": "laugh"})])
        case "soft":
            ollama.reply(f'{line}\nCALL act {{"do": "laugh"}}')
        case _:
            ollama.reply(json.dumps({"say": line, "do": "laugh"}))


async def reacted(model: Ollama, *, times: int) -> list[str]:
    """Have it react so often, and tell how it was asked each time."""
    return [(await played(model, REACTION))[0].usage.mode for _ in range(times)]


@pytest.mark.parametrize("mode", MODES)
async def test_after_two_gestures_without_a_word_it_only_talks_in_reactions(
    ollama: FakeOllama, make: Maker, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "performer.models")
    model = await make(SEEING, mode=mode)
    for _ in range(2):
        answer(ollama, mode)

    ways = await reacted(model, times=4)
    again = await reacted(await make(SEEING, mode=mode), times=1)
    step, _ = await played(model, ASKED)

    assert (ways, again) == ([mode, mode, "talk", "talk"], ["talk"])
    assert step.usage.mode == mode
    assert caplog.text.count("forgets to speak") == 1


@pytest.mark.parametrize("mode", MODES)
async def test_a_word_in_between_shows_that_it_can_speak(ollama: FakeOllama, make: Maker, mode: str) -> None:
    model = await make(SEEING, mode=mode)
    for line in ("", "Oh.", "", "Oh."):
        answer(ollama, mode, line)

    assert await reacted(model, times=5) == [mode] * 5


async def test_a_line_that_was_asked_for_without_a_gesture_is_not_counted(ollama: FakeOllama, make: Maker) -> None:
    model = await make(SEEING, mode="native")
    answer(ollama, "native")
    ollama.reply("Oh.")
    answer(ollama, "native")

    await played(model, REACTION)
    await played(model, replace(REACTION, tools=()))
    await played(model, REACTION)

    assert await reacted(model, times=1) == ["talk"]


async def test_neither_openings_nor_probes_are_counted(ollama: FakeOllama, make: Maker) -> None:
    model = await make(SEEING, mode="native")
    for _ in range(2):
        answer(ollama, "native")

    for _ in range(2):
        await played(model, replace(REACTION, way="native"))
        await played(model, replace(REACTION, tokens=1))

    assert await reacted(model, times=1) == ["native"]


async def test_the_next_start_tries_it_anew(ollama: FakeOllama, make: Maker, tmp_path: Path) -> None:
    make.quirks = ServerQuirks(tmp_path / "models.json")
    for _ in range(2):
        answer(ollama, "native")
    await reacted(await make(SEEING, mode="native"), times=3)

    make.quirks = ServerQuirks(tmp_path / "models.json")

    assert await reacted(await make(SEEING, mode="native"), times=1) == ["native"]
