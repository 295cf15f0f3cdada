"""The doctor and the model that only describes, asked for real at a server that speaks Ollama's wire."""

import pytest

from performer.core.clock import SystemClock
from performer.doctor.vision import check_describer
from tests.fakes.ollama import PLAIN, SEEING_ONLY, FakeOllama
from tests.fakes.ollama_wire import Trouble
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


async def described(describe: str, *, within_s: float = 5) -> Taken:
    scene = {"words_within_s": within_s}
    what = examined(clock=SystemClock(seed=7), model={"describe": describe}, scene=scene)
    return await taken(check_describer, what)


def number() -> str:
    return str(SystemClock(seed=7).chance.randrange(10, 100))


async def test_one_that_reads_the_number_in_time_is_well() -> None:
    async with FakeOllama(SEEING_ONLY) as ollama:
        ollama.reply(f"It says {number()}.")
        found = await described(f"ollama:{SEEING_ONLY.name}@{ollama.url}")

    assert found.states == {"sees": "ok"}
    assert len(ollama.asked) == len(ollama.warm_ups) == 1


async def test_one_that_is_slower_than_a_turn_waits_is_told_with_the_remedy() -> None:
    async with FakeOllama(SEEING_ONLY) as ollama:
        ollama.reply(number())
        found = await described(f"ollama:{SEEING_ONLY.name}@{ollama.url}", within_s=1e-6)

    assert "scene.words_within_s" in found["is fast"].remedy


async def test_one_that_reads_something_else_is_doubted() -> None:
    async with FakeOllama(SEEING_ONLY) as ollama:
        ollama.reply("A goose.")
        found = await described(f"ollama:{SEEING_ONLY.name}@{ollama.url}")

    assert found.states == {"sees": "warning"}


async def test_one_without_eyes_fails() -> None:
    async with FakeOllama(PLAIN) as ollama:
        found = await described(f"ollama:{PLAIN.name}@{ollama.url}")

    assert found.states == {"sees": "failed"}


async def test_one_that_fails_is_told_with_the_reason() -> None:
    async with FakeOllama(SEEING_ONLY) as ollama:
        ollama.trouble(Trouble.FIN)
        found = await described(f"ollama:{SEEING_ONLY.name}@{ollama.url}")

    assert found.states == {"sees": "failed"}


async def test_one_that_is_not_there_fails() -> None:
    assert (await described("ollama:moondream@127.0.0.1:9")).states == {"answers": "failed"}


async def test_without_one_there_is_nothing_to_look_at() -> None:
    assert (await described("")).states == {"describes": "skipped"}
