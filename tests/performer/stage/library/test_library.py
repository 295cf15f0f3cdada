"""The library: names, twins, what is covered and uncovered, what is left out and told, and what is served."""

import io
import unicodedata
import wave
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.core.clock import SystemClock
from performer.core.events.parts import FileRefused
from performer.core.events.stream import Event, EventStream
from performer.core.files import home as paths
from performer.core.files.refused import MOST_SAID
from performer.core.images.formats import MOST_BYTES
from performer.stage.library.folder import MOST_ITEMS
from performer.stage.library.library import MediaLibrary
from tests.pipes import make_pipe
from tests.systems import make_link


def png(colour: str = "red", side: int = 4) -> bytes:
    return saved("PNG", Image.new("RGBA", (side, side), colour))


def moving(kind: str = "GIF") -> bytes:
    red, blue = Image.new("RGB", (4, 4), "red"), Image.new("RGB", (4, 4), "blue")
    return saved(kind, red, save_all=True, append_images=[blue], duration=[200, 300])


def saved(kind: str, picture: Image.Image, **options: object) -> bytes:
    written = io.BytesIO()
    picture.save(written, kind, **options)
    return written.getvalue()


def shape(path: Path) -> tuple[str | None, tuple[int, int]]:
    with Image.open(path) as picture:
        return picture.format, picture.size


def wav(seconds: float = 0.1) -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as opened:
        opened.setnchannels(1)
        opened.setsampwidth(2)
        opened.setframerate(8000)
        opened.writeframes(bytes(2 * int(8000 * seconds)))
    return written.getvalue()


def put(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


class Kit:
    """A library of a built-in and a user's folder, both for emotes and for sounds."""

    def __init__(self, home: Path, *, apart: bool = False) -> None:
        self.stream = EventStream(SystemClock())
        self.reader = self.stream.whole("test")
        self.ours, self.theirs = put(home / "ours", {}), put(home / "theirs", {})
        self.sounds, self.cache = put(home / "sounds", {}), home / "cache"
        self.library = MediaLibrary(
            emotes=[self.ours, self.theirs], sounds=[self.sounds], cache=self.cache, stream=self.stream, apart=apart
        )

    @property
    def sprites(self) -> dict[str, Path]:
        return {name: item.path for name, item in self.library.catalogue.sprites.items()}

    def told(self) -> list[Event]:
        return [published.event for published in self.reader.taken()]


async def read_all(library: MediaLibrary) -> None:
    await library.read_emotes()
    await library.read_sounds()


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    return Kit(tmp_path)


def test_the_built_in_library_has_at_least_eight_of_each(tmp_path: Path) -> None:
    library = MediaLibrary.of([paths.ASSETS / "emotes"], [paths.ASSETS / "sounds"], cache=tmp_path / "cache")

    assert len(library.catalogue.emotes) >= 8
    assert len(library.catalogue.sounds) >= 8
    assert all(
        library.catalogue.emote_src(name)[1].startswith(f"/emotes/{name}@2x.") for name in library.catalogue.emotes
    )
    assert not (tmp_path / "cache").exists()


@pytest.mark.anyio
async def test_names_are_made_plain_and_twins_are_not_emotes_of_their_own(kit: Kit) -> None:
    as_macs_write = unicodedata.normalize("NFD", "Café.png")
    files = {"Big Laugh!.png": png(), "Big Laugh!@2x.PNG": png(side=8), "Привет.PNG": png("blue"), as_macs_write: png()}
    put(kit.theirs, files)
    await read_all(kit.library)

    assert kit.library.catalogue.emotes == ("big-laugh", "café", "привет")
    once, twice = kit.library.catalogue.emote_src("big-laugh")
    assert once.startswith("/emotes/big-laugh.")
    assert twice.startswith("/emotes/big-laugh@2x.")
    assert kit.library.catalogue.emote_src("привет")[0].isascii()


@pytest.mark.anyio
async def test_the_users_file_wins_and_uncovers_the_built_in_one_when_it_goes(kit: Kit) -> None:
    put(kit.ours, {"wave.png": png("red"), "wave@2x.png": png("red", 8)})
    put(kit.theirs, {"wave.png": png("blue")})
    await read_all(kit.library)
    assert kit.sprites == {"wave": kit.theirs / "wave.png"}
    theirs = kit.library.catalogue.emote_src("wave")
    assert theirs[0] == theirs[1]

    (kit.theirs / "wave.png").unlink()
    await read_all(kit.library)

    assert kit.sprites == {"wave": kit.ours / "wave.png", "wave@2x": kit.ours / "wave@2x.png"}
    assert kit.library.catalogue.emote_src("wave")[0] != theirs[0]


@pytest.mark.anyio
async def test_the_address_of_a_changed_file_is_another(kit: Kit) -> None:
    put(kit.theirs, {"wave.png": png("red")})
    put(kit.sounds, {"ding.wav": wav(0.1)})
    await read_all(kit.library)
    before = kit.library.catalogue.emote_src("wave")[0], kit.library.catalogue.sound_src("ding")

    put(kit.theirs, {"wave.png": png("blue")})
    put(kit.sounds, {"ding.wav": wav(0.2)})
    await read_all(kit.library)
    after = kit.library.catalogue.emote_src("wave")[0], kit.library.catalogue.sound_src("ding")

    assert before[0] != after[0]
    assert before[1] != after[1]


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
async def test_an_animation_is_converted_once_and_served_as_one_row(kit: Kit, kind: str) -> None:
    put(kit.theirs, {f"blink.{kind.lower()}": moving(kind)})
    await read_all(kit.library)

    item = kit.library.catalogue.sprites["blink"]
    assert item.frames_ms == (200, 300)
    assert shape(item.path) == ("PNG", (8, 4))
    written = item.path.stat().st_mtime_ns
    again = MediaLibrary.of([kit.theirs], [], cache=kit.cache)
    assert again.catalogue.sprites["blink"] == item
    assert item.path.stat().st_mtime_ns == written


@pytest.mark.anyio
async def test_a_process_apart_makes_of_pictures_what_is_made_of_them_here(tmp_path: Path) -> None:
    photo = saved("JPEG", Image.effect_noise((2000, 1000), 90).convert("RGB"))
    made = []
    for apart in (True, False):
        kit = Kit(put(tmp_path / str(apart), {}), apart=apart)
        put(kit.theirs, {"blink.gif": moving(), "photo.jpg": photo, "wave.png": png(), "hop.webp": moving("WEBP")})
        await read_all(kit.library)
        made.append(
            {name: (item.path.read_bytes(), item.frames_ms) for name, item in kit.library.catalogue.sprites.items()}
        )

    assert made[0] == made[1]
    assert len(made[0]) == 4


@pytest.mark.anyio
async def test_a_kept_conversion_that_is_damaged_is_made_anew(kit: Kit) -> None:
    put(kit.theirs, {"blink.gif": moving()})
    await read_all(kit.library)
    kept = kit.library.catalogue.sprites["blink"].path
    kept.write_bytes(b"")

    again = MediaLibrary.of([kit.theirs], [], cache=kit.cache)

    assert again.catalogue.sprites["blink"].frames_ms == (200, 300)
    assert shape(kept) == ("PNG", (8, 4))


@pytest.mark.anyio
async def test_what_no_emote_needs_any_more_leaves_the_cache_and_strangers_stay(kit: Kit) -> None:
    put(kit.theirs, {"blink.gif": moving()})
    await read_all(kit.library)
    put(kit.cache, {"diary.png": b"mine", "0123456789.png": b"mine too"})

    (kit.theirs / "blink.gif").unlink()
    await read_all(kit.library)

    assert sorted(file.name for file in kit.cache.iterdir()) == ["0123456789.png", "diary.png"]


@pytest.mark.anyio
async def test_a_still_picture_of_another_kind_becomes_a_png(kit: Kit) -> None:
    put(kit.theirs, {"photo.jpg": saved("JPEG", Image.new("RGB", (2000, 1000), "red"))})
    await read_all(kit.library)

    assert shape(kit.library.catalogue.sprites["photo"].path) == ("PNG", (640, 320))
    assert kit.library.catalogue.sprites["photo"].frames_ms == ()


@pytest.mark.anyio
async def test_an_animation_has_no_twin(kit: Kit) -> None:
    put(kit.theirs, {"blink.gif": moving(), "blink@2x.png": png(), "wave.png": png(), "wave@2x.gif": moving()})
    await read_all(kit.library)

    for name in ("blink", "wave"):
        once, twice = kit.library.catalogue.emote_src(name)
        assert once == twice


@pytest.mark.anyio
async def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    library = MediaLibrary(emotes=[tmp_path / "no"], sounds=[tmp_path / "none"], cache=tmp_path / "cache")
    await read_all(library)

    assert (library.catalogue.emotes, library.catalogue.sounds) == ((), ())


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_what_is_left_out_is_told_once_with_its_reason(kit: Kit, caplog: pytest.LogCaptureFixture) -> None:
    put(kit.sounds, {"good.wav": wav(), "bad.wav": b"<html>", "huge.wav": wav() + bytes(MOST_BYTES)})
    (kit.sounds / "dir.wav").mkdir()
    put(kit.theirs, {"logo.svg": b"<svg/>", "read me.txt": b"hello", ".DS_Store.png": b"junk"})
    await read_all(kit.library)
    await read_all(kit.library)

    assert kit.library.catalogue.sounds == ("good",)
    assert kit.told() == [
        FileRefused(file="logo.svg", reason="it is no PNG, GIF, WebP or JPEG: save it as one"),
        FileRefused(file="bad.wav", reason="its content is no WAV"),
        FileRefused(file="dir.wav", reason="it is no file"),
        FileRefused(file="huge.wav", reason="it is larger than 8 MB"),
    ]
    assert len(caplog.records) == 4
    assert str(kit.sounds / "bad.wav") in caplog.records[1].getMessage()


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_file_that_is_mended_and_broken_again_is_told_again(kit: Kit) -> None:
    for content in (b"half", png(), b"half"):
        put(kit.theirs, {"wave.png": content})
        await read_all(kit.library)

    assert len(kit.told()) == 2


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_of_many_bad_files_a_few_are_told_and_the_rest_counted(kit: Kit) -> None:
    put(kit.theirs, {f"{number}.png": b"bad" for number in range(MOST_SAID + 7)})
    await read_all(kit.library)

    told = kit.told()
    assert len(told) == MOST_SAID + 1
    assert told[-1] == FileRefused(file="7 more files", reason="the log names them")


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_of_two_files_of_one_name_the_second_is_told(kit: Kit) -> None:
    put(kit.theirs, {"Wave.gif": moving(), "wave.png": png()})
    await read_all(kit.library)

    assert kit.library.catalogue.sprites["wave"].frames_ms == (200, 300)
    (told,) = kit.told()
    assert told == FileRefused(file="wave.png", reason="another file here has the name 'wave' already: rename one")


@pytest.mark.anyio
@pytest.mark.expects_log
@pytest.mark.parametrize("name", ["!!!.png", f"{'x' * 65}.png"])
async def test_a_name_that_nobody_could_say_is_told(kit: Kit, name: str) -> None:
    put(kit.theirs, {name: png()})
    await read_all(kit.library)

    assert kit.library.catalogue.emotes == ()
    assert len(kit.told()) == 1


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_no_more_names_are_taken_than_a_model_can_read(kit: Kit) -> None:
    put(kit.ours, {f"{number}.png": png() for number in range(MOST_ITEMS)})
    put(kit.theirs, {"7.png": png("blue"), "new.png": png()})
    await read_all(kit.library)

    assert len(kit.library.catalogue.emotes) == MOST_ITEMS
    assert kit.library.catalogue.sprites["7"].path == kit.theirs / "7.png"
    assert kit.told() == [
        FileRefused(file="new.png", reason=f"there are {MOST_ITEMS} already, and the model must read all their names")
    ]


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_link_out_of_the_folder_is_left_out(kit: Kit, tmp_path: Path) -> None:
    put(tmp_path / "private", {"secret.png": png()})
    make_link(kit.theirs / "secret.png", tmp_path / "private" / "secret.png")
    make_link(kit.theirs / "ring.png", kit.theirs / "ring.png")
    make_link(kit.theirs / "again.png", put(kit.theirs, {"real.png": png()}) / "real.png")
    await read_all(kit.library)

    assert kit.library.catalogue.emotes == ("again", "real")
    assert FileRefused(file="secret.png", reason="it points out of its folder") in kit.told()


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_cache_that_cannot_be_written_leaves_out_what_needs_it_and_nothing_else(kit: Kit) -> None:
    kit.cache.write_bytes(b"a file in the way")
    put(kit.theirs, {"blink.gif": moving(), "wave.png": png()})
    await read_all(kit.library)

    assert kit.library.catalogue.emotes == ("wave",)
    (told,) = kit.told()
    assert isinstance(told, FileRefused)
    assert "cannot be kept converted" in told.reason


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_pipe_in_the_folder_holds_nobody_up(kit: Kit) -> None:
    make_pipe(kit.theirs / "pipe.png")
    with anyio.fail_after(20):
        await read_all(kit.library)

    assert kit.told() == [FileRefused(file="pipe.png", reason="it is no file")]
