from pathlib import Path

import pytest

from performer import paths
from performer.stage.library import MOST_BYTES, Library

PNG = b"\x89PNG\r\n\x1a\n and so on"
WAV = b"RIFF and so on"


def write(folder: Path, **files: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("_dot_", ".").replace("_at_", "@")).write_bytes(content)
    return folder


def test_the_built_in_library_has_at_least_eight_of_each() -> None:
    library = Library.of([paths.ASSETS / "emotes"], [paths.ASSETS / "sounds"])

    assert len(library.emotes) >= 8
    assert len(library.sounds) >= 8
    assert all(library.emote_src(name)[1].endswith("@2x.png") for name in library.emotes)


def test_names_are_made_plain_and_twins_are_not_emotes_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "emotes"
    folder.mkdir()
    for name in ("Big Laugh!.png", "Big Laugh!@2x.png", "Привет.PNG"):
        (folder / name).write_bytes(PNG)

    library = Library.of([folder], [])

    assert library.emotes == ("big-laugh", "привет")
    assert library.emote_src("big-laugh") == ("/emotes/big-laugh.png", "/emotes/big-laugh@2x.png")
    assert library.emote_src("привет")[0].isascii()


def test_the_users_file_wins_and_the_built_in_twin_is_forgotten(tmp_path: Path) -> None:
    ours = write(tmp_path / "ours", wave_dot_png=PNG, wave_at_2x_dot_png=PNG)
    theirs = write(tmp_path / "theirs", wave_dot_png=PNG)

    library = Library.of([ours, theirs], [])

    assert library.sprites == {"wave": theirs / "wave.png"}
    assert library.emote_src("wave") == ("/emotes/wave.png", "/emotes/wave.png")


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Library.of([tmp_path / "no"], [tmp_path / "none"]).emotes == ()


@pytest.mark.expects_log
def test_what_is_no_sound_is_left_out_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = write(tmp_path / "s", good_dot_wav=WAV, bad_dot_wav=b"<html>", huge_dot_wav=WAV + bytes(MOST_BYTES))
    (folder / "dir.wav").mkdir()

    assert Library.of([], [folder]).sounds == ("good",)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 3
    assert "content is no WAV" in said[0]


@pytest.mark.expects_log
def test_a_link_out_of_the_folder_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(PNG)
    folder = tmp_path / "emotes"
    folder.mkdir()
    (folder / "secret.png").symlink_to(tmp_path / "secret.png")

    assert Library.of([folder], []).emotes == ()
