"""The plain reading of a text: letters undressed, and the way back to the text as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.guard.normalise.readings import clean_text, normalize_text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("Plain_Text", "plain text"),
        ("Straße, Œuvre, café", "strasse, oeuvre, cafe"),
        ("ｆｕｌｌ ①②", "full 12"),
        ("𝓼𝓽𝔂𝓵𝓮 🅱🅾🆇 ⓡⓘⓝⓖ 🇫🇱🇦🇬 ⒫⒜⒭", "style box ring flag par"),
        ("s̶t̶r̶u̶c̶k̶ z̸̧̛a̵l̴g̷o", "struck zalgo"),
        ("zero\u200bwidth so\u00adft", "zerowidth soft"),
        ("mіxed sсript", "mixed script"),
        ("чистый текст", "чистыи текст"),
        ("&#112;lain %70lain \\u0070lain", "plain plain plain"),
        ("5% & <3", "5% & <3"),
        ("&#X70;lain &#B &#; &#", "plain &#b &#; &#"),
        ("a<b>b</b>c", "abc"),
    ],
)
def test_letters_are_undressed(written: str, text: str) -> None:
    assert normalize_text(written).text == text


@pytest.mark.parametrize(
    ("written", "word", "part"),
    [
        ("oh p̶l̶o̶n̶k̶ no", "plonk", "p̶l̶o̶n̶k̶"),
        ("oh pl&#111;n&#107; no", "plonk", "pl&#111;n&#107;"),
        ("oh pl<b>on</b>k no", "plonk", "pl<b>on</b>k"),
        ("oh 🇵🇱🇴🇳🇰 no", "plonk", "🇵🇱🇴🇳🇰"),
        ("ﬁne", "fin", "ﬁn"),
    ],
)
def test_a_part_is_found_again_where_it_was_written(written: str, word: str, part: str) -> None:
    reading = normalize_text(written)
    start = reading.text.index(word)

    assert written[slice(*reading.find_written_span(start, start + len(word)))] == part


@given(st.text(max_size=60))
def test_every_letter_comes_from_somewhere(written: str) -> None:
    reading = normalize_text(written)

    assert len(reading.text) == len(reading.origins) == len(reading.ends)
    assert all(0 <= begin < end <= len(written) for begin, end in zip(reading.origins, reading.ends, strict=True))
    assert list(reading.origins) == sorted(reading.origins)


@given(st.text(max_size=60))
def test_what_is_clean_stays_as_it_is(written: str) -> None:
    assert clean_text(clean_text(written)) == clean_text(written)


@pytest.mark.parametrize("emoji", ["❤️", "👩‍❤️‍👨", "1️⃣", "#️⃣", "🏳️‍🌈", "☂︎", "ℹ️", "👍🏽", "‼️"])
def test_an_emoji_stays_whole(emoji: str) -> None:
    assert clean_text(f"so {emoji} it is") == f"so {emoji} it is"


@pytest.mark.parametrize(
    "hidden",
    [
        "\u3164",
        "\u115f",
        "\uffa0",
        "\u034f",
        "\ufe0f",
        "\ufe0f" * 9,
        "\ufe05",
        "\U000e0041",
        "\U000e0101",
        "\U000e0fff",
    ],
)
def test_nothing_hidden_is_left_to_a_renderer(hidden: str) -> None:
    assert clean_text(f"so{hidden} it. {hidden}is❤️{hidden}") == "so it. is❤️"
    assert normalize_text(f"pl{hidden}onk").text == "plonk"


def test_a_braille_sign_without_dots_is_a_blank() -> None:
    assert clean_text("so\u2800it") == "so it"


def test_piles_of_marks_are_taken_down() -> None:
    assert clean_text("a" + "\u0316" * 40 + "b") == "a" + "\u0316" * 3 + "b"
