"""The words that decide whether a sentence ends, read from `abbreviations.toml`, which says what each list is for."""

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from performer.speech.sentences.stop import MORE, Answer, Stop

_LISTS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


class WordSet:
    """A set of words that can be asked for while the word is still being written."""

    def __init__(self, words: str) -> None:
        self._whole = frozenset(words.split())
        self._begun = frozenset(word[:length] for word in self._whole for length in range(len(word)))

    def __contains__(self, word: str) -> bool:
        return word in self._whole

    def stands_at(self, stop: Stop, at: int | None = None) -> Answer:
        """Whether the word that begins at a place, by default behind the stop, is one of the set."""
        word, whole = stop.read_word(stop.after if at is None else at)
        return self.hold(word, whole=whole)

    def hold(self, word: str, *, whole: bool) -> Answer:
        """Whether a word is one of the set; `whole` is False while more letters of the word may come."""
        if whole:
            return word in self._whole
        return MORE if word in self._begun or word in self._whole else False


class AbbreviationHabit(StrEnum):
    """The meaning of an abbreviation's stop."""

    NEVER = "never"
    TITLE = "title"
    NUMBERED = "numbered"
    UNLESS = "unless"
    CLOSING = "closing"
    CLOCK = "clock"


def _read_begun(name: str) -> WordSet:
    return WordSet(_LISTS["words"][name])


def _read_whole(name: str) -> frozenset[str]:
    return frozenset(_LISTS["words"][name].split())


HABITS: Final = {word: habit for habit in AbbreviationHabit for word in _LISTS["habits"][habit].split()}
MULTI_PART: Final = {letter: WordSet(words) for letter, words in _LISTS["multi_part"].items()}

STARTERS: Final = _read_begun("starters")
LOWER_STARTERS: Final = _read_begun("lower_starters")
SPEECH_VERBS: Final = _read_begun("speech_verbs")
LOUD_NAME_GOES_ON: Final = _read_begun("loud_name_goes_on")
DAYS_AND_ZONES: Final = _read_begun("days_and_zones")
MONTHS: Final = _read_begun("months")
ORDINAL_NOUNS: Final = _read_begun("ordinal_nouns")
CONTEMPLATION: Final = _read_begun("contemplation")

PRONOUN_I: Final = _read_whole("pronoun_i")
LOUD_NAMES: Final = _read_whole("loud_names")
BEFORE_ORDINALS: Final = _read_whole("before_ordinals")
ORDINAL_LANGUAGES: Final = _read_whole("ordinal_languages")
POINTERS: Final = _read_whole("pointers")
STEPS: Final = _read_whole("steps")
FILLERS: Final = _read_whole("fillers")
DOMAINS: Final = _read_whole("domains")
GLUED_NAMES: Final = _read_whole("glued_names")
