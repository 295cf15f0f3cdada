"""The store of voices: a voice appears whole or not at all, whatever breaks off, and says what it lacks."""

import hashlib
import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.atomic import make_folder
from performer.core.own_text import own
from performer.speech.voices.catalogue import VoiceFile
from performer.speech.voices.installed import AboutVoice, list_installed_voices
from performer.speech.voices.store import VoiceStore
from tests.fakes.mirror import FakeMirror
from tests.performer.speech.voices.shop import CONFIG, FILES, MODEL, Shop, Watcher, describe, stock

pytestmark = pytest.mark.anyio


async def test_a_voice_that_was_got_is_listed_with_its_licence(shop: Shop) -> None:
    await shop.get()
    (bob,) = shop.store.list_installed()

    assert (bob.name, bob.language, bob.licence, bob.streams) == ("bob", "en-gb", "CC0", "yes")
    assert shop.watcher.done == len(MODEL) + len(CONFIG)
    assert shop.left == []
    assert oct((shop.store.folder / "bob").stat().st_mode & 0o777) == "0o700" or sys.platform == "win32"


async def test_one_that_is_there_is_not_fetched_again(shop: Shop) -> None:
    await shop.get()
    asked = len(shop.mirror.asked)
    await shop.get("BOB")

    assert len(shop.mirror.asked) == asked


async def test_one_that_broke_off_is_not_listed_and_goes_on(shop: Shop) -> None:
    shop.mirror.breaks = [1000, 0, 0, 0]
    with pytest.raises(
        ServiceError, match=r"What has come is kept.* By hand: fetch .*bob.onnx .* voice get bob --from FILE"
    ):
        await shop.get()
    assert shop.store.list_installed() == ()
    await shop.get()

    assert shop.mirror.asked[-2].range == "bytes=1000-"
    assert [each.name for each in shop.store.list_installed()] == ["bob"]


async def test_a_cancelled_one_leaves_only_the_partial_file(shop: Shop) -> None:
    shop.mirror.is_stalling, shop.mirror.breaks = True, [1000]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(shop.get)
        await shop.mirror.wait_for(lambda mirror: mirror.talking > 0)
        while shop.watcher.done < 1000:
            await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()

    assert shop.left == ["bob.onnx", "bob.onnx.from"]
    assert shop.store.list_installed() == ()


async def test_one_that_is_cancelled_while_it_is_made_ready_keeps_what_was_downloaded(shop: Shop) -> None:
    begun = anyio.Event()

    async def hang(parts: Mapping[str, Path], target: Path, _about: AboutVoice) -> None:
        (target / "encoder.onnx").write_bytes(b"half")
        begun.set()
        await anyio.sleep_forever()

    slow = replace(shop, store=replace(shop.store, prepare=hang))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(slow.get)
        await begun.wait()
        tasks.cancel_scope.cancel()
    asked = len(shop.mirror.asked)
    await shop.get()

    assert len(shop.mirror.asked) == asked
    assert [each.name for each in shop.store.list_installed()] == ["bob"]


async def test_what_does_not_become_a_voice_is_removed_whole(shop: Shop) -> None:
    async def refuse(_parts: Mapping[str, Path], _target: Path, _about: AboutVoice) -> None:
        raise ConfigError("'bob' cannot be used: poisoned")

    with pytest.raises(ConfigError, match="poisoned"):
        await replace(shop, store=replace(shop.store, prepare=refuse)).get()

    assert (shop.left, shop.store.list_installed()) == ([], ())


async def test_two_at_once_are_one(shop: Shop) -> None:
    shop.mirror.is_stalling, shop.mirror.breaks = True, [1000]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(shop.get)
        await shop.mirror.wait_for(lambda mirror: mirror.talking > 0)
        with pytest.raises(ServiceError, match="'bob' is being installed or removed by another program already"):
            await shop.get()
        tasks.cancel_scope.cancel()


async def test_the_next_mirror_is_tried_and_the_dead_one_told(shop: Shop) -> None:
    async with FakeMirror({}) as dead:
        folders = (dead.address("").rstrip("/"), shop.mirror.address("").rstrip("/"))
        shop = stock(shop, describe(shop.mirror, folders=folders))
        await shop.get()
        said = f"127.0.0.1:{dead.port}: it answers with HTTP 404; 127.0.0.1:{shop.mirror.port} is tried now"

    assert said in shop.watcher.notes
    assert [each.name for each in shop.store.list_installed()] == ["bob"]


async def test_without_a_sha_256_that_is_said(shop: Shop) -> None:
    files = [
        VoiceFile(name=name, size=len(content), md5=hashlib.md5(content).hexdigest()) for name, content in FILES.items()
    ]
    await stock(shop, describe(shop.mirror, files=files)).get()

    assert "Nobody has published the SHA-256 of bob.onnx: its size and MD5 will be checked." in shop.watcher.notes


async def test_without_an_engine_nothing_is_downloaded(shop: Shop) -> None:
    lacking = replace(shop.store, explain_missing=lambda _: own("run.py add voice"))
    with pytest.raises(ConfigError, match=r"'bob' cannot be installed: run\.py add voice"):
        await lacking.get("bob", Watcher())

    assert shop.mirror.asked == []


async def test_a_file_that_the_list_knows_is_that_voice(shop: Shop, tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name.replace("bob", "renamed")).write_bytes(content)
    about = await shop.store.get_file(tmp_path / "renamed.onnx", "", shop.watcher)

    assert (about.name, about.licence) == ("bob", "CC0")
    assert (tmp_path / "renamed.onnx").read_bytes() == MODEL


async def test_a_file_that_nobody_knows_keeps_its_name_and_has_no_licence(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "granny.onnx").write_bytes(b"other")
    (tmp_path / "granny.onnx.json").write_bytes(CONFIG)
    await shop.store.get_file(tmp_path / "granny.onnx", "", shop.watcher)
    (granny,) = shop.store.list_installed()

    assert (granny.name, granny.language, granny.quality) == ("granny", "de", "low")
    assert (granny.licence, granny.streams) == ("", "unknown")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bob", "is not the file of the voice 'bob' in the list. Choose another name for it"),
        ("../evil", r"'\.\./evil' can be no voice's name"),
        (".coming", r"'\.coming' can be no voice's name"),
    ],
)
async def test_a_file_gets_no_name_that_is_anothers_or_leads_elsewhere(
    shop: Shop, tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "granny.onnx").write_bytes(b"other")
    (tmp_path / "granny.onnx.json").write_bytes(CONFIG)
    with pytest.raises(ConfigError, match=why):
        await shop.store.get_file(tmp_path / "granny.onnx", name, shop.watcher)

    assert list_installed_voices(shop.store.folder) == ()


@pytest.mark.parametrize("name", ["loudness.json", "catalogue.toml", "bob.lock"])
async def test_a_voice_is_not_called_as_a_file_beside_the_voices(shop: Shop, tmp_path: Path, name: str) -> None:
    (tmp_path / "new.onnx").write_bytes(b"none of the list")
    with pytest.raises(ConfigError, match=rf"'{name}' can be no voice's name\. .* no \.json, \.toml, \.lock at"):
        await shop.store.get_file(tmp_path / "new.onnx", name, shop.watcher)


@pytest.mark.parametrize(
    ("name", "why"), [("Con", "a device"), ("lpt1.low", "a device"), ("bert.", "the dot or blank")]
)
async def test_a_voice_is_not_called_as_windows_calls_no_folder(
    shop: Shop, tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "new.onnx").write_bytes(b"none of the list")
    with pytest.raises(ConfigError, match=rf"'{name}' can be no voice's name\. Windows .*{why}.* Choose another name"):
        await shop.store.get_file(tmp_path / "new.onnx", name, shop.watcher)


async def test_how_loud_a_speaker_is_is_measured_once_and_kept_for_it_alone(shop: Shop) -> None:
    asked: list[int] = []

    async def measure(_voice: AboutVoice, _folder: Path, speaker: int) -> float:
        asked.append(speaker)
        if speaker == 7:
            raise ServiceError("it does not speak")
        return -30.0 - speaker

    store, choir = (
        replace(shop.store, measure=measure),
        AboutVoice(name="choir", family="piper", language="de", speakers=9),
    )
    for speaker in (0, 3, 3, 7):
        await store.note_speaker(choir, speaker)

    assert asked == [3, 7]
    assert json.loads((shop.store.folder / "loudness.json").read_text()) == {"neural choir:3": -33.0}


async def test_a_file_that_is_not_there_is_told(shop: Shop, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"There is no file '.*gone\.zip'"):
        await shop.store.get_file(tmp_path / "gone.zip", "", shop.watcher)


async def test_a_removed_voice_is_gone_and_can_be_got_again(shop: Shop) -> None:
    await shop.get()
    await shop.store.remove("Bob")
    assert (shop.store.list_installed(), shop.left) == ((), [])
    with pytest.raises(ConfigError, match="The voice 'bob' is not installed"):
        await shop.store.remove("bob")
    await shop.get()

    assert [each.name for each in shop.store.list_installed()] == ["bob"]


async def test_what_is_broken_or_half_there_can_be_removed(shop: Shop) -> None:
    shop.mirror.breaks = [1000, 0, 0, 0]
    with pytest.raises(ServiceError, match="What has come is kept"):
        await shop.get()
    await shop.store.remove("bob")
    assert shop.left == []

    await shop.get()
    (shop.store.folder / "bob" / "encoder.onnx").unlink()
    await shop.store.remove("Bob")
    assert not (shop.store.folder / "bob").exists()


async def test_a_voice_of_the_list_that_is_not_there_is_offered(shop: Shop) -> None:
    with pytest.raises(ConfigError, match=r"'Bob' is not installed\. To get it: .* voice get bob"):
        shop.store.find_installed("Bob")


async def copy_parts(parts: Mapping[str, Path], target: Path, about: AboutVoice) -> None:
    """Make a voice ready whose parts are kept as they are."""
    for part, file in parts.items():
        shutil.copyfile(file, target / part)
    (target / "voice.json").write_text("{}")
    (target / "about.json").write_text(about.model_dump_json())


async def test_another_speaker_of_the_same_files_is_not_downloaded_again(shop: Shop) -> None:
    shop.mirror.files = {"model.onnx": MODEL, "voices.bin": b"styles", "tokens.txt": b"tokens"}
    files = tuple(VoiceFile(name=name, size=len(content)) for name, content in shop.mirror.files.items())
    emma, george = (
        describe(shop.mirror, name=name, family="kokoro", files=files, speaker=speaker)
        for name, speaker in (("emma", 21), ("george", 26))
    )
    shop = stock(shop, emma, george)
    shop = replace(shop, store=replace(shop.store, prepare=copy_parts))
    await shop.get("emma")
    asked = len(shop.mirror.asked)
    await shop.get("george")

    assert len(shop.mirror.asked) == asked == 3
    assert [(each.name, each.speaker) for each in shop.store.list_installed()] == [("emma", 21), ("george", 26)]
    assert (shop.store.folder / "george" / "model.onnx").read_bytes() == MODEL


async def test_what_is_left_of_a_broken_voice_gives_way(shop: Shop) -> None:
    make_folder(shop.store.folder / "bob")
    (shop.store.folder / "bob" / "encoder.onnx").write_bytes(b"half")
    await shop.get()

    assert (shop.store.folder / "bob" / "encoder.onnx").read_bytes() == MODEL


async def test_the_store_of_a_home_has_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SystemClock
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    store = VoiceStore.open(clock)

    assert store.catalogue.find("joe").family == "piper"
    assert store.list_installed() == ()
