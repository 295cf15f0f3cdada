"""What is spoken of a text that is shown: words where a voice would stumble over signs, numbers and names.

The shown text stays as it is. What is spoken is made of what was judged, word by word: words are replaced by what they
stand for and parted, and never joined.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import compile_late
from performer.speech.output.pronunciation.detect_language import detect_language
from performer.speech.output.pronunciation.names import speak_names
from performer.speech.output.pronunciation.numbers import NumberRules
from performer.speech.output.pronunciation.pictures import PictureRules
from performer.speech.output.pronunciation.words import WordRules
from performer.speech.output.readable_text import make_speakable
from performer.speech.voices.settings import PronunciationSettings, VoiceSettings

LANGUAGES: Final = Path(__file__).with_name("languages")
_NO_TEXT: Final = compile_late(
    r"(```.*?(?:```|$)|`[^`\n]*`|\S*://\S*|\bwww\.\S+|\S+@\S+|<[^<>\n]*>|\$[^$\n]*[\\^_{}=][^$\n]*\$)", re.DOTALL
)
"""Code, links, addresses, tags and formulas: `make_speakable` reads them."""
_SPACES: Final = compile_late(r"\s+(?=[.,!?…;:])|(?<=\s)\s+|^\s+|\s+$")
_ALONE: Final = compile_late(r"^[.,;:!?…]+\s*|(?<=[.,!?…;:]) [.,;:](?!\S)")


class Pronunciation:
    """The pronunciation of one voice's texts by its settings, which may change between two texts.

    `list_languages` returns the languages besides the voice's own that sentences are spoken in.
    """

    def __init__(self, settings: VoiceSettings, list_languages: Callable[[], Sequence[str]] = tuple) -> None:
        self._settings, self._list_languages = settings, list_languages

    def speak(self, shown: str) -> str:
        """Return what is spoken of a text; maybe nothing is left."""
        settings = self._settings
        return pronounce(shown, self.detect_language(shown) or settings.language, settings.pronunciation)

    def detect_language(self, shown: str) -> str:
        """Return the language that a text is spoken in if it is surely another than the voice's; else empty."""
        languages = self._list_languages()
        if not languages or detect_language(shown, [self._settings.language]):
            return ""
        return detect_language(shown, languages)


def pronounce(shown: str, language: str, settings: PronunciationSettings) -> str:
    """Return what is spoken of a text in a language, such as `en-gb`; in one without a file, words are left alone."""
    rules = _make_rules(
        language.lower().replace("_", "-").split("-")[0], settings.emoji == "name", tuple(settings.words.items())
    )
    return rules.speak(shown)


@lru_cache(maxsize=8)
def _make_rules(language: str, by_name: bool, own: tuple[tuple[str, str], ...]) -> "_Rules":
    return _Rules(load_language(language), by_name=by_name, own=dict(own))


@cache
def load_language(code: str) -> Mapping[str, Any]:
    """Read the file of a language, once; empty if there is none."""
    file = LANGUAGES / f"{code}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if code.isalnum() and file.is_file() else {}


class _Rules:
    def __init__(self, told: Mapping[str, Any], *, by_name: bool, own: Mapping[str, str]) -> None:
        self._numbers = NumberRules(told)
        self._words = WordRules(told, own)
        self._pictures = PictureRules(told, by_name=by_name)

    def speak(self, shown: str) -> str:
        parts = _NO_TEXT.split(shown)
        parts[::2] = map(self._speak_written, parts[::2])
        written = "".join(parts)
        plain = make_speakable(written)
        said = self._words.speak(self._numbers.speak(plain))
        if said != plain or written != shown:
            said = _ALONE.sub("", _SPACES.sub("", said))
        return said if any(map(str.isalnum, said)) else ""

    def _speak_written(self, text: str) -> str:
        """Return a part of the text as it was written in which names, pictures and signs are words."""
        text = self._pictures.speak(self._words.speak_own(text))
        return self._numbers.speak_written(speak_names(text))
