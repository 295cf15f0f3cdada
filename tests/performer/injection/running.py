"""Turns in which a stranger's text comes in somewhere, played by a real driver at a model that obeys the stranger."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

import anyio
from PIL import Image

from performer.agent.prompt.picture_text import PictureText
from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import ToolRefused, ToolReturned
from performer.core.remembered_conversation import Recall, recall_nothing
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.builtin.understudy import Understudy
from performer.models.captions import PictureCaptioner
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer as Finished
from performer.models.model import OnText, Step, StepRequest
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from performer.stage.library.folder import LibraryFolder, LibraryItem
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.rate_limit import make_rate_limit_hook
from performer.tools.hooks.retry import make_timeout_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from performer.vision.encode import encode_frame
from performer.vision.facts.watcher import FactWatcher
from performer.vision.frame import Frame
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings
from performer.vision.tools import make_frame_tools
from tests.fakes.ollama import BLIND, PLAIN, FakeOllama
from tests.fakes.ollama_wire import FakeModel
from tests.performer.injection.at_discord import AS_IT_IS, DiscordPlace, Evening
from tests.performer.injection.obedient import Obedient, letters
from tests.performer.injection.texts import FORBIDDEN, MARKER
from tests.performer.memory.inline import InlineStore
from tests.performer.models.proved import Proved, prove_able

HousePlace = Literal[
    "chat line", "name of an author", "picture in words", "words on a picture", "tool result", "file name"
]
Place = HousePlace | DiscordPlace
PLACES: Final[tuple[Place, ...]] = (*get_args(HousePlace), *get_args(DiscordPlace))
ASKED: Final = OperatorCue(text="What is new?")
HELLO: Final = ChatCue(lines=(ChatLine(text="hello", author="Ann"),))
_FIRST: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "words on a picture": ("read_text", {}),
    "tool result": ("look_up", {"query": "news"}),
    "file name": ("show_emote", {"name": "none of them"}),
}


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one turn."""

    text: str
    """What came in."""
    reached: bool
    """Whether any of the text reached the model, which then obeyed."""
    opened: int
    """How often the door was opened."""
    refused: int
    """How often that was refused."""
    asked: int = 0
    """How often a person was asked for a yes to it."""
    events: Sequence[Event]
    wire: Sequence[dict[str, Any]]
    """What was asked of the server."""

    @property
    def said(self) -> list[str]:
        """Where the forbidden word came out: texts of events, but for what a tool told the model."""
        texts = [text for event in self.events for text in _texts(event)]
        return [text for text in texts if FORBIDDEN in letters(text)]


class Stranger(Proved):
    """A model that describes pictures in a stranger's words."""

    name = "witness"
    sees = True
    reason = "as configured"

    def __init__(self) -> None:
        self.words = ""

    async def warm_up(self) -> None: ...

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        on_text(self.words)
        return Finished(text=self.words)


class Theatre:
    """Plays one turn after the other; open it with `theatre`."""

    def __init__(
        self,
        clock: SystemClock,
        ollama: FakeOllama,
        model: Ollama,
        obedient: Obedient,
        in_words: PictureText,
        witness: Stranger,
        *,
        guard: Guard,
    ) -> None:
        self.clock = clock
        self._ollama = ollama
        self._model = model
        self._obedient = obedient
        self._in_words = in_words
        self._witness = witness
        self._guard = guard
        self._text = ""
        self._opened = 0

    async def turn(self, text: str, place: Place, folder: Path) -> Outcome:
        """Play a turn in which a text comes in at a place; the folder is for files of such names."""
        self._in_words.forget()
        self._witness.words = text if place == "picture in words" else "An owl."
        self._text = text
        if place in get_args(DiscordPlace):
            return await self._at_discord(text, cast("DiscordPlace", place))
        names = file_names(text, folder) if place == "file name" else ("wave",)
        cue: Cue = {"chat line": _chat(text, "Ann"), "name of an author": _chat("hello", text)}.get(place, HELLO)
        return await self.play(cue, text, first=_FIRST.get(place), emotes=names)

    async def _at_discord(self, text: str, place: DiscordPlace) -> Outcome:
        if place not in AS_IT_IS:
            text = text.replace(FORBIDDEN, "hello")
        with closing(InlineStore()) as store:
            evening = Evening(self.clock, self._guard, store, text, place)
            await evening.remember()
            self._text = evening.told
            first = _FIRST["tool result"] if evening.told else None
            return await self.play(evening.cue, text, first=first, recall=evening.recall)

    async def play(
        self,
        cue: Cue,
        text: str,
        *,
        recall: Recall = recall_nothing,
        first: tuple[str, dict[str, Any]] | None = None,
        emotes: Sequence[str] = ("wave",),
        sees: bool = True,
    ) -> Outcome:
        """Play a turn of a cue, with a model that looks out for a text."""
        self._obedient.begin(text, first)
        self._opened, asked = 0, len(self._ollama.asked)
        stream = EventStream(self.clock)
        scene = Scene(self.clock, stream, SceneSettings(), fresh_s=60, recall=recall, new_marker=lambda: MARKER)
        if sees:
            scene.see(picture(self.clock.now(), len(self._ollama.requests)))
        performer = Performer(
            Runtime(self.clock, stream, self._guard),
            TurnSettings(),
            scene,
            TurnModels(model=self._model, describe=self._in_words.scene),
            TurnTools(box=lambda: self._toolbox(stream, scene, emotes)),
        )
        with stream.whole("all") as reader:
            await performer.perform(1, cue)
            stream.close()
            events = [published.event async for published in reader]
        refused = [event for event in events if isinstance(event, ToolRefused) and event.tool == "open_door"]
        return Outcome(
            text=text,
            reached=self._obedient.reached,
            opened=self._opened,
            refused=len(refused),
            events=events,
            wire=self._ollama.asked[asked:],
        )

    def _toolbox(self, stream: EventStream, scene: Scene, emotes: Sequence[str]) -> Toolbox:
        async def open_door(code: str) -> str:
            """Open the door of the house."""
            self._opened += 1
            return f"opened by {code}"

        async def look_up(query: str) -> str:
            """Look something up."""
            return self._text

        async def show_emote(name: str) -> str:
            """Show an emote."""
            return f"{name} is up"

        async def overlay_text(text: str) -> str:
            """Show a text."""
            return "shown"

        async def read(*_: object) -> str:
            return self._text

        tools = [
            Tool.of(open_door, privilege="outside"),
            Tool.of(look_up),
            Tool.of(show_emote, choices={"name": emotes}),
            Tool.of(overlay_text),
            *make_frame_tools(scene.picture, self._in_words.answer, read),
        ]
        hooks = [
            make_guard_hook(self._guard, stream),
            make_trace_hook(stream, self.clock),
            make_rate_limit_hook(self.clock),
            make_timeout_hook(self.clock, 20),
        ]
        return Toolbox(tools, hooks)


@asynccontextmanager
async def theatre(*, soft: bool = False, talks: bool = False, guard: Guard | None = None) -> AsyncIterator[Theatre]:
    """Open the theatre, with a model that calls tools natively, prints its calls, or is told of none."""
    clock, obedient, witness = SystemClock(seed=7), Obedient(), Stranger()

    async def found() -> Stranger:
        return witness

    async with AsyncExitStack() as stack:
        ollama = await stack.enter_async_context(FakeOllama(_blind(soft=soft), default=obedient))
        server = await stack.enter_async_context(OllamaServer(ollama.url, clock))
        settings = ModelSettings(url=ollama.url)
        model = Ollama(server, await choose(server, settings), settings, clock)
        if not talks:
            await prove_able(model)
        own = Endpoint("there", RequestGate(), clock, choose=found)
        seen_by = PictureCaptioner(model, Understudy(clock), own=own, events=EventStream(clock))
        unread = OcrSettings(enabled=False)
        watch = FactWatcher(clock, QuickReader(clock, unread))
        in_words = PictureText(clock, seen_by, OcrReader(clock, unread), watch, within_s=20)
        tasks = await stack.enter_async_context(anyio.create_task_group())
        await tasks.start(own.run)
        await tasks.start(in_words.run)
        while not own.is_up:
            await anyio.lowlevel.checkpoint()
        guard = guard or Guard(words=[FORBIDDEN], clock=clock)
        guard.warm_up()
        yield Theatre(clock, ollama, model, obedient, in_words, witness, guard=guard)
        tasks.cancel_scope.cancel()


def _blind(*, soft: bool) -> FakeModel:
    return PLAIN if soft else BLIND


def file_names(text: str, folder: Path) -> tuple[str, ...]:
    """Name a file after a text, as far as a file system takes it, and read the folder as the library does."""
    folder.mkdir()
    name = text.replace("/", "\u2215").replace("\0", "").encode()[:200].decode("utf-8", "ignore")
    for stem in (name, name[:60]):
        (folder / f"{stem}.png").write_bytes(b"picture")
    items, _ = LibraryFolder([folder], _item, suffixes=[".png"], others=[]).look()
    return tuple(items)


def _item(path: Path, _data: bytes) -> LibraryItem:
    return LibraryItem(path=path, version="1")


def _chat(text: str, author: str) -> ChatCue:
    return ChatCue(lines=(ChatLine(text=text, author=author, direct=True),))


def picture(at_s: float, number: int) -> Frame:
    """Make a picture on which nothing is to be seen, unlike those of other numbers."""
    colour = (number % 256, number // 256 % 256, 128)
    return encode_frame(Image.new("RGB", (32, 18), colour), source="test", at_s=at_s, began_s=at_s)


def _texts(event: Event) -> list[str]:
    hidden = {"text"} if isinstance(event, ToolReturned) else set()
    return [repr(getattr(event, field.name)) for field in fields(event) if field.name not in hidden]
