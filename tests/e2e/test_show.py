"""The whole thread: a moving screen, a model over the true wire, the page in Chromium, sound in a sink, the journal."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from tests.chromium import Page, launched
from tests.e2e.performing import Line, Performing, performing
from tests.fakes.ollama import SEEING, SEEING_ONLY, FakeOllama
from tests.fakes.ollama_wire import FakeModel, Trouble
from tests.pulse import Tape, open_desk
from tests.xvfb import xvfb

CLIP_S = 1.2
"""A little longer than the clip `boing`."""
LINE = "Two hit points left and he goes for the chest."

ALONE = ("--no-sound", "--no-desktop", "--no-console")
"""A performer with nothing around it."""
LONG = "This is a long line, " + "which goes on and on, " * 11 + "and on."


@dataclass(frozen=True)
class Theatre:
    """Everything around a performer."""

    performer: Performing
    ollama: FakeOllama
    page: Page
    tape: Tape
    display: str


@pytest.fixture
def display() -> Iterator[str]:
    with xvfb() as name:
        yield name


@asynccontextmanager
async def theatre(display: str, model: FakeModel, folder: Path) -> AsyncIterator[Theatre]:
    """Open everything; nothing happens on the screen until `something_happens`."""
    async with (
        FakeOllama(model) as ollama,
        open_desk("main") as desk,
        desk.record("main") as tape,
        launched(folder / "profile") as chromium,
    ):
        quiet = {"PERFORMER_PACING__TALKATIVENESS": "silent"}
        environment = {**desk.address, **quiet, "DISPLAY": display, "OLLAMA_HOST": ollama.url}
        async with performing(folder / "home", environment=environment) as it:
            await it.journalled("FrameSeen")
            await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
            page = await chromium.open(it.stage["url"])
            yield Theatre(it, ollama, page, tape, display)


async def screen_changes(it: Performing, display: str) -> None:
    """Change the screen, which was black and so shown to nobody, and have it seen."""
    seen = len(it.lines)
    await anyio.run_process(["xsetroot", "-display", display, "-solid", "#803020"])
    await it.journalled("FrameSeen", lambda line: line["change"] > 2, after=seen)


async def something_happens(it: Performing, display: str) -> Line:
    """Change the screen, and see the performer take it for a cue."""
    seen = len(it.lines)
    await screen_changes(it, display)
    return await it.journalled("CueTaken", after=seen)


async def asked(it: Performing) -> Line:
    """Have the streamer ask something, which is answered with all the tools."""
    seen = len(it.lines)
    assert (await it.ask("cue", text="What was that?"))["ok"]
    return await it.journalled("CueTaken", lambda line: line["kind"] == "operator", after=seen)


async def played(it: Theatre) -> None:
    """See a turn through: bubble on the page, clip and speech in the sink, everything in the journal, in order."""
    began = it.tape.last_loud() or 0.0
    await screen_changes(it.performer, it.display)
    taken = await asked(it.performer)
    turn = taken["turn"]
    await it.page.until('document.querySelector(\'[data-kind="bubble"]\')?.textContent.includes("First try!")')
    caption = await it.page.until("document.querySelector('[data-kind=\"caption\"]')?.textContent")
    ended = await it.performer.journalled("SpeechEnded", lambda line: line["turn"] == turn)
    first = await it.tape.loud(began)
    silent = await it.tape.quiet(first)

    assert caption.strip() == LINE
    assert it.tape.rms(first, first + CLIP_S) > 0.01
    assert it.tape.rms(first + CLIP_S, silent) > 0.01, "after the clip only the speech can be heard"
    assert silent - first > CLIP_S + 0.5
    assert ended["heard_s"] > CLIP_S + 0.5
    assert all(line["audible"] for line in it.performer.events("SpeechStarted"))
    assert not it.page.complaints
    of_turn = [line["event"] for line in it.performer.lines if line["turn"] == turn]
    tools = "ToolCalled ToolReturned ToolCalled ToolReturned"
    in_order(of_turn, f"CueTaken StepStarted FirstText SentenceReady {tools} TurnEnded")
    in_order(of_turn, "SentenceReady SpeechStarted SpeechEnded")
    assert all(list(line)[:5] == ["v", "at", "t", "turn", "event"] for line in it.performer.lines)
    assert [line["t"] for line in it.performer.lines] == sorted(line["t"] for line in it.performer.lines)


def in_order(events: list[str], wanted: str) -> None:
    """Assert that the events stand in this order, whatever stands between."""
    rest = iter(events)
    assert all(name in rest for name in wanted.split()), f"{events} has not {wanted} in this order"


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_model_that_calls_tools_plays_the_whole_thread(display: str, tmp_path: Path) -> None:
    async with theatre(display, SEEING, tmp_path) as it:
        calls = [("overlay_text", {"text": "First try!"}), ("play_sfx", {"name": "boing"})]
        it.ollama.reply(LINE, calls=calls)

        await played(it)

        (first,) = it.ollama.asked
        assert first["messages"][-1]["images"], "the picture should be with the question"
        assert {each["function"]["name"] for each in first["tools"]} >= {"overlay_text", "show_emote", "play_sfx"}


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_model_that_prints_its_calls_is_understood_as_well(display: str, tmp_path: Path) -> None:
    async with FakeOllama(SEEING_ONLY) as ollama:
        ollama.reply(f'{LINE}\nCALL overlay_text {{"msg": "First try!"}}\nCALL play_sfx {{"name": "boing"}}')
        environment = {"DISPLAY": display, "OLLAMA_HOST": ollama.url}
        async with performing(tmp_path / "home", *ALONE, environment=environment) as it:
            await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
            await it.journalled("FrameSeen")
            turn = (await asked(it))["turn"]
            await it.journalled("TurnEnded", lambda line: line["turn"] == turn)

    assert "tools" not in ollama.asked[0]
    assert "overlay_text" in ollama.asked[0]["messages"][0]["content"]
    assert [line["tool"] for line in it.events("ToolCalled")] == ["overlay_text", "play_sfx"]
    assert [line["text"] for line in it.events("SentenceReady") if line["turn"] == turn] == [LINE]


@pytest.mark.slow
@pytest.mark.anyio
async def test_hush_is_heard_and_seen_at_once(display: str, tmp_path: Path) -> None:
    async with theatre(display, SEEING, tmp_path) as it:
        began = it.tape.last_loud() or 0.0
        said = await it.performer.ask("say", text=LONG)
        started = await it.performer.journalled("SpeechStarted", lambda line: line["text"] == LONG)
        await it.tape.loud(began)

        hushed = await it.performer.ask("hush")
        ended = await it.performer.journalled("SpeechEnded", lambda line: line["cut"])
        await it.performer.journalled("TurnCut")
        await it.tape.quiet(it.tape.last_loud() or began)

        assert said["ok"]
        assert hushed["ok"]
        assert ended["heard_s"] < started["duration_s"]
        assert await it.page.until("!document.querySelector('[data-kind=\"caption\"]')")


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_model_that_dies_in_mid_sentence_keeps_what_was_finished(display: str, tmp_path: Path) -> None:
    async with FakeOllama(SEEING) as ollama:
        ollama.trouble(Trouble.FIN, after="Nice one. And then the brid")
        environment = {"DISPLAY": display, "OLLAMA_HOST": ollama.url}
        async with performing(tmp_path / "home", *ALONE, environment=environment) as it:
            await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
            await it.journalled("FrameSeen")
            taken = await something_happens(it, display)
            ended = await it.journalled("TurnEnded", lambda line: line["turn"] == taken["turn"])
            await it.journalled("ServiceDown", lambda line: line["service"] == "brain")

    said = [line["text"] for line in it.events("SentenceReady") if line["turn"] == taken["turn"]]
    assert said == ["Nice one."]
    assert ended["reason"].startswith("model failed")


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_display_may_go_and_the_show_goes_on(tmp_path: Path) -> None:
    async with anyio.create_task_group():
        with xvfb("640x480") as name:
            home = performing(tmp_path / "home", "--no-sound", environment={"DISPLAY": name})
            it = await home.__aenter__()
            await it.journalled("FrameSeen")
        try:
            gone = await it.journalled("ServiceDown", lambda line: line["service"] == "eyes")
            await it.type("are you there\n")
            await it.journalled("SpeechEnded", lambda line: line["t"] > gone["t"])
        finally:
            await home.__aexit__(None, None, None)

    assert "The display" in gone["reason"]
    assert len(it.events("ServiceDown")) == len({line["service"] for line in it.events("ServiceDown")})
