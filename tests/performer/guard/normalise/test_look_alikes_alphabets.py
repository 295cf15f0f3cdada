"""Alphabets of the generators of fancy text: a word is read in each of them, in whole and by halves."""

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Pass

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "strokes": "卂乃匚ᗪ乇千Ꮆ卄丨ﾌҜㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩᐯ山乂ㄚ乙",
    "kana": "ﾑ乃ᄃり乇ｷムんﾉﾌズﾚﾶ刀のｱゐ尺丂ｲひ√Wﾒﾘ乙",
    "yi": "ꍏꌃꉓꀸꍟꎇꁅꃅꀤꀭꀘ꒒ꂵꈤꂦꉣꆰꋪꌗ꓄ꀎꃴꅏꊼꌩꁴ",
    "other yi": "ꋬꃳꉔ꒯ꏂꊰꍌꁝ꒐꒻ꀘ꒒ꂵꋊꄲꉣꆰꋪꇙ꓄꒤꒦ꅐꉧꌦꁴ",
    "phonetic": "αႦƈԃҽϝɠԋιʝƙʅɱɳσρϙɾʂƚυʋɯxყȥ",
    "phonetic and armenian": "ǟɮƈɖɛʄɢɦɨʝӄʟʍռօքզʀֆȶʊʋաӼʏʐ",
    "curly": "ąცƈɖɛʄɠɧıʝƙƖɱŋơ℘զཞʂɬų۷ῳҳყʑ",
    "hooked": "ƛƁƇƊЄƑƓӇIJƘԼMƝƠƤƢƦƧƬƲƔƜҲƳȤ",
    "lao": "ค๖¢໓ēfງhiวkl๓ຖ໐p๑rstนvຟxyຊ",
    "georgian": "მჩეძპfghἶქκlოῆõρგΓsནυὗwჯყɀ",
    "digits of India": "คც८ძ૯Բ૭ҺɿʆқՆɱՈ૦ƿҩՐς੮υ౮ω૪עઽ",
    "false cyrillic": "ДБCDΞFGHIJҜLMИФPǪЯSΓЦVЩЖУZ",
    "syllabics": "ᗅᙘᑤᗫᙍᖴᘜᕼᓿᒙkᒪᙢᘉᓎᕿᕴᖇSᖶᑗᐻᙎ᙭ᖻᙣ",
    "runes": "ᚨᛒᚲᛞᛖᚠᚷᚺᛁjᚲᛚᛗᚾᛟᛈᛩᚱᛋᛏᚢᚡᚹᛪyᛉ",
}
WORDS = "plonk grumbly vexwid quazhof jibcraft wyxpond hobsnick zembrak twaggle".split()


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(words=WORDS)


@pytest.mark.parametrize("name", ALPHABETS)
def test_nearly_all_words_are_read(guard: Guard, name: str) -> None:
    table = str.maketrans(dict(zip(LETTERS, ALPHABETS[name], strict=True)))
    halves = ["".join(two) for word in WORDS for two in (_mix(word, table, 0), _mix(word, table, 1))]

    assert _count_missed(guard, [word.translate(table) for word in WORDS]) <= 2
    assert _count_missed(guard, halves) <= len(halves) // 10


def _mix(word: str, table: dict[int, str], first: int) -> list[str]:
    """Return a word's letters, every other of them in an alphabet."""
    return [letter.translate(table) if place % 2 == first else letter for place, letter in enumerate(word)]


def _count_missed(guard: Guard, texts: list[str]) -> int:
    return sum(isinstance(guard.sentence(f"you are a {text} today"), Pass) for text in texts)
