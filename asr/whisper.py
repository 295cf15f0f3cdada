"""A Whisper model, by CTranslate2: an utterance in, its words out.

Whisper was made for windows of 30 s, and works as long on a word as on a speech. A window that is only some seconds
longer than the utterance gives the same words in a tenth of the time; where it makes the model lose its way, which
shows in a text that repeats itself or that it does not believe in, the utterance is read again in a whole window.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from ctranslate2 import StorageView  # type: ignore[import-untyped]  # it brings no types
from faster_whisper import WhisperModel  # type: ignore[import-untyped]  # it brings no types
from faster_whisper.audio import pad_or_trim  # type: ignore[import-untyped]
from faster_whisper.tokenizer import Tokenizer  # type: ignore[import-untyped]
from faster_whisper.transcribe import get_ctranslate2_storage  # type: ignore[import-untyped]

from asr.called_names import list_readings
from asr.inventions import leave_out_asides
from asr.recognition import RATE, Recognised, RecogniserOptions, Samples, UnfitRecogniserError
from asr.repetition import may_be_repetitive

_FRAMES_PER_S: Final = 100
_WHOLE: Final = 30 * _FRAMES_PER_S
"""The frames of the window that the model was made for."""
_SHORT: Final = 10 * _FRAMES_PER_S
_BEHIND: Final = 5 * _FRAMES_PER_S
"""Frames of silence after the utterance: with fewer the model does not find its end beside steady noise."""
_TOKENS_PER_S: Final = 12
_MORE_TOKENS: Final = 16
_MOST_TOKENS: Final = 200
_UNSURE: Final = -1.0
_NOBODY: Final = 0.5
"""The probability that nobody spoke from which a hint is left out: a model repeats it when it hears nothing."""
_TAIL: Final = 25
"""States of the encoder, two frames each, behind the utterance that are looked at when readings are compared."""
_LEAST: Final = 1e-9
_MOST_HINT: Final = 120
"""Tokens of a hint."""
_KNOWN_LANGUAGE: Final = 0.5
"""A language is believed from this probability on; of an utterance of one word the model often makes Welsh."""
_PLAIN_LANGUAGE: Final = "en"
_SURELY_NOBODY: Final = 0.9
"""From this probability on a second look is not worth its time."""


@dataclass(frozen=True)
class _Reading:
    """What an utterance says, and what that was read from."""

    found: Recognised
    encoded: Any
    """The states of the encoder."""


class WhisperRecogniser:
    """A Whisper model that is loaded; usable by one thread."""

    def __init__(self, folder: Path, options: RecogniserOptions) -> None:
        try:
            self._model = WhisperModel(
                str(folder), device="cpu", compute_type="int8", cpu_threads=options.threads, local_files_only=True
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise UnfitRecogniserError(f"{folder.name} is no Whisper model that can be read: {error}") from None
        self._hint, self._names, self._asking = options.hint, options.names, frozenset(options.asking)
        self._language = options.language
        self._heard = _PLAIN_LANGUAGE
        """The language of the newest utterance in which it was plain."""
        self._tokenizers: dict[str, Tokenizer] = {}
        known = self._model.supported_languages
        if options.language and options.language not in known:
            raise UnfitRecogniserError(f"{folder.name} does not know the language '{options.language}'")

    def recognise(self, sound: Samples) -> Recognised:
        """Return the words of one utterance."""
        features = self._model.feature_extractor(sound, padding=RATE // _FRAMES_PER_S)
        reading = self._read_with_doubts(features)
        found = reading.found
        if not self._names or found.no_speech >= _NOBODY:
            return found
        return replace(found, text=self._find_called(reading, features.shape[-1]))

    def _read_with_doubts(self, features: Samples) -> _Reading:
        """Read an utterance in a short window, and again without a hint or in a whole one when that is doubtful."""
        short = min(_WHOLE, max(_SHORT, features.shape[-1] + _BEHIND))
        if self._hint:
            reading = self._read(features, short, self._hint)
            if not _is_doubtful(reading.found) and reading.found.no_speech < _NOBODY:
                return reading
        reading = self._read(features, short)
        found = reading.found
        is_worth_more = short < _WHOLE and found.no_speech < _SURELY_NOBODY and _is_doubtful(found)
        return self._read(features, _WHOLE) if is_worth_more else reading

    def _find_called(self, reading: _Reading, frames: int) -> str:
        """Return the words of an utterance with a name in them, if one was called by their sound."""
        text = reading.found.text
        named = list_readings(text, self._names, self._asking)
        if not named:
            return text
        plain, *likely = self._measure(reading, [text, *(each.text for each in named)], frames)
        room, believed = max((one - plain - each.least, each.text) for one, each in zip(likely, named, strict=True))
        return believed if room >= 0 else text

    def _measure(self, reading: _Reading, texts: Sequence[str], frames: int) -> Sequence[float]:
        """Return the logarithm of how likely the sound makes each of several texts."""
        tokenizer = self._tokenizer(reading.found.language)
        prompt = self._model.get_prompt(tokenizer, self._encode_hint(tokenizer, self._hint))
        states = np.array(reading.encoded)[:, : frames // 2 + _TAIL]
        found = self._model.model.align(
            StorageView.from_array(np.ascontiguousarray(np.repeat(states, len(texts), axis=0))),
            prompt,
            [tokenizer.encode(f" {text}") for text in texts],
            [frames // 2 * 2] * len(texts),
        )
        return [float(np.log(np.maximum(_LEAST, each.text_token_probs)).sum()) for each in found]

    @staticmethod
    def _encode_hint(tokenizer: Tokenizer, hint: str) -> list[int]:
        return list(tokenizer.encode(f" {hint}")[:_MOST_HINT]) if hint else []

    def _read(self, features: Samples, window: int, hint: str = "") -> _Reading:
        """Read what an utterance says in a window of so many frames, after what the hint says."""
        framed = np.ascontiguousarray(pad_or_trim(features, window)[None])
        encoded = self._model.model.encode(get_ctranslate2_storage(framed), to_cpu=False)
        language = self._find_language(encoded)
        tokenizer = self._tokenizer(language)
        prompt = self._model.get_prompt(tokenizer, self._encode_hint(tokenizer, hint), without_timestamps=True)
        seconds = features.shape[-1] / _FRAMES_PER_S
        result = self._model.model.generate(
            encoded,
            [prompt],
            beam_size=1,
            max_length=len(prompt) + min(_MOST_TOKENS, round(_TOKENS_PER_S * seconds) + _MORE_TOKENS),
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        tokens = result.sequences_ids[0]
        found = Recognised(
            text=leave_out_asides(tokenizer.decode(tokens)),
            language=language,
            log_probability=result.scores[0] * len(tokens) / (len(tokens) + 1),
            no_speech=result.no_speech_prob,
        )
        return _Reading(found, encoded)

    def _find_language(self, encoded: Any) -> str:
        if self._language or not self._model.model.is_multilingual:
            return self._language or _PLAIN_LANGUAGE
        token, probability = self._model.model.detect_language(encoded)[0][0]
        if probability >= _KNOWN_LANGUAGE:
            self._heard = token[2:-2]
        return self._heard

    def _tokenizer(self, language: str) -> Tokenizer:
        if language not in self._tokenizers:
            is_multilingual = self._model.model.is_multilingual
            self._tokenizers[language] = Tokenizer(self._model.hf_tokenizer, is_multilingual, "transcribe", language)
        return self._tokenizers[language]


def _is_doubtful(found: Recognised) -> bool:
    """Whether the model may have lost its way."""
    return may_be_repetitive(found.text) or found.log_probability < _UNSURE
