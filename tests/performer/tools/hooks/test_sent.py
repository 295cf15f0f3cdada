"""What goes to a program: exactly what a model wrote, or nothing, and then the model and the streamer know why."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.events.speech import SentenceBlocked, TextStopped
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import ToolCalled, ToolRefused
from performer.core.redact.redact import add_secret
from performer.core.text import format_json_line
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.operations import publish_stops
from performer.guard.verdict import Finder, GuardHit
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.sent import MOST_SENT
from performer.tools.result import ToolResult
from performer.tools.tool import Shows, TextsFor, Tool, ToolCall, ToolSpec
from performer.tools.toolbox import Toolbox

pytestmark = pytest.mark.anyio

SECRET = "q7-of-this-test-alone-r2"
SHAPED = "ghp_" + "a1B2" * 9
PRIVATE = ("me@example.org", "/home/jonas/saves/one.sav", "4111 1111 1111 1111", "C:\\Users\\Jonas\\x", "192.0.2.7")


@dataclass
class Program:
    """A program that is handed calls, and what the show hears of it."""

    clock: VirtualClock
    texts_for: TextsFor = "program"
    shows: Shows = "no"
    judge: Any = None
    finders: Sequence[Finder] | None = None
    got: list[Mapping[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        add_secret(SECRET)
        self.guard, stream = Guard(words=["plonk"], finders=self.finders, clock=self.clock), EventStream(self.clock)
        publish_stops(self.guard, stream)
        self._reader = stream.whole("test")
        tool = Tool(
            spec=ToolSpec(name="mcp.wiki.find", description="Find.", parameters={}),
            run=self._run,
            server="wiki",
            texts_for=self.texts_for,
            shows=self.shows,
        )
        self.box = Toolbox([tool], [make_guard_hook(self.guard, stream, self.judge)])

    async def _run(self, call: ToolCall) -> ToolResult:
        self.got.append(call.arguments)
        return ToolResult.of("found")

    async def call(self, arguments: Mapping[str, object]) -> str:
        """Call it, and return what the model reads."""
        try:
            return (await self.box.call(ToolCall(id="1", name="mcp.wiki.find", arguments=arguments, turn=3))).text
        except ToolRefusedError as no:
            return f"no: {no}"

    def events(self) -> list[Event]:
        return [each.event for each in self._reader.taken()]


@pytest.mark.parametrize("texts_for", ["program", "remote program"])
async def test_a_call_is_made_as_its_model_wrote_it(virtual_clock: VirtualClock, texts_for: TextsFor) -> None:
    it = Program(virtual_clock, texts_for)
    given = {
        "plonk": "a plonk,  with\ttwo blanks \n\nand lines\u200b",
        "long": "word " * 5000,
        "nested": [{"ａ": ["Ⓐ", None, True, 1e300, -7]}],
        "": "",
    }

    assert await it.call(given) == "found"
    assert it.got == [given]
    assert it.events() == []


async def test_no_word_is_built_up_over_calls(virtual_clock: VirtualClock) -> None:
    it = Program(virtual_clock, "remote program")
    pieces = ["plo", "nk", "4111", "1111", "1111", "1111"]

    assert [await it.call({"text": piece}) for piece in pieces] == ["found"] * 6
    assert it.got == [{"text": piece} for piece in pieces]


@pytest.mark.parametrize("private", PRIVATE)
async def test_private_data_stays_on_this_machine(virtual_clock: VirtualClock, private: str) -> None:
    here, there = Program(virtual_clock), Program(virtual_clock, "remote program")

    assert await here.call({"a": [private], private: 1}) == "found"
    no = await there.call({"a": [f"see {private}."]})

    assert no.startswith("no: mcp.wiki.find was not called: what you gave it holds private data, and wiki is not on")
    assert (await there.call({private: 1}))[:3] == "no:"
    assert there.got == []


async def test_a_number_that_is_somebodys_stays_here_too(virtual_clock: VirtualClock) -> None:
    there = Program(virtual_clock, "remote program")

    assert (await there.call({"card": 4111111111111111}))[:3] == "no:"
    assert await there.call({"loaves": 12_500_000}) == "found"


@pytest.mark.parametrize("texts_for", ["program", "remote program"])
@pytest.mark.parametrize(
    "arguments",
    [
        {"text": f"it is {SECRET}."},
        {"a": [{"b": {SECRET: 1}}]},
        {SECRET.upper(): ""},
        {"a": SECRET[:13], "b": [SECRET[13:]]},
        {"rows": [list(SECRET)]},
        {"rows": [SHAPED[:9], SHAPED[9:]]},
        {"a": f"use {SHAPED[:17]}", "b": {"c": SHAPED[17:]}},
        {"user": "jonas", "rows": ["x", *SHAPED, "x"]},
        {SHAPED[:20]: SHAPED[20:]},
        {"text": f"use {SHAPED} for it"},
        {SHAPED: 1},
        {"password": "hunter2-and-more"},
        {"headers": {"api_key": ["0123456789abcdef"]}},
    ],
)
async def test_no_program_is_told_a_secret(
    virtual_clock: VirtualClock, texts_for: TextsFor, arguments: dict[str, object]
) -> None:
    it = Program(virtual_clock, texts_for)

    no = await it.call(arguments)

    assert no.startswith("no: mcp.wiki.find was not called: what you gave it holds a secret")
    assert it.got == []


@pytest.mark.parametrize(
    "values",
    [
        ["0" * 8 + str(each) for each in range(40)],
        [str(UUID(int=each * 2**97 + each, version=4)) for each in range(1, 40)],
        [UUID(int=each * 2**97 + each).hex for each in range(1, 40)],
        ["SK", UUID(int=2**127 + 3**70).hex],
        ["sk-SK", "en-US", "es-419", "zh-Hans-CN"] * 4,
        ["fw_version2", "hw_version3"],
        [f"/home/jonas/save{each}/slot_{each}.sav" for each in range(40)],
        ["aB3dE6gH"] * 5,
    ],
)
async def test_a_list_of_codes_is_no_secret(virtual_clock: VirtualClock, values: list[str]) -> None:
    assert await Program(virtual_clock).call({"values": values}) == "found"


async def test_a_secret_that_is_a_number_is_one_too(virtual_clock: VirtualClock) -> None:
    add_secret("982451653982451653")

    assert (await Program(virtual_clock).call({"pin": [982451653982451653]}))[:3] == "no:"


async def test_what_says_where_a_list_goes_on_is_no_secret(virtual_clock: VirtualClock) -> None:
    assert await Program(virtual_clock).call({"page_token": "CAUQAA1234567890", "max_tokens": 1234567890123}) == "found"


async def test_the_panel_is_told_which_server_and_why_and_no_secret(virtual_clock: VirtualClock) -> None:
    it = Program(virtual_clock)
    await it.call({"text": f"a plonk with {SECRET}", SHAPED: 1})

    heard, (entry,) = it.events(), it.guard.log.entries
    assert [type(each) for each in heard] == [TextStopped, SentenceBlocked, ToolCalled, ToolRefused]
    assert (entry.where, entry.rule) == ("mcp wiki", "mcp.wiki.find was not called: a secret")
    assert entry.text == 'mcp.wiki.find {"text": "a ●●● with ***", "***": 1}'
    told = format_json_line([repr(heard), repr(entry), entry.text])
    assert not any(word in told for word in (SECRET, SHAPED, "plonk"))


async def test_the_panel_says_how_private_data_would_be_let_go(virtual_clock: VirtualClock) -> None:
    it = Program(virtual_clock, "remote program")
    await it.call({"text": PRIVATE[0]})

    assert "mcp.wiki.private_data = true" in it.guard.log.entries[0].rule
    assert PRIVATE[0] not in repr([it.guard.log.entries, it.events()])


async def test_words_of_a_picture_for_the_stage_are_such_as_could_stand_there(virtual_clock: VirtualClock) -> None:
    it = Program(virtual_clock, shows="card")
    long = {"prompt": "a blue dragon " * 20}

    assert await it.call(long) == "found"
    no = await it.call({"prompt": "a plonk"})

    assert it.got == [long]
    assert no.startswith("no: mcp.wiki.find was not called: what it makes goes on stage")
    assert [(each.where, each.category) for each in it.guard.log.entries] == [("mcp wiki", "own")]


class Broken:
    """Breaks on every argument, though not on the name of a tool."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        if "find" not in reading.written:
            raise RuntimeError("broken")
        yield from ()


class Court:
    """Objects to everything."""

    async def objection(self, _text: str, _cue: object = None) -> str:
        return "no good"


async def test_the_judge_is_asked_only_of_what_is_seen(virtual_clock: VirtualClock) -> None:
    assert await Program(virtual_clock, judge=Court()).call({"text": "hello"}) == "found"
    assert (await Program(virtual_clock, shows="card", judge=Court()).call({"text": "hello"}))[:3] == "no:"


@pytest.mark.parametrize("text", ["a" * (MOST_SENT + 1), [["x" * 1000] * 300]])
async def test_a_flood_is_refused_whole(virtual_clock: VirtualClock, text: object) -> None:
    assert "Give it less" in await Program(virtual_clock).call({"text": text})


async def test_what_is_nested_too_deep_is_refused(virtual_clock: VirtualClock) -> None:
    deep: object = "x"
    for _ in range(20_000):
        deep = [deep]

    assert "deeper than" in await Program(virtual_clock).call({"text": deep})


@pytest.mark.expects_log
async def test_where_the_guard_is_down_nothing_leaves_this_machine(virtual_clock: VirtualClock) -> None:
    it = Program(virtual_clock, "remote program", finders=(Broken(),))

    assert (await it.call({"text": "hello"}))[:3] == "no:"


async def test_a_long_call_is_looked_at_in_time(virtual_clock: VirtualClock) -> None:
    it, began_s = Program(virtual_clock), time.process_time()

    assert await it.call({"text": "The quick brown fox jumps over it. " * 5000}) == "found"
    assert time.process_time() - began_s < 5


@pytest.mark.parametrize("letters", ["sk-", "sk-kk-11"])
async def test_a_call_of_single_letters_is_looked_at_in_time(virtual_clock: VirtualClock, letters: str) -> None:
    it, began_s = Program(virtual_clock), time.process_time()

    await it.call({"": [*(letters * 30_000)]})
    assert time.process_time() - began_s < 5
