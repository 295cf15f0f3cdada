"""The words that decide whether a sentence ends, read from `words.toml`, which says what each list is for."""

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from performer.speech.sentences.stop import MORE, Answer

_LISTS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


class WordSet:
    """A set of words that can be asked for while the word is still being written."""

    def __init__(self, words: str) -> None:
        self._whole = frozenset(words.split())
        self._begun = frozenset(word[:length] for word in self._whole for length in range(len(word)))

    def __contains__(self, word: str) -> bool:
        return word in self._whole

    def hold(self, word: str, *, whole: bool) -> Answer:
        """Whether the word is one of them; `whole` is False while more letters of it may come."""
        if whole:
            return word in self._whole
        return MORE if word in self._begun or word in self._whole else False


class AbbreviationHabit(StrEnum):
    """What an abbreviation does with its stop."""

    NEVER = "never"
    TITLE = "title"
    NUMBERED = "numbered"
    UNLESS = "unless"
    CLOSING = "closing"
    CLOCK = "clock"


def _begun(name: str) -> WordSet:
    return WordSet(_LISTS["words"][name])


def _whole(name: str) -> frozenset[str]:
    return frozenset(_LISTS["words"][name].split())


HABITS: Final = {word: habit for habit in AbbreviationHabit for word in _LISTS["habits"][habit].split()}
MULTI_PART: Final = {letter: WordSet(words) for letter, words in _LISTS["multi_part"].items()}

STARTERS: Final = _begun("starters")
LOWER_STARTERS: Final = _begun("lower_starters")
SPEECH_VERBS: Final = _begun("speech_verbs")
LOUD_NAME_GOES_ON: Final = _begun("loud_name_goes_on")
DAYS_AND_ZONES: Final = _begun("days_and_zones")
MONTHS: Final = _begun("months")
ORDINAL_NOUNS: Final = _begun("ordinal_nouns")
CONTEMPLATION: Final = _begun("contemplation")

PRONOUN_I: Final = _whole("pronoun_i")
LOUD_NAMES: Final = _whole("loud_names")
BEFORE_ORDINALS: Final = _whole("before_ordinals")
ORDINAL_LANGUAGES: Final = _whole("ordinal_languages")
POINTERS: Final = _whole("pointers")
STEPS: Final = _whole("steps")
FILLERS: Final = _whole("fillers")
DOMAINS: Final = _whole("domains")
