import io
import re
from pathlib import Path

import pytest
from PIL import Image

from performer.core.files.home import ASSETS
from performer.core.files.refused import RefusedFile
from performer.core.moods import MOODS, Mood
from performer.stage.avatar.sprites import NAMES, AvatarSprites, list_candidates
from performer.stage.protocol.elements import POSES, Pose

OWL = ASSETS / "mascot"
IDLE = "neutral-idle"


def paint(folder: Path, *names: str, size: tuple[int, int] = (40, 40), colour: str = "#FF0000") -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        Image.new("RGBA", size, colour).save(folder / f"{name}.png")


def dressed(folder: Path, *, apart: bool = False) -> AvatarSprites:
    plumage = AvatarSprites(OWL, folder, apart=apart)
    plumage.read()
    return plumage


def shown(plumage: AvatarSprites, mood: Mood) -> list[str]:
    """Name a mood's pictures without path and mark."""
    return [re.sub(r"^/mascot/|(\.\w{8})?\.png$", "", src) for src in plumage.find_srcs(mood)[0]]


def in_full(short: str) -> list[str]:
    return short.replace("n-", "neutral-").replace("h-", "happy-").split()


def seen(plumage: AvatarSprites, src: str) -> Image.Image:
    data = plumage.pictures[src.removeprefix("/mascot/").removesuffix(".png")]
    return Image.open(io.BytesIO(data)).convert("RGBA")


def test_the_owl_has_every_mood_and_pose_and_serves_what_it_names(tmp_path: Path) -> None:
    plumage = dressed(tmp_path / "not-there")
    for mood in MOODS:
        srcs, srcs2x = plumage.find_srcs(mood)

        assert srcs == tuple(f"/mascot/{mood}-{pose}.png" for pose in POSES)
        assert srcs2x == tuple(f"/mascot/{mood}-{pose}@2x.png" for pose in POSES)
        assert {seen(plumage, src).size for src in srcs} == {(380, 400)}
    assert plumage.refused == ()


@pytest.mark.parametrize(
    ("there", "mood", "expected"),
    [
        ("", "neutral", "n-idle n-idle n-idle n-idle n-idle"),
        ("n-talk2", "neutral", "n-idle n-idle n-talk2 n-talk2 n-talk2"),
        ("n-talk1 n-talk3", "neutral", "n-idle n-idle n-talk1 n-talk1 n-talk3"),
        ("n-talk2 n-talk3", "neutral", "n-idle n-idle n-talk2 n-talk2 n-talk3"),
        ("n-blink n-talk3", "sad", "n-idle n-blink n-talk3 n-talk3 n-talk3"),
        ("h-idle n-blink", "happy", "h-idle h-idle h-idle h-idle h-idle"),
        ("h-talk1 n-talk3", "happy", "n-idle n-idle h-talk1 h-talk1 h-talk1"),
    ],
)
def test_the_nearest_picture_stands_in_for_a_missing_one(tmp_path: Path, there: str, mood: Mood, expected: str) -> None:
    paint(tmp_path, IDLE, *in_full(there))

    assert shown(dressed(tmp_path), mood) == in_full(expected)


@pytest.mark.parametrize(
    ("there", "mood", "mouths"),
    [
        ("", "neutral", []),
        ("n-open n-teeth", "neutral", ["", "n-open", "", "", "n-teeth"]),
        ("n-open h-wide", "happy", ["", "n-open", "", "", ""]),
        ("n-open h-idle h-wide", "happy", ["", "", "h-wide", "", ""]),
        ("n-open h-idle", "happy", []),
    ],
)
def test_mouths_are_shown_on_the_face_that_they_belong_to(
    tmp_path: Path, there: str, mood: Mood, mouths: list[str]
) -> None:
    paint(tmp_path, IDLE, *in_full(there))
    plumage = dressed(tmp_path)
    assert plumage.refused == ()

    once, twice = plumage.find_mouths(mood)

    names = [re.sub(r"^/mascot/|(\.\w{8})?\.png$", "", src) for src in once]
    assert names == ["".join(in_full(each)) for each in mouths]
    assert [bool(src) for src in twice] == [bool(src) for src in once]
    assert all(seen(plumage, src).size == (760, 800) for src in twice if src)


def test_the_owl_opens_its_beak_by_its_poses_alone(tmp_path: Path) -> None:
    assert dressed(tmp_path / "not-there").find_mouths("neutral") == ((), ())


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("pose", POSES)
def test_the_candidates_begin_with_the_picture_itself_and_end_at_rest(mood: Mood, pose: Pose) -> None:
    names = list(list_candidates(mood, pose))

    assert (names[0], names[-1]) == (f"{mood}-{pose}", IDLE)
    assert set(names) <= set(NAMES)


@pytest.mark.parametrize("size", [(1, 1), (10, 400), (1900, 200), (380, 400), (3, 3000)])
def test_own_pictures_of_any_size_are_fitted_and_stand_on_the_ground(tmp_path: Path, size: tuple[int, int]) -> None:
    paint(tmp_path, IDLE, size=size)
    plumage = dressed(tmp_path)

    for srcs, fit in zip(plumage.find_srcs("neutral"), ((380, 400), (760, 800)), strict=True):
        picture = seen(plumage, srcs[0])
        left, top, right, bottom = picture.getchannel("A").getbbox() or (0, 0, 0, 0)
        assert picture.size == fit
        assert bottom == fit[1]
        assert abs(left - (fit[0] - right)) <= 1
        scale = min(fit[0] / size[0], fit[1] / size[1])
        assert right - left == max(round(size[0] * scale), 1)
        assert bottom - top == max(round(size[1] * scale), 1)
        assert picture.getpixel(((left + right) // 2, fit[1] - 1)) == (255, 0, 0, 255)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "I;16"])
def test_a_png_of_every_kind_can_be_worn(tmp_path: Path, mode: str) -> None:
    white = 65535 if mode == "I;16" else 1 if mode == "1" else 255
    Image.new(mode, (8, 8), (255, 255) if mode == "LA" else (255, 255, 255) if mode == "RGB" else white).save(
        tmp_path / f"{IDLE}.png"
    )
    plumage = dressed(tmp_path)

    assert plumage.refused == ()
    pixel = seen(plumage, plumage.find_srcs("neutral")[0][0]).getpixel((190, 399))
    assert pixel == (255, 255, 255, 255) or mode == "P"


def test_the_larger_of_two_twins_is_taken_and_one_alone_will_do(tmp_path: Path) -> None:
    paint(tmp_path, IDLE, "sad-idle@2x")
    paint(tmp_path, f"{IDLE}@2x", colour="#00FF00")
    plumage = dressed(tmp_path)

    assert seen(plumage, plumage.find_srcs("neutral")[0][0]).getpixel((190, 390)) == (0, 255, 0, 255)
    assert shown(plumage, "sad")[0] == "sad-idle"


def test_a_new_picture_has_a_new_path_so_that_no_client_shows_the_old_one(tmp_path: Path) -> None:
    paint(tmp_path, IDLE)
    plumage = dressed(tmp_path)
    before = plumage.find_srcs("neutral")
    plumage.read()
    assert plumage.find_srcs("neutral") == before

    paint(tmp_path, IDLE, colour="#0000FF")
    plumage.read()

    assert plumage.find_srcs("neutral") != before
    assert before[0][0].removeprefix("/mascot/").removesuffix(".png") not in plumage.pictures


def test_only_what_has_changed_is_fitted_again(tmp_path: Path) -> None:
    paint(tmp_path, IDLE, "sad-idle")
    plumage = dressed(tmp_path)
    before = sorted(map(id, plumage.pictures.values()))
    plumage.read()
    assert sorted(map(id, plumage.pictures.values())) == before

    paint(tmp_path, "sad-idle", size=(50, 10))
    plumage.read()

    left, top, right, bottom = seen(plumage, plumage.find_srcs("sad")[0][0]).getchannel("A").getbbox() or (0, 0, 0, 0)
    assert (right - left, bottom - top) == (380, 76)


def test_pictures_without_the_one_at_rest_leave_the_owl_and_say_so(tmp_path: Path) -> None:
    paint(tmp_path, "happy-idle")
    plumage = dressed(tmp_path)
    plumage.read()

    assert shown(plumage, "happy")[1] == "happy-blink"
    assert plumage.refused == (RefusedFile(path=tmp_path, reason="it has no neutral-idle.png, so the owl stays"),)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("happy-idle.png", b"GIF89a" + bytes(40), "its content is no PNG: it is a GIF"),
        ("happy-idle.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "broken PNG"),
        ("happy-idle.png", bytes(8_000_001), "larger than 8 MB"),
        ("happy-idle.jpg", b"\xff\xd8\xff", "save it as happy-idle.png"),
        ("hapy-idle.png", b"", "Did you mean 'happy-idle'"),
    ],
)
def test_what_is_no_picture_of_the_mascot_is_left_out_by_name(
    tmp_path: Path, name: str, content: bytes, why: str
) -> None:
    paint(tmp_path, IDLE)
    (tmp_path / name).write_bytes(content)
    plumage = dressed(tmp_path)

    (refused,) = plumage.refused
    assert refused.path == tmp_path / name
    assert why in refused.reason
    assert str(tmp_path) not in refused.reason
    assert shown(plumage, "happy") == [IDLE] * 5


def test_a_bomb_is_refused_before_it_is_decoded_and_the_next_picture_is_worn(tmp_path: Path) -> None:
    Image.new("1", (4001, 4000)).save(tmp_path / "neutral-blink.png")
    paint(tmp_path, IDLE)
    plumage = dressed(tmp_path, apart=True)

    (refused,) = plumage.refused
    assert "4001 x 4000 pixels" in refused.reason
    assert shown(plumage, "neutral")[1] == IDLE


def test_other_files_in_the_folder_are_nobodys_business(tmp_path: Path) -> None:
    paint(tmp_path, IDLE)
    for name in ("README.txt", ".DS_Store", "owl.psd"):
        (tmp_path / name).write_bytes(b"x")

    assert dressed(tmp_path).refused == ()


def test_own_pictures_gone_bring_the_owl_back(tmp_path: Path) -> None:
    paint(tmp_path, IDLE)
    plumage = dressed(tmp_path)
    assert shown(plumage, "neutral")[1] == IDLE

    (tmp_path / f"{IDLE}.png").unlink()
    plumage.read()

    assert shown(plumage, "neutral")[1] == "neutral-blink"
