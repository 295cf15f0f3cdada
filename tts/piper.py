"""A Piper voice: phonemes in, sound out stretch by stretch, with how long each phoneme lasts.

The first stretch is short, so that something is heard soon, and each later one is longer: it is made while the one
before is heard. A stretch is made with some frames on both sides, and is then the same to the last bit as in the whole:
HiFi-GAN's decoder looks 12 frames around.
"""

import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]  # it brings no types

from performer.core.speech_times import PAUSES
from tts.model import LEAD_S, TRAIL_S, Encoded, Floats, UnfitVoiceError, to_pcm

ENCODER: Final = "encoder.onnx"
DECODER: Final = "decoder.onnx"
CONFIG: Final = "voice.json"

_PAD, _BEGIN, _END = "_", "^", "$"
_AROUND: Final = 12
"""Frames on both sides of a stretch that its sound depends on."""
_USUALLY_ROUNDED_UP: Final = 0.23
"""The share of a sentence that is there because frames are rounded up, half a frame a phoneme; measured with joe."""
_QUICKEST: Final = 0.2
_FIRST: Final = 24
_LONGEST: Final = 96
"""Frames: 0.28 and 1.1 s at 22 kHz."""


@dataclass(frozen=True, kw_only=True)
class VoiceConfig:
    """The parts of a voice's `.onnx.json` that are needed to speak with it."""

    rate: int
    """Samples a second."""
    language: str
    """As espeak-ng names it."""
    ids: Mapping[str, Sequence[int]]
    """The numbers of each phoneme."""
    speakers: int
    noise: float
    pace: float
    """How long its phonemes last, at its own pace; 1 is as in its training."""
    noise_of_durations: float

    @classmethod
    def read(cls, file: Path) -> "VoiceConfig":
        """Read the configuration.

        Raises:
            UnfitVoiceError: when it is missing, or is none.
        """
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            inference = told.get("inference", {})
            return cls(
                rate=int(told["audio"]["sample_rate"]),
                language=str(told["espeak"]["voice"]),
                ids={str(each): [int(number) for number in ids] for each, ids in told["phoneme_id_map"].items()},
                speakers=int(told.get("num_speakers", 1)),
                noise=float(inference.get("noise_scale", 0.667)),
                pace=float(inference.get("length_scale", 1.0)),
                noise_of_durations=float(inference.get("noise_w", 0.8)),
            )
        except OSError as error:
            raise UnfitVoiceError(f"{file.name} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UnfitVoiceError(f"{file.name} is no configuration of a Piper voice: {error!r}") from None


class PiperVoice:
    """The model of a voice, loaded.

    Args:
        folder: holds the two parts of the model, and `voice.json`.
        threads: of the processor; 1 is quickest for most voices, and leaves the others to the game.

    Raises:
        UnfitVoiceError: for a folder that holds no voice, or one that is broken.
    """

    def __init__(self, folder: Path, threads: int = 1) -> None:
        self.config = VoiceConfig.read(folder / CONFIG)
        self.rate, self.language = self.config.rate, self.config.language
        self._encoder = _load(folder / ENCODER, threads)
        self._decoder = _load(folder / DECODER, threads)
        self._rounded_up = _USUALLY_ROUNDED_UP
        self._seam = [each.name for each in self._decoder.get_inputs()]
        try:
            self._frame = self._measure_frame()
        except Exception as error:  # its errors have no base of their own
            raise UnfitVoiceError(f"{ENCODER} and {DECODER} do not belong together") from error

    def encode(self, phonemes: str, *, pace: float = 1.0, speaker: int = 0) -> Encoded:
        """Encode a sentence; `pace` is how long its phonemes last beside the voice's own pace."""
        ids, counts = self._number(phonemes)
        durations, *seam = self._run_encoder(ids, pace, speaker)
        self._rounded_up = len(ids) / 2 * pace / float(durations.sum())
        lead = len(ids) - len(self.config.ids[_END]) - sum(counts)
        ends = np.cumsum(durations.ravel(), dtype=np.float64)[lead - 1 + np.cumsum([0, *counts])]
        frame_s = self._frame / self.config.rate
        begin = max(0, int(ends[0] - LEAD_S / frame_s))
        end = int(ends[len(phonemes.rstrip(PAUSES))] + TRAIL_S / frame_s)
        seconds = (np.minimum(ends, end) - begin) * self._frame / self.config.rate
        return Encoded(ends=seconds.tolist(), stretches=self.decode(*seam, begin=begin, end=end))

    def _run_encoder(self, ids: Sequence[int], pace: float = 1.0, speaker: int = 0) -> Sequence[Floats]:
        """Return how many frames each number takes, and what the decoder makes sound of."""
        config = self.config
        scales = [config.noise, config.pace * self._correct(pace), config.noise_of_durations]
        given: dict[str, Any] = {
            "input": np.array([ids], dtype=np.int64),
            "input_lengths": np.array([len(ids)], dtype=np.int64),
            "scales": np.array(scales, np.float32),
        }
        if config.speakers > 1:
            given["sid"] = np.array([speaker], dtype=np.int64)
        made: Sequence[Floats] = self._encoder.run(None, given)
        return made

    def _correct(self, pace: float) -> float:
        """Return what the model is to be asked for: it rounds the frames of each phoneme up, whatever the pace."""
        return max((pace - self._rounded_up) / (1 - self._rounded_up), _QUICKEST)

    def _number(self, phonemes: str) -> tuple[list[int], list[int]]:
        """Return the model's numbers, and how many of them each character takes; unknown ones take none."""
        known = self.config.ids
        each_ids = [[*known[each], *known[_PAD]] if each in known else [] for each in phonemes]
        ids = [*known[_BEGIN], *known[_PAD], *itertools.chain.from_iterable(each_ids), *known[_END]]
        return ids, list(map(len, each_ids))

    def decode(
        self, frames: Floats, *speaker: Floats, begin: int = 0, end: int = sys.maxsize
    ) -> Iterator[tuple[bytes, bool]]:
        """Yield the sound of frames, as the encoder makes them, stretch by stretch; that of some, or of all of them."""
        end, length = min(end, frames.shape[2]), _FIRST
        while begin < end:
            until, before = min(begin + length, end), min(begin, _AROUND)
            stretch = frames[:, :, begin - before : until + _AROUND]
            sound = self._decoder.run(None, dict(zip(self._seam, (stretch, *speaker), strict=True)))[0].ravel()
            at = before * self._frame
            yield to_pcm(sound[at : at + (until - begin) * self._frame]), until == end
            begin, length = until, min(length * 2, _LONGEST)

    def _measure_frame(self) -> int:
        """Return how many samples a frame makes, by speaking nothing; that also makes the first use quick."""
        ids, _ = self._number("")
        durations, frames, *speaker = self._run_encoder(ids)
        sound = self._decoder.run(None, dict(zip(self._seam, (frames, *speaker), strict=True)))[0]
        length, rest = divmod(sound.size, frames.shape[2])
        if durations.size != len(ids) or rest:
            raise ValueError(f"{durations.size} durations, {frames.shape[2]} frames and {sound.size} samples")
        return int(length)


def _load(file: Path, threads: int) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # it keeps 40 MB, and saves a hundredth of the time
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its errors have no base of their own
        raise UnfitVoiceError(f"{file.name} cannot be loaded: {str(error).strip()}") from error
