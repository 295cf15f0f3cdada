"""The pictures of the scene: which one the model is shown, how large, and what it is told without one."""

import io

import pytest
from PIL import Image

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue, Cue, SceneCue
from performer.core.events.stream import EventStream
from performer.models.model import UserMessage
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame
from tests.performer.agent.prompt.test_scene import frame, in_words, told


@pytest.fixture
def stream(virtual_clock: VirtualClock) -> EventStream:
    return EventStream(virtual_clock)


@pytest.fixture
def scene(virtual_clock: VirtualClock, stream: EventStream) -> Scene:
    return Scene(virtual_clock, stream, SceneSettings(), fresh_s=6, new_marker=lambda: "k7f3")


@pytest.mark.anyio
async def test_an_old_picture_is_not_shown(scene: Scene, virtual_clock: VirtualClock) -> None:
    scene.see(frame())
    await virtual_clock.advance(7)

    user = await told(scene, SceneCue(change=1))

    assert user.pictures == ()
    assert "no picture right now" in user.text


def test_the_change_is_measured_against_the_picture_before(scene: Scene) -> None:
    assert scene.see(frame(grey=0)) == 0
    assert scene.see(frame(grey=100)) == 100
    assert scene.see(frame(grey=100)) == 0


@pytest.mark.anyio
async def test_a_hidden_picture_is_not_shown_and_the_next_one_is(scene: Scene) -> None:
    scene.see(frame())
    scene.hide()
    hidden = await told(scene, SceneCue(change=1))
    scene.see(frame())

    assert hidden.pictures == ()
    assert (await told(scene, SceneCue(change=1))).pictures == (b"jpeg",)


@pytest.mark.anyio
async def test_a_picture_of_some_seconds_ago_can_be_looked_at(scene: Scene, virtual_clock: VirtualClock) -> None:
    for at_s in range(10):
        scene.see(frame(at_s=float(at_s)))
        await virtual_clock.advance(1)

    then, now = await scene.picture(4), await scene.picture()

    assert then is not None
    assert now is not None
    assert (then.at_s, now.at_s) == (6, 9)


@pytest.mark.anyio
async def test_what_was_hidden_for_its_content_is_not_shown_later_either(scene: Scene) -> None:
    scene.see(frame(at_s=0.0))
    scene.see(frame(at_s=1.0))
    scene.hide()
    left = await scene.picture(1)
    scene.forget()

    assert left is not None
    assert (left.at_s, await scene.picture(1)) == (0, None)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("digest", "sees", "pictures", "words"),
    [
        (
            "here",
            True,
            (b"jpeg", b"owl"),
            "The last pictures, 1 of them, are what came of mcp.zoo.look; they are not the",
        ),
        ("gone", True, (b"jpeg",), "A picture cannot be shown to you: it is gone by now."),
        ("here", False, (), "You cannot see pictures, so say nothing of what is on it."),
    ],
)
async def test_the_pictures_of_a_call_that_was_waited_for_are_shown_to_a_model_that_sees(
    scene: Scene, digest: str, sees: bool, pictures: tuple[bytes, ...], words: str
) -> None:
    scene.see(frame())
    scene.find_picture = {"here": b"owl"}.get
    cue = AnswerCue(tool="mcp.zoo.look", arguments="{}", text="[a picture, image/png]", pictures=(digest,))

    for messages in ((prompt := await scene.told(cue, sees=sees, describe=in_words)).messages, prompt.short):
        asked = messages[-1]
        assert isinstance(asked, UserMessage)
        assert asked.pictures == pictures
        assert words in asked.text


@pytest.mark.anyio
async def test_a_lead_that_cannot_see_is_told_words_that_are_not_for_it(scene: Scene) -> None:
    scene.see(frame())
    _, user = (await scene.told(SceneCue(change=1), sees=False, describe=in_words)).messages

    assert isinstance(user, UserMessage)
    assert user.pictures == ()
    assert "On the screen right now: «k7f3 An owl. k7f3»" in user.text


@pytest.mark.anyio
async def test_pictures_are_as_small_as_the_cadence_asks_for(stream: EventStream, virtual_clock: VirtualClock) -> None:
    shrink = 1
    scene = Scene(virtual_clock, stream, SceneSettings(), fresh_s=6, shrink=lambda: shrink)
    scene.see(encode_frame(Image.new("RGB", (960, 540), "teal"), source="test", at_s=0.0, began_s=0.0))
    sizes = []
    for shrink in (1, 2, 4):  # noqa: B007 - the scene asks for it
        user = await told(scene, SceneCue(change=1))
        sizes.append((user.shrink, Image.open(io.BytesIO(user.pictures[0])).size))

    assert sizes == [(1, (960, 540)), (2, (480, 270)), (4, (320, 180))]


@pytest.mark.anyio
@pytest.mark.parametrize(("width", "shown"), [(1500, (1366, 768)), (700, (683, 384)), (320, (341, 192))])
async def test_a_picture_is_no_wider_than_is_set_and_no_narrower_than_can_be_read(
    stream: EventStream, virtual_clock: VirtualClock, width: int, shown: tuple[int, int]
) -> None:
    scene = Scene(virtual_clock, stream, SceneSettings(picture_width=width), fresh_s=6)
    scene.see(encode_frame(Image.new("RGB", (1366, 768), "teal"), source="test", at_s=0.0, began_s=0.0))

    user = await told(scene, SceneCue(change=1))

    assert (user.shrink, Image.open(io.BytesIO(user.pictures[0])).size) == (1, shown)


@pytest.mark.anyio
async def test_the_picture_that_is_told_of_is_known(scene: Scene) -> None:
    async def describe(_frame: Frame, _cue: Cue) -> str:
        scene.see(frame(at_s=0.0, grey=9))
        return "words"

    first = frame()
    scene.see(first)

    assert (await scene.told(SceneCue(change=1), sees=False, describe=describe)).frame is first
