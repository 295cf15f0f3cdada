"""Letters that stand on their head, or in a mirror: such a line is read from its end."""

from typing import Final

_FLIPPED: Final = {
    **dict(zip("ɐɔǝəɟƃɓɥᴉıɾʞʃɯɹʇʌʍʎןſ", "aceefgghiijklmrtvwyll", strict=True)),
    **dict(zip("∀ꓭᗡⅎ⅁ꓘ⅂ᴚ⊥┴∩⅄פ˥𐐺ԁλ", "abdfgklrttuyglbpv", strict=True)),
    **dict(zip("qpdbunmwolsxz", "bdpqnuwmolsxz", strict=True)),
}
"""What a letter is when the line is turned on its head."""
_SAME: Final = {"n": "n", "u": "u"}
"""Of capitals turned on their head."""
_MIRRORED: Final = dict(zip("ɒↄɔɘꟻʇꞁ⅃ʞиꟼɿяƨγƹᙠᗡbdpq", "acceffllknprrsyzbddbqp", strict=True))
"""What a letter is in a mirror."""
_ONLY_FLIPPED: Final = frozenset("ɐɔǝɟƃɓɥᴉɾʞʃɯɹʇʌʍʎ∀ꓭⅎ⅁ꓘ⅂ᴚ⊥┴∩⅄˥ⅎ")
_ONLY_MIRRORED: Final = frozenset("ɒↄɘꟻꞁ⅃ɿƨꟼᙠᗡƹ")


def is_turned(text: str) -> bool:
    """Tell whether some letter of a text stands on its head."""
    return not _ONLY_FLIPPED.isdisjoint(text)


def is_mirrored(text: str) -> bool:
    """Tell whether some letter of a text stands in a mirror."""
    return not _ONLY_MIRRORED.isdisjoint(text)


def set_upright(text: str) -> tuple[str, str]:
    """Put every letter on its feet, as a small one and as a capital; their order stays."""
    capitals = _FLIPPED | _SAME
    return "".join(_FLIPPED.get(each, each) for each in text), "".join(capitals.get(each, each) for each in text)


def unmirrored(text: str) -> str:
    """Give every letter as it is outside the mirror; their order stays."""
    return "".join(_MIRRORED.get(each, each) for each in text)
