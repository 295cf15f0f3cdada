"""Clips: which picture is due, and what is said of those that cannot be shown."""

import io
import logging
import math
import struct
import zlib
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError, ServiceError
from performer.vision.frame import Frame, FrameSource, Mask
from performer.vision.sources import clip as reels
from performer.vision.sources.clip import ClipSource, find_clip, open_clip

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
COLOURS = {"red": RED, "green": GREEN, "blue": BLUE, "black": (0, 0, 0)}


def still(path: Path, colour: str = "red", size: tuple[int, int] = (64, 36)) -> None:
    Image.new("RGB", size, colour).save(path)


def animated(path: Path, *frames: tuple[str, int], size: tuple[int, int] = (64, 36)) -> Path:
    pictures = [Image.new("RGB", size, colour) for colour, _ in frames]
    lengths = [length for _, length in frames]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=lengths, loop=0)
    return path


def header_of_a_bomb(path: Path, width: int, height: int) -> Path:
    """Write a PNG that says it is as large as that and has next to nothing in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    ends = chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + ends)
    return path


def name_of(picture: Image.Image) -> str:
    pixel = picture.convert("RGB").getpixel((picture.width // 2, picture.height // 2))
    assert isinstance(pixel, tuple)
    return min(COLOURS, key=lambda name: sum(abs(a - b) for a, b in zip(COLOURS[name], pixel, strict=True)))


def shown(path: Path, at: Sequence[float], rate_hz: float = 1.0) -> list[str]:
    reel = open_clip(path, rate_hz=rate_hz)
    try:
        return [name_of(reel.decode(at_s)) for at_s in at]
    finally:
        reel.close()


def test_a_folder_is_shown_in_the_natural_order_of_its_names_and_looped(tmp_path: Path) -> None:
    still(tmp_path / "take 10.png", "blue")
    still(tmp_path / "Take 2.jpg", "green")
    still(tmp_path / "take 1.webp", "red")
    still(tmp_path / ".hidden.png", "black")
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")

    assert shown(tmp_path, range(5)) == ["red", "green", "blue", "red", "green"]
    assert shown(tmp_path, [0, 0.5, 1.0, 30.5], rate_hz=2.0) == ["red", "green", "blue", "green"]


@pytest.mark.parametrize("kind", ["gif", "webp", "png", "apng"])
def test_an_animated_file_keeps_its_own_time_and_is_looped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(reels, "_MOST_WORK_S", math.inf)  # a busy machine may take long over three thousand frames
    clip = animated(tmp_path / f"clip.{kind}", ("red", 500), ("green", 1000), ("blue", 100))

    instants = [0, 0.4, 0.6, 1.4, 1.55, 1.7, 2.2, 3.15, 1600.0]
    expected = ["red", "red", "green", "green", "blue", "red", "green", "blue", "red"]

    assert shown(clip, instants) == expected


def test_a_file_with_one_frame_is_a_still_picture(tmp_path: Path) -> None:
    still(tmp_path / "one.png", "green")

    assert shown(tmp_path / "one.png", [0, 1000]) == ["green", "green"]


def test_frames_without_a_time_last_a_tenth_of_a_second(tmp_path: Path) -> None:
    clip = animated(tmp_path / "clip.gif", ("red", 0), ("green", 0))

    assert shown(clip, [0.05, 0.15, 0.25]) == ["red", "green", "red"]


def test_a_clip_too_heavy_for_its_own_time_plays_slower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clip = animated(tmp_path / "clip.gif", ("red", 100), ("green", 100), ("blue", 150))
    monkeypatch.setattr(reels, "_MOST_WORK_S", 0.0)

    assert shown(clip, [0, 1, 2, 3]) == ["red", "green", "blue", "red"]


def test_what_is_transparent_is_black(tmp_path: Path) -> None:
    Image.new("RGBA", (64, 36), (255, 0, 0, 0)).save(tmp_path / "ghost.png")

    assert shown(tmp_path / "ghost.png", [0]) == ["black"]


@pytest.mark.expects_log
def test_a_broken_picture_is_passed_over_and_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    still(tmp_path / "1.png", "red")
    still(tmp_path / "2.png", "green", size=(640, 360))
    (tmp_path / "2.png").write_bytes((tmp_path / "2.png").read_bytes()[:60])
    (tmp_path / "3.jpg").write_text("<html>no picture</html>", encoding="utf-8")
    header_of_a_bomb(tmp_path / "4.png", 12_000, 12_000)
    still(tmp_path / "5.png", "blue")

    assert shown(tmp_path, range(10)) == ["red", "blue", "blue", "blue", "blue"] * 2

    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 3
    assert "2.png' is damaged" in said[0]
    assert "3.jpg' is no picture that is known here. Expected PNG" in said[1]
    assert "4.png' has far too many pixels, more than 16 million. Make it smaller" in said[2]


@pytest.mark.expects_log
def test_an_animation_that_is_damaged_begins_again_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    clip = animated(tmp_path / "clip.apng", ("red", 500), ("green", 500), ("blue", 500), size=(640, 360))
    whole = clip.read_bytes()
    clip.write_bytes(whole[: whole.rindex(b"fdAT") + 40])

    assert shown(clip, [0, 0.6, 1.1, 1.6, 2.1]) == ["red", "green", "red", "green", "red"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


@pytest.mark.parametrize(
    ("size", "said"),
    [((5000, 4000), "has 5000x4000 pixels, more than 16 million"), ((60_000, 60_000), "has far too many pixels")],
)
def test_a_bomb_is_refused_by_name_before_it_is_decoded(tmp_path: Path, size: tuple[int, int], said: str) -> None:
    bomb = header_of_a_bomb(tmp_path / "bomb.png", *size)

    with pytest.raises(ConfigError, match=rf"bomb\.png' {said}.*Make it smaller"):
        find_clip(bomb)


def test_a_file_of_too_many_bytes_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "long.gif").open("wb") as file:
        file.truncate(70_000_000)

    with pytest.raises(ConfigError, match=r"long\.gif' has 70 MB, more than 64"):
        find_clip(tmp_path / "long.gif")


@pytest.mark.expects_log
def test_a_folder_of_nothing_but_broken_pictures_says_so(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_text("no", encoding="utf-8")

    with pytest.raises(ConfigError, match="holds no picture that can be shown"):
        find_clip(tmp_path)


def test_an_empty_folder_and_one_that_is_not_there_are_said_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"is a folder without a picture\. Put PNG"):
        find_clip(tmp_path)
    with pytest.raises(ConfigError, match=r"nowhere' cannot be read: \w"):
        find_clip(tmp_path / "nowhere")


async def next_after(clock: VirtualClock, source: FrameSource, count: int, seconds: float) -> list[Frame]:
    frames = []
    async with aclosing(source.frames()) as coming:
        frames.append(await (await anext(coming)).develop())
        for _ in range(count - 1):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(clock.advance, seconds)
                frames.append(await (await anext(coming)).develop())
    return frames


@pytest.mark.anyio
async def test_the_source_yields_what_is_due_with_its_masks_painted(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    clip = animated(tmp_path / "clip.gif", ("red", 1000), ("green", 400), ("blue", 1600))
    source = ClipSource(virtual_clock, clip, rate_hz=1, masks=[Mask(0, 0, 0.5, 1)])
    await virtual_clock.advance(17.5)

    frames = await next_after(virtual_clock, source, 4, 1)
    pictures = [Image.open(io.BytesIO(frame.jpeg)) for frame in frames]

    assert source.name == "clip clip.gif"
    assert [frame.at_s for frame in frames] == [17.5, 18.5, 19.5, 20.5]
    assert [name_of(picture.crop((40, 0, 64, 36))) for picture in pictures] == ["red", "green", "blue", "red"]
    assert {name_of(picture.crop((0, 0, 24, 36))) for picture in pictures} == {"black"}


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_clip_that_is_taken_away_meanwhile_is_waited_for(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    still(tmp_path / "1.png")
    source = ClipSource(virtual_clock, tmp_path, rate_hz=1)
    async with aclosing(source.frames()) as frames, anyio.create_task_group() as tasks:
        await anext(frames)
        (tmp_path / "1.png").unlink()
        tasks.start_soon(virtual_clock.advance, 1)

        with pytest.raises(ServiceError, match="holds no picture that can be shown"):
            await anext(frames)
