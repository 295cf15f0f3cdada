"""The preparation of a Piper voice: its model is parted, so that sound comes while the rest of it is still made.

The encoder makes the frames of a whole sentence, and how long each phoneme lasts; the decoder, which takes most of the
time, turns any stretch of frames into sound. The parts are made once, when a voice is installed, with the `onnx`
package: `python -m tts.prepare MODEL FOLDER`.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import onnx
import onnx.utils

from tts.piper import DECODER, ENCODER
from tts.priority import lower_priority

_DECODER_NODES: Final = "/dec/"


class UnfitModelError(Exception):
    """Raised for a file that is no model, or no Piper voice."""


def part_model(model: Path, folder: Path) -> None:
    """Write the encoder and the decoder of a Piper voice into a folder.

    The encoder's outputs are the durations in frames (one a phoneme), then the frames; a voice of many speakers has one
    more, which the decoder needs too.

    Raises:
        UnfitModelError: for a file that is no such model.
    """
    try:
        graph = onnx.load(str(model)).graph
    except Exception as error:  # protobuf's errors have no base of their own
        raise UnfitModelError(f"{model.name} is no ONNX model") from error
    inputs = [each.name for each in graph.input]
    outputs = [each.name for each in graph.output]
    durations = [each.output[0] for each in graph.node if each.op_type == "Ceil"]
    decoder = [each for each in graph.node if each.name.startswith(_DECODER_NODES)]
    if inputs[:3] != ["input", "input_lengths", "scales"] or len(outputs) != 1 or len(durations) != 1 or not decoder:
        raise UnfitModelError(f"{model.name} is no Piper voice: its inputs are {', '.join(inputs) or 'none'}")
    seam = _find_seam(graph, decoder)
    onnx.utils.extract_model(str(model), str(folder / ENCODER), inputs, [*durations, *seam])
    onnx.utils.extract_model(str(model), str(folder / DECODER), seam, outputs)


def _find_seam(graph: onnx.GraphProto, decoder: Sequence[onnx.NodeProto]) -> list[str]:
    """List what the decoder gets from the encoder, the frames first: neither weights nor constants."""
    own = {name for node in decoder for name in node.output}
    own |= {each.name for each in graph.initializer}
    own |= {name for node in graph.node if node.op_type == "Constant" for name in node.output}
    return list(dict.fromkeys(name for node in decoder for name in node.input if name and name not in own))


def main() -> None:
    """Part the model of the first argument into the folder of the second, behind the game if one runs."""
    lower_priority()
    try:
        part_model(Path(sys.argv[1]), Path(sys.argv[2]))
    except UnfitModelError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
