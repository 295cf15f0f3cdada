"""Looks: what they see without making a picture, and the picture that is made of one later."""

import io
import zlib

import pytest
from PIL import Image, ImageDraw

from performer.vision.encode import GrabbedPicture
from performer.vision.frame import Frame, Glimpse, Mask


def screen(box: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Image.Image:
    picture = Image.new("RGB", (1920, 1080), (60, 80, 120))
    ImageDraw.Draw(picture).rectangle(box, fill="white")
    return picture


def grabbed(picture: Image.Image, *masks: Mask) -> GrabbedPicture:
    return GrabbedPicture(picture=picture, source="test", at_s=1.0, began_s=0.0, masks=masks)


async def never(_full_size: bool) -> Frame:
    raise AssertionError("no picture was wanted")


def looked(picture: Image.Image, *masks: Mask) -> Glimpse:
    return grabbed(picture, *masks).look(never)


def test_a_look_sees_what_its_picture_does() -> None:
    shown = screen((400, 300, 1500, 420))

    look, frame = looked(shown), grabbed(shown).encode()

    assert (look.luma, look.fine, look.size) == (frame.luma, frame.fine, frame.size)
    assert look.identity == frame.identity


@pytest.mark.parametrize("box", [(300, 300, 324, 314), (1000, 500, 1003, 516)], ids=["a number", "a caret"])
def test_small_things_make_another_picture_of_it(box: tuple[int, int, int, int]) -> None:
    assert looked(screen()).identity == looked(screen()).identity != looked(screen(box)).identity


def test_two_looks_show_the_same_only_where_every_sampled_pixel_is_alike() -> None:
    before, caret = looked(screen()), looked(screen((1000, 500, 1003, 516)))

    assert before.shows_same(looked(screen()))
    assert not before.shows_same(caret)


def test_what_moves_is_told_apart_without_a_sum_of_its_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    summed: list[bytes] = []

    def note(sample: bytes) -> int:
        summed.append(sample)
        return 0

    monkeypatch.setattr(zlib, "crc32", note)
    before, after = looked(screen()), looked(screen((400, 300, 1500, 420)))

    assert not before.shows_same(after)
    assert (before.outline != after.outline, summed) == (True, [])


def test_what_a_mask_covers_is_not_even_looked_at() -> None:
    mask = Mask(0.1, 0.1, 0.3, 0.3)
    secret, plain = looked(screen((200, 120, 760, 420)), mask), looked(screen(), mask)

    assert (secret.identity, secret.fine, secret.luma) == (plain.identity, plain.fine, plain.luma)


@pytest.mark.anyio
async def test_the_picture_of_a_look_is_made_when_it_is_wanted_and_at_its_full_size_only_then() -> None:
    made: list[bool] = []

    async def make(full_size: bool) -> Frame:
        made.append(full_size)
        return grabbed(screen()).encode(full_size=full_size)

    look = grabbed(screen()).look(make)
    frame = await look.develop()

    assert frame.full is None
    assert (await look.develop(full_size=True)).full is not None
    assert made == [False, True]


async def small(look: Glimpse) -> Image.Image:
    return Image.open(io.BytesIO(await look.shrink(320))).convert("RGB")


@pytest.mark.anyio
async def test_a_small_picture_of_a_look_has_its_masks_and_is_as_wide_as_asked_for() -> None:
    picture = await small(looked(screen((960, 0, 1919, 1079)), Mask(0.75, 0, 0.25, 1)))

    assert picture.size == (320, 180)
    left, middle, right = (picture.getpixel((x, 90)) for x in (40, 200, 300))
    assert (left[2] > left[0], min(middle) > 240, max(right) < 10) == (True, True, True)  # type: ignore[index,arg-type]
