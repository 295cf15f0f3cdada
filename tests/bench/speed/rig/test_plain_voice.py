"""The plainest program that speaks by a model."""

import json

import pytest

from bench.speed.rig.module_process import run_module
from tests.joe import find_joe


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_tells_what_each_sentence_took_and_its_memory() -> None:
    told = json.loads(await run_module("plain_voice", str(find_joe()), "wˈɛl, nˈaʊ.", "tˈuː hˈɪt pˈɔɪnts lˈɛft."))

    assert len(told["percents"]) == 2
    assert all(1 < each < 100 for each in told["percents"])
    assert 50 < told["memory_mib"] < 400
