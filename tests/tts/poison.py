"""Models that load well and are none of a voice."""

from pathlib import Path

import onnx
from onnx import TensorProto, helper


def write_other_decoder(file: Path, channels: int = 64) -> None:
    """Write a decoder for frames of so many channels; Joe's have 192."""
    z, sound = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, "frames"]) for name in ("z", "sound")
    )
    graph = helper.make_graph([helper.make_node("Relu", ["z"], ["sound"])], "other", [z], [sound])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)])
    model.ir_version = 8
    onnx.save(model, str(file))
