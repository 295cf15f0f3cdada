"""Shapes of awkward lines from which the search for the costliest one starts, and the signs that it mixes in."""

import random
from collections.abc import Iterator
from typing import Final

ALPHABETS: Final = {
    "letters": "abcdefghijklmnopqrstuvwxyz",
    "capitals": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "digits": "0123456789",
    "leet": "4@8361!|05$7+29",
    "stars": "*#_~%",
    "separators": " .,-_/|·•'`^:;",
    "brackets": '()[]{}<>"«»',
    "addresses": "@.:/#?=&%-",
    "drawn": "/\\|_-()<>^",
    "marks": "\u0301\u0308\u0327\u0335\u0336\u20dd",
    "unseen": "\u200b\u200c\u200d\u2060\u00ad\u2062\ufe0f",
    "cyrillic": "авекмнорстухёії",
    "greek": "αβεηικμνορτυχ",
    "cherokee": "ᎪᏴᏟᎠᎬᎻᏦᏞ",
    "arabic": "ابتدرسعهوي",
    "thai": "กขคงนมรลสห",
    "wide": "ａｂｃｄｅ０１２３＠．",
    "enclosed": "ⓐⓑⓒ⓪①②🅰🅱🄰",
    "mathematical": "𝐚𝐛𝓬𝕕𝟎𝟏",
    "regional": "🇦🇧🇨🇩🇪",
    "tags": "\U000e0061\U000e0062\U000e0063",
    "emoji": "😀🔥👍🏽0️⃣",
    "kana": "あいうかきくすせアイウカキクｱｲｳｶｷﾞー",
    "hanzi": "中国人日本大小口操你妈",
    "jamo": "ㄱㄴㄷㅏㅑㅓㅗㅜㅅㅂ\u1100\u1161\u11a8",
    "hangul": "가나다라시발병신",
    "turned": "ɐqɔpǝɟƃɥᴉɾʞʅɯuodbɹsʇnʌʍxʎz",
}
"""Signs that a search has to think about, by what they are."""
UNITS: Final = (
    *("a", "ab", "aab", "a ", "a b ", "a.", "a-b-", "aA", "aBc", "x_x", "k.y.s.", "f.u", "aaab", "abcab"),
    *("*", "* ", "a*", "*a", "**a", "a**b"),
    *("4", "4b", "4 b ", "1l|!", "$h1", "o0", "e3a4", "c0ck", "a1b2", "a1 b2 "),
    *("|-|", "|\\|", "/\\", "()", "vv", "rn", "cl"),
    *("0", "0 ", "00-", "1.", "1.2.3.4 ", "1:", "ab:", "f:", "::1 ", "0x", "+49 ", "12/34 ", "1-2-3-", "4111 "),
    *("a@b.c ", "a@", "@a", "a.b@c.d", "a at b dot c ", "http://a/", "www.a.", "//a/b"),
    *("C:\\Users\\a\\", "/home/a/", "sk-", "ghp_a", "eyJ"),
    *("а", "aа", "аb ", "αa", "ᎪA", "ａ", "ａｂ ", "ⓐ", "𝐚", "🇦", "🇦 ", "กa", "اa", "a\u200bb", "a\u0301"),
    *("中", "a中", "あ", "かﾞ", "ｶﾞ", "ㅅㅂ", "ㅅ ", "가", "시발", "a가"),
    *("the ", "I ", "you are ", "as ", "kill ", "he is a ", "in the ", "s h i "),
    *("<a>", "[a](b) ", "||a||", "&#97;", "%61", "\\u0061"),
)
"""What a line is made of when it is one short thing again and again: runs, stars, single letters, look-alikes, numbers,
addresses, scripts, words that begin a phrase, markup and codes."""
_LONGEST_UNIT: Final = 12


def fill(unit: str, chars: int) -> str:
    """Return a line of so many characters that repeats a unit."""
    return (unit * (chars // len(unit) + 1))[:chars]


def make_starts(chars: int) -> Iterator[str]:
    """Yield the lines that a search starts from."""
    yield from (fill(unit, chars) for unit in UNITS)
    yield from (fill(signs, chars) for signs in ALPHABETS.values())


def draw_unit(chance: random.Random) -> str:
    """Return a short run of signs out of one to three alphabets."""
    names = chance.sample(sorted(ALPHABETS), chance.randint(1, 3))
    signs = "".join(ALPHABETS[name] for name in names)
    return "".join(chance.choices(signs, k=chance.randint(1, _LONGEST_UNIT)))


def draw_sign(chance: random.Random) -> str:
    """Return a sign out of any alphabet, each as likely as another."""
    return chance.choice(ALPHABETS[chance.choice(sorted(ALPHABETS))])
