"""What no performer would say, of what was spoken: the product's own filter, asked once more."""

from functools import cache

from performer.speakable import Speakable


def why_unspeakable(text: str, *, answers: bool = False) -> str:
    """Name the kind of talk that a line is (`meta`, `tool`, …) and that nobody should hear; empty: it is a line.

    Args:
        text: What was spoken.
        answers: Whether somebody had asked, who may be told of questions and pictures.
    """
    objection = _filter().objection(text, answers=answers)
    return objection.label if objection else ""


@cache
def _filter() -> Speakable:
    return Speakable.of_product()
