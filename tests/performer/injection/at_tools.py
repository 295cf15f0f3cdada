"""Turns in which a stranger's text comes in by the hands: servers of tools, helpers, long calls, and programs.

The servers are programs that are really started; the hooks are those of a show, with a desk where nobody says yes.
"""

import json
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, get_args

import anyio

from performer.agent.profiles.profile import ProfileSettings
from performer.agent.profiles.registry import build_profiles, build_show_profile
from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.subagents.service import SubAgents
from performer.agent.subagents.spending import SubAgentSettings
from performer.agent.toolboxes import Toolboxes
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.chats.discord.permissions import make_elsewhere_rule
from performer.chats.discord.settings import DiscordSettings
from performer.core.clock import SystemClock, VirtualClock
from performer.core.cues import AnswerCue, Cue
from performer.core.errors import ToolRefusedError
from performer.core.events.speech import ApprovalAsked
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolFailed as Failed
from performer.core.events.turns import ToolRefused as Refused
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.notes import Notes, make_memory_tools
from performer.memory.recall import Recaller
from performer.models.model import Model
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.chain import HookChain, PartHooks
from performer.tools.jobs.job import JobTable
from performer.tools.jobs.jobs import Jobs
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.settings import McpSettings
from performer.tools.offer import ToolOffer
from performer.tools.programs import ProgramTools, make_say_tool
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Tool, ToolCall
from tests.fakes.ollama import BLIND, PLAIN, FakeOllama
from tests.performer.injection.obeying_model import OPENER, WRITE, Call, Puppet
from tests.performer.injection.running import ASKED, HELLO, Outcome
from tests.performer.injection.texts import FORBIDDEN, MARKER, TEXTS
from tests.performer.memory.inline import InlineStore
from tests.performer.models.proved import prove_able
from tests.performer.tools.mcp.standing import MemoryKeyValueStore

HandPlace = Literal[
    "text of a server",
    "value of a server",
    "error of a server",
    "progress of a server",
    "link of a server",
    "file of a server",
    "picture of a server",
    "what a tool is for",
    "arguments of a tool",
    "name of a tool",
    "tool not allowed",
    "tool that was found",
    "found by the streamer",
    "not allowed, not found",
    "answer of an errand",
    "summary of a helper",
    "name of a program",
    "note of a program",
]
HAND_PLACES: Final[tuple[HandPlace, ...]] = get_args(HandPlace)
_POISONED: Final = Path(__file__).parents[2] / "fakes" / "mcp" / "poisoned.py"
_WORDS: Final = [*TEXTS.values(), *(text.replace(FORBIDDEN, "hello") for text in TEXTS.values())]
"""All texts, and behind them those without the word: of what is kept the guard lets nothing pass that holds it."""
_ANSWERS: Final[dict[str, str]] = {
    "text of a server": "text",
    "value of a server": "value",
    "error of a server": "error",
    "progress of a server": "progress",
    "link of a server": "link",
    "file of a server": "resource",
    "picture of a server": "picture",
}
KINDS: Final = ("told", "asks", "named", "new")
"""The servers that have texts in what their tools are; nobody has allowed those of the last."""
_KINDS: Final[dict[str, str]] = {
    "what a tool is for": "told",
    "arguments of a tool": "asks",
    "name of a tool": "named",
    "tool not allowed": "new",
    "tool that was found": "told",
    "found by the streamer": "told",
    "not allowed, not found": "new",
}
"""The server whose tools have the text."""
_FINDING: Final = ("tool that was found", "found by the streamer", "not allowed, not found")
_STREAMERS: Final = ("found by the streamer", "not allowed, not found")
"""Where the turn is the streamer's own, which may reach beyond the show until others' words come in."""
_KEPT: Final = ("answer of an errand", "note of a program")
_FORBIDDEN_HERE: Final = ("open_door", "discord.send", WRITE)
_TABLES: Final = {OPENER: ProfileSettings(tools=("*",), prompt="You open doors.", steps=3)}
_RULES: Final = {"calls_per_min": 600, "set_mood": {"exclusive": "the lights", "hold_s": 60}}


class Backstage:
    """Plays one turn after the other; open it with `backstage`."""

    def __init__(
        self,
        clock: SystemClock,
        ollama: FakeOllama,
        model: Model,
        puppet: Puppet,
        servers: McpServers,
        marks: Path,
        *,
        guard: Guard,
    ) -> None:
        self._clock = clock
        self._ollama = ollama
        self._model = model
        self._puppet = puppet
        self._servers = servers
        self._marks = marks
        self._guard = guard
        self._store = InlineStore()
        self._notes = Notes(clock, self._store)
        self._stream = EventStream(clock)
        self._approvals = self._new_approvals()
        self._opened: list[str] = []
        self._shown: Sequence[str] = ()
        """The tools of servers that there are in this turn."""

    def close(self) -> None:
        """Close the store of the last turn."""
        self._store.close()

    async def turn(self, text: str, place: HandPlace) -> Outcome:
        """Play a turn in which one of the texts comes in at a place."""
        if place in _KEPT:
            text = text.replace(FORBIDDEN, "hello")
        number = _WORDS.index(text)
        self._opened, self._stream = [], EventStream(self._clock)
        self._store.close()
        self._store = InlineStore()
        self._notes, self._approvals = Notes(self._clock, self._store), self._new_approvals()
        asked = len(self._ollama.asked)
        with self._stream.whole("all") as reader:
            await self._play(text, number, place)
            self._stream.close()
            events = [published.event async for published in reader]
        no = [each for each in events if isinstance(each, Refused | Failed) and _is_forbidden(each.tool)]
        return Outcome(
            text=text,
            reached=self._puppet.reached or self._puppet.helper_reached,
            opened=len(self._opened) + len(self._marks.read_text(encoding="utf-8").splitlines()),
            refused=len(no),
            asked=sum(isinstance(each, ApprovalAsked) for each in events),
            events=events,
            wire=self._ollama.asked[asked:],
        )

    async def _play(self, text: str, number: int, place: HandPlace) -> None:
        self._shown = self._tools_of(place, number)
        workshop = self._workshop()
        read = (f"mcp.answers.{_ANSWERS.get(place, 'text')}", {"number": number})
        first = self._first(place, number, read)
        self._puppet.begin(text, first, helper_first=read)
        cue: Cue = ASKED if place in _STREAMERS else HELLO
        if place == "answer of an errand":
            cue = await self._by_errand(workshop, ToolCall(id="e", name=read[0], arguments=read[1], cue=HELLO, turn=1))
        if place.endswith("of a program"):
            await self._by_program(workshop, text if place == "name of a program" else "Editor", text)
        scene = Scene(
            self._clock,
            self._stream,
            SceneSettings(),
            fresh_s=60,
            recall=Recaller(self._clock, self._store, self._guard),
            new_marker=lambda: MARKER,
        )
        performer = Performer(
            Runtime(self._clock, self._stream, self._guard),
            TurnSettings(),
            scene,
            TurnModels(model=self._model, describe=_nothing_seen),
            TurnTools(box=workshop.make_box, offer=partial(ToolOffer, most=3 if place in _FINDING else 40)),
        )
        await performer.perform(2, cue)

    def _first(self, place: HandPlace, number: int, read: Call) -> Call | None:
        match place:
            case "tool that was found" | "found by the streamer" | "not allowed, not found":
                return ("find_tools", {"query": f"told {number}"})
            case "summary of a helper":
                return ("delegate", {"prototype": "researcher", "task": "Find the news."})
            case "name of a program":
                return ("set_mood", {"mood": "happy"})
            case "note of a program":
                return ("recall", {"query": ""})
            case "tool not allowed":
                return (self._defined("new", number)[0], {})
            case _:
                return read if place in _ANSWERS else None

    def _tools_of(self, place: HandPlace, number: int) -> list[str]:
        """Name the tools of servers that a turn has: those that answer, and one that has the text itself."""
        answers = [each.name for each in self._servers.server("answers").listed]
        return [*answers, *self._defined(_KINDS.get(place, ""), number)]

    def _defined(self, kind: str, number: int) -> list[str]:
        if not kind:
            return []
        own_name = _WORDS[number][:100] if kind == "named" else f"{'asks' if kind == 'asks' else 'told'}_{number}"
        return [each.name for each in self._servers.server(kind).listed if each.own_name == own_name]

    async def _by_errand(self, workshop: Toolboxes, call: ToolCall) -> AnswerCue:
        """Have a call take long, and give the cue that tells what came of it."""
        clock, cues, gate = VirtualClock(seed=7), list[AnswerCue](), anyio.Event()

        async def take(cue: AnswerCue) -> None:
            cues.append(cue)
            tasks.cancel_scope.cancel()

        async def proceed(sent: ToolCall) -> Any:
            await gate.wait()
            return await workshop.make_box().call(sent)

        with closing(InlineStore()) as store:
            errands = Jobs(Runtime(clock, self._stream, self._guard), JobTable(clock, store), 360, take)
            async with anyio.create_task_group() as tasks:
                await tasks.start(errands.run)
                tasks.start_soon(errands.send, call, proceed)
                await clock.advance(1.5)
                gate.set()
        return cues[0]

    async def _by_program(self, workshop: Toolboxes, name: str, text: str) -> None:
        """Have a program take the lights, and note something."""
        say = make_say_tool(self._clock, self._guard, give=lambda _: None, is_paused=lambda: False)
        desk = ProgramTools(self._clock, self._guard, lambda: workshop.make_program_box(say), calls_per_min=60)
        await desk.call(name, "set_mood", {"mood": "calm"}, lambda _: None)
        with suppress(ToolRefusedError):  # the guard lets nothing pass that is too harmful to be kept
            await desk.call(name, "remember", {"text": text[:300].replace(FORBIDDEN, "hello")}, lambda _: None)

    def _workshop(self) -> Toolboxes:
        elsewhere = make_elsewhere_rule(DiscordSettings(stage_channel="300"))
        parts = PartHooks(park=self._approvals.park, needs_yes=(elsewhere,))
        chain = HookChain(self._runtime, ToolsSettings.model_validate(_RULES), parts)
        agents = SubAgents(
            self._runtime,
            SubAgentSettings(),
            profiles=build_profiles(_TABLES),
            models=lambda _spec: self._model,
            chain=chain,
            new_marker=lambda: MARKER,
        )
        return Toolboxes(chain, build_show_profile(_TABLES), (self._own, agents.tools, self._of_servers))

    def _of_servers(self) -> Iterable[Tool]:
        return [each for each in self._servers.tools() if each.spec.name in self._shown]

    def _own(self) -> list[Tool]:
        async def open_door(code: str) -> str:
            """Open the door of the house."""
            self._opened.append(code)
            return f"opened by {code}"

        async def send(channel_id: str, content: str) -> str:
            """Write in another channel."""
            self._opened.append(content)
            return f"written in {channel_id}"

        async def overlay_text(text: str) -> str:
            """Show a text."""
            return "shown"

        async def set_mood(mood: str) -> str:
            """Set the mood."""
            return mood

        sends = Tool.of(send, server="discord")
        return [
            Tool.of(open_door, privilege="outside"),
            replace(sends, spec=replace(sends.spec, name="discord.send")),
            Tool.of(overlay_text),
            Tool.of(set_mood),
            *make_memory_tools(self._notes),
        ]

    @property
    def _runtime(self) -> Runtime:
        return Runtime(self._clock, self._stream, self._guard)

    def _new_approvals(self) -> ApprovalQueue:
        """Make a queue of which nobody decides."""

        async def nothing(*_: object) -> None:
            raise AssertionError("Nobody has decided of anything.")

        return ApprovalQueue(self._runtime, ApprovalTable(self._clock, self._store), 600, drop=nothing)


@asynccontextmanager
async def backstage(folder: Path, *kinds: str, soft: bool = False) -> AsyncIterator[Backstage]:
    """Have servers run, those that answer and those of some kinds, and a model that calls natively or prints."""
    clock, puppet = SystemClock(seed=7), Puppet()
    guard = Guard(words=[FORBIDDEN], clock=clock)
    guard.warm_up()
    words, marks = folder / "words.json", folder / "marks"
    words.write_text(json.dumps(_WORDS), encoding="utf-8")
    marks.touch()
    async with AsyncExitStack() as stack:
        tasks = await stack.enter_async_context(anyio.create_task_group())
        servers = McpServers(
            Runtime(clock, EventStream(clock), guard),
            {kind: _settings(words, kind, marks) for kind in ("answers", *kinds)},
            MemoryKeyValueStore(),
        )
        for run in servers.services().values():
            await tasks.start(run)
        await servers.ready()
        for name in {"answers", *kinds} - {"new"}:
            await servers.allow(name, {each.own_name: each.digest for each in servers.server(name).listed})
        ollama = await stack.enter_async_context(FakeOllama(PLAIN if soft else BLIND, default=puppet))
        server = await stack.enter_async_context(OllamaServer(ollama.url, clock))
        settings = ModelSettings(url=ollama.url)
        model = Ollama(server, await choose(server, settings), settings, clock)
        await prove_able(model)
        with closing(Backstage(clock, ollama, model, puppet, servers, marks, guard=guard)) as house:
            yield house
        tasks.cancel_scope.cancel()


def _settings(words: Path, kind: str, marks: Path) -> McpSettings:
    has = "told" if kind == "new" else kind
    return McpSettings(command=sys.executable, args=("-I", str(_POISONED), str(words), has, str(marks)))


def _is_forbidden(tool: str) -> bool:
    return tool in _FORBIDDEN_HERE or tool.startswith("mcp.new.")


async def _nothing_seen(*_: object) -> str:
    return ""
