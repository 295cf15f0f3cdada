"""The preparation of a true voice, and of what is none."""

import importlib.util
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.loudness import measure_loudness
from performer.speech.voices.installed import AboutVoice, read_about
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.preparation import prepare_voice
from performer.speech.voices.settings import VoiceSettings
from tests.conftest import missing
from tests.joe import find_joe, pack_joe
from tests.performer.core.test_large_download import largest_file
from tests.performer.speech.voices.every_engine import spoken

pytestmark = pytest.mark.anyio

JOE = AboutVoice(name="joe", family="piper", language="en-us", licence="CC0")
LINES = [
    "The boss has a new plan, and it is not a kind one.",
    "I would have gone left, but nobody asked me.",
    "Three keys and no door, that is my whole week.",
    "Watch the ledge, it is shorter than it looks.",
    "That was a fine jump for somebody without eyes.",
    "Somebody should tell the dragon that we come in peace.",
]
"""A model of speech is never twice equally loud: a line of it is within 1.5 LU of what many are together."""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "joe").mkdir()
    return tmp_path / "joe"


def find_parts(model: Path | None = None, config: Path | None = None) -> Mapping[str, Path]:
    joe = find_joe()
    return {"model.onnx": model or joe, "model.onnx.json": config or Path(f"{joe}.json")}


async def measure_lines(voice: Path) -> float:
    """Return how loud the voice is over many lines, in LUFS."""
    async with NeuralVoice("joe", voice, VoiceSettings()) as speaker:
        pieces = [piece for line in LINES for piece in await spoken(speaker, line)]
    return measure_loudness(b"".join(each.pcm for each in pieces), pieces[0].rate, 1).lufs


@pytest.mark.slow
async def test_a_true_voice_is_made_ready_and_speaks(target: Path) -> None:
    await prepare_voice(find_parts(), target, JOE)

    assert sorted(each.name for each in target.iterdir()) == [
        "about.json",
        "decoder.onnx",
        "encoder.onnx",
        "voice.json",
    ]
    about = read_about(target)
    assert about
    assert about == JOE.model_copy(update={"lufs": about.lufs})
    assert about.lufs == pytest.approx(await measure_lines(target), abs=2)


@pytest.mark.slow
async def test_a_plain_vits_voice_is_made_ready_whole_and_speaks(tmp_path: Path, target: Path) -> None:
    if importlib.util.find_spec("sherpa_onnx") is None:
        missing("sherpa-onnx", f"{COMMAND} add voice")
    joe = pack_joe(tmp_path)
    parts = {"model.onnx": joe, "tokens.txt": joe.with_name("tokens.txt")}
    await prepare_voice(parts, target, JOE.model_copy(update={"family": "vits"}))
    about = read_about(target)

    assert sorted(each.name for each in target.iterdir()) == ["about.json", "model.onnx", "tokens.txt", "voice.json"]
    assert about
    assert about.lufs == pytest.approx(await measure_lines(target), abs=2)


@pytest.mark.parametrize("content", [b"", b"no model at all", None])
async def test_a_poisoned_model_is_named(tmp_path: Path, target: Path, content: bytes | None) -> None:
    model = tmp_path / "model.onnx"
    model.write_bytes(find_joe().read_bytes()[:1_000_000] if content is None else content)

    with pytest.raises(ConfigError, match=r"'joe' cannot be used: model\.onnx is no"):
        await prepare_voice(find_parts(model), target, JOE)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
async def test_a_disk_that_is_full_meanwhile_is_no_fault_of_the_voice(target: Path) -> None:
    with (
        largest_file(10_000_000),
        pytest.raises(ServiceError, match=r"'joe' cannot be made ready here: OSError.*large"),
    ):
        await prepare_voice(find_parts(), target, JOE)


def write_config(file: Path, **told: Any) -> Path:
    whole = json.loads(Path(f"{find_joe()}.json").read_text(encoding="utf-8"))
    file.write_text(json.dumps({**whole, **told}), encoding="utf-8")
    return file


async def test_the_configuration_of_something_else_is_named(tmp_path: Path, target: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ConfigError, match="The configuration of 'joe' is none of a Piper voice"):
        await prepare_voice(find_parts(config=tmp_path / "config.json"), target, JOE)


@pytest.mark.slow
async def test_a_voice_that_does_not_speak_is_refused_with_why(tmp_path: Path, target: Path) -> None:
    config = write_config(tmp_path / "config.json", phoneme_id_map={"_": [99_999], "^": [99_999], "$": [99_999]})
    with pytest.raises(ServiceError, match="'joe' does not speak: "):
        await prepare_voice(find_parts(config=config), target, JOE)
