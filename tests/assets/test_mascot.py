"""The mascot that lies in assets: complete, still but for its face, clean at its edges, and drawn by the script."""

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from performer.core.files.home import ASSETS
from performer.core.moods import MOODS
from performer.stage.protocol.elements import POSES

MASCOT = ASSETS / "mascot"
SIZES = {"": (380, 400), "@2x": (760, 800)}
EYES = (90, 95, 290, 240)
BEAK = (158, 214, 222, 300)
THROAT = (0x4A, 0x18, 0x30)
GROUND = 362
"""Below it lie the feet and the soft shadow."""


def picture(mood: str, pose: str, twin: str = "") -> Image.Image:
    return Image.open(MASCOT / f"{mood}-{pose}{twin}.png").convert("RGBA")


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    return ImageChops.difference(one, other).getbbox(alpha_only=False) or (0, 0, 0, 0)


def lies_in(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def throat(face: Image.Image) -> int:
    """Count the pixels of the open throat."""
    colours = face.convert("RGB").getcolors(1 << 20) or []
    return sum(
        count
        for count, colour in colours
        if isinstance(colour, tuple) and max(abs(a - b) for a, b in zip(colour, THROAT, strict=True)) < 24
    )


def test_every_mood_has_every_pose_in_two_sizes_and_all_of_it_is_small() -> None:
    files = sorted(MASCOT.iterdir())

    assert {file.name for file in files} == {f"{m}-{p}{twin}.png" for m in MOODS for p in POSES for twin in SIZES}
    assert sum(file.stat().st_size for file in files) < 2_500_000
    for file in files:
        with Image.open(file) as header:
            assert header.size == SIZES["@2x" if "@2x" in file.name else ""], file.name


@pytest.mark.parametrize("twin", SIZES)
@pytest.mark.parametrize("mood", MOODS)
def test_only_the_face_moves_between_the_poses_of_a_mood(mood: str, twin: str) -> None:
    scale = 2 if twin else 1
    eyes, beak = (tuple(scale * edge for edge in part) for part in (EYES, BEAK))
    idle = picture(mood, "idle", twin)

    blink = changed(idle, picture(mood, "blink", twin))
    assert lies_in(blink, eyes)  # type: ignore[arg-type]  # four edges
    assert blink[2] - blink[0] > 60 * scale
    for pose in ("talk1", "talk2", "talk3"):
        talk = changed(idle, picture(mood, pose, twin))
        assert lies_in(talk, beak)  # type: ignore[arg-type]  # four edges
        assert talk[3] > talk[1]


@pytest.mark.parametrize("mood", MOODS)
def test_the_beak_opens_further_and_further(mood: str) -> None:
    widths = [throat(picture(mood, pose, "@2x")) for pose in ("idle", "talk1", "talk2", "talk3")]

    assert widths == sorted(set(widths))
    assert widths[3] > 1.5 * widths[1]


def test_every_mood_can_be_told_from_every_other_at_a_glance() -> None:
    small = {mood: picture(mood, "idle").resize((95, 100)) for mood in MOODS}
    for one in MOODS:
        for other in MOODS:
            if one != other:
                apart = ImageChops.difference(small[one], small[other]).convert("L").point(lambda v: 255 * (v > 40))

                assert apart.histogram()[255] > 150, (one, other)


@pytest.mark.parametrize("twin", SIZES)
@pytest.mark.parametrize("mood", MOODS)
def test_edges_are_soft_and_no_darker_than_what_they_belong_to(mood: str, twin: str) -> None:
    owl = picture(mood, "idle", twin)
    owl = owl.crop((0, 0, owl.width, GROUND * (2 if twin else 1)))
    alpha, light = owl.getchannel("A"), owl.convert("RGB").convert("L")
    solid = alpha.point(lambda value: 255 * (value == 255))
    nearby = Image.composite(light, Image.new("L", owl.size, 255), solid).filter(ImageFilter.MinFilter(5))
    edge = alpha.point(lambda value: 255 * (0 < value < 255))
    darker = ImageChops.multiply(ImageChops.subtract(nearby, light), alpha)
    fringe = Image.composite(darker, Image.new("L", owl.size), edge).histogram()

    edges = edge.histogram()[255]
    assert edges > 600
    assert len(set(alpha.tobytes())) > 16
    assert sum(fringe[9:]) < edges / 50, "a line finer than a pixel may be dark, a whole edge may not"


def test_the_glow_has_no_bands() -> None:
    for mood in MOODS:
        forehead = picture(mood, "idle", "@2x").convert("RGB").crop((300, 150, 460, 200))
        steps = ImageChops.difference(forehead, ImageChops.offset(forehead, 1, 0)).crop((1, 0, 160, 50))

        assert all(sum(band.histogram()[4:]) == 0 for band in steps.split())
        assert len(forehead.getcolors(1 << 20) or []) > 8


@pytest.mark.slow
def test_drawing_a_mood_again_gives_the_same_pixels(tmp_path: Path) -> None:
    runpy.run_path(str(ASSETS / "make_mascot.py"))["main"](["sad", "--into", str(tmp_path)])

    drawn = sorted(tmp_path.iterdir())
    assert len(drawn) == 10
    for file in drawn:
        again, before = (Image.open(each).convert("RGBA") for each in (file, MASCOT / file.name))
        assert ImageChops.difference(again, before).getbbox(alpha_only=False) is None
