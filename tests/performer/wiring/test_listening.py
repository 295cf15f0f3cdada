"""A show of real parts that hears the streamer: words become a spoken answer, and a part of what is remembered."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core import events
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.files.home import Home
from performer.core.remembered_conversation import STAGE
from performer.guard.runtime import build_runtime
from performer.memory.memory import open_memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.stage.server.lately import Lately
from performer.stage.server.status import Status
from performer.wiring.engines import Base, build_engines
from performer.wiring.live import build_live
from performer.wiring.operations import build_operations
from performer.wiring.parts import Parts, build_parts

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60)]


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """Build a show whose model says what is prepared, and run what listens, thinks and speaks."""
    (tmp_path / "pictures").mkdir()
    Image.linear_gradient("L").resize((320, 180)).save(tmp_path / "pictures" / "still.png")
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"text": "A dragon."}, {"text": "Hi Ben."}, {"text": "No more."}]))
    clock, home = SystemClock(seed=7), Home(config=tmp_path, data=tmp_path)
    home.make()
    settings = {
        "model": {"spec": f"scripted:{script}"},
        "voice": {"engine": "silent"},
        "frames": {"source": f"clip:{tmp_path / 'pictures'}"},
    }
    stream, config = EventStream(clock), Config.model_validate(settings)
    async with AsyncExitStack() as stack:
        engines = await build_engines(clock, stream, config, stack, quirks=ServerQuirks())
        database = await stack.enter_async_context(open_memory(clock, stream, home.memory_file))
        run = build_runtime(clock, stream, config.guard, home)
        parts = build_parts(Base(run, config, home, RunOptions(desktop=False), database), engines)
        lately, status = Lately(stream, run.guard, lambda _: None), Status(stream, run.guard)
        operations = build_operations(
            parts, build_live(parts, lambda _: None), status, lately, lambda: None, lambda: None
        )
        tasks = await stack.enter_async_context(anyio.create_task_group())
        lead, ground = parts.engines.models.lead, parts.ground
        runs = [lead.run] if lead else []
        for each in (*runs, engines.voice.run, ground.memory.record, ground.speaker.run, parts.acting.director.run):
            await tasks.start(each)
        await tasks.start(parts.listening.service.run, operations)
        yield parts
        tasks.cancel_scope.cancel()


def say(parts: Parts, text: str) -> None:
    now_s = parts.base.runtime.clock.now()
    parts.base.runtime.stream.publish(
        events.StreamerHeard(text=text, language="en", confidence=0.9, began_s=now_s - 1.0, ended_s=now_s)
    )


async def list_news(news: EventSubscription, count: int) -> list[events.Event]:
    told: list[events.Event] = []
    async for published in news:
        told.append(published.event)
        if len(told) == count:
            break
    return told


@pytest.mark.slow
async def test_the_streamer_is_answered_before_the_chat_that_waits(parts: Parts) -> None:
    news = parts.base.runtime.stream.whole("news", events.CueTaken, events.SpeechEnded)
    floor = parts.ground.hearing.floor
    floor.hold()
    parts.ground.inbox.put(ChatCue(lines=(ChatLine(text="hi Pip", author="Ben", direct=True),)))
    say(parts, "Pip, what is that?")
    await anyio.wait_all_tasks_blocked()
    floor.let_go()

    taken, heard, *_ = told = await list_news(news, 4)
    assert isinstance(taken, events.CueTaken)
    assert (taken.kind, taken.text) == ("streamer", "Pip, what is that?")
    cues = [each.kind for each in told if isinstance(each, events.CueTaken)]
    spoken = [each.heard for each in told if isinstance(each, events.SpeechEnded)]
    assert cues == ["streamer", "chat"]
    assert spoken == ["A dragon.", "Hi Ben."]
    assert heard is not None


async def test_what_was_said_to_it_is_remembered_and_nothing_else(parts: Parts) -> None:
    news = parts.base.runtime.stream.whole("news", events.SpeechEnded)
    say(parts, "I go left now.")
    say(parts, "Pip, what is that?")
    await list_news(news, 1)
    await parts.base.database.settled()

    rows = await parts.base.database.read(
        lambda it: it.execute("SELECT text FROM message WHERE channel = ? AND role = 'user'", (STAGE,)).fetchall()
    )
    assert [row["text"] for row in rows] == ["Pip, what is that?"]


async def test_an_order_by_voice_silences_the_show(parts: Parts) -> None:
    news = parts.base.runtime.stream.whole("news", events.Paused, events.Resumed, events.HushEnded)
    say(parts, "Pip, take a break.")
    say(parts, "Pip, go on.")

    told = [type(each) for each in await list_news(news, 3)]
    assert told == [events.Paused, events.Resumed, events.HushEnded]


async def test_the_recogniser_expects_the_personas_name_and_the_words_that_ask_somebody(parts: Parts) -> None:
    expected = parts.ground.hearing._recognition.expected

    assert expected.names == ("Pip",)
    assert "Hey Pip!" in expected.hint
    assert {"what", "tell"} <= set(expected.asking.split())
