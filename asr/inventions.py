"""Inventions: text that a recogniser makes out of silence, music or noise, told from what was said."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from asr.recognition import Recognised
from asr.repetition import is_repetitive

_FILE: Final = Path(__file__).with_name("inventions.toml")
_ASIDE: Final = re.compile(r"\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫♬🎵🎶]+")
"""What a subtitle writes beside the words: `[Music]`, `(laughs)`."""
_EDGES: Final = re.compile(r"^[\W_]+|[\W_]+$")
_WORDS_PER_S: Final = 8.0
"""Nobody says more words a second; a syllable of a tongue without spaces counts as a part of one."""
_MARKS_PER_S: Final = 30.0
_SLACK_S: Final = 0.5
_SILENCE: Final = 0.6
"""The probability that nobody spoke from which a doubtful text is not believed; the figure is Whisper's own."""
_UNSURE: Final = -1.0
"""A mean below which the model has guessed; the figure is Whisper's own."""
_PLAIN_NO_SPEECH: Final = 0.25
_PLAIN: Final = -0.55
_PLAIN_SPEECH: Final = 0.4
"""A short word has hardly more than this share of speech in its utterance, which begins before it and ends after it."""


@dataclass(frozen=True, kw_only=True)
class UtteranceFacts:
    """What is known of an utterance's sound, whatever the words."""

    seconds: float
    speech: float = 1.0
    """The share of it that the detector took for speech."""


class InventionFilter:
    """The judge of texts, by a list of known inventions and by how sure model and detector are."""

    def __init__(self, file: Path = _FILE) -> None:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        self._never = [_flatten(each) for each in told["never"]]
        self._doubtful = frozenset(map(_strip, told["doubtful"]))

    def find_fault(self, recognised: Recognised, sound: UtteranceFacts) -> str:
        """Return why a text is not believed, in a word or two; empty for one that is."""
        flat = _flatten(recognised.text)
        faults = {
            "no words": not _strip(recognised.text),
            "repetition": is_repetitive(recognised.text),
            "too fast": _is_too_fast(recognised.text, sound.seconds),
            "silence": recognised.no_speech > _SILENCE and recognised.log_probability < _UNSURE / 2,
            "a guess": recognised.log_probability < _UNSURE,
            "known invention": any(each in flat for each in self._never),
            "doubtful": _strip(recognised.text) in self._doubtful and not _is_plain(recognised, sound),
        }
        return next((name for name, is_so in faults.items() if is_so), "")


def leave_out_asides(text: str) -> str:
    """Return a text without what subtitles write beside the words: `[Music]`, `(laughs)`, notes."""
    return " ".join(_ASIDE.sub(" ", text).split())


def _is_plain(recognised: Recognised, sound: UtteranceFacts) -> bool:
    is_sure = recognised.no_speech < _PLAIN_NO_SPEECH and recognised.log_probability > _PLAIN
    return is_sure and sound.speech >= _PLAIN_SPEECH


def _is_too_fast(text: str, seconds: float) -> bool:
    room_s = seconds + _SLACK_S
    return len(text.split()) > _WORDS_PER_S * room_s or len(text) > _MARKS_PER_S * room_s


def _flatten(text: str) -> str:
    """Return a text without its case and accents, and with one kind of apostrophe."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return unicodedata.normalize("NFC", "".join(each for each in plain if not _is_accent(each)))


def _is_accent(character: str) -> bool:
    """Whether a character is an accent of the Latin letters; a kana's voice mark is none."""
    return "\u0300" <= character <= "\u036f"


def _strip(text: str) -> str:
    """Return a flat text without punctuation at its ends and inside it."""
    words = (_EDGES.sub("", word) for word in _flatten(text).split())
    return " ".join(word for word in words if word)
