"""The kinds of recognisers are told by the files of a folder."""

from pathlib import Path

import pytest

from asr.engines import KINDS, open_recogniser
from asr.recognition import RecogniserOptions, UnfitRecogniserError
from tests.ears import find_tiny


def make_files(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).touch()
    return folder


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        (["model.bin", "config.json", "tokenizer.json", "vocabulary.txt"], "whisper"),
        (["tokens.txt", "encoder-epoch-99.int8.onnx", "decoder-epoch-99.onnx", "joiner-epoch-99.onnx"], "zipformer"),
        (["model.bin"], ""),
        ([], ""),
    ],
)
def test_each_kind_is_known_by_its_files(tmp_path: Path, files: list[str], kind: str) -> None:
    make_files(tmp_path, *files)

    assert next((each.name for each in KINDS if each.fits(tmp_path)), "") == kind


def test_whisper_is_opened() -> None:
    name, _ = open_recogniser(find_tiny(), RecogniserOptions(language="en"))

    assert name == "whisper"


def test_a_folder_of_no_kind_is_told_with_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(UnfitRecogniserError, match=r"holds no model .*whisper: model\.bin"):
        open_recogniser(tmp_path, RecogniserOptions())
