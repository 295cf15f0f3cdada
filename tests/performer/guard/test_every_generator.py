"""Whoever makes the words, and wherever they come out: a blocked word at the source is found at no sink.

Each show plants the word in several spellings, and beside it another word that must be found: else nothing was tried.
"""

import json
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import GuardHit
from performer.memory.journal.file import format_journal_line
from performer.tools.result import Progress
from performer.tools.tool import Tool, ToolCall
from tests.fakes.ollama import SEEING_ONLY, FakeOllama
from tests.fakes.ollama_wire import FakeModel, Reply
from tests.fakes.openai import FakeOpenAI
from tests.sinks import Sinks, Watched, replay, show

pytestmark = pytest.mark.anyio
slow = pytest.mark.slow

CLEAN: Final = "marmalade"
SPELLINGS: Final = ("plonk", "pl0nk", "ｐｌｏｎｋ", "p l o n k")
LINES: Final = f"""What a plonk.
Owls say pl0nk here!
Is ｐｌｏｎｋ a bat?
He spells p l o n k.
The {CLEAN} is lit."""
TEXT: Final = f"no plonk, pl0nk, ｐｌｏｎｋ or p l o n k, but {CLEAN}"
UNDERSTUDY: Final = {"model": {"spec": "understudy"}}
SPOKEN: Final = {"events", "journal", "page", "window", "sound", "voice", "console", "control"}
TOLD: Final = {"journal", "console"}

Generator = Callable[[Path], Awaitable[Sinks]]


async def react(it: Watched) -> None:
    await it.ask("react")
    await it.turns_ended()
    await it.sinks.holds("control", f'"said":"The {CLEAN}')  # as a line that was heard, not as what a tool answered


async def asked(it: Watched) -> None:
    """Have somebody ask, who may have the model look things up."""
    await it.ask("cue", text="Who goes there?", author="Ann", direct=True)
    await it.turns_ended()
    await it.sinks.holds("control", f'"said":"The {CLEAN}')  # as a line that was heard, not as what a tool answered


async def ollama_natively(folder: Path) -> Sinks:
    async with FakeOllama() as ollama:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("overlay_text", {"text": TEXT}),
            ("overlay_text", {"text": "x", "plonk": "y"}),
            ("p l o n k", {"pl0nk": ["plonk", {"ｐｌｏｎｋ": "plonk"}]}),
        ]
        ollama.reply(LINES, calls=calls)
        ollama.reply("")
        async with show(folder, {"model": {"url": ollama.url, "mode": "native"}}) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await react(it)
    return it.sinks


async def ollama_in_its_text(folder: Path) -> Sinks:
    async with FakeOllama(SEEING_ONLY) as ollama:
        ollama.reply(f'{LINES}\nCALL overlay_text {{"text": "{TEXT}"}}\nCALL overlay_text {{"pl0nk": "plonk"}}')
        ollama.reply("")
        async with show(folder, {"model": {"url": ollama.url, "mode": "soft"}}) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await react(it)
    return it.sinks


async def ollama_held_to_json(folder: Path) -> Sinks:
    async with FakeOllama() as ollama:
        ollama.reply(json.dumps({"say": LINES, "calls": [{"tool": "overlay_text", "arguments": {"text": TEXT}}]}))
        ollama.reply(json.dumps({"say": "", "calls": []}))
        async with show(folder, {"model": {"url": ollama.url, "mode": "constrained"}}) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await react(it)
    return it.sinks


async def openai(folder: Path) -> Sinks:
    async with FakeOpenAI() as server, show(folder, {"model": {"spec": f"openai:fake-vl@{server.url}"}}) as it:
        await it.sinks.holds("quoted", "ServiceUp")
        server.reply(LINES, calls=[("overlay_text", {"text": TEXT}), ("pl0nk", {})])
        server.reply("")
        await react(it)
    return it.sinks


async def a_script(folder: Path) -> Sinks:
    script = folder / "script.jsonl"
    misprint = {"name": "plonk", "arguments": {"pl0nk": TEXT}, "reason": TEXT}
    script.write_text(
        "\n".join(map(json.dumps, [{"misprints": [misprint], "preface": LINES}, {"text": ""}])), encoding="utf-8"
    )
    async with show(folder, {"model": {"spec": f"scripted:{script}"}}) as it:
        await react(it)
    return it.sinks


async def a_journal(folder: Path) -> Sinks:
    """A journal is a file that anybody may have written."""
    journal, stream = folder / "old.jsonl", EventStream(VirtualClock())
    reader = stream.whole("old")
    for number, line in enumerate(LINES.splitlines()):
        sentence = f"s{number}"
        stream.publish(events.ToolCalled(turn=1, call=sentence, tool="overlay_text", arguments={"text": TEXT}))
        stream.publish(events.ToolReturned(turn=1, call=sentence, tool="overlay_text", text=TEXT, after_s=0))
        stream.publish(events.SpeechStarted(turn=1, sentence=sentence, text=line, duration_s=0.05, audible=False))
        stream.publish(events.SpeechEnded(turn=1, sentence=sentence, text=line, heard_s=0.05, heard=line))
    journal.write_text("\n".join(format_journal_line(each, Guard()) for each in reader.taken()), encoding="utf-8")
    async with replay(folder, journal) as it:
        await it.turns_ended()
        await it.sinks.holds("control", CLEAN)
    return it.sinks


async def the_understudy_quoting_chat(folder: Path) -> Sinks:
    async with show(folder, UNDERSTUDY) as it:
        # It names nobody for a line of which a part was masked; and the name that it does tell may begin its line.
        lines = [*((each, TEXT) for each in SPELLINGS), (f"the {CLEAN}", CLEAN)]
        for count, (author, text) in enumerate(lines, 1):
            await it.ask("cue", text=text, author=author, direct=True)
            await it.turns_ended(count)
        for sink in ("page", "window", "sound"):
            await it.sinks.holds(sink, CLEAN)
    return it.sinks


async def the_terminal(folder: Path) -> Sinks:
    async with show(folder, UNDERSTUDY) as it:
        it.type(f"{CLEAN} and a bat")
        await it.turns_ended()
        it.type("plonk and pl0nk and ｐｌｏｎｋ and p l o n k")
        await it.turns_ended(2)
    return it.sinks


async def say(folder: Path) -> Sinks:
    async with show(folder, UNDERSTUDY) as it:
        refused = [await it.ask("say", text=f"What a {each} he is.") for each in SPELLINGS]
        assert not any(each["ok"] for each in refused)
        await it.ask("say", text=f"The {CLEAN} is lit.")
        await it.turns_ended()
        await it.sinks.holds("control", CLEAN)
    return it.sinks


async def tools_of_others(folder: Path) -> Sinks:
    """What a tool answers is somebody else's text, as an MCP server's is."""

    async def ask_oracle() -> str:
        """Ask."""
        return TEXT

    async def ask_priest() -> str:
        """Ask."""
        raise ToolFailedError(TEXT)

    async def ask_sphinx() -> str:
        """Ask."""
        raise ToolRefusedError(TEXT)

    tools = [Tool.of(each) for each in (ask_oracle, ask_priest, ask_sphinx)]
    async with FakeOllama() as ollama:
        ollama.reply("", calls=[(each.spec.name, {}) for each in tools])
        ollama.reply(LINES)
        async with show(folder, {"model": {"url": ollama.url, "mode": "native"}}, tools=tools) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await asked(it)
    return it.sinks


async def a_tool_that_takes_long(folder: Path) -> Sinks:
    """What it tells of its progress is shown on a card."""
    tools: list[Tool] = []
    async with FakeOllama() as ollama:
        ollama.reply("", calls=[("dig", {})])
        ollama.reply(LINES)
        async with show(folder, {"model": {"url": ollama.url, "mode": "native"}}, tools=tools) as it:

            async def dig(call: ToolCall) -> str:
                """Dig."""
                call.report(Progress(text=f"Digs for {CLEAN}", done=1, total=2))
                await it.sinks.holds("page", f"Digs for {CLEAN}")
                call.report(Progress(text=TEXT, done=2, total=2))
                await it.sinks.holds("page", '"progress":1.0')
                return TEXT

            tools.append(Tool.of(dig))
            await it.sinks.holds("quoted", "ServiceUp")
            await asked(it)
    return it.sinks


async def words_for_a_picture(folder: Path) -> Sinks:
    async with FakeOllama() as ollama:
        ollama.reply("", calls=[("describe_frame", {"question": "What stands there?"})])
        ollama.reply(TEXT)
        ollama.reply(LINES)
        async with show(folder, {"model": {"url": ollama.url, "mode": "native"}}) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await asked(it)
    return it.sinks


async def the_words_of_servers(folder: Path) -> Sinks:
    async with FakeOllama() as ollama:
        ollama.load_error = TEXT
        async with show(
            folder, {"model": {"url": ollama.url, "mode": "native"}, "guard": {"actions": {"own": "mask"}}}
        ) as it:
            await it.sinks.holds("quoted", "ServiceDown")
            await it.ask("status")
    return it.sinks


async def the_streamers_files(folder: Path) -> Sinks:
    emotes = folder / "emotes"
    emotes.mkdir()
    for name in (*SPELLINGS, CLEAN):
        (emotes / f"{name}.gif").write_bytes(b"no picture")
        Image.new("RGB", (8, 8)).save(emotes / f"good-{name}.png")
    async with FakeOllama() as ollama:
        calls = [("show_emote", {"name": f"good-{name}"}) for name in ("plonk", CLEAN)]
        ollama.reply(LINES, calls=calls)
        ollama.reply("")
        async with show(folder, {"model": {"url": ollama.url, "mode": "native"}}) as it:
            await it.sinks.holds("quoted", "FileRefused")
            await it.sinks.holds("quoted", "ServiceUp")
            await react(it)
    return it.sinks


async def a_pause(folder: Path) -> Sinks:
    async with show(folder, UNDERSTUDY) as it:
        for reason in (*SPELLINGS, CLEAN):
            await it.ask("pause", reason=f"{reason} first")
            await it.ask("status")
            await it.ask("resume")
    return it.sinks


class Broken:
    """Breaks on every text, or never comes back from one."""

    def __init__(self, *, hangs: bool) -> None:
        self.hangs = hangs

    def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
        while self.hangs:
            pass
        raise KeyError(reading.written)


@pytest.mark.parametrize(
    ("generator", "sinks"),
    [
        (ollama_natively, SPOKEN),
        pytest.param(ollama_in_its_text, SPOKEN, marks=slow),
        pytest.param(ollama_held_to_json, SPOKEN, marks=slow),
        pytest.param(openai, SPOKEN, marks=slow),
        pytest.param(a_script, SPOKEN, marks=slow),
        pytest.param(a_journal, SPOKEN - {"journal"}, marks=slow),
        # The panel may show only the sentence behind it, which is said a moment later.
        pytest.param(the_understudy_quoting_chat, SPOKEN - {"control"}, marks=slow),
        pytest.param(the_terminal, {"journal"}, marks=slow),
        pytest.param(say, SPOKEN, marks=slow),
        (tools_of_others, SPOKEN),
        pytest.param(a_tool_that_takes_long, SPOKEN, marks=slow),
        pytest.param(words_for_a_picture, SPOKEN, marks=slow),
        pytest.param(the_words_of_servers, {*TOLD, "control", "window", "log"}, marks=slow),
        pytest.param(the_streamers_files, SPOKEN, marks=[slow, pytest.mark.expects_log]),
        pytest.param(a_pause, {*TOLD, "control"}, marks=slow),
    ],
)
async def test_a_blocked_word_at_the_source_is_found_at_no_sink(
    tmp_path: Path, generator: Generator, sinks: set[str]
) -> None:
    made = await generator(tmp_path)

    print(made.told())
    assert {spelling: made.where_is(spelling) for spelling in SPELLINGS} == {spelling: set() for spelling in SPELLINGS}
    assert made.where_is(CLEAN) >= sinks


@pytest.mark.expects_log
@pytest.mark.parametrize("hangs", [pytest.param(False, id="breaks"), pytest.param(True, id="hangs", marks=slow)])
async def test_a_guard_that_is_broken_mutes_and_the_show_goes_on(tmp_path: Path, hangs: bool) -> None:
    async with FakeOllama() as ollama:
        ollama.reply(LINES, calls=[("overlay_text", {"text": CLEAN}), (CLEAN, {CLEAN: CLEAN})])
        ollama.reply(LINES)
        async with show(tmp_path, {"model": {"url": ollama.url, "mode": "native"}}, finder=Broken(hangs=hangs)) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await it.ask("react")
            await it.turns_ended()
            said = await it.ask("say", text=CLEAN)
            await it.ask("cue", text=CLEAN, author=CLEAN, direct=True)
            it.type(CLEAN)
            await it.ask("pause", reason=CLEAN)
            await it.sinks.holds("quoted", "Paused")

    assert not said["ok"]
    assert {sink: it.where_is(sink) for sink in (CLEAN, *SPELLINGS)} == {sink: set() for sink in (CLEAN, *SPELLINGS)}
    trouble = "it did not answer" if hangs else "it broke on a text"
    assert it.where_is(trouble) >= {"console", "control", "window", "journal", "log"}


@slow
async def test_what_a_judge_objects_to_is_found_at_no_sink(tmp_path: Path) -> None:
    async with FakeOllama() as ollama, FakeOllama(LLAMA_GUARD, default=_verdict) as judge:
        ollama.reply(f"Owls praise fireworks. The {CLEAN} is lit.", calls=[("overlay_text", {"text": "fireworks"})])
        ollama.reply("")
        guard = {"judge": f"{LLAMA_GUARD.name}@{judge.url}", "judge_s": 5}
        async with show(tmp_path, {"model": {"url": ollama.url, "mode": "native"}, "guard": guard}) as it:
            await it.sinks.holds("quoted", "ServiceUp")
            await judge.wait_for(lambda it: bool(it.warm_ups))
            await react(it)
            await it.ask("say", text="Owls sell rockets")
            await it.turns_ended(2)

    assert it.where_is("fireworks") == set()
    assert it.where_is("rockets") == {"journal"}, "the streamer's order itself is recorded"
    assert it.where_is(CLEAN) >= SPOKEN
    assert it.where_is("the judge: hate") >= {"journal"}


LLAMA_GUARD = FakeModel(name="llama-guard3:1b", capabilities=("completion",))


def _verdict(body: dict[str, Any]) -> Reply:
    words = body["messages"][-1]["content"].rstrip(".").split()
    return Reply(text="unsafe\nS10" if {"fireworks", "rockets"} & set(words) else "safe")
