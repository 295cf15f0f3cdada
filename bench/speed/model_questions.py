"""The questions that a model is measured with: those of the performer, as its own turns ask them.

A turn of the performer is begun, with the streamer's settings, and its request is kept in place of being sent. Each
question has another picture and other words, as in a show; how it begins is known to its server or not as is wanted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Final

from PIL import Image

from bench.show.microphone import MicTrack
from bench.show.wiring import UNREAD, TakeStage, make_performer
from performer.agent.director.ports import TurnPerformer
from performer.agent.prompt.scene import Scene
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.cues import Cue, OperatorCue, SceneCue
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.untrusted_text import Prompt, join_prompts
from performer.models.builtin.understudy import Understudy
from performer.models.captions import PictureCaptioner
from performer.models.load.control import LoadControl
from performer.models.model import ChatMessage, OnText, Step, StepRequest
from performer.models.selection.build import ModelTeam
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.wiring.sight import build_sight

_SCREEN: Final = (1920, 1080)
_BEGIN_S: Final = 30.0
_STEP_S: Final = 7.0
"""Seconds of the demo game between two pictures; no two of them are alike."""
_ASKED: Final = (
    "What do you make of that?",
    "Did you see how close that was?",
    "What would you do next here?",
    "How am I doing so far?",
    "Was that luck or skill?",
)


class _NotingModel:
    """A model that keeps what it is asked and answers nothing."""

    name = "noting"

    def __init__(self, *, sees: bool) -> None:
        self.sees = sees
        self.asked: list[StepRequest] = []

    async def step(self, request: StepRequest, on_text: OnText) -> Step:  # noqa: ARG002  nothing is said
        """Keep a request, and end its turn."""
        self.asked.append(request)
        raise ServiceError("It was only noted.", retry=False)


@dataclass(eq=False)
class QuestionMaker:
    """Makes questions to a model that sees, or to one that does not.

    Args:
        clock: By which a picture is new.
        config: The streamer's settings.
        sees: Whether the model is shown pictures; else it is told of them.
    """

    clock: Clock
    config: Config
    sees: bool
    _count: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        stage, self._model = TakeStage(self.clock, self.config, MicTrack()), _NotingModel(sees=self.sees)
        understudy, news = Understudy(self.clock), stage.stream
        captioner = PictureCaptioner(self._model, understudy, events=news)
        team = ModelTeam(model=self._model, lead=None, captioner=captioner, load=LoadControl(news))
        reader, glance = OcrReader(self.clock, UNREAD), QuickReader(self.clock, UNREAD)
        sight = build_sight(stage.runtime, self.config, Home.find(), team, reader=reader, glance=glance)
        self._scene: Scene = sight.scene
        self._performer: TurnPerformer = make_performer(stage, team, sight)

    async def make_reaction(self) -> StepRequest:
        """Make the next reaction: one line about a picture."""
        return await self._note(SceneCue(change=40.0, at_s=self.clock.now()))

    async def make_conversation(self) -> StepRequest:
        """Make the next answer to the streamer, with all tools of a show."""
        return await self._note(OperatorCue(text=_ASKED[self._count % len(_ASKED)], at_s=self.clock.now()))

    async def _note(self, cue: Cue) -> StepRequest:
        self._count += 1
        self._scene.keep(_draw_frame(self.clock, _BEGIN_S + _STEP_S * self._count))
        await self._performer.perform(self._count, cue)
        return self._model.asked.pop()


def _draw_frame(clock: Clock, game_s: float) -> Frame:
    picture = draw(DemoGame(1).state_at(game_s)).convert("RGB").resize(_SCREEN, Image.Resampling.NEAREST)
    return encode_frame(picture, source="bench", at_s=clock.now(), began_s=0.0)


def begin_with(mark: str, request: StepRequest) -> StepRequest:
    """Return a question that begins with a mark: with a new one its server knows nothing of it, with the same all."""
    return replace(request, messages=_mark(mark, request.messages), short=_mark(mark, request.short))


def _mark(mark: str, messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    if not messages:
        return ()
    first = messages[0]
    return (replace(first, text=join_prompts(Prompt(mark), first.text, by=" ")), *messages[1:])


def find_picture_size(request: StepRequest) -> tuple[int, int]:
    """Return width and height of a question's picture, in pixels; nought of one without."""
    return Image.open(BytesIO(request.pictures[0])).size if request.pictures else (0, 0)
