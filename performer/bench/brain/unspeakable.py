"""What no performer would say, of what was spoken: the product's own filter, asked once more."""

from functools import cache

from performer.speakable import Speakable


def why_unspeakable(text: str) -> str:
    """Name the kind of talk that a line is (`meta`, `tool`, …) and that nobody should hear; empty: it is a line."""
    objection = _filter().objection(text)
    return objection.label if objection else ""


@cache
def _filter() -> Speakable:
    return Speakable.of_product()
