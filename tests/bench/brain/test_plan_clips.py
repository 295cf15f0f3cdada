"""The streamer's own clips, one after the other."""

from contextlib import aclosing
from pathlib import Path

import pytest
from PIL import Image

from bench.brain.plan import ClipPlaylist, find_clips
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError


def clip(folder: Path, name: str, colour: str) -> Path:
    (folder / name).mkdir()
    Image.new("RGB", (64, 36), colour).save(folder / name / "1.png")
    return folder / name


@pytest.mark.anyio
async def test_each_is_shown_for_its_time_and_the_last_for_ever(tmp_path: Path, clock: SystemClock) -> None:
    clips = [clip(tmp_path, "a", "red"), clip(tmp_path, "b", "blue")]
    sources: list[str] = []
    async with aclosing(ClipPlaylist(clock, clips, rate_hz=100.0, each_s=0.05).frames()) as frames:
        async for frame in frames:
            sources.append(frame.source)
            if sources.count("clip b") > 10:
                break

    assert sources == sorted(sources)
    assert "clip a" in sources


def test_a_folder_of_clips_gives_them_by_name_and_a_folder_of_pictures_is_one(tmp_path: Path) -> None:
    two, one = clip(tmp_path, "2", "blue"), clip(tmp_path, "1", "red")
    (tmp_path / "notes.txt").write_text("no clip", encoding="utf-8")

    assert find_clips(tmp_path) == (one, two)
    assert find_clips(one) == (one,)


def test_a_folder_without_clips_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no clip"):
        find_clips(tmp_path)
    with pytest.raises(ConfigError, match="is no folder"):
        find_clips(tmp_path / "nowhere")
