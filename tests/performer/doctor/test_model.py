"""The doctor and the model: it is proven that it sees and calls, not believed."""

import base64
import io
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.files.home import Home
from performer.doctor.model import check_model, draw_number
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.settings import ModelSettings
from performer.models.tool_score import ToolScore
from tests.fakes.ollama import BLIND, SEEING, SEEING_ONLY, FakeOllama
from tests.fakes.ollama_wire import Body, FakeModel, Reply, Trouble
from tests.fakes.openai import FakeOpenAI
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


@cache
def thumbnail(number: int) -> Image.Image:
    return small(draw_number(number))


def small(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg)).convert("L").resize((64, 36))


def read_number(jpeg: bytes) -> int:
    """See: find the number whose picture is most like this one."""
    seen = small(jpeg)

    def unlike(number: int) -> float:
        return float(ImageStat.Stat(ImageChops.difference(seen, thumbnail(number))).sum[0])

    return min(range(10, 100), key=unlike)


def able(body: Body) -> Reply:
    """Answer as a model that sees and calls tools, in its text where it is told to."""
    question = body["messages"][-1]
    if question.get("images"):
        return Reply(text=f"The number is {read_number(base64.b64decode(question['images'][0]))}.")
    times = int(re.findall(r"`times` set to (\d+)", question["content"])[0])
    if body.get("tools"):
        return Reply(calls=[("ring_bell", {"times": times})])
    if body.get("format"):
        call = {"tool": "ring_bell", "arguments": {"times": times}}
        return Reply(text=json.dumps({"say": "", "calls": [call]}))
    return Reply(text=f'CALL ring_bell {{"times": {times}}}')


@pytest.fixture(scope="module", autouse=True)
def all_numbers_known() -> None:
    """Learn the numbers before a question waits for it."""
    for number in range(10, 100):
        thumbnail(number)


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(SEEING, default=able) as server:
        yield server


async def asked(ollama: FakeOllama, *models: FakeModel, freshness_s: float = 6.0, **settings: Any) -> Taken:
    ollama.models = list(models) or ollama.models
    return await lead(ModelSettings(url=ollama.url, **settings), freshness_s=freshness_s)


async def lead(settings: ModelSettings, *, freshness_s: float = 6.0, home: Path = Path("/nowhere")) -> Taken:
    what = examined(clock=SystemClock(seed=3), model=settings, turn={"freshness_s": freshness_s}, home=home)
    return await taken(partial(check_model, settings=settings), what)


async def test_a_model_that_sees_and_calls_is_all_right(ollama: FakeOllama) -> None:
    found = await asked(ollama)

    assert set(found.states.values()) == {"ok"}
    assert list(found.states) == [
        *("answers", "exists", "loads", "memory", "sees", "is fast", "calls tools"),
        *("native", "soft", "constrained"),
    ]
    assert found["calls tools"].found == "natively, in mode auto, with the right argument"
    assert re.fullmatch(r"right after \d+\.\d s", found["constrained"].found)
    assert SEEING.name in found["exists"].found


async def test_what_the_tool_choice_bench_measured_of_the_model_is_shown(ollama: FakeOllama, tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    score = ToolScore(
        mode="soft", right=0.71, low=0.66, high=0.76, false_calls=0.04, cases=300, at=datetime.now(UTC) - timedelta(2)
    )
    await ServerQuirks(home.quirks_file).keep_score("sha256:owl", score)

    ollama.models = [replace(SEEING, digest="sha256:owl")]

    found = await lead(ModelSettings(url=ollama.url), home=tmp_path)

    words = "right tool 71 % [66–76], false calls 4 %, soft mode, measured 2 days ago"
    assert (found["tool choice"].state, found["tool choice"].found) == ("ok", words)


async def test_every_number_can_be_read(ollama: FakeOllama) -> None:
    assert [read_number(draw_number(number)) for number in (10, 11, 47, 71, 88, 99)] == [10, 11, 47, 71, 88, 99]


async def test_a_model_that_only_says_it_sees_is_found_out(ollama: FakeOllama) -> None:
    ollama.reply("I see a lovely number: 7.")

    found = await asked(ollama)

    assert found["sees"].state == "failed"
    assert "it said 'I see a lovely number: 7.'" in found["sees"].found
    assert "another model" in found["sees"].remedy  # to pull the very model that failed would be no remedy
    assert found["calls tools"].state == "ok"


async def test_a_model_that_guesses_all_numbers_is_found_out(ollama: FakeOllama) -> None:
    ollama.reply(" ".join(map(str, range(10, 100))))

    assert (await asked(ollama))["sees"].state == "failed"


async def test_a_blind_model_is_a_warning_and_is_shown_nothing(ollama: FakeOllama) -> None:
    found = await asked(ollama, BLIND)

    assert found["sees"].state == "warning"
    assert found["calls tools"].state == "ok"
    assert not [body for body in ollama.asked if body["messages"][-1].get("images")]


async def test_a_model_without_tools_prints_its_call(ollama: FakeOllama) -> None:
    found = await asked(ollama, SEEING_ONLY)

    assert found["calls tools"].state == "ok"
    assert "printed in its text" in found["calls tools"].found
    assert list(found.states)[-2:] == ["soft", "constrained"]


@pytest.mark.parametrize(
    ("text", "calls", "state", "sentence"),
    [
        ("Ding dong!", [], "failed", "it said 'Ding dong!'"),
        ("", [], "failed", "it said nothing"),
        ("", [("ring_bell", {"times": 77})], "warning", "ring_bell(77)"),
        ("", [("ring_bell", {"times": "many"})], "warning", "ring_bell(many)"),
    ],
)
async def test_a_call_that_is_none_or_another_is_told(
    ollama: FakeOllama, text: str, calls: list[tuple[str, dict[str, Any]]], state: str, sentence: str
) -> None:
    ollama.reply(text, calls=calls)

    found = await asked(ollama, BLIND)

    assert found["calls tools"].state == state
    assert sentence in found["calls tools"].found


async def test_a_mode_that_fails_names_one_that_works(ollama: FakeOllama) -> None:
    ollama.reply("Ding dong!")

    found = await asked(ollama, BLIND, mode="native")

    assert found["calls tools"].state == "failed"
    assert found["calls tools"].remedy == f"{COMMAND} config set model.mode soft"
    assert found["native"].found.startswith("wrong after")
    assert found["soft"].state == found["constrained"].state == "ok"


async def test_a_mode_that_the_server_cannot_do_is_told(ollama: FakeOllama) -> None:
    for _ in range(2):  # as it is set, and held to native
        ollama.trouble(Trouble.PARSE_ERROR)
        ollama.reply('CALL ring_bell {"times": 4}')

    found = await asked(ollama, BLIND)

    assert found["native"].state == "skipped"
    assert "it ends up printed in its text" in found["native"].found


async def test_an_old_server_and_a_model_beside_the_card_are_warnings(ollama: FakeOllama) -> None:
    ollama.version = "0.16.2"
    ollama.put_in_memory(SEEING, size=10, size_vram=4, context_length=8192)

    found = await asked(ollama)

    assert found["answers"].remedy == "Update it to 0.17.1 or later."
    assert found["memory"].found == "60% of it is on the CPU, which is slow"
    assert found["memory"].remedy == "A smaller model or model.num_ctx would fit the card."


async def test_a_server_of_openais_kind_is_asked_the_same(ollama: FakeOllama) -> None:
    async with FakeOpenAI() as server:
        settings = ModelSettings(spec=f"openai:fake-vl@{server.url}")
        found = await lead(settings)

    assert found.states["answers"] == found.states["loads"] == "ok"
    assert found["sees"].state == "failed"  # it says the same whatever it is asked
    assert found["calls tools"].state == "failed"


async def test_a_model_that_is_not_there_is_named_with_its_remedy(ollama: FakeOllama) -> None:
    found = await asked(ollama, name="qwen3-vl:4b-instrct")

    assert found.states == {"answers": "ok", "exists": "failed"}
    assert found["exists"].found.startswith(f"no model 'qwen3-vl:4b-instrct' at {ollama.url}")
    assert "Did you mean 'qwen3-vl:4b-instruct'" in found["exists"].remedy


async def test_a_slow_answer_is_a_warning_that_a_smaller_model_would_be_livelier(ollama: FakeOllama) -> None:
    found = await asked(ollama, freshness_s=1e-6)

    assert found["is fast"].state == "warning"
    assert "s a line; a smaller one would be livelier" in found["is fast"].found
    assert found["is fast"].remedy.startswith("Take a smaller model")


async def test_without_ollama_it_is_said_how_to_get_one() -> None:
    async with FakeOllama() as gone:
        url = gone.url

    found = await lead(ModelSettings(url=url))

    assert found.states == {"answers": "failed"}
    assert found["answers"].found == f"no Ollama at {url}"
    assert found["answers"].remedy.startswith("Install it, then")


async def test_a_load_that_never_ends_or_fails_is_told(ollama: FakeOllama) -> None:
    ollama.hold_loads()
    hanging = await asked(ollama, warm_up_s=0.3)
    ollama.release_loads()
    ollama.load_error = "model requires more system memory"
    failing = await asked(ollama)

    assert hanging.states == failing.states == {"answers": "ok", "exists": "ok", "loads": "failed"}
    assert "more system memory" in failing["loads"].found


@pytest.mark.parametrize(
    "trouble", [Trouble.HANG_HEADERS, Trouble.HANG_FIRST, Trouble.CRASH, Trouble.FIN, Trouble.GARBAGE]
)
async def test_an_answer_that_goes_wrong_does_not_stop_the_next_question(ollama: FakeOllama, trouble: Trouble) -> None:
    ollama.trouble(trouble)

    found = await asked(ollama, first_token_s=0.6)

    assert found["sees"].state == "failed"
    assert found["calls tools"].state == "ok"


@pytest.mark.parametrize("spec", ["understudy", "scripted:/nowhere"])
async def test_without_a_model_none_is_asked(spec: str) -> None:
    found = await lead(ModelSettings(spec=spec))

    assert found.states == {"answers": "skipped"}


async def test_a_spec_names_model_and_place(ollama: FakeOllama) -> None:
    found = await asked(ollama, SEEING, BLIND, spec=f"ollama:{BLIND.name}@{ollama.url}")

    assert BLIND.name in found["exists"].found


async def test_an_old_server_is_told_once(ollama: FakeOllama) -> None:
    ollama.version = "0.16.2"

    found = await asked(ollama)

    assert "is old" in found["answers"].found
    assert "is old" not in found["exists"].found


async def test_a_model_too_large_for_the_memory_is_failed_with_its_remedy(ollama: FakeOllama) -> None:
    ollama.load_error = "model requires more system memory (9.1 GiB) than is available (4.2 GiB)"

    found = await asked(ollama)

    assert found["loads"].found.endswith("than is available (4.2 GiB)")
    assert found["loads"].remedy.startswith(f'Take a smaller one ("{COMMAND} pull qwen3-vl:2b-instruct')


async def test_an_address_that_answers_as_no_model_server_does_is_not_said_to_have_the_model() -> None:
    async with FakeOpenAI() as server:
        server.models = None
        server.refuse(404, "")
        settings = ModelSettings(spec=f"openai:x@{server.url}")
        found = await lead(settings)

    assert found.states == {"answers": "ok", "exists": "skipped", "loads": "failed"}
    assert "answers, but as no model server does (404" in found["loads"].found
    assert found["loads"].remedy.startswith("See what listens there")
