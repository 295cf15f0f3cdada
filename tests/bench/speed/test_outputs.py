"""The first sample in a sink, and the first frame of the page."""

import pytest

from bench.speed.outputs import measure_page, measure_sink
from bench.speed.rig.browser import explain_missing_browser
from bench.speed.rig.sink import explain_missing_sink
from bench.speed.rig.token_server import TokenServer
from tests.conftest import missing

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_a_sentence_reaches_the_sink_after_its_full_stop() -> None:
    if explain_missing_sink():
        missing("PulseAudio", "apt-get install pulseaudio pulseaudio-utils")
    async with TokenServer() as server:
        (floor, sink), why = await measure_sink(server, 1)

    assert not why
    assert floor.n == sink.n == 1
    assert sink.values[0] > 0


@pytest.mark.slow
async def test_a_tool_call_is_seen_on_the_page_after_it_was_sent() -> None:
    if explain_missing_browser():
        missing("Chromium", "sudo apt-get install chromium")
    (_, page), why = await measure_page(1)

    assert not why
    assert page.values[0] > 0


async def test_what_is_missing_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    async with TokenServer() as server:
        assert await measure_sink(server, 1) == ([], explain_missing_sink())
    assert "apt install chromium" in (await measure_page(1))[1]
