"""The newest picture for control pages: small, in its time, and gone as soon as the show looks away."""

import base64
import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, Literal
from zlib import crc32

import anyio
import pytest
from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.redact.redact import redact_tree
from performer.guard.guard import Guard
from performer.vision.frame import Frame, encode_jpeg
from performer.vision.preview import FramePreview

pytestmark = pytest.mark.anyio

SIZE: Final = (960, 540)


def make_frame(digest: str = "d") -> Frame:
    jpeg = encode_jpeg(Image.new("RGB", SIZE, f"#{crc32(digest.encode()) & 0xFFFFFF:06x}"), 80)
    return Frame(source="screen 1", at_s=0.0, size=SIZE, luma=b"", jpeg=jpeg, digest=digest)


class Kept:
    """The newest picture, as a test sets it; `on_look` happens while a look is waited for."""

    def __init__(self, newest: Frame | None) -> None:
        self.newest = newest
        self.forgets = 0
        self.looks = 0

    def want_look(self) -> float:
        self.looks += 1
        return 0.0

    async def wait_for_look(self, since_s: float) -> Frame | None:
        assert since_s == 0.0
        return self.newest


class Page:
    """Looks until it was told so many pictures, and then no more."""

    def __init__(self, clock: VirtualClock, *, times: int) -> None:
        self._clock, self._times = clock, times
        self.told_s: list[float] = []
        self.on_change: list[Callable[[], None]] = []

    async def wait_for(self, _topic: Literal["frame"]) -> None:
        if not self.is_watched("frame"):
            await anyio.sleep_forever()

    def is_watched(self, _topic: Literal["frame"]) -> bool:
        return len(self.told_s) < self._times

    def tell(self, _topic: Literal["frame"], value: Any) -> None:
        assert value["jpeg"]
        self.told_s.append(self._clock.now())


def make_preview(clock: VirtualClock, kept: Kept, away: Iterable[str] = ()) -> FramePreview:
    reasons = iter(away)
    return FramePreview(
        clock, Guard(), kept, why_away=lambda: next(reasons, ""), trouble=lambda: "The picture is black."
    )


def decode(told: Any) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(told["jpeg"])))


async def test_a_page_gets_the_picture_small_with_the_size_that_the_model_gets(virtual_clock: VirtualClock) -> None:
    told = await make_preview(virtual_clock, Kept(make_frame())).make(320)

    assert decode(told).size == (320, 180)
    assert (told["width"], told["height"], told["source"], told["away"]) == (960, 540, "screen 1", "")


async def test_a_pause_leaves_no_picture_and_its_reason(virtual_clock: VirtualClock) -> None:
    kept = Kept(make_frame())

    told = await make_preview(virtual_clock, kept, ["paused by you"]).make(320)

    assert (told["jpeg"], told["away"], kept.looks) == ("", "paused by you", 0)


async def test_a_pause_that_begins_while_the_picture_is_made_leaves_none(virtual_clock: VirtualClock) -> None:
    told = await make_preview(virtual_clock, Kept(make_frame()), ["", "paused by you"]).make(320)

    assert (told["jpeg"], told["away"]) == ("", "paused by you")


async def test_what_was_forgotten_while_it_was_made_small_is_not_shown(virtual_clock: VirtualClock) -> None:
    class Forgetful(Kept):
        async def wait_for_look(self, since_s: float) -> Frame | None:
            self.forgets += 1
            return await super().wait_for_look(since_s) if self.forgets > 1 else make_frame()

    told = await make_preview(virtual_clock, Forgetful(make_frame())).make(320)

    assert told["jpeg"] == ""


async def test_a_black_picture_is_told_in_words(virtual_clock: VirtualClock) -> None:
    told = await make_preview(virtual_clock, Kept(None)).make(320)

    assert (told["jpeg"], told["away"]) == ("", "The picture is black.")


async def test_what_stays_the_same_is_told_again_after_ten_seconds_and_to_whoever_comes(
    virtual_clock: VirtualClock,
) -> None:
    page, kept = Page(virtual_clock, times=4), Kept(make_frame())
    async with anyio.create_task_group() as tasks:
        await tasks.start(make_preview(virtual_clock, kept).run, page)
        await virtual_clock.advance(12)
        for changed in page.on_change:
            changed()
        await virtual_clock.advance(60)
        tasks.cancel_scope.cancel()

    assert page.told_s == [0.0, 10.0, 12.0, 22.0]
    assert kept.looks == 10  # one each 2.5 s, for the source itself says nothing


async def test_redaction_leaves_the_picture_as_it_is(virtual_clock: VirtualClock) -> None:
    told = await make_preview(virtual_clock, Kept(make_frame())).make(320)

    assert redact_tree(told) == told


async def test_a_moving_picture_is_made_small_and_sent_at_once_each_two_seconds(virtual_clock: VirtualClock) -> None:
    page, kept = Page(virtual_clock, times=4), Kept(make_frame())
    preview = make_preview(virtual_clock, kept)
    await preview.see(make_frame())
    async with anyio.create_task_group() as tasks:
        await tasks.start(preview.run, page)
        for digest in range(12):
            await virtual_clock.advance(0.5)
            await preview.see(replace(make_frame(str(digest)), at_s=virtual_clock.now()))
        await virtual_clock.advance(0.1)
        tasks.cancel_scope.cancel()

    assert page.told_s == [0.0, 0.5, 2.5, 4.5]
    assert kept.looks == 1  # the page came before the first look


async def test_a_still_picture_is_made_small_once_and_moves_on_at_once(virtual_clock: VirtualClock) -> None:
    page, kept = Page(virtual_clock, times=9), Kept(make_frame())
    preview = make_preview(virtual_clock, kept)
    made: list[int] = []

    class Counted(Frame):
        async def shrink(self, width: int) -> bytes:
            made.append(width)
            return await super().shrink(width)

    async with anyio.create_task_group() as tasks:
        await tasks.start(preview.run, page)
        for digest in [*["menu"] * 16, "game"]:
            await virtual_clock.advance(0.5)
            await preview.see(Counted(**{**vars(make_frame(digest)), "at_s": virtual_clock.now()}))
        await virtual_clock.advance(0.1)
        tasks.cancel_scope.cancel()

    assert len(made) == 2
    assert page.told_s == [0.0, 0.5, 8.5]


async def test_a_small_picture_from_before_all_was_forgotten_is_not_shown(virtual_clock: VirtualClock) -> None:
    page, kept = Page(virtual_clock, times=2), Kept(make_frame())
    preview = make_preview(virtual_clock, kept)
    async with anyio.create_task_group() as tasks:
        await tasks.start(preview.run, page)
        await virtual_clock.advance(0.5)
        await preview.see(replace(make_frame(), at_s=0.5))
        kept.forgets += 1
        await virtual_clock.advance(0.5)
        tasks.cancel_scope.cancel()

    assert kept.looks == 2
