"""Letters that stand on their head, or in a mirror: such a line is read from its end."""

from typing import Final

from performer.guard.alphabets import MIRRORED, ONLY_MIRRORED, ONLY_UPSIDE_DOWN, UPSIDE_DOWN

_SAME: Final = {"n": "n", "u": "u"}
"""Of capitals turned on their head."""


def is_turned(text: str) -> bool:
    """Tell whether some letter of a text stands on its head."""
    return not ONLY_UPSIDE_DOWN.isdisjoint(text)


def is_mirrored(text: str) -> bool:
    """Tell whether some letter of a text stands in a mirror."""
    return not ONLY_MIRRORED.isdisjoint(text)


def set_upright(text: str) -> tuple[str, str]:
    """Put every letter on its feet, as a small one and as a capital; their order stays."""
    capitals = UPSIDE_DOWN | _SAME
    return "".join(UPSIDE_DOWN.get(each, each) for each in text), "".join(capitals.get(each, each) for each in text)


def unmirrored(text: str) -> str:
    """Give every letter as it is outside the mirror; their order stays."""
    return "".join(MIRRORED.get(each, each) for each in text)
