"""The loudness of clips: shipped, measured once, kept, and played by."""

from pathlib import Path

import pytest

from performer.core.files.home import ASSETS
from performer.core.loudness import CEILING, measure_loudness
from performer.core.process.thread import WorkerThread
from performer.stage.library.clip_loudness import SHIPPED, ClipLoudness, read_measures
from performer.stage.library.folder import LibraryItem
from performer.stage.library.library import MediaLibrary
from tests.performer.stage.library.soundfiles import sound_files
from tests.pulse import tone, wav

pytestmark = pytest.mark.anyio


def put(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)


def library_of(home: Path, sounds: Path) -> MediaLibrary:
    return MediaLibrary(emotes=[], sounds=[sounds], cache=home / "cache", measures=home / "loudness.json")


async def test_the_built_in_sounds_come_with_their_loudness_and_all_play_as_loud(tmp_path: Path) -> None:
    library = library_of(tmp_path, ASSETS / "sounds")
    await library.read_sounds()
    measured = read_measures(ASSETS / "sounds" / SHIPPED)

    assert not (tmp_path / "loudness.json").exists()
    assert sorted(each.version for each in library.catalogue.clips.values()) == sorted(measured)
    for sound, item in library.catalogue.clips.items():
        assert measured[item.version].lufs + _decibels(library.find_gain(sound, -20)) == pytest.approx(-20, abs=0.01)


async def test_a_sound_of_the_streamers_is_measured_once_and_kept(tmp_path: Path) -> None:
    pcm = tone(0.5, rate=16_000, volume=0.1)
    put(tmp_path / "sounds", "hum.wav", wav(pcm, rate=16_000))
    library = library_of(tmp_path, tmp_path / "sounds")
    await library.read_sounds()

    soft = measure_loudness(pcm, 16_000, 1)
    assert library.find_gain("hum", -20) == pytest.approx(soft.find_gain(-20, CEILING), rel=0.01)
    (kept,) = read_measures(tmp_path / "loudness.json").values()
    assert kept.lufs == pytest.approx(soft.lufs, abs=0.01)
    again = library_of(tmp_path, tmp_path / "sounds")
    assert again._loudness.find(library.catalogue.clips["hum"]) == kept


async def test_a_compressed_sound_is_decoded_apart_and_measured(tmp_path: Path) -> None:
    put(tmp_path / "sounds", "hum.ogg", sound_files()["ogg"])
    put(tmp_path / "sounds", "plain.wav", sound_files()["wav"])
    library = library_of(tmp_path, tmp_path / "sounds")
    await library.read_sounds()

    assert library.find_gain("hum", -20) == pytest.approx(library.find_gain("plain", -20), rel=0.1)


async def test_what_cannot_be_measured_plays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "hum.mp3", b"no sound at all")
    item = LibraryItem(path=tmp_path / "hum.mp3", version="12345678")
    measures = ClipLoudness(tmp_path / "none.json")
    await measures.measure([item], WorkerThread("sounds"))

    assert measures.find(item) is None


@pytest.mark.parametrize("damage", ["{", "[]", '{"a": 1}', '{"a": ["x", 1]}'])
def test_a_damaged_file_of_measures_holds_none(tmp_path: Path, damage: str) -> None:
    (tmp_path / "loudness.json").write_text(damage, encoding="utf-8")

    assert read_measures(tmp_path / "loudness.json") == {}


def _decibels(factor: float) -> float:
    import math

    return 20 * math.log10(factor)
