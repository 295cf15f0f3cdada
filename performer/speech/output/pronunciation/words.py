"""Words as they are said: a dictionary, abbreviations, laughter, words in capitals and words that are drawn out."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from performer.core.made_late import compile_late

_WORD: Final = r"[^\W\d_]+(?:['’][^\W\d_]+)*"
_EACH_WORD: Final = compile_late(_WORD)
_LOUD_WORDS: Final = 2
_LOUD_SHARE: Final = 0.6
_SHORT: Final = 2
_LONG: Final = 4
"""Letters of a word in capitals that is taken for a word and no abbreviation, if it can be said."""
_MOST_LAUGHS: Final = 3
_VOWELS: Final = "aeiouyäöüáàâéèêíìîóòôúùûаеёиоуыэюя"
_CONSONANTS_IN_A_ROW: Final = compile_late(rf"[^{_VOWELS}]{{5}}")
_BEGIN: Final = compile_late(rf"[a-z]*?(?=[{_VOWELS}])|(?=[^a-z])")
_BEGINS: Final = frozenset(
    """
    b c d f g h j k l m n p q r s t v w x z bl br ch chr cl cr dr dw fl fr gh gl gn gr kh kl kn kr ll ph phr pl pr ps
    rh sc sch schl schm schn schr schw scr sh shr sk sl sm sn sp sph spl spr st str sw th thr tr ts tw wh wr zw pf pfl
    """.split()
) | {""}
"""What a word may have before its first vowel."""
_RUN: Final = compile_late(r"([^\W\d_])\1{2,}")
_DOUBLE: Final = compile_late(r"([^\W\d_])\1+")
_ROMAN: Final = compile_late(r"[IVX]+")


class WordRules:
    """The words of one language, as its file has them, and those that the streamer wrote, which go first."""

    def __init__(self, told: Mapping[str, Any], own: Mapping[str, str]) -> None:
        self._own = {_fold(word): said for word, said in own.items()}
        self._kept = frozenset(word for said in own.values() for word in re.findall(_WORD, said.casefold()))
        self._said: Mapping[str, str] = told.get("words", {})
        capitals = told.get("capitals", {})
        self._short = frozenset(capitals.get("short", "").split())
        self._spelled = frozenset(capitals.get("spelled", "").split())
        self._drawn_out = frozenset(told.get("drawn_out", {}).get("words", "").split())
        self._laughter: Mapping[str, str] = told.get("laughter", {})
        sounds = "|".join(self._laughter) or "(?!)"
        self._laugh = re.compile(rf"a?(?P<sound>{sounds})(?P=sound)+h?", re.IGNORECASE)
        self._find_own = re.compile(
            _alternate([each for word in own for each in (word, word.casefold())]), re.IGNORECASE
        )
        odd = [each for each in self._said if not re.fullmatch(_WORD, each)]
        self._find = re.compile(
            rf"(?P<odd>{_alternate(odd)})|(?P<word>(?<!\w)(?<!\w\.){_WORD}(?!\w|\.\w))", re.IGNORECASE
        )
        self._odd: Mapping[str, str] = {_fold(each): self._said[each] for each in odd}

    def speak_own(self, text: str) -> str:
        """Return a text in which the streamer's words are said as the streamer wrote."""
        return self._find_own.sub(lambda found: self._own[_fold(found[0])], text) if self._own else text

    def speak(self, text: str) -> str:
        """Return a text whose words a voice says as people do."""
        is_loud = self._is_loud(text)
        return self._find.sub(lambda found: self._say(found, is_loud=is_loud), text)

    def _say(self, found: re.Match[str], *, is_loud: bool) -> str:
        if found["odd"]:
            return self._odd[_fold(found[0])]
        word = found["word"]
        if word.casefold() in self._kept:
            return word
        said = self._find_said(found)
        if said is not None:
            return said
        if laugh := self._laugh.fullmatch(word):
            sound = laugh["sound"]
            times = min(len(word) // len(sound), _MOST_LAUGHS)
            return " ".join([self._laughter[_fold(sound)]] * times)
        if _RUN.search(word):
            word = self._shorten(word)
        if word.isupper() and found.string[: found.start()].rstrip()[-1:].isdigit() and len(word) < _LONG:
            return word  # as in 3 AM
        return self._lower(word, is_loud=is_loud)

    def _find_said(self, found: re.Match[str]) -> str | None:
        """Return how a word is said that is in the table; a short capitalised one may be a name, such as Ty."""
        word = found["word"]
        if not word.istitle() or len(word) > _SHORT or word in self._said:
            return self._said.get(word, self._said.get(word.lower()))
        before, behind = found.string[: found.start()].strip(), found.string[found.end() :].lstrip()
        return None if before or behind[:1].isalnum() else self._said.get(word.lower())

    def _shorten(self, word: str) -> str:
        """Return a drawn-out word as it is written else, or with no letter more than three times in a row.

        Only words that are known are shortened to fewer: nobody has judged what another one would be then.
        """
        lower = word.lower()
        if _ROMAN.fullmatch(word) or len(set(lower)) == 1:
            return word
        ways = [_RUN.sub(r"\1\1", lower), _RUN.sub(r"\1", lower), _DOUBLE.sub(r"\1", lower)]
        known = next((way for way in ways if way in self._drawn_out), None)
        if known:
            return known.capitalize() if word[0].isupper() else known
        return _RUN.sub(lambda run: run[1] * 3, word)

    def _is_loud(self, text: str) -> bool:
        """Whether most of a text is in capitals."""
        words = [found[0] for found in _EACH_WORD.finditer(text) if len(found[0]) > 1]
        loud = sum(word.isupper() and word.lower() not in self._spelled for word in words)
        return loud >= _LOUD_WORDS and loud >= _LOUD_SHARE * len(words)

    def _lower(self, word: str, *, is_loud: bool) -> str:
        """Return a word in capitals in small letters, unless it is an abbreviation."""
        lower = word.lower()
        if len(word) < _SHORT or not word.isupper() or lower in self._spelled or _ROMAN.fullmatch(word):
            return word
        is_word = lower in self._short or (_can_be_said(lower) and (is_loud or len(word) >= _LONG))
        return lower if is_word else word


def _can_be_said(word: str) -> bool:
    """Whether a word has a vowel, and its consonants can be said together; of WCAG nobody makes a word."""
    begin = _BEGIN.match(word)
    return begin is not None and begin[0] in _BEGINS and not _CONSONANTS_IN_A_ROW.search(word)


def _alternate(words: Collection[str]) -> str:
    """Return a pattern of whole words; a space in one may be missing."""
    ways = (re.escape(each).replace(r"\ ", r"\s?") for each in sorted(words, key=len, reverse=True))
    return rf"(?<![\w/])(?:{'|'.join(ways)})(?![\w/])" if words else "(?!)"


def _fold(text: str) -> str:
    """Return a word in the one spelling of all that a pattern takes for it: `ı` and `İ` are an i there."""
    return "".join(text.casefold().replace("\u0131", "i").replace("\u0307", "").split())
