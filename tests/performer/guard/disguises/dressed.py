"""Letters in other dress: styles, frames, alphabets, marks, and signs that cannot be seen."""

from collections.abc import Callable

from tests.performer.guard.disguises.disguise import Disguise, shifted, spelled

_STYLES = {
    "bold": 0x1D41A,
    "bold italic": 0x1D482,
    "bold script": 0x1D4EA,
    "bold fraktur": 0x1D586,
    "sans": 0x1D5BA,
    "sans bold": 0x1D5EE,
    "sans italic": 0x1D622,
    "sans bold italic": 0x1D656,
    "monospace": 0x1D68A,
    "bold capitals": 0x1D400,
    "bold italic capitals": 0x1D468,
    "bold script capitals": 0x1D4D0,
    "bold fraktur capitals": 0x1D56C,
    "sans capitals": 0x1D5A0,
    "sans bold capitals": 0x1D5D4,
    "monospace capitals": 0x1D670,
    "full width": 0xFF41,
    "full width capitals": 0xFF21,
    "circled": 0x24D0,
    "circled capitals": 0x24B6,
    "parenthesized": 0x249C,
    "squared": 0x1F130,
    "negative circled": 0x1F150,
    "negative squared": 0x1F170,
    "flags": 0x1F1E6,
}
_ALPHABETS = {
    "small capitals": "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘqʀꜱᴛᴜᴠᴡxʏᴢ",
    "superscript": "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ",
    "braille": "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵",
    "syllabics": "ᗩᗷᑕᗪᕮᖴᘜᕼIᒍKᒪᗰᑎOᑭᑫᖇᔕTᑌᐯᗯ᙭Yᘔ",
    "cherokee": "ᎪᏴᏟᎠᎬfᏀᎻiᎫᏦᏞᎷnᎾᏢqᏒᏚᎢuᏙᏔxᎩᏃ",
    "cherokee drawn": "ᏗᏰፈᎴᏋᎦᎶᏂᎥᏠᏦᏝᎷᏁᎧᎮᎤᏒᏕᏖᏬᏉᏇጀᎩፚ",
    "cyrillic where it can": "аbсdеfgһіјklmnорqrѕtuvwхуz",
    "cyrillic drawn": "aвcdefgнijкlмиopqяsтцvшxyz",
    "cyrillic by sound": "абкдефгхижклмнопкрстуввхиз",
    "greek where it can": "αbcdεfghιjκlmnορqrstυvwχγz",
    "greek drawn": "αβcδεfghιjκlmησρqrsτυvωχγz",
    "mixed scripts": "аЬсԁеfɡһіјκӏmոорqгѕtսνwхуz",
    "stroked": "ⱥƀȼđɇfǥħɨɉꝁłmnøᵽꝗɍsŧʉvwxɏƶ",
    "hooked": "aɓƈɗeƒɠɦiʝƙlɱɲoƥqɽʂƭuʋⱳxƴȥ",
    "currency": "₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱QⱤ₴₮ɄV₩ӾɎⱫ",
    "thai": "ค๒ς๔єfﻮђเןкl๓ภ๏קợгรtยשฬאץz",
    "roman numerals": "abⅽⅾefghⅰjkⅼⅿnopqrstuⅴwⅹyz",
    "double struck": "𝕒𝕓𝕔𝕕𝕖𝕗𝕘𝕙𝕚𝕛𝕜𝕝𝕞𝕟𝕠𝕡𝕢𝕣𝕤𝕥𝕦𝕧𝕨𝕩𝕪𝕫",
    "italic": "𝑎𝑏𝑐𝑑𝑒𝑓𝑔ℎ𝑖𝑗𝑘𝑙𝑚𝑛𝑜𝑝𝑞𝑟𝑠𝑡𝑢𝑣𝑤𝑥𝑦𝑧",
    "script": "𝒶𝒷𝒸𝒹ℯ𝒻ℊ𝒽𝒾𝒿𝓀𝓁𝓂𝓃ℴ𝓅𝓆𝓇𝓈𝓉𝓊𝓋𝓌𝓍𝓎𝓏",
    "fraktur": "𝔞𝔟𝔠𝔡𝔢𝔣𝔤𝔥𝔦𝔧𝔨𝔩𝔪𝔫𝔬𝔭𝔮𝔯𝔰𝔱𝔲𝔳𝔴𝔵𝔶𝔷",
}
_ACCENTS = {"acute": "\u0301", "grave": "\u0300", "umlaut": "\u0308", "ring": "\u030a", "tilde": "\u0303"}
_MARKS = {
    "struck": "\u0336",
    "short stroke": "\u0335",
    "slashed": "\u0338",
    "underlined": "\u0332",
    "overlined": "\u0305",
    "double underlined": "\u0333",
    "dotted": "\u0307",
    "boxed": "\u20de",
    "ringed": "\u20dd",
    "keycap": "\u20e3",
    "wavy": "\u0330",
    "bridge": "\u032a",
    "arrowed": "\u20d7",
    "prohibited": "\u20e0",
    "pile": "\u0316\u0317\u0318\u0319\u031c\u031d\u031e\u031f",
    **_ACCENTS,
}
_UNSEEN = {
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "zero-width non-joiner": "\u200c",
    "word joiner": "\u2060",
    "soft hyphen": "\u00ad",
    "byte order mark": "\ufeff",
    "left-to-right mark": "\u200e",
    "right-to-left mark": "\u200f",
    "invisible times": "\u2062",
    "variation selector": "\ufe0f",
    "hangul filler": "\u3164",
    "choseong filler": "\u115f",
    "half-width filler": "\uffa0",
    "mongolian separator": "\u180e",
    "grapheme joiner": "\u034f",
    "tag letter": "\U000e0061",
    "function application": "\u2061",
    "bidi embedding": "\u202a",
    "bidi isolate": "\u2066",
    "private use": "\ue000",
}


def _after_each(sign: str) -> Callable[[str], str]:
    return lambda word: "".join(each + sign for each in word)


def _after_two(sign: str) -> Callable[[str], str]:
    return lambda word: f"{word[:2]}{sign}{word[2:]}"


def _only(place: int, of: Callable[[str], str | None]) -> Callable[[str], str]:
    """Disguise the letter at one place alone."""

    def disguised(word: str) -> str:
        letters = list(word)
        letters[place] = of(word[place]) or ""
        return "".join(letters)

    return disguised


def _styles() -> list[Disguise]:
    by_code = [Disguise("style", name, spelled(shifted(first))) for name, first in _STYLES.items()]
    return by_code + [Disguise("alphabet", name, spelled(signs)) for name, signs in _ALPHABETS.items()]


def _one_letter() -> list[Disguise]:
    """Dress just one letter: the first, the second, the last."""
    dressed: list[Disguise] = []
    for name in ("bold", "full width", "negative squared", "flags"):
        of = spelled(shifted(_STYLES[name]))
        dressed += [
            Disguise("one letter", f"{name}, first", _only(0, of)),
            Disguise("one letter", f"{name}, second", _only(1, of)),
            Disguise("one letter", f"{name}, last", _only(-1, of)),
        ]
    return dressed


def _marked() -> list[Disguise]:
    marked = [Disguise("marks", name, _after_each(mark)) for name, mark in _MARKS.items()]
    accented = [Disguise("marks", f"{name}, once", _after_two(mark)) for name, mark in _MARKS.items()]
    return marked + accented


def _unseen() -> list[Disguise]:
    between = [Disguise("unseen", name, sign.join) for name, sign in _UNSEEN.items()]
    once = [Disguise("unseen", f"{name}, once", _after_two(sign)) for name, sign in _UNSEEN.items()]
    return between + once


DRESSED = (*_styles(), *_one_letter(), *_marked(), *_unseen())
