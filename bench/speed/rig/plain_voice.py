"""The plainest program that speaks by a Piper voice: the floor beside which the product's own is measured.

    python -m bench.speed.rig.plain_voice MODEL PHONEMES...

The model is run as it comes, each sentence in one go by one thread. A line of JSON tells the share of a core that a
second of each sentence's sound took, in percent, and the memory in the end, in MiB.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]  # it brings no types
import psutil

from tts.piper import VoiceConfig

_MIB = 2**20


def speak(model: Path, sentences: Sequence[str]) -> Iterator[float]:
    """Run the model on the phonemes of each sentence, and yield what a second of its sound took, in percent."""
    config = VoiceConfig.read(Path(f"{model}.json"))
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    session.run(None, _make_inputs(config, sentences[0]))  # the first time takes longer
    for phonemes in sentences:
        began_s = time.process_time()
        sound = session.run(None, _make_inputs(config, phonemes))[0]
        yield 100 * (time.process_time() - began_s) / (sound.size / config.rate)


def _make_inputs(config: VoiceConfig, phonemes: str) -> dict[str, Any]:
    pad, known = config.ids["_"], (config.ids[each] for each in phonemes if each in config.ids)
    ids = [*config.ids["^"], *pad, *chain.from_iterable([*each, *pad] for each in known), *config.ids["$"]]
    return {
        "input": np.array([ids], dtype=np.int64),
        "input_lengths": np.array([len(ids)], dtype=np.int64),
        "scales": np.array([config.noise, config.pace, config.noise_of_durations], dtype=np.float32),
    } | ({"sid": np.array([0], dtype=np.int64)} if config.speakers > 1 else {})


if __name__ == "__main__":
    percents = list(speak(Path(sys.argv[1]), sys.argv[2:]))
    memory = psutil.Process().memory_full_info()
    print(json.dumps({"percents": percents, "memory_mib": getattr(memory, "pss", memory.uss) / _MIB}))
