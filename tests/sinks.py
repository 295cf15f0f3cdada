"""A whole show in this process, and all that comes out of it: what anybody sees, hears or keeps of it, by sink.

async with show(tmp_path, {"model": {"spec": "understudy"}}) as it:
    await it.ask("react")
    await it.turn_ended()
assert it.where_is("marmalade") >= {"journal", "voice"}
"""

import io
import json
import logging
import os
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import aiohttp
import anyio
import pytest
from anyio.abc import TaskGroup

from performer.app import perform
from performer.cli.replay import Replayed, ReplayOptions, build_replay
from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.audio import Sound
from performer.core.clock import SystemClock
from performer.core.events.parts import FileRefused, Paused, ServiceDown, ServiceUp
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.events.turns import CueDropped, CueTaken, TurnCut, TurnEnded
from performer.core.files.home import Home
from performer.core.log import JsonLineFormatter
from performer.core.plain_console import PlainConsole
from performer.core.process.lifetime import ShowEnd
from performer.core.show import Show
from performer.guard.normalise.readings import normalize_text
from performer.guard.runtime import build_runtime
from performer.guard.verdict import Finder
from performer.memory.journal.file import read_journal
from performer.memory.journal.replay import PLAYED
from performer.memory.memory import open_memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.speech.voices.select import select_voice
from performer.stage.protocol.codec import decode, encode
from performer.stage.protocol.messages import Ended, Hello, Started
from performer.stage.service import StageService
from performer.tools.tool import Tool
from performer.wiring.engines import Base, build_engines
from performer.wiring.parts import Parts, build_parts
from performer.wiring.show import build_show
from tests.fakes.speech import FakeSpeech, Manner

PATIENCE_S = 60.0
QUIET: Mapping[str, Any] = {
    "frames": {"source": "arcade", "rate_hz": 4},
    "pacing": {"talkativeness": "silent"},
    "sound": {"enabled": False},
    "stage": {"port": 0},
}
"""A show that only acts when it is asked to."""


_QUOTING: Final = (CueTaken, CueDropped, ServiceDown, ServiceUp, FileRefused, Paused, TurnCut)
"""Events in the words of viewers, servers and files: past the guard goes what their readers make of them."""


class Sinks:
    """What came out, as text, by the name of the sink."""

    def __init__(self) -> None:
        self._texts: defaultdict[str, list[str]] = defaultdict(list)
        self._more = anyio.Event()

    def take(self, sink: str, text: str) -> None:
        """Take in what came out of a sink."""
        self._texts[sink].append(text)
        self._more.set()
        self._more = anyio.Event()

    @property
    def names(self) -> set[str]:
        """The sinks that anything came out of."""
        return set(self._texts)

    def where_is(self, word: str) -> set[str]:
        """Name the sinks where a word is, as it stands here or in another spelling that reads the same."""
        plain = normalize_text(word).text
        texts_of = {sink: texts for sink, texts in self._texts.items() if sink != "quoted"}
        return {sink for sink, texts in texts_of.items() if any(_holds(text, word, plain) for text in texts)}

    async def holds(self, sink: str, word: str) -> None:
        """Wait until a sink has a word, as it stands here."""
        await self.until(lambda: any(word in text for text in self._texts[sink]), f"'{word}' at {sink}")

    async def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait until something is so; looked at whenever something came out."""
        with anyio.move_on_after(PATIENCE_S):
            while not is_so():
                await self._more.wait()
            return
        raise AssertionError(f"Waited in vain for {what}; there is\n{self.told()}")

    def all(self, sink: str) -> list[str]:
        """Return all that came out of a sink, in order."""
        return list(self._texts[sink])

    def told(self) -> str:
        """Return all of it, for a failing test."""
        return "\n".join(f"{sink}: {text[:300]}" for sink, texts in self._texts.items() for text in texts[-8:])


class Watched:
    """A show that is on, with everybody who watches."""

    def __init__(self, home: Home, sinks: Sinks, keyboard: int, parts: Parts | None) -> None:
        self._parts = parts
        self.sinks = sinks
        self.where_is = sinks.where_is
        self._home = home
        self._keyboard = keyboard
        self._turns = 0

    @property
    def parts(self) -> Parts:
        """The parts of a show that is no replay."""
        assert self._parts is not None
        return self._parts

    @property
    def stage(self) -> dict[str, Any]:
        """The facts of run/stage.json."""
        facts: dict[str, Any] = json.loads(self._home.stage_file.read_text(encoding="utf-8"))
        return facts

    async def ask(self, op: str, **args: Any) -> dict[str, Any]:
        """Give an order, and take in what is answered."""
        async with aiohttp.ClientSession() as session, session.ws_connect(self.stage["control_url"]) as socket:
            await socket.send_json({"id": 1, "op": op, "args": args})
            async for message in socket:
                self.sinks.take("control", message.data)
                answer: dict[str, Any] = json.loads(message.data)
                if answer.get("id") == 1:
                    return answer
        raise AssertionError(f"no answer to {op}")

    def type(self, line: str) -> None:
        """Type a line into the show's terminal."""
        os.write(self._keyboard, f"{line}\n".encode())

    async def turns_ended(self, count: int = 1) -> None:
        """Wait until so many turns have ended."""
        await self.sinks.until(lambda: self._turns >= count, f"the end of turn {count}")

    async def follow_events(self, reader: EventSubscription) -> None:
        """Take in each event as its readers get it, and apart those that quote what came in: no reader retells them."""
        async for published in reader:
            self._turns += isinstance(published.event, TurnEnded)
            self.sinks.take("quoted" if isinstance(published.event, _QUOTING) else "events", repr(published.event))

    async def follow(self, sink: str, address: str) -> None:
        """Take in what a client of the stage gets, as one that has every sound heard at once."""
        async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
            if sink != "control":
                await socket.send_str(encode(Hello(client="page", sounds=sink == "sound")))
            async for frame in socket:
                if frame.type is not aiohttp.WSMsgType.TEXT:
                    continue
                self.sinks.take(sink, frame.data)
                message = None if sink == "control" else decode(frame.data)
                if isinstance(message, Sound):
                    await socket.send_str(encode(Started(id=message.id)))
                    await socket.send_str(encode(Ended(id=message.id, heard_ms=50)))


@asynccontextmanager
async def show(
    folder: Path, settings: Mapping[str, Any], *, finder: Finder | None = None, tools: Sequence[Tool] | None = None
) -> AsyncIterator[Watched]:
    """Yield a show with a page, a window, a listener, a panel, a journal and a terminal; after the block it is over.

    Args:
        folder: Its home.
        settings: As in config.toml.
        finder: One more for the guard.
        tools: Those of the stage; None: its own. More may come while the show goes on.
    """
    journal = folder / "show.jsonl"

    async def build(config: Config, home: Home, console: PlainConsole, stage: _Stage) -> Show:
        clock, stream = stage.clock, stage.stream
        engines = await build_engines(clock, stream, config, stage.stack, quirks=ServerQuirks())
        database = await stage.stack.enter_async_context(open_memory(clock, stream, home.memory_file))
        options = RunOptions(journal=journal, desktop=False)
        base = Base(build_runtime(clock, stream, config.guard, home), config, home, options, database)
        base.runtime.guard._search._finders += (finder,) if finder else ()
        if tools is not None:
            stage.stack.enter_context(pytest.MonkeyPatch.context()).setattr(StageService, "tools", lambda _: tools)
        stage.parts = build_parts(base, engines)
        return build_show(stage.parts, console, begin_again=lambda: None, end=lambda: None)

    async with _watched(folder, settings, build) as it:
        await it.sinks.holds("events", "FrameSeen")
        yield it
    it.sinks.take("journal", journal.read_text(encoding="utf-8"))


@asynccontextmanager
async def replay(folder: Path, journal: Path) -> AsyncIterator[Watched]:
    """Replay a journal aloud before the same audience, to its end."""

    async def build(config: Config, home: Home, console: PlainConsole, stage: _Stage) -> Show:
        voice = await select_voice(stage.clock, stage.stream, config.voice, stage.stack)
        options = ReplayOptions(journal=journal, voice=True, desktop=False, overrides={})
        record = read_journal(journal, *PLAYED)
        return build_replay(config, home, options, Replayed(stage.clock, stage.stream, voice, record), console)

    async with _watched(folder, {}, build) as it:
        yield it


class _Stage:
    """What a show is made with."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self.stack = stack
        self.clock = SystemClock(seed=7)
        self.stream = EventStream(self.clock)
        self.ending = ShowEnd()
        self.parts: Parts | None = None


_Build = Callable[[Config, Home, PlainConsole, _Stage], Awaitable[Show]]


@asynccontextmanager
async def _watched(folder: Path, settings: Mapping[str, Any], build: _Build) -> AsyncIterator[Watched]:
    home = Home(config=folder, data=folder)
    home.make()
    home.blocklist_file.write_text("plonk", encoding="utf-8")
    console, log, sinks = io.StringIO(), io.StringIO(), Sinks()
    async with AsyncExitStack() as stack, FakeSpeech(Manner(length_s=0.05)) as voice:
        stack.enter_context(_logging_to(log))
        keyboard = stack.enter_context(_keyboard())
        config = Config.model_validate({**QUIET, "voice": {"engine": voice.spec}, **settings})
        stage = _Stage(stack)
        printing = PlainConsole(file=console, width=200, highlight=False, emoji=False, markup=False)
        is_open = anyio.Event()
        played = _tell_when_open(await build(config, home, printing, stage), is_open)
        it = Watched(home, sinks, keyboard, stage.parts)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(it.follow_events, stage.stream.whole("test"))
            tasks.start_soon(perform, played, stage.ending, printing, home.log_file)
            await is_open.wait()
            async with anyio.create_task_group() as watching:
                for sink, url in _addresses(it.stage).items():
                    watching.start_soon(it.follow, sink, url)
                await sinks.until(lambda: {"page", "window", "sound"} <= sinks.names, "an audience")
                yield it
                watching.cancel_scope.cancel()
            stage.ending.come()
        for sink, text in (("console", console.getvalue()), ("log", log.getvalue())):
            sinks.take(sink, text)
        sinks.take("voice", "\n".join(str(each["input"]) for each in voice.asked))


def _tell_when_open(played: Show, is_open: anyio.Event) -> Show:
    """Have an event come when the stage can be reached."""

    async def open_stage(playing: TaskGroup) -> None:
        await played.open_stage(playing)
        is_open.set()

    return replace(played, open_stage=open_stage)


def _addresses(stage: Mapping[str, Any]) -> dict[str, str]:
    tokens, port = stage["tokens"], stage["port"]
    place = f"ws://127.0.0.1:{port}"
    return {
        "page": f"{place}/stage/ws?token={tokens['renderer']}",
        "window": f"{place}/stage/ws?token={tokens['window']}",
        "sound": f"{place}/stage/ws?token={tokens['sound']}",
        "control": stage["control_url"],
    }


@contextmanager
def _logging_to(log: io.StringIO) -> Iterator[None]:
    handler, logger = logging.StreamHandler(log), logging.getLogger("performer")
    handler.setFormatter(JsonLineFormatter())
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)


@contextmanager
def _keyboard() -> Iterator[int]:
    """Have standard input come from a pipe; give its other end."""
    reads, writes = os.pipe()
    before = sys.stdin
    with open(reads, encoding="utf-8") as sys.stdin:  # noqa: PTH123  it has no path
        try:
            yield writes
        finally:
            sys.stdin = before
            os.close(writes)


def _holds(text: str, word: str, plain: str) -> bool:
    return word in text or plain in normalize_text(text).text
