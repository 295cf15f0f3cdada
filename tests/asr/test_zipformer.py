"""A Zipformer that cannot be read is named; there is none in a package that the tests could hear with."""

import importlib.util
from pathlib import Path

import pytest

from tests.conftest import missing


@pytest.fixture(autouse=True)
def _installed() -> None:
    if importlib.util.find_spec("sherpa_onnx") is None:
        missing("sherpa-onnx", "pip install sherpa-onnx")


def make_files(folder: Path, *names: str, text: str = "") -> Path:
    for name in names:
        (folder / name).write_text(text)
    return folder


def test_the_part_of_whole_numbers_is_taken_first(tmp_path: Path) -> None:
    from asr.zipformer import _find_part

    make_files(tmp_path, "encoder-epoch-99-avg-1.onnx", "encoder-epoch-99-avg-1.int8.onnx", "decoder.onnx")

    assert _find_part(tmp_path, "encoder").endswith("int8.onnx")
    assert _find_part(tmp_path, "decoder").endswith("decoder.onnx")


def test_one_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    from asr.engines import open_recogniser
    from asr.recognition import RecogniserOptions, UnfitRecogniserError

    make_files(tmp_path, "tokens.txt", "encoder.onnx", "decoder.onnx", "joiner.onnx", text="a 0\n")

    with pytest.raises(UnfitRecogniserError, match="is no Zipformer that can be read"):
        open_recogniser(tmp_path, RecogniserOptions())
