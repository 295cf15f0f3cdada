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
        ("repeat not", "en", "again"),
        ("stop, stop, stop!", "en", "hush"),
        ("stop it. Stop it, please.", "en", "hush"),
        ("weiter, weiter", "de", "resume"),
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
        "go, go, go on without me",
        "stop, stop, that hurts",
        "erzähl einen Witz",
        "was meinst du",
        "please",
        "",
    ],
)
def test_what_is_more_than_an_order_is_none(text: str) -> None:
    assert find_order(split_plain_words(text), ["en", "de"]) == ""


ORDINARY = {
    "en": """
    gone / go one / go in / go home / come on / one more game / one more try / not so bad / not so fast / keep walking
    carry one / take a brick / take a look / turn it off / turn it on / turn it around / cause / paws / later / ladder
    letter / software / sofa / after / quite / quite good / be quick / be nice / say what again / see that again
    see it again / play it again / try again / hold one / hold this / wake me up / wake her up / you're too old
    you're too slow / what did you see / what did you do / shut the door / shot up / speed up / powder / proud / guitar
    repeat after me / step / stopped / bus / hash / rush / push / tough / that's rough / science / a game / report
    """,
    "de": """
    leider / heiter / breiter / weit / Leiter / laut / Lauter Leute / Laufen / Pausen / Hause / Sahne / Stille Nacht
    Ruhm / ruhig Blut / genug Gold / nach Hause / noch mehr / noch ein Mal Pizza / was hast du gesehen
    sei schnell / mach Feuer / mach weg / sprich mit mir / zu langsam / zu lang
    """,
}


@pytest.mark.parametrize("language", ORDINARY)
def test_what_only_sounds_like_an_order_is_none(language: str) -> None:
    said = [each.strip() for line in ORDINARY[language].splitlines() for each in line.split("/") if each.strip()]

    assert len(said) > 20
    assert [each for each in said if find_order(split_plain_words(each), [language])] == []


def test_a_language_without_orders_has_none() -> None:
    assert find_order(["louder"], ["xx"]) == ""
