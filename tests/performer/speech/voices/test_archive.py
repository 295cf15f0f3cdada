"""Voices from archives: only the parts of a voice are taken out, under names of ours, and never too much."""

import io
import json
import tarfile
import tracemalloc
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.speech.voices import archive
from performer.speech.voices.archive import check_config, gather_parts, strip_suffix
from performer.speech.voices.families import FAMILIES, MODEL, MODEL_CONFIG

PARTS = FAMILIES["piper"].parts
VOICE = {"joe/joe.onnx": b"model", "joe/joe.onnx.json": b"{}", "joe/MODEL_CARD": b"CC0"}


def write_zip(file: Path, members: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in members.items():
            opened.writestr(name, content)
    return file


def write_tar(file: Path, members: Mapping[str, bytes], more: Sequence[tarfile.TarInfo] = ()) -> Path:
    with tarfile.open(file, "w:gz" if file.suffix == ".gz" else "w:bz2") as opened:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            opened.addfile(info, io.BytesIO(content))
        for each in more:
            opened.addfile(each)
    return file


def link(name: str, target: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = tarfile.SYMTYPE, target
    return info


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "to").mkdir()
    return tmp_path / "to"


@pytest.mark.parametrize("name", ["joe.zip", "joe.tar.bz2", "joe.tar.gz"])
def test_an_archive_gives_the_parts_and_nothing_else(tmp_path: Path, folder: Path, name: str) -> None:
    file = write_zip(tmp_path / name, VOICE) if name.endswith(".zip") else write_tar(tmp_path / name, VOICE)
    found = gather_parts([file], folder, PARTS)

    assert {part: path.read_bytes() for part, path in found.items()} == {MODEL: b"model", MODEL_CONFIG: b"{}"}
    assert sorted(each.name for each in folder.iterdir()) == [MODEL, MODEL_CONFIG]


def test_plain_files_are_left_where_they_are(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "joe.onnx").write_bytes(b"model")
    (tmp_path / "joe.onnx.json").write_bytes(b"{}")

    assert gather_parts([tmp_path / "joe.onnx"], folder, PARTS) == {
        MODEL: tmp_path / "joe.onnx",
        MODEL_CONFIG: tmp_path / "joe.onnx.json",
    }
    assert list(folder.iterdir()) == []


def test_a_family_of_more_parts_may_come_in_an_archive_and_a_file(tmp_path: Path, folder: Path) -> None:
    packed = write_tar(
        tmp_path / "m.tar.bz2", {"m/model-steps-3.onnx": b"a", "m/tokens.txt": b"t", "m/lexicon.txt": b""}
    )
    (tmp_path / "vocos-22khz-univ.onnx").write_bytes(b"v")
    found = gather_parts([packed, tmp_path / "vocos-22khz-univ.onnx"], folder, FAMILIES["matcha"].parts)

    assert {part: path.read_bytes() for part, path in found.items()} == {
        "model.onnx": b"a",
        "tokens.txt": b"t",
        "vocoder.onnx": b"v",
    }


@pytest.mark.parametrize(
    "name", ["../joe.onnx", "/tmp/joe.onnx", "C:\\joe.onnx", "a/../../joe.onnx.json", "..\\joe.onnx"]
)
def test_a_name_that_leads_outside_is_refused(tmp_path: Path, folder: Path, name: str) -> None:
    members = {name: b"evil"}
    for file in (write_zip(tmp_path / "evil.zip", members), write_tar(tmp_path / "evil.tar.bz2", members)):
        with pytest.raises(ConfigError, match="has a name in it that leads outside"):
            gather_parts([file], folder, PARTS)

    assert list(folder.iterdir()) == []


def test_links_are_passed_over(tmp_path: Path, folder: Path) -> None:
    file = write_tar(
        tmp_path / "evil.tar.bz2", {}, [link("joe.onnx", "/etc/passwd"), link("joe.onnx.json", "/etc/hosts")]
    )

    with pytest.raises(ConfigError, match=r"is no whole voice: \*\.onnx and \*\.onnx\.json is not there"):
        gather_parts([file], folder, PARTS)


def test_two_voices_in_one_archive_are_refused(tmp_path: Path, folder: Path) -> None:
    file = write_zip(tmp_path / "two.zip", {**VOICE, "amy.onnx": b"other"})

    with pytest.raises(ConfigError, match=r"more than one voice: 'joe/joe\.onnx' and 'amy\.onnx'"):
        gather_parts([file], folder, PARTS)


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.tar.bz2"])
def test_more_than_a_voice_can_be_is_refused(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(archive, "_MOST_FILE_BYTES", 1_000_000)
    monkeypatch.setattr(archive, "_MOST_BYTES", 4_000_000)
    for size in (2_000_000, 5_000_000):
        members = {"joe.onnx": bytes(size), "joe.onnx.json": b"{}"}
        file = write_zip(tmp_path / name, members) if name.endswith("zip") else write_tar(tmp_path / name, members)
        with pytest.raises(ConfigError, match="holds far more than a voice"):
            gather_parts([file], folder, PARTS)


def test_too_many_files_are_refused(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_MOST_MEMBERS", 10)
    file = write_zip(tmp_path / "many.zip", {f"{number}": b"" for number in range(11)})

    with pytest.raises(ConfigError, match="holds far more than a voice"):
        gather_parts([file], folder, PARTS)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_is_damaged_inside_is_told(tmp_path: Path, folder: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w", method) as opened:
        opened.writestr("joe.onnx", bytes(range(256)) * 50)
    content = bytearray((tmp_path / "bad.zip").read_bytes())
    content[45:75] = b"\xff" * 30
    (tmp_path / "bad.zip").write_bytes(content)

    with pytest.raises(ConfigError, match=r"bad\.zip' cannot be unpacked: ."):
        gather_parts([tmp_path / "bad.zip"], folder, PARTS)


def test_a_header_that_fills_the_memory_is_refused(tmp_path: Path, folder: Path) -> None:
    with tarfile.open(tmp_path / "bomb.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as opened:
        info = tarfile.TarInfo("joe.onnx")
        info.pax_headers = {"comment": "x" * 20_000_000}
        opened.addfile(info)

    tracemalloc.start()
    try:
        with pytest.raises(ConfigError, match=r"bomb\.tar\.gz' cannot be unpacked: a header .* too long"):
            gather_parts([tmp_path / "bomb.tar.gz"], folder, PARTS)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10_000_000


@pytest.mark.parametrize("name", ["cut.zip", "cut.tar.bz2", "cut.tar.gz"])
def test_an_archive_that_is_cut_or_none_is_told(tmp_path: Path, folder: Path, name: str) -> None:
    members = {**VOICE, "joe/joe.onnx": bytes(range(256)) * 5000}
    file = write_zip(tmp_path / name, members) if name.endswith(".zip") else write_tar(tmp_path / name, members)
    whole = file.read_bytes()
    for content in (whole[: len(whole) // 2], b"none at all", b""):
        file.write_bytes(content)
        with pytest.raises(ConfigError, match=name):
            gather_parts([file], folder, PARTS)


def test_a_model_without_its_configuration_is_told_with_what_is_expected(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "joe.onnx").write_bytes(b"model")

    with pytest.raises(
        ConfigError, match=r"joe\.onnx' is no whole voice: \*\.onnx\.json is not there\. Expected a \.onnx with"
    ):
        gather_parts([tmp_path / "joe.onnx"], folder, PARTS)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"audio": {"sample_rate": "x"}}', "[" * 100_000])
def test_a_configuration_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "c.json").write_text(text)

    with pytest.raises(ConfigError, match="The configuration of 'joe' is none of a Piper voice"):
        check_config(tmp_path / "c.json", "joe")


def test_a_configuration_that_fills_the_memory_is_not_read(tmp_path: Path) -> None:
    told = {"audio": {"sample_rate": 22050}, "phoneme_id_map": {}, "espeak": {"voice": "de"}, "more": "x" * 2_000_000}
    (tmp_path / "c.json").write_text(json.dumps(told))

    with pytest.raises(ConfigError, match="The configuration of 'joe' is none of a Piper voice: Unterminated"):
        check_config(tmp_path / "c.json", "joe")


def test_a_configuration_is_read(tmp_path: Path) -> None:
    told = {"audio": {"sample_rate": 22050}, "phoneme_id_map": {"_": [0]}, "espeak": {"voice": "de"}}
    (tmp_path / "c.json").write_text(json.dumps(told))

    assert check_config(tmp_path / "c.json", "joe") == told


@pytest.mark.parametrize("name", ["joe.tar.bz2", "joe.ZIP", "joe.onnx", "joe.onnx.json", "joe"])
def test_a_file_is_called_without_its_suffix(name: str) -> None:
    assert strip_suffix(Path("/somewhere") / name) == "joe"
