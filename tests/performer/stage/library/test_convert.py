"""What becomes of a tool's picture: still, moving, in views; nothing of the file but its pixels."""

import io
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from performer.core.files.home import ASSETS
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.images.sandbox.wire import SandboxResult
from performer.stage.library.convert import MOST_FRAMES, WHOLE_FRAMES, ConvertedPictures, convert_tool_picture
from performer.stage.library.strips import prepare_picture
from performer.tools.pixel_art.drawing import View, drawn
from performer.tools.pixel_art.recipe import Recipe
from tests.performer.core.images.sandbox.bombs import saved

SECRET = "made by nobody"


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def sizes(prints: SandboxResult) -> list[tuple[int, int]]:
    return [opened(each).size for each in prints.files]


def seen(picture: Image.Image) -> bytes:
    """Lay it on something, for nobody sees the colour of what is clear."""
    return Image.alpha_composite(Image.new("RGBA", picture.size, (9, 9, 9, 255)), picture).tobytes()


def squares(side: int, count: int = 1) -> Image.Image:
    picture = Image.new("RGBA", (side * count, side))
    for number in range(count):
        picture.paste((40 * number, 90, 200, 255), (number * side + 1, 1, (number + 1) * side - 1, side - 1))
    return picture


@pytest.mark.parametrize(("side", "becomes"), [(16, 640), (48, 624), (256, 512), (600, 600), (2000, 640)])
def test_a_drawn_picture_is_enlarged_in_whole_squares_and_a_large_one_reduced(side: int, becomes: int) -> None:
    prints = convert_tool_picture(saved("PNG", squares(side)), "")

    assert sizes(prints) == [(becomes, becomes)] * 2
    assert prints.frames_ms == ()
    if becomes > side:
        assert opened(prints.files[0]).resize((side, side), Image.Resampling.NEAREST) == squares(side)


def test_a_photograph_is_never_enlarged() -> None:
    noise = Image.effect_noise((100, 60), 90).convert("RGB")

    assert sizes(convert_tool_picture(saved("JPEG", noise), ""))[0] == (100, 60)


def test_squares_beside_each_other_are_shown_one_after_the_other_and_kept_as_they_are() -> None:
    prints = convert_tool_picture(saved("PNG", squares(64, 4)), "")

    assert sizes(prints) == [(4 * 256, 256), (512, 128)]
    assert prints.frames_ms == (700,) * 4


@pytest.mark.parametrize(("kind", "view"), [("GIF", "gif"), ("WEBP", "webp")])
def test_one_that_moves_becomes_a_row_and_stays_a_film_for_others(kind: str, view: str) -> None:
    film, _ = drawn(Recipe(thing="slime", colours=("blue",)), "walk", view)  # type: ignore[arg-type]
    prints = convert_tool_picture(film, "")
    row, kept = map(opened, prints.files)

    assert row.size == (6 * 256, 256)
    assert prints.frames_ms == (120,) * 6
    assert (kept.format, getattr(kept, "n_frames", 1), kept.info["loop"]) == (kind, 6, 0)
    frames = [row.crop((left, 0, left + 256, 256)) for left in range(0, row.width, 256)]
    assert frames[0].getbbox() is not None
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(frames))


@pytest.mark.parametrize("view", ["best", "four", "walk"])
def test_our_own_sprites_come_out_as_they_were_drawn(view: View) -> None:
    file, _ = drawn(Recipe(thing="dragon", colours=("red",)), view)
    shown, kept = map(opened, convert_tool_picture(file, "").files)

    drawn_ = opened(file).convert("RGBA")
    assert seen(kept.convert("RGBA").resize(drawn_.size, Image.Resampling.NEAREST)) == seen(drawn_)
    assert shown.getbbox() is not None


def test_of_many_frames_few_are_kept_and_none_of_the_time_is_lost() -> None:
    frames = [squares(20, 1).rotate(90 * number % 360) for number in range(100)]
    for number, frame in enumerate(frames):
        frame.putpixel((5, 5), (number, 0, 0, 255))
    data = saved("WEBP", frames[0], save_all=True, append_images=frames[1:], duration=40, lossless=True)
    prints = convert_tool_picture(data, "")

    assert len(prints.frames_ms) == MOST_FRAMES
    assert sum(prints.frames_ms) == 4000


def test_each_frame_of_a_film_is_alone_on_its_ground() -> None:
    frames = [Image.new("RGBA", (40, 40)) for _ in range(3)]
    for number, frame in enumerate(frames):
        frame.paste((200, 10, 10, 255), (number * 12, 4, number * 12 + 10, 30))
    data = saved(
        "WEBP", frames[0], save_all=True, append_images=frames[1:], duration=100, lossless=True, **WHOLE_FRAMES
    )
    gif = saved("GIF", frames[0], save_all=True, append_images=frames[1:], duration=100, disposal=2)

    for film in (data, gif):
        kept = opened(convert_tool_picture(film, "").files[1])
        for number, frame in enumerate(frames):
            kept.seek(number)
            assert kept.convert("RGBA").getchannel("A").tobytes() == frame.getchannel("A").tobytes()


def test_nothing_of_the_file_is_left_but_its_pixels() -> None:
    note = PngInfo()
    note.add_text("Author", SECRET)
    data = saved("PNG", squares(32), pnginfo=note)
    film = saved("GIF", squares(32), save_all=True, append_images=[squares(32).rotate(90)], comment=SECRET.encode())

    assert SECRET.encode() in data
    assert SECRET.encode() in film
    assert not any(SECRET.encode() in file for each in (data, film) for file in convert_tool_picture(each, "").files)


@pytest.mark.parametrize("data", [b"", b"<svg/>", saved("PNG")[:60], b"\x89PNG\r\n\x1a\n" + bytes(60)])
def test_what_is_no_picture_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(UnfitPicture):
        convert_tool_picture(data, "")


@pytest.mark.parametrize("file", [drawn(Recipe(thing="owl"), "walk")[0], drawn(Recipe(thing="owl"), "walk", "webp")[0]])
def test_it_is_done_in_a_process_that_can_open_nothing(file: bytes) -> None:
    with SandboxProcess(convert_tool_picture) as process:
        assert process.do(file, "").frames_ms == (120,) * 6


@pytest.mark.parametrize("path", sorted((ASSETS / "emotes").glob("*.*")), ids=lambda path: path.name)
def test_our_own_emotes_are_ready_as_they_are(path: Path) -> None:
    data = path.read_bytes()
    assert prepare_picture(data, path.suffix).files == (data,)


def test_nothing_is_converted_of_a_folder_of_ours(tmp_path: Path) -> None:
    converted: list[bytes] = []

    def convert(data: bytes, _suffix: str) -> SandboxResult:
        converted.append(data)
        return SandboxResult(files=(data,))

    pictures = ConvertedPictures(tmp_path / "cache", convert, ours=tmp_path / "ours")

    ours, theirs = (pictures.item(tmp_path / folder / "wave.png", b"plonk") for folder in ("ours", "theirs"))

    assert converted == [b"plonk"]
    assert ours.path == tmp_path / "ours" / "wave.png"
    assert ours.version == theirs.version
