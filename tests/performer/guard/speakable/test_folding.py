"""The words of a text as they are compared."""

import pytest

from performer.guard.speakable.folding import split_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You're Zoë!", "you are zoe"),
        ("I can't, won’t and cannot.", "i can not will not and can not"),
        ("L'été, déjà", "l ete deja"),
        ("set_mood", "set mood"),
        ("ПИП сказал: «ёж»", "пип сказал еж"),
        ("二つの心", "二 つ の 心"),
        ("?!", ""),
    ],
)
def test_case_accents_signs_and_short_forms_do_not_count(text: str, expected: str) -> None:
    assert " ".join(split_words(text)) == expected
