"""The store of the recogniser's models: one appears whole or not at all, whatever breaks off."""

import hashlib
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from filelock import FileLock

from performer.core.errors import ConfigError, ServiceError
from performer.speech.hearing.model_store import ModelStore
from performer.speech.hearing.models import RecognitionFile, RecognitionModel
from tests.fakes.mirror import FakeMirror
from tests.performer.core.test_large_download import QuickClock

pytestmark = pytest.mark.anyio

FILES = {"model.bin": bytes(range(256)) * 1000, "config.json": b"{}"}


def describe(*folders: str) -> RecognitionModel:
    files = tuple(
        RecognitionFile(name=name, size=len(content), sha256=hashlib.sha256(content).hexdigest())
        for name, content in FILES.items()
    )
    # The addresses of true ones are checked to be https.
    return RecognitionModel.model_construct(name="wee", licence="MIT", source="", folders=folders, files=files)


@pytest.fixture
async def mirror() -> AsyncIterator[FakeMirror]:
    async with FakeMirror(FILES) as mirror:
        yield mirror


def open_store(folder: Path, mirror: FakeMirror) -> ModelStore:
    return ModelStore(QuickClock(seed=1), folder, [describe(mirror.address("").rstrip("/"))], patience_s=5.0)


async def test_a_model_comes_whole_with_its_progress_and_goes(mirror: FakeMirror, tmp_path: Path) -> None:
    store, seen = open_store(tmp_path, mirror), []
    model = await store.get("wee", show=lambda done, total: seen.append((done, total)))

    assert {each.name: each.read_bytes() for each in (tmp_path / "wee").iterdir()} == FILES
    assert seen[-1] == (model.size, model.size)
    assert store.is_there(model)

    await store.remove("wee")
    assert not store.is_there(model)
    assert not (tmp_path / "wee").exists()


async def test_one_that_is_there_is_not_fetched_again(mirror: FakeMirror, tmp_path: Path) -> None:
    store = open_store(tmp_path, mirror)
    await store.get("wee")
    asked = len(mirror.asked)
    await store.get("wee")

    assert len(mirror.asked) == asked


async def test_one_that_broke_off_is_not_there_and_goes_on(mirror: FakeMirror, tmp_path: Path) -> None:
    store = open_store(tmp_path, mirror)
    mirror.breaks = [1000, 0, 0, 0]
    with pytest.raises(ServiceError, match=r"What has come is kept.* By hand: .*config\.json .*ears get --from FOLDER"):
        await store.get("wee")
    assert not store.is_there(store.find("wee"))
    await store.get("wee")

    assert mirror.asked[-2].range == "bytes=1000-"
    assert store.is_there(store.find("wee"))


async def test_a_poisoned_one_is_refused(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.files["model.bin"] = b"x" * len(FILES["model.bin"])
    store = open_store(tmp_path, mirror)
    with pytest.raises(ServiceError, match="SHA-256"):
        await store.get("wee")

    assert not store.is_there(store.find("wee"))


async def test_a_folder_does_without_a_network(mirror: FakeMirror, tmp_path: Path) -> None:
    source, store = tmp_path / "stick", open_store(tmp_path / "ears", mirror)
    source.mkdir()
    for name, content in FILES.items():
        (source / name).write_bytes(content)
    assert store.recognise(source) == store.recognise(source / "model.bin") == store.find("wee")
    await store.get("wee", source=source / "model.bin")
    assert store.is_there(store.find("wee"))
    assert mirror.asked == []

    await store.remove("wee")
    (source / "config.json").write_bytes(b"[1, 2, 3, 4]")
    with pytest.raises(ConfigError, match=r"it has 12 bytes instead of 2\. .*set mic\.recognition .*stick"):
        await store.get("wee", source=source)
    with pytest.raises(ConfigError, match=r"none of these models: wee.*set mic\.recognition .*stick"):
        store.recognise(source)


async def test_what_is_missing_held_or_too_large_is_told(
    mirror: FakeMirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path, mirror)
    with pytest.raises(ConfigError, match=r"no model 'weee'.*wee"):
        await store.get("weee")
    with pytest.raises(ConfigError, match="is not there"):
        await store.remove("wee")
    (tmp_path / ".coming").mkdir(exist_ok=True)
    with FileLock(tmp_path / ".coming" / "wee.lock"), pytest.raises(ServiceError, match="another program"):
        await store.get("wee")
    fill_disk(monkeypatch)
    with pytest.raises(ServiceError, match="which has 5 MB left"):
        await store.get("wee")


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 5, 5_000_000))


async def test_a_full_disk_can_be_freed_of_a_model(
    mirror: FakeMirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path, mirror)
    await store.get("wee")
    fill_disk(monkeypatch)
    assert await store.get("wee") == store.find("wee")
    await store.remove("wee")

    assert not (tmp_path / "wee").exists()


async def test_half_of_a_download_can_be_removed(mirror: FakeMirror, tmp_path: Path) -> None:
    store = open_store(tmp_path, mirror)
    mirror.breaks = [1000, 0, 0, 0]
    with pytest.raises(ServiceError, match="What has come is kept"):
        await store.get("wee")
    await store.remove("wee")

    assert [each.name for each in tmp_path.rglob("*") if each.suffix != ".lock"] == [".coming"]
