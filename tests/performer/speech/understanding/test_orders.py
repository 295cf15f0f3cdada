import pytest

from performer.speech.understanding.language import split_plain_words
from performer.speech.understanding.orders import find_order


@pytest.mark.parametrize(
    ("text", "language", "order"),
    [
        ("be quiet", "en", "hush"),
        ("shut up, please", "en", "hush"),
        ("Could you be quiet for a bit?", "en", "hush"),
        ("take a break", "en", "pause"),
        ("go on", "en", "resume"),
        ("louder please", "en", "louder"),
        ("you're too loud", "en", "softer"),
        ("say that again", "en", "again"),
        ("What did you say?", "en", "again"),
        ("say dad again", "en", "again"),
        ("louter", "en", "louder"),
        ("sei bitte still", "de", "hush"),
        ("mach mal Pause", "de", "pause"),
        ("weiter", "de", "resume"),
        ("lauter bitte", "de", "louder"),
        ("sprich leiser", "de", "softer"),
        ("sag das noch mal", "de", "again"),
        ("say that again", "de-en", ""),
    ],
)
def test_an_order_is_found(text: str, language: str, order: str) -> None:
    assert find_order(split_plain_words(text), [language]) == order


@pytest.mark.parametrize(
    "text",
    [
        "what did I just say",
        "what did they say",
        "I hear you",
        "stop the boss from healing",
        "go on the left side",
        "what do you say to that",
        "louder music would be nice here",
        "pause menus are art",
        "again and again I die here",
        "erzähl einen Witz",
        "was meinst du",
        "please",
        "",
    ],
)
def test_what_is_more_than_an_order_is_none(text: str) -> None:
    assert find_order(split_plain_words(text), ["en", "de"]) == ""


def test_a_language_without_orders_has_none() -> None:
    assert find_order(["louder"], ["xx"]) == ""
