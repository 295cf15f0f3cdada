"""The parting of a model: what is no Piper voice is refused, and leaves nothing behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.joe import find_joe
from tests.systems import posix_only

find_joe()

import onnx  # noqa: E402  not before it is known to be there
from onnx import TensorProto, helper  # noqa: E402

from tts.prepare import UnfitModelError, part_model  # noqa: E402


def make_other_model(file: Path) -> None:
    """Write a model that is a good one, but no voice."""
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("x", "y"))
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "other", [x], [y])
    onnx.save(helper.make_model(graph), str(file))


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    make_other_model(tmp_path / "other.onnx")

    with pytest.raises(UnfitModelError, match=r"other\.onnx is no Piper voice: its inputs are x"):
        part_model(tmp_path / "other.onnx", tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["other.onnx"]


@pytest.mark.parametrize("part", [0, 100, 1_000_000])
def test_a_model_that_is_cut_short_is_refused(tmp_path: Path, part: int) -> None:
    (tmp_path / "short.onnx").write_bytes(find_joe().read_bytes()[:part])

    with pytest.raises(UnfitModelError, match=r"short\.onnx is no "):
        part_model(tmp_path / "short.onnx", tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["short.onnx"]


@posix_only("priorities are numbers; tests/tts/test_priority.py tries those that have names")
def test_it_stands_behind_the_game() -> None:
    code = """
import contextlib, os, sys, tts.prepare
before, sys.argv = os.nice(0), ["prepare", "nowhere.onnx", "nowhere"]
with contextlib.suppress(SystemExit):
    tts.prepare.main()
print(os.nice(0) - before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert int(done.stdout) == min(5, 19 - os.nice(0))
