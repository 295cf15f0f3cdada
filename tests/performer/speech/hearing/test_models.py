"""The models of the recogniser: the list that is data, and the folder of the one that is wanted."""

from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.speech.hearing.models import find_model, find_speaker_model, list_models
from tests.ears import find_tiny


def test_the_list_is_whole_and_each_address_has_a_fixed_revision() -> None:
    models = [each for each in list_models() if each.is_recogniser]

    assert [each.name for each in models] == ["tiny", "base", "small"]
    assert [round(each.size / 1e6) for each in models] == [78, 148, 486]
    for model in models:
        assert {each.name for each in model.files} == {"model.bin", "config.json", "tokenizer.json", "vocabulary.txt"}
        assert all(len(folder.rpartition("/resolve/")[2]) == 40 for folder in model.folders)


def test_the_model_that_tells_speakers_apart_has_its_bar_and_is_none_for_words(tmp_path: Path) -> None:
    (tmp_path / "ears").mkdir()
    with pytest.raises(ConfigError, match=r"'speaker' is not there\. Get it \(29 MB\): .* ears get speaker"):
        find_speaker_model(tmp_path / "ears")
    whole = make_whole(tmp_path / "ears", "speaker")

    assert find_speaker_model(tmp_path / "ears") == (whole, 0.42)
    with pytest.raises(ConfigError, match="'speaker' is neither a model that understands speech"):
        find_model("speaker", tmp_path / "ears")


def make_whole(folder: Path, name: str) -> Path:
    """Make files of the right sizes, which take no room on the disk."""
    model = next(each for each in list_models() if each.name == name)
    (folder / name).mkdir()
    for each in model.files:
        with (folder / name / each.name).open("wb") as file:
            file.truncate(each.size)
    return folder / name


def test_a_model_that_is_whole_is_found_by_its_name(tmp_path: Path) -> None:
    base = make_whole(tmp_path, "base")

    assert find_model("base", tmp_path) == base


def test_half_of_one_is_none_and_it_is_told_how_it_is_got(tmp_path: Path) -> None:
    (make_whole(tmp_path, "base") / "model.bin").write_bytes(b"half")

    with pytest.raises(ConfigError, match=r"'base' is not there\. Get it \(148 MB\): .* ears get base"):
        find_model("base", tmp_path)


def test_the_one_that_a_package_brings_is_found(tmp_path: Path) -> None:
    tiny = find_tiny()

    assert find_model("tiny", tmp_path) == tiny
    assert find_model("tiny", tmp_path) != make_whole(tmp_path, "tiny")
    assert find_model("tiny", tmp_path) == tmp_path / "tiny"


def test_any_folder_is_taken_and_a_misspelt_name_is_told(tmp_path: Path) -> None:
    assert find_model(str(tmp_path), tmp_path) == tmp_path
    with pytest.raises(ConfigError, match=r"'tinny' is neither a model.*tiny"):
        find_model("tinny", tmp_path)
