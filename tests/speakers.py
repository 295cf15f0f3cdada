"""A model that tells Joe from espeak-ng, of the wire of sherpa-onnx: the true one is in no package.

Its print is the mean spectrum of an utterance's loud parts, beside the middle between the two voices that it knows.
"""

import importlib.util
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from performer.speech.hearing.models import SPEAKER, list_models
from performer.speech.hearing.voiceprint import Enrolment, Voiceprint
from tests.conftest import missing
from tests.ears import say, silence
from tests.speaking import at_level, spoken

ALIKE = 0.42
LINES = (
    "The quick brown fox jumps over the lazy dog beside the river.",
    "Please keep an eye on my health, and tell me when something comes.",
    "We have been here before, so let us take the other door this time.",
)
_FEATURES = 80
_DOC_HEAD = 5
"""Bytes before a description of some megabytes."""
_METADATA = {
    "framework": "wespeaker",
    "language": "English",
    "sample_rate": "16000",
    "output_dim": str(_FEATURES),
    "normalize_samples": "1",
    "feature_normalize_type": "",
}


def read_aloud(*, joe: bool, pause_s: float = 1.0) -> "array[int]":
    """Have Joe, or espeak-ng, read all lines."""
    whole = silence(2.0)
    for line in LINES:
        whole += at_level(say(line) if joe else spoken(line), -24) + silence(pause_s)
    return whole


@cache
def make_speaker_model() -> Path:
    """Return the folder of the model; skip the test where it cannot be made or run."""
    for module in ("onnx", "sherpa_onnx"):
        if importlib.util.find_spec(module) is None:
            missing("a model that tells speakers apart", f"pip install {module.replace('_', '-')}")
    from asr.speaker import SpeakerModel

    folder = Path(mkdtemp(prefix="speakers-"))
    _write(folder / "speaker.onnx", [0.0] * _FEATURES, is_centred=False)
    plain = SpeakerModel(folder)
    prints = [_measure(plain, sound) for line in LINES for sound in (say(line), spoken(line))]
    middle = [sum(column) / len(prints) for column in zip(*prints, strict=True)]
    _write(folder / "speaker.onnx", middle, is_centred=True)
    return folder


def install_speaker_model(ears_folder: Path) -> Path:
    """Put the model among the installed ones, as large as the true one is."""
    true = next(each for each in list_models() if each.name == SPEAKER)
    content = (make_speaker_model() / "speaker.onnx").read_bytes()
    import onnx

    model = onnx.load_from_string(content)
    model.doc_string = "-" * (true.size - len(content) - _DOC_HEAD)
    (ears_folder / SPEAKER).mkdir(parents=True)
    onnx.save(model, ears_folder / SPEAKER / true.files[0].name)
    assert true.is_whole_in(ears_folder / SPEAKER)
    return ears_folder / SPEAKER


def enrol_joe(file: Path) -> Path:
    """Keep the voiceprint of Joe in a file."""
    from asr.speaker import SpeakerModel
    from performer.speech.hearing.samples import HeardVoice

    model, enrolment = SpeakerModel(make_speaker_model()), Enrolment(SPEAKER, ALIKE)
    for line in LINES:
        vector = tuple(_measure(model, say(line)))
        assert enrolment.take(HeardVoice(vector=vector, seconds=3.0, began_s=0.0, ended_s=3.0)) is None
    made: Voiceprint = enrolment.make()
    made.write(file)
    return file


def _measure(model: object, sound: "array[int]") -> Sequence[float]:
    import numpy as np

    from asr.speaker import SpeakerModel

    assert isinstance(model, SpeakerModel)
    return [float(each) for each in model.measure(np.array(sound, np.float32) / np.float32(32768))]


def _write(file: Path, middle: Sequence[float], *, is_centred: bool) -> None:
    """Write a model of the right inputs, outputs and metadata."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes = [
        helper.make_node("ReduceMean", ["x"], ["loudness"], axes=[2], keepdims=1),
        helper.make_node("Softmax", ["loudness"], ["weights"], axis=1),
        helper.make_node("Mul", ["x", "weights"], ["weighted"]),
        helper.make_node("ReduceSum", ["weighted", "time"], ["mean"], keepdims=0),
        helper.make_node("ReduceMean", ["mean"], ["level"], axes=[1], keepdims=1),
        helper.make_node("Sub", ["mean", "level"], ["plain"]),
        helper.make_node("LpNormalization", ["plain"], ["even"], axis=1, p=2),
        helper.make_node("Sub", ["even" if is_centred else "plain", "middle"], ["embs"]),
    ]
    graph = helper.make_graph(
        nodes,
        "speaker",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", "T", _FEATURES])],
        [helper.make_tensor_value_info("embs", TensorProto.FLOAT, ["N", _FEATURES])],
        [
            numpy_helper.from_array(np.array([middle], np.float32), "middle"),
            numpy_helper.from_array(np.array([1], np.int64), "time"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    for key, value in _METADATA.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, file)
