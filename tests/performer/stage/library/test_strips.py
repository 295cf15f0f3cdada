"""Pictures made ready: rows of frames, their times and their sizes."""

import io

import pytest
from PIL import Image, ImageOps

from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.wire import SandboxResult
from performer.stage.library import strips
from performer.stage.library.strips import LARGEST_SIDE, LARGEST_STILL, MOST_KEPT, prepare_picture
from tests.performer.stage.library.apngs import KEEP, RESTORE, ApngFrame, apng, chunk
from tests.performer.stage.library.gifs import BLUE, GREEN, RED, GifFrame, filled, gif
from tests.performer.stage.library.webps import WebpFrame, webp

WHOLE = (0, 0, 4, 4)
CLEAR = (0, 0, 0, 0)


def row(ready: SandboxResult) -> Image.Image:
    return Image.open(io.BytesIO(ready.files[0])).convert("RGBA")


def saved(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    written = io.BytesIO()
    picture.save(written, kind, **options)
    return written.getvalue()


def test_an_animation_becomes_one_row_of_frames_with_their_times() -> None:
    frames = (filled(WHOLE, 0, delay_cs=20), filled(WHOLE, 1, delay_cs=5), filled(WHOLE, 2, delay_cs=30))
    ready = prepare_picture(gif((4, 4), *frames), ".gif")

    assert ready.frames_ms == (200, 50, 300)
    assert row(ready).size == (12, 4)
    assert [row(ready).getpixel((at, 2)) for at in (1, 5, 9)] == [(*colour, 255) for colour in (RED, GREEN, BLUE)]


@pytest.mark.parametrize(("stored_cs", "shown_ms"), [(0, 100), (1, 100), (2, 20), (60_000, 60_000)])
def test_a_time_too_short_to_be_meant_is_a_tenth_of_a_second(stored_cs: int, shown_ms: int) -> None:
    ready = prepare_picture(gif((4, 4), filled(WHOLE, 0, delay_cs=stored_cs), filled(WHOLE, 1)), ".gif")

    assert ready.frames_ms == (shown_ms, 100)


def test_a_frame_that_is_no_square_stands_in_the_middle_of_one() -> None:
    wide = (0, 0, 4, 2)
    ready = prepare_picture(gif((4, 2), filled(wide, 0), filled(wide, 1)), ".gif")

    assert row(ready).size == (8, 4)
    assert [row(ready).getpixel((5, y)) for y in range(4)] == [CLEAR, (*GREEN, 255), (*GREEN, 255), CLEAR]


def test_what_a_frame_leaves_out_stays_and_what_it_clears_is_clear() -> None:
    dot = (1, 1, 1, 1)
    frames = (filled(WHOLE, 0), filled(dot, 1, disposal=2), filled((3, 3, 1, 1), 2))
    picture = row(prepare_picture(gif((4, 4), *frames), ".gif"))

    assert [picture.getpixel((at + 1, 1)) for at in (0, 4, 8)] == [(*RED, 255), (*GREEN, 255), CLEAR]
    assert [picture.getpixel((at + 3, 3)) for at in (0, 4, 8)] == [(*RED, 255), (*RED, 255), (*BLUE, 255)]


def test_what_a_frame_covered_comes_back_when_it_says_so() -> None:
    frames = (filled(WHOLE, 0), filled((1, 1, 1, 1), 1, disposal=3), filled((3, 3, 1, 1), 2))
    picture = row(prepare_picture(gif((4, 4), *frames), ".gif"))

    assert [picture.getpixel((at + 1, 1)) for at in (0, 4, 8)] == [(*RED, 255), (*GREEN, 255), (*RED, 255)]


def test_a_palettes_transparent_colour_lets_through_what_is_below() -> None:
    below, above = filled(WHOLE, 0), GifFrame(box=WHOLE, pixels=[3, 1] * 8, transparent=3)
    picture = row(prepare_picture(gif((4, 4), below, above), ".gif"))

    assert [picture.getpixel((4 + x, 0)) for x in range(2)] == [(*RED, 255), (*GREEN, 255)]


def test_what_one_frame_says_of_itself_is_not_true_of_the_next() -> None:
    cleared = filled(WHOLE, 0, disposal=2, transparent=1, delay_cs=50)
    unsaid = filled((0, 0, 2, 4), 1, control=False)
    ready = prepare_picture(gif((4, 4), cleared, unsaid, filled((3, 3, 1, 1), 2)), ".gif")

    assert ready.frames_ms == (500, 100, 100)
    assert [row(ready).getpixel((x, 0)) for x in (4, 8)] == [(*GREEN, 255), (*GREEN, 255)]


def test_the_first_frame_of_a_gif_leaves_clear_what_it_does_not_cover() -> None:
    picture = row(prepare_picture(gif((4, 4), filled((1, 1, 2, 2), 0), filled((1, 1, 2, 2), 1)), ".gif"))

    assert picture.getpixel((0, 0)) == CLEAR


def test_half_transparent_frames_are_blended_or_put_in_place() -> None:
    def frame(*colour: int, over: bool = True) -> ApngFrame:
        return ApngFrame(box=(0, 0, 1, 1), pixels=[colour], over=over)  # type: ignore[list-item]  # four numbers

    frames = (frame(255, 0, 0, 255), frame(0, 0, 255, 128), frame(0, 255, 0, 128, over=False))
    picture = row(prepare_picture(apng((1, 1), *frames), ".png"))

    assert [picture.getpixel((x, 0)) for x in range(3)] == [(255, 0, 0, 255), (127, 0, 128, 255), (0, 255, 0, 128)]


def test_an_apngs_hidden_picture_is_not_shown() -> None:
    frames = [ApngFrame(box=(0, 0, 1, 1), pixels=[(level, 0, 0, 255)]) for level in (50, 100)]
    ready = prepare_picture(apng((1, 1), *frames, hidden=[(9, 9, 9, 255)]), ".apng")

    assert ready.frames_ms == (100, 100)
    assert row(ready).getpixel((0, 0)) == (50, 0, 0, 255)


@pytest.mark.parametrize(("delay", "shown_ms"), [((1, 4), 250), ((1, 0), 100), ((0, 1), 100), ((33, 1000), 33)])
def test_an_apngs_times_are_fractions_of_a_second(delay: tuple[int, int], shown_ms: int) -> None:
    frame = ApngFrame(box=(0, 0, 1, 1), pixels=[(1, 2, 3, 255)], delay=delay, disposal=RESTORE)

    assert prepare_picture(apng((1, 1), frame, frame), ".png").frames_ms == (shown_ms or 100,) * 2


def test_a_webps_frames_are_blended_with_their_alpha() -> None:
    red, blue = [(255, 0, 0, 255)] * 4, [(0, 0, 255, 128)] * 4
    box = (0, 0, 2, 2)
    ready = prepare_picture(
        webp((2, 2), WebpFrame(box=box, pixels=red, shown_ms=40), WebpFrame(box=box, pixels=blue)), ".webp"
    )

    assert ready.frames_ms == (40, 100)
    assert row(ready).getpixel((2, 0)) == pytest.approx((127, 0, 128, 255), abs=2)


def counting(frames: int) -> bytes:
    """A GIF whose frames show for 20, 30, 20, 30 ms."""
    return gif((4, 4), *(filled(WHOLE, number % 4, delay_cs=2 + number % 2) for number in range(frames)))


@pytest.mark.parametrize("frames", [MOST_KEPT - 1, MOST_KEPT, MOST_KEPT + 1, 100, 119, 120, 121, 500, 1000])
def test_a_long_animation_is_thinned_and_lasts_as_long(frames: int) -> None:
    ready = prepare_picture(counting(frames), ".gif")

    assert len(ready.frames_ms) == min(frames, MOST_KEPT)
    assert sum(ready.frames_ms) == 25 * frames - (5 if frames % 2 else 0)
    assert row(ready).width == 4 * len(ready.frames_ms)
    assert max(ready.frames_ms) <= 3.5 * sum(ready.frames_ms) / len(ready.frames_ms)


def test_a_large_animation_is_reduced_below_what_a_texture_may_be_wide() -> None:
    first, *more = (Image.new("RGB", (600, 300), (4 * number, 0, 0)) for number in range(MOST_KEPT))
    ready = prepare_picture(saved(first, "GIF", save_all=True, append_images=more), ".gif")

    assert row(ready).size == (MOST_KEPT * LARGEST_SIDE, LARGEST_SIDE)
    assert row(ready).width <= 16_384


def test_a_still_png_stays_as_it_is_and_a_huge_one_is_reduced() -> None:
    small, huge = (saved(Image.new("RGBA", (side, side // 2), "red")) for side in (LARGEST_STILL, LARGEST_STILL + 1))

    assert prepare_picture(small, ".png") == SandboxResult(files=(small,))
    assert row(prepare_picture(huge, ".png")).size == (LARGEST_STILL, LARGEST_STILL // 2)


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "JPEG", "TIFF"])
def test_stills_of_other_kinds_become_pngs(kind: str) -> None:
    data = saved(Image.new("RGB", (30, 20), "red"), kind)
    if kind == "TIFF":
        with pytest.raises(UnfitPicture, match="save it as one"):
            prepare_picture(data, ".tiff")
        return
    ready = prepare_picture(data, f".{kind.lower()}")

    assert ready.frames_ms == ()
    assert row(ready).size == (30, 20)


def test_a_still_gif_is_larger_than_a_frame_of_a_row_may_be() -> None:
    assert row(prepare_picture(saved(Image.new("RGB", (500, 400), "red"), "GIF"), ".gif")).size == (500, 400)


def test_a_photograph_stands_upright() -> None:
    lying = Image.new("RGB", (30, 20), "red")
    exif = lying.getexif()
    exif[0x0112] = 6

    assert row(prepare_picture(saved(lying, "JPEG", exif=exif), ".jpg")).size == (20, 30)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_pictures_of_every_colour_mode_are_taken(mode: str) -> None:
    data = saved(Image.new(mode, (LARGEST_STILL + 10, 8)))

    assert row(prepare_picture(data, ".png")).width == LARGEST_STILL


def test_a_print_shops_colours_are_taken() -> None:
    assert row(prepare_picture(saved(Image.new("CMYK", (8, 8)), "JPEG"), ".jpg")).size == (8, 8)


def test_too_many_frames_are_refused() -> None:
    with pytest.raises(UnfitPicture, match="more than 1000 frames"):
        prepare_picture(counting(1001), ".gif")
    frame = ApngFrame(box=(0, 0, 1, 1), pixels=[(1, 2, 3, 4)], disposal=KEEP)
    with pytest.raises(UnfitPicture, match="more than 1000 frames"):
        prepare_picture(apng((1, 1), *[frame] * 1001), ".png")


def test_an_animation_with_too_many_pixels_in_all_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips, "MOST_PIXELS_IN_ALL", 5_000_000)
    with pytest.raises(UnfitPicture, match="5 million pixels together"):
        prepare_picture(counting(2)[:6] + gif((2_000, 2_000), *[filled((0, 0, 1, 1), 1)] * 2)[6:], ".gif")


def test_an_animation_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strips, "WITHIN_S", 0.0)
    with pytest.raises(UnfitPicture, match="takes longer"):
        prepare_picture(counting(20), ".gif")


def test_a_huge_frame_in_a_small_picture_is_refused_before_it_is_unpacked() -> None:
    small, huge = filled(WHOLE, 0), GifFrame(box=(0, 0, 5_000, 5_000), pixels=[0])

    with pytest.raises(UnfitPicture, match="more than 16 million pixels"):
        prepare_picture(gif((4, 4), small, huge), ".gif")


def test_an_apngs_frame_over_the_edge_or_with_too_many_colours_is_refused() -> None:
    inside, outside = (ApngFrame(box=(0, 0, side, 1), pixels=[(1, 2, 3, 4)] * side) for side in (1, 2))
    with pytest.raises(UnfitPicture, match="over its edge"):
        prepare_picture(apng((1, 1), inside, outside), ".png")
    whole = apng((1, 1), inside, inside)
    with pytest.raises(UnfitPicture, match="too many colours"):
        prepare_picture(
            whole.replace(chunk(b"acTL", whole[41:49]), chunk(b"acTL", whole[41:49]) + chunk(b"PLTE", bytes(771))),
            ".png",
        )


def test_frames_that_are_missing_are_told() -> None:
    frame = ApngFrame(box=(0, 0, 1, 1), pixels=[(1, 2, 3, 4)])
    whole = apng((1, 1), frame, frame, frame)
    cut = whole[: whole.rindex(b"fcTL") - 4]

    with pytest.raises(UnfitPicture, match="cut short"):
        prepare_picture(cut, ".png")


def test_a_picture_is_never_enlarged() -> None:
    tiny = Image.new("RGB", (3, 2), "red")

    assert row(prepare_picture(saved(ImageOps.mirror(tiny), "WEBP"), ".webp")).size == (3, 2)
