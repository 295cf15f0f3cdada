"""Load control of a real driver: what the server says of its times, and that nothing makes it load the model anew."""

import base64
import io
from contextlib import AsyncExitStack

import anyio
import pytest
from PIL import Image

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.core.clock import SystemClock
from performer.core.cues import Cue, SceneCue
from performer.core.events.parts import CadenceChanged, ServiceUp
from performer.core.events.stream import EventStream
from performer.models.model import StepRequest
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team
from performer.models.settings import ModelSettings
from performer.tools.tool import Tool
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import Body, Reply

pytestmark = pytest.mark.anyio

LINE = "The candles are lit by nobody at all."


class Card:
    """The card of a fake server: free, or at work for a game."""

    load = 1.0

    def __call__(self, _body: Body) -> Reply:
        return Reply(text=LINE, load=self.load)


async def wave() -> str:
    """Wave."""
    return "waved"


async def describe(_frame: Frame, _cue: Cue) -> str:
    return "words"


async def asked(brain: ModelTeam, scene: Scene, count: int, *, first: int) -> None:
    """Ask about one new picture after the other."""
    for number in range(first, first + count):
        picture = Image.new("RGB", (960, 540), (number % 200, 90, 120))
        scene.see(encode_frame(picture, source="test", at_s=scene.clock.now(), began_s=0.0))
        told = await scene.told(SceneCue(change=9), sees=True, describe=describe)
        request = StepRequest(messages=told.messages, tools=(Tool.of(wave).spec,), cue=SceneCue(change=9))
        await brain.model.step(request, lambda _: None)


def widths(bodies: list[Body]) -> list[int]:
    images = [message["images"][0] for body in bodies for message in body["messages"] if "images" in message]
    return [Image.open(io.BytesIO(base64.b64decode(image))).width for image in images]


def loaded_with(body: Body) -> dict[str, object]:
    """Return the options for which a server would load the model anew."""
    return {
        name: value for name, value in body["options"].items() if name not in ("num_predict", "temperature", "stop")
    }


async def test_a_busy_card_is_spared_by_rarer_lines_and_smaller_pictures_and_the_model_stays_loaded(
    clock: SystemClock,
) -> None:
    card = Card()
    stream = EventStream(clock)
    async with FakeOllama(default=card) as ollama, AsyncExitStack() as stack, anyio.create_task_group() as group:
        brain = await build_model_team(EndpointFactory(clock, stack), stream, ModelSettings(url=ollama.url))
        assert brain.lead is not None
        scene = Scene(clock, stream, SceneSettings(), fresh_s=6, shrink=lambda: brain.load.shrink)
        changes = stream.whole("test", CadenceChanged)
        there = stream.whole("test", ServiceUp)
        await group.start(brain.lead.run)
        await there.wait()

        await asked(brain, scene, 10, first=0)
        card.load = 5.0
        await asked(brain, scene, 24, first=10)
        why = brain.role().why
        card.load = 1.0
        await asked(brain, scene, 18, first=40)
        group.cancel_scope.cancel()

    steps = [each.event.step for each in changes.taken() if isinstance(each.event, CadenceChanged)]
    assert steps == [1, 2, 3, 4, 3, 2, 1, 0]
    assert "answers more slowly than usual" in why
    assert set(widths(ollama.asked)) == {960, 480, 320}
    told = [(body["model"], loaded_with(body), body["keep_alive"]) for body in (*ollama.warm_ups, *ollama.asked)]
    assert len(told) > 50
    assert all(each == told[0] for each in told)
