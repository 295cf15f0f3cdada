"""What control pages may ask of what the show sees."""

import base64
import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.events.turns import StepEnded, StepStarted
from performer.guard.guard import Guard
from performer.vision.operations import FrameOperations
from performer.vision.preview import FramePreview
from performer.vision.settings import FramesSettings
from performer.vision.source_list import SourceList
from tests.performer.vision.test_preview import SIZE, Kept, make_frame
from tests.systems import linux_only

pytestmark = pytest.mark.anyio

DARK = 8
"""Of 255: a JPEG is never quite black."""


def make_operations(
    clock: SystemClock,
    settings: FramesSettings = FramesSettings(source="arcade"),  # noqa: B008  it cannot be changed
    why_away: Callable[[], str] = str,
) -> FrameOperations:
    preview = FramePreview(clock, Guard(), Kept(make_frame()), why_away=why_away, trouble=str)
    sources = SourceList(clock, settings, lambda: settings.source, why_away)
    return FrameOperations(
        EventStream(clock), preview, sources, count_looks=lambda: (2.0, 3.0), look_again=lambda: None
    )


def decode(told: Any) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(told["jpeg"])))


def chosen(listed: list[dict[str, Any]]) -> dict[str, Any]:
    [source] = [each for each in listed if each["in_use"]]
    return source


async def test_a_picture_is_as_wide_as_it_was_asked_for_but_never_larger_than_it_is(clock: SystemClock) -> None:
    operations = make_operations(clock)

    assert decode(await operations.picture({"width": 640})).size == (640, 360)
    assert decode(await operations.picture({"width": 4000})).size == SIZE


async def test_each_source_is_listed_with_a_picture_only_if_that_is_asked_for(clock: SystemClock) -> None:
    operations = make_operations(clock)

    bare, shown = await operations.list_sources({}), await operations.list_sources({"pictures": True})

    assert not any(each["jpeg"] for each in bare)
    assert chosen(shown)["spec"] == "arcade"
    assert decode(chosen(shown)).size == (240, 135)


async def test_masks_are_painted_on_the_pictures_of_sources_too(clock: SystemClock) -> None:
    settings = FramesSettings(source="arcade", masks=[(0, 0, 1, 1)])

    shown = await make_operations(clock, settings).list_sources({"pictures": True})

    assert not any(decode(chosen(shown)).convert("L").histogram()[DARK:])


async def test_while_it_looks_away_no_source_has_a_picture(clock: SystemClock) -> None:
    operations = make_operations(clock, why_away=lambda: "a listed program is in front")

    shown = await operations.list_sources({"pictures": True})

    assert not any(each["jpeg"] for each in shown)


async def test_a_source_in_use_that_is_none_of_the_usual_is_listed_too(clock: SystemClock) -> None:
    operations = make_operations(clock, FramesSettings(source="screen:1:0,0,64,64"))

    assert chosen(await operations.list_sources({}))["kind"] == "screen"


@linux_only("on the others there is always a display")
async def test_without_a_display_the_screen_says_why(clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    listed = await make_operations(clock).list_sources({})

    assert [each["why"] for each in listed if each["kind"] == "screen"] == ["no display found"]


async def test_the_cost_is_that_of_looks_and_of_the_steps_with_a_picture(clock: SystemClock) -> None:
    operations = make_operations(clock)
    before = await operations.cost({})
    for step, pictures in ((1, 1), (2, 0)):
        operations.stream.publish(StepStarted(turn=1, step=step, model="seer", pictures=pictures))
        operations.stream.publish(
            StepEnded(turn=1, step=step, kind="final", after_s=1.0, prompt_tokens=300 * step, read_s=0.4 * step)
        )

    after = await operations.cost({})

    assert (before["core"], before["tokens"], before["read_s"]) == (0.006, None, None)
    assert (after["tokens"], after["read_s"]) == (300, 0.4)
