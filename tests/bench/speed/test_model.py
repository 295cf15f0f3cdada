"""The model bench against servers that stand in."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from anyio.streams.text import TextReceiveStream

from bench.speed.model import ModelPlan, run
from bench.speed.report import SpeedReport
from bench.speed.rig.token_server import TokenServer
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from performer.models.settings import ModelSettings
from tests.fakes.ollama import BLIND, SEEING, FakeModel, FakeOllama

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ConfigFile:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return ConfigFile(tmp_path / "config.toml", environ={})


async def measure(ollama: FakeOllama, file: ConfigFile, plan: ModelPlan) -> SpeedReport:
    return await run(plan, Config(model=ModelSettings(url=ollama.url)), file)


async def test_a_seeing_model_is_measured_with_each_picture_size(file: ConfigFile) -> None:
    async with FakeOllama(SEEING) as ollama:
        report = await measure(ollama, file, ModelPlan(runs=2))

    pictures = [each.title for each in report.series if each.key.startswith("picture_") and each.key.endswith("_first")]
    assert pictures == [
        "reaction, a picture of 960 x 540",
        "reaction, a picture of 480 x 270",
        "reaction, a picture of 320 x 180",
    ]
    assert all(each.n >= 2 for each in report.series)
    assert "the best scene.picture_width is 1500" in report.notes[-2]
    assert report.notes[-1] == "Nothing was written; --write sets that."


async def test_a_model_without_eyes_has_no_picture_rows_and_that_is_told(file: ConfigFile) -> None:
    async with FakeOllama(BLIND) as ollama:
        report = await measure(ollama, file, ModelPlan(runs=2))

    assert not any(each.key.startswith("picture") for each in report.series)
    assert "It does not see: it gets descriptions in place of pictures, so no picture was measured." in report.notes


async def test_a_round_begins_with_a_new_mark_and_all_its_reactions_with_the_same(file: ConfigFile) -> None:
    async with FakeOllama(BLIND) as ollama:
        await measure(ollama, file, ModelPlan(runs=2))

    marks = [each["messages"][0]["content"].split()[0] for each in ollama.asked[1:]]
    assert [marks[at] == marks[at + 1] for at in range(len(marks) - 1)] == [True, False, True, False, True, False, True]


async def test_without_being_asked_to_nothing_is_unloaded_or_loaded_otherwise(file: ConfigFile) -> None:
    async with FakeOllama(BLIND) as ollama:
        await measure(ollama, file, ModelPlan(runs=2))

    assert len(ollama.warm_ups) == 1
    assert {each["options"]["num_ctx"] for each in (*ollama.asked, *ollama.warm_ups)} == {8192}


async def test_a_load_is_measured_from_a_model_that_was_unloaded(file: ConfigFile) -> None:
    async with FakeOllama(BLIND) as ollama:
        report = await measure(ollama, file, ModelPlan(runs=2, loads=True))

    assert report.by_key["load"].n == 2
    assert [each["keep_alive"] for each in ollama.warm_ups] == ["30m", 0, 0]


async def test_each_context_is_loaded_and_the_one_that_is_set_last(file: ConfigFile) -> None:
    async with FakeOllama(FakeModel(name="small", capabilities=("completion",), context=10_000)) as ollama:
        report = await measure(ollama, file, ModelPlan(runs=2, contexts=(4096, 16_384)))

    assert [each["options"]["num_ctx"] for each in ollama.warm_ups] == [8192, 4096, 8192]
    assert report.by_key["context_4096_line"].n == report.by_key["context_8192_line"].n == 2
    assert "A context of 16384 tokens was left out: the model was made for 10000." in report.notes


async def test_what_is_best_is_written_when_asked(file: ConfigFile) -> None:
    async with FakeOllama(SEEING) as ollama:
        report = await measure(ollama, file, ModelPlan(runs=2, contexts=(16_384,), writes=True))

    assert "scene.picture_width stays 1500." in report.notes
    assert report.notes[-1].endswith("It is 16384 now, and was 8192.")
    assert "\nnum_ctx = 16384" in file.file.read_text(encoding="utf-8")


async def test_settings_for_another_model_than_the_one_that_performs_say_so(file: ConfigFile) -> None:
    async with FakeOllama(SEEING, BLIND) as ollama:
        config = Config(model=ModelSettings(url=ollama.url, name=SEEING.name))
        report = await run(ModelPlan(model=BLIND.name, runs=2, writes=True), config, file)

    assert report.notes[-1].startswith("Another model performs; ")


async def test_a_server_of_another_kind_is_measured_by_the_clock(file: ConfigFile) -> None:
    async with TokenServer(first_s=0.0, token_s=0.0) as server:
        report = await run(ModelPlan(model=server.spec, runs=2), Config(), file)

    assert report.by_key["reaction_first"].n == 2
    assert "Its server counts no tokens, so only times were measured." in report.notes


async def test_only_an_ollama_is_asked_to_load_anew(file: ConfigFile) -> None:
    with pytest.raises(ConfigError, match="which only an Ollama does"):
        await run(ModelPlan(model="openai:a@http://127.0.0.1:1/v1", loads=True), Config(), file)


@pytest.mark.slow
async def test_the_short_form_prints_a_report_that_can_be_compared(tmp_path: Path) -> None:
    environment = {**os.environ, "PERFORMER_HOME": str(tmp_path)}
    async with TokenServer(first_s=0.0, token_s=0.0) as server:
        words = ("-m", "performer", "bench", "model", server.spec, "--short", "--json")
        done = await anyio.run_process([sys.executable, *words], cwd=CHECKOUT, env=environment)

    assert json.loads(done.stdout)["bench"] == "model"


@pytest.mark.slow
async def test_ctrl_c_ends_it_with_a_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "PERFORMER_HOME": str(tmp_path)}
    async with FakeOllama(BLIND) as ollama:
        ollama.hold_loads()
        words = ("-m", "performer", "bench", "model", f"{BLIND.name}@{ollama.url}")
        process = await anyio.open_process(
            [sys.executable, *words], cwd=CHECKOUT, env=environment, stdout=subprocess.DEVNULL
        )
        assert process.stderr is not None
        async with process:
            told = ""
            async for piece in TextReceiveStream(process.stderr):
                if "Loading" in piece and "Loading" not in told:
                    process.send_signal(signal.SIGINT)
                told += piece

    assert process.returncode == 130
    assert "Broken off. Nothing was written" in told
