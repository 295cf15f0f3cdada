"""Syllables of one script among letters of another, read as if all were in one: まnこ, 느geum마, 시バル."""

import re
import unicodedata
from functools import cache
from typing import Final

from performer.core.made_late import compile_late
from performer.guard.normalise.readings import NormalizedText
from performer.guard.words.script import has_katakana

_CONSONANTS: Final = "kk gg tt dd ss pp bb jj ch sh ts k g t d n r l m b p s j z h".split()
_INITIALS: Final = dict(
    zip(_CONSONANTS, "ᄁ ᄁ ᄄ ᄄ ᄊ ᄈ ᄈ ᄍ ᄎ ᄉ ᄎ ᄏ ᄀ ᄐ ᄃ ᄂ ᄅ ᄅ ᄆ ᄇ ᄑ ᄉ ᄌ ᄌ ᄒ".split(), strict=True)
)
_FINALS: Final = {"ng": "ᄋ", "k": "ᄀ", "p": "ᄇ", "t": "ᄉ"}
"""Consonants that sound otherwise at the end of a syllable."""
_VOWELS: Final = {
    **dict(zip("yeo yae wae".split(), "ᅧ ᅤ ᅫ".split(), strict=True)),
    **dict(zip("ae eo eu ee oo oe wi wo we wa ya yo yu ye ui".split(), "ᅢ ᅥ ᅳ ᅵ ᅮ ᅬ ᅱ ᅯ ᅰ ᅪ ᅣ ᅭ ᅲ ᅨ ᅴ".split(), strict=True)),
    **dict(zip("aeiou", "ᅡ ᅦ ᅵ ᅩ ᅮ".split(), strict=True)),
}
_SOUND: Final = compile_late(
    rf"(?P<vowel>{'|'.join(_VOWELS)})|(?P<double>kk|tt|ss|pp|jj)(?=[aeiouwy])|(?P<final>(?:ng|[kpt])(?![aeiouwy]))|(?P<initial>{'|'.join(_CONSONANTS)})"
)
_ROMAJA: Final = rf"(?:(?:{'|'.join(_CONSONANTS)})?(?:{'|'.join(_VOWELS)})(?:ng|[kgtdnrlmbp](?![aeiouwy]))?){{1,4}}"
_BESIDE_HANGUL: Final = compile_late(
    rf"(?<=[\u1100-\u11ff]){_ROMAJA}(?![a-z0-9])|(?<![a-z0-9]){_ROMAJA}(?=[\u1100-\u11ff])"
    r"|(?<=[\u1100-\u11ff])[ぁ-ん]+|[ぁ-ん]+(?=[\u1100-\u11ff])"
)
_HANJA: Final = dict(
    zip(
        "犬狗至地之支身神信新病兵强強姦間發发拔始市時氏年女男娼蟲虫金母愛美親倉昌性自子寶普雪漢韓兒兵娘奴",
        "개개지지지지신신신신병병강강간간발발발시시시씨년녀남창충충금모애미친창창성자자보보설한한아병낭노",
        strict=True,
    )
)
"""Chinese characters as they sound in Korean."""
_AMID_HANGUL: Final = compile_late(rf"[{''.join(_HANJA)}](?=[\u1100-\u11ff])|(?<=[\u1161-\u11c2])[{''.join(_HANJA)}]")
_LAUGHTER: Final = compile_late(r"(?<=[\u1161-\u11c2])[\u110b\u110f\u1112]{1,2}(?=[\u1100-\u1112][\u1161-\u1175])")
_TWICE: Final = compile_late(r"(?:([\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?)\1+){2,}")
_AGAIN: Final = compile_late(r"([\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?)\1+")
_REPEATED: Final = compile_late(r"([\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?)\1\1+")
_DRAWN_JAMO: Final = compile_late(
    r"(?<=[\u1100-\u11127])(?P<i>[l1!|丨])(?![a-z0-9])|(?P<kk>77)(?=[\u1161-\u1175hl])|(?P<g>7)(?=[\u1161-\u1175h])|(?P<ae>(?<=[\u1100-\u11127])h(?![a-z0-9]))|(?P<ng>[o0])(?=[\u1161-\u1175])"
    r"|(?P<drawn>(?<=[\u1161-\u11c2])[\u1173\u1175])"
    r"|(?P<ji>(?<![a-z0-9])g(?=[\u1100-\u1112]))|(?P<a>卜)|(?P<s>[人入])(?=[\u1100-\u11ffl1])|(?P<l>[己乙])|(?P<m>口)(?=[\u1161-\u1175])"
)
_DRAWN: Final = {
    "drawn": "~",
    "i": "ᅵ",
    "g": "ᄀ",
    "kk": "ᄁ",
    "ae": "ᅢ",
    "ng": "ᄋ",
    "ji": "지",
    "a": "ᅡ",
    "s": "ᄉ",
    "l": "ᄅ",
    "m": "ᄆ",
}
_KANA_ROWS: Final = """
  あいうえお kかきくけこ sさしすせそ tたちつてと nなにぬねの hはひふへほ mまみむめも yや＿ゆ＿よ rらりるれろ wわ＿＿＿を
  gがぎぐげご zざじずぜぞ dだぢづでど bばびぶべぼ pぱぴぷぺぽ
  j＿じ＿＿＿ sh＿し＿＿＿ ch＿ち＿＿＿ ts＿＿つ＿＿ f＿＿ふ＿＿
"""
"""Kana by their consonant and, in this order, the vowels a, i, u, e and o."""
_ROMAJI: Final = {
    row[:-5] + vowel: kana
    for row in _KANA_ROWS.split()
    for vowel, kana in zip("aiueo", row[-5:], strict=True)
    if kana != "＿"
} | {"n": "ん", "k": "く", "s": "す", "la": "ら", "li": "り", "lu": "る", "le": "れ", "lo": "ろ"}
_SYLLABLE: Final = "|".join(sorted(_ROMAJI.keys() - set("ks"), key=len, reverse=True))
_BESIDE_KANA: Final = compile_late(
    rf"(?<=[ぁ-んー\u4e00-\u9fff])(?:{_SYLLABLE}){{1,4}}(?![a-z0-9])"
    rf"|(?<![a-z0-9])(?:{_SYLLABLE}){{1,4}}(?=[ぁ-ん\u4e00-\u9fff])"
    r"|(?<=[ぁ-ん])[ks](?=[すく])|(?<=っ)ch?i(?![a-z])"
)
_EACH: Final = compile_late(f"{_SYLLABLE}|[ks]")

_DRAWN_KANA: Final = compile_late(
    "れこ|なこ|れ[よなま]|なょ|[かれ][ゝヽ]|め殳|米異"
    "|(?<=[ぁ-んー\u4e00-\u9fff])h(?=[ぁ-んー\u4e00-\u9fff])|[ut](?=[ぁ-んー\u4e00-\u9fff])|(?<=[ぁ-んー\u4e00-\u9fff])[ut]"
)
_KANA_OF: Final = dict(
    zip(
        "れこ なこ れよ れな れま なょ かゝ かヽ れゝ れヽ め殳 米異 h ∪ ‡".split(),
        "にたはけほなかかいい殺糞んしき",
        strict=True,
    )
)
"""What several signs stand for, or one between kana, as young people draw it (ﾚこ); the first kana is in katakana."""

Part = tuple[int, int, str]
"""The begin and end of a part of a text, and the letters that it stands for."""


def find_kana(reading: NormalizedText) -> list[Part]:
    """Find the Latin letters beside kana that spell kana, and what is drawn as kana."""
    spelled = {
        part.start(): (*part.span(), _EACH.sub(lambda each: _ROMAJI[each[0]], part[0]))
        for part in _BESIDE_KANA.finditer(reading.text)
    }
    for part in _DRAWN_KANA.finditer(reading.text):
        kana = _read_drawn_kana(reading, part)
        if kana:
            spelled[part.start()] = (*part.span(), kana)
    return sorted(spelled.values())


def _read_drawn_kana(reading: NormalizedText, part: re.Match[str]) -> str:
    """Return what signs are drawn as, or nothing if they are themselves."""
    sign = reading.written[reading.origins[part.start()]]
    if "ぁ" <= part[0][0] <= "ん":
        return _KANA_OF[part[0]] if has_katakana(sign) else ""
    return _KANA_OF.get(sign) or _KANA_OF.get(part[0], "")


def find_hangul(text: str) -> list[Part]:
    """Find the Latin letters and kana beside Korean ones that spell Korean syllables, and drawn or repeated ones."""
    parts = [
        (*part.span(), _spell_korean(part[0], text[part.start() - 1 : part.start()]))
        for part in _BESIDE_HANGUL.finditer(text)
    ]
    drawn = ((*sign.span(), _DRAWN[str(sign.lastgroup)]) for sign in _DRAWN_JAMO.finditer(text))
    repeated = ((*again.span(), again[1]) for again in _REPEATED.finditer(text))
    doubled = (
        (*again.span(), again[1]) for twice in _TWICE.finditer(text) for again in _AGAIN.finditer(text, *twice.span())
    )
    hanja = ((*sign.span(), unicodedata.normalize("NFD", _HANJA[sign[0]])) for sign in _AMID_HANGUL.finditer(text))
    laughter = ((*sign.span(), "~") for sign in _LAUGHTER.finditer(text))
    return sorted([*parts, *drawn, *repeated, *doubled, *hanja, *laughter])


def _spell_korean(letters: str, before: str) -> str:
    """Return Latin letters or kana as Korean letters; a vowel that begins a syllable has a mute letter before it."""
    spelled: list[str] = []
    is_after_consonant = "\u1100" <= before <= "\u1112"
    for sound in _SOUND.finditer("".join(map(_name_kana, letters))):
        if sound["vowel"]:
            spelled.append(_VOWELS[sound[0]] if is_after_consonant else f"ᄋ{_VOWELS[sound[0]]}")
        else:
            spelled.append(_FINALS[sound[0]] if sound["final"] else _INITIALS[sound[0]])
        is_after_consonant = not sound["vowel"]
    return "".join(spelled)


@cache
def _name_kana(letter: str) -> str:
    """Return a kana by its name, る as the mere consonant that Korean words have for it; other letters unchanged."""
    name = unicodedata.name(letter, "").rpartition(" ")
    if not name[0].startswith("HIRAGANA LETTER"):
        return letter
    return "r" if letter == "る" else "chi" if letter == "ち" else name[2].lower()
