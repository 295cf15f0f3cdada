"""A turn performed with a model that plays prepared steps, and with a real toolbox, guard and scene."""

from collections.abc import Callable, Sequence

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.turn.held_gestures import LineBegins, begins_at_once
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.errors import ServiceError
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import ToolCalled, TurnEnded
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.verdict import Finder
from performer.models.load.line_time import LineTime
from performer.models.model import FinalAnswer, Model, OnText, Step, StepRequest, ToolCalls
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from performer.vision.frame import Frame

Play = Callable[[OnText], Step]


class Lines:
    """A model that plays prepared steps and remembers what it was asked."""

    name = "lines"

    def __init__(self, *plays: Play, sees: bool = True) -> None:
        self.sees = sees
        self.asked: list[StepRequest] = []
        self._plays = list(plays)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.asked.append(request)
        return self._plays.pop(0)(on_text)


def says(*pieces: str) -> Play:
    def play(on_text: OnText) -> Step:
        for piece in pieces:
            on_text(piece)
        return FinalAnswer(text="".join(pieces))

    return play


def calls(tool: str, preface: str = "", **arguments: object) -> Play:
    def play(on_text: OnText) -> Step:
        on_text(preface)
        return ToolCalls(calls=(ToolCall(id="c", name=tool, arguments=arguments),), preface=preface)

    return play


def breaks(*pieces: str) -> Play:
    def play(on_text: OnText) -> Step:
        for piece in pieces:
            on_text(piece)
        raise ServiceError("the model is gone")

    return play


async def wave(name: str) -> str:
    """Wave."""
    return f"waved at {name}"


def frame(at_s: float = 0.0) -> Frame:
    return Frame(source="test", at_s=at_s, size=(4, 4), jpeg=b"jpeg", luma=bytes(576), digest="d")


async def perform(
    clock: Clock,
    model: Model,
    cue: Cue,
    *,
    words: Sequence[str] = (),
    settings: TurnSettings | None = None,
    finders: Sequence[Finder] | None = None,
    sees_nothing: bool = False,
    tools: Callable[[], Sequence[Tool]] = lambda: [Tool.of(wave)],
    spoken_in: Sequence[str] = ("console",),
    language: str = "en",
    seen: str = "a castle",
    line_begins: LineBegins = begins_at_once,
    line_time: LineTime | None = None,
) -> list[Event]:
    stream = EventStream(clock)
    scene = Scene(clock, stream, SceneSettings(), fresh_s=6, new_marker=lambda: "k7f3")
    if not sees_nothing:
        scene.see(frame())

    async def describe(_frame: Frame, _cue: Cue) -> str:
        return seen

    performer = Performer(
        Runtime(clock, stream, Guard(words=words, finders=finders)),
        settings or TurnSettings(),
        scene,
        TurnModels(model=model, describe=describe, line_time=line_time or LineTime()),
        TurnTools(box=lambda: Toolbox(tools(), [make_trace_hook(stream, clock)])),
        is_spoken=lambda channel: not channel or channel in spoken_in,
        is_written=lambda channel: channel.startswith("discord:"),
        shows_code=lambda channel: channel == "console",
        line_begins=line_begins,
        language=language,
    )
    with stream.whole("test") as reader:
        await performer.perform(7, cue)
        stream.close()
        return [published.event async for published in reader]


def spoken(events: Sequence[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, SentenceReady)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def called(events: Sequence[Event]) -> list[str]:
    """Return the names of the tools that were called."""
    return [event.tool for event in events if isinstance(event, ToolCalled)]


def reason(events: Sequence[Event]) -> tuple[str, int]:
    """Give why the turn ended, and after how many steps."""
    last = events[-1]
    assert isinstance(last, TurnEnded)
    return last.reason, last.steps
