"""Alphabets: signs of other scripts that people write Latin words with, for fun or to get past a filter."""

from typing import Final

_WHOLE: Final = (
    "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵",
    "ᗩᗷᑕᗪᕮᖴᘜᕼᓰᒍᖽᒪᗰᑎᗝᑭᕴᖇᔕᖶᑌᐯᗯ᙭ᖻᘔ",
    "ᗩᗷᑢᕲᘿᖴᘜᕼᓰᒚᖽᒪᘻᘉᓍᕵᑫᖇᔕᖶᑘᐺᘺ᙭ᖻᗱ",
    "ᏗᏰፈᎴᏋᎦᎶᏂᎥᏠᏦᏝᎷᏁᎧᎮᎤᏒᏕᏖᏬᏉᏇጀᎩፚ",
    "ᎯᏰᏨᎠᎬᎰᎶᎻᎨᏠᏦᏝᎷᏁᎾᏢᏄᏒᏕᎿᏌᏉᏯጀᎽᏃ",
    "ልጌርዕቿቻኗዘጎጋጕረጠክዐየዒዪነፕሁሀሠሸሃጊ",
    "ค๒ς๔єŦﻮђเןкl๓ภ๏קợгรtยשฬאץz",
    "ค๒ƈɗﻉिﻭɦٱﻝᛕɭ๓กѻρ۹ɼรՇપ۷ฝซץչ",
)
"""The n-th sign stands for the n-th letter of a to z; an earlier alphabet goes before a later one."""
_PARTIAL: Final = (
    ("кмнтвпилзгяшщэбьъчдфжцӿ", "kmhtbnnlerrwwebbbyaoxux"),
    ("βεηκτωχλπδθμξψο", "benktwxlndomeyo"),
    ("ᎪᏴᏟᎠᎬᎱᏀᎻᏆᎫᏞᎷᏢᎡᏚᏔᎽᏃ", "abcdefghijlmprswyz"),
    ("ⲁⲃⲥⲉⲏⲓⲕⲗⲙⲛⲟⲣⲧⲩⲱⲭⲍ", "abcehiklmnoptywxz"),
    ("𐌀𐌁𐌂𐌃𐌄𐌅𐌇𐌉𐌊𐌋𐌌𐌍𐌏𐌐𐌒𐌓𐌔𐌕𐌖𐌗", "abcdefhiklmnopqrstux"),
    ("ᚨᛒᚲᛞᛖᚠᚷᚺᛁᛃᛚᛗᚾᛟᛈᚱᛊᛋᛏᚢᚹᛉ", "abcdmfghijlmnoprsstuwz"),
    ("ժղքɾէմվհϲϙʄღყჰ", "dnprtuyhcqfmyh"),
    ("ꓲӏⵏǀǃ", "11111"),
    ("əәɛɔʊþꬰꭤɧנѕјϳյıασφν", "eeecupaahjsjjjiaofv"),
    ("وғↁҁͻ", "gfdcc"),
    ("∀∃∪∩∅∨∧⊂ᑫᐁ", "aeunovacqv"),
)
"""Signs, and the letters that they look like to people, whatever Unicode's table of what can be mistaken says."""

LETTERS: Final = {
    **{sign: chr(ord("a") + place) for signs in reversed(_WHOLE) for place, sign in enumerate(signs)},
    **{sign: letter for signs, letters in _PARTIAL for sign, letter in zip(signs, letters, strict=True)},
}
"""The Latin letter, or the digit, that a sign stands for."""

SOUNDS: Final = dict(
    zip("абвгдезийклмнопрстуфхыэαβγδεζικλμνξοπρστυφω", "abvgdeziiklmnoprstufhyeabgdeziklmnxoprstufo", strict=True)
)
"""What Cyrillic and Greek letters are read as."""

SIGNS: Final = {
    **dict(zip("₳₿฿₵₫₣₲₴₭₤₥₦₱₽₹₸₮₩∂∫∆√ƒ†‡×©®µ", "abbcdfgsklmnpprttwdsavfttxcru", strict=True)),
    **dict(zip("⭕❌✖💲➕✝❗", "oxxstti", strict=True)),
}
"""Signs that stand for a letter in the middle of a word."""
