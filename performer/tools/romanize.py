"""Names of other scripts in ASCII letters, so that people, models and model servers can write them.

What a letter sounds like is told by its Unicode name; of a Chinese character by the tables in `romanize.toml`:
that of Japanese for a text with a sign that is only Japanese, and else that of Mandarin.
"""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from performer.guard.normalise.look_alikes import SOUNDS

_NAMED: Final = re.compile(
    r".* (?:LETTER|SYLLABLE|SIGN|CHARACTER)(?: (?:SMALL|FINAL|SARA|DOTLESS))* (?P<sound>[A-Z]+)(?: .*)?"
)
_CONSONANTS: Final = re.compile(r"[^AEIOU]+|[AEIOU]")
_SPELT_OUT: Final = ("HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
"""Scripts in which the name of a sign is its sound; elsewhere the sound is how the name begins."""
_VOWEL: Final = re.compile(r"VOWEL SIGN|SARA")
_LIGATURES: Final = {"ß": "ss", "æ": "ae", "œ": "oe"}
_KANA: Final = re.compile("[\u3041-\u30fa]")
_SILENT: Final = re.compile(
    r"VIRAMA|PROLONGED|MAI |MAITAIKHU|THANTHAKHAT|NUKTA|ANUSVARA|SUKUN|FATHA|KASRA|DAMMA|SHADDA|POINT"
)


def romanize(text: str) -> str:
    """Return a text in ASCII, as it sounds as far as that is known; what has no sound stays a blank.

    Words of a script without blanks between them are parted at each Chinese character alone.
    """
    composed = unicodedata.normalize("NFC", text)
    language = "japanese" if any(map(_is_japanese, composed)) else "chinese"
    return " ".join("".join(_romanize(each, language) for each in composed).split())


@cache
def _is_japanese(character: str) -> bool:
    """Whether only Japanese has a character: kana, and what of Chinese ones was made simpler in Japan alone."""
    if _KANA.match(character):
        return True
    is_chinese = any(character.encode(code, "ignore") for code in ("gb2312", "big5"))
    return character in _load_readings("japanese") and not is_chinese


@cache
def _romanize(character: str, language: str) -> str:
    if character.isascii():
        return character
    if reading := _load_readings(language).get(character) or _load_readings("chinese").get(character):
        return f" {reading} "
    if sound := _LIGATURES.get(character.lower()) or SOUNDS.get(character.lower()):
        return sound.title() if character.isupper() else sound
    plain = unicodedata.normalize("NFKD", character)
    bare = "".join(each for each in plain if each.isascii() and each.isprintable())
    sound = bare or _read_name(unicodedata.name(character, ""))
    return sound.title() if character.isupper() else sound


def _read_name(name: str) -> str:
    """Return the sound of a letter by its Unicode name: `te` of HIRAGANA LETTER TE, `b` of ARABIC LETTER BEH."""
    named = _NAMED.fullmatch(name.partition(" WITH ")[0])
    if _SILENT.search(name):
        return ""
    if not named:
        return " "
    sound = named["sound"]
    begins = None if name.startswith(_SPELT_OUT) or _VOWEL.search(name) else _CONSONANTS.match(sound)
    return (begins[0] if begins else sound).lower()


@cache
def _load_readings(language: str) -> dict[str, str]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    lines = (line.split(" ") for line in tables[language].strip().splitlines())
    return {character: reading for reading, characters in lines for character in characters}
