"""Words without quotes, and where strings and words can end."""

import pytest

from performer.models.toolcalls.text.data.words import GAP, can_end, find_word_end, read_bare, read_finite, skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-0.5", -0.5),
        ("1_000", 1000),
        ("1e3", 1000.0),
        ("1.", 1.0),
        ("True", True),
        ("nil", None),
        ("NaN", None),
        ("1e999", None),
        ("007", "007"),
        ("wave", "wave"),
    ],
)
def test_a_bare_word_is_a_number_a_constant_or_itself(text: str, value: object) -> None:
    assert read_bare(text) == value
    assert type(read_bare(text)) is type(value)


def test_a_number_that_is_too_large_is_none() -> None:
    assert read_finite("1e400") is None


def test_blanks_and_comments_are_a_gap() -> None:
    assert skip(GAP, " // one\n /* two */ x", 0) == 19
    assert skip(GAP, "x", 0) == 0


@pytest.mark.parametrize(
    ("after", "ends"),
    [(', "b": 1}', True), (", he went", False), ("}", True), (" there", False), ("", True), ("</call>", True)],
)
def test_a_quote_ends_a_string_where_the_data_can_go_on(after: str, ends: bool) -> None:
    assert can_end(after, 0, len(after), open_closers=["}"], bare_keys=False) is ends


@pytest.mark.parametrize(
    ("text", "closers", "bare", "edn", "word"),
    [
        ("Well, hello, place: top}", ["}"], True, False, "Well, hello"),
        ("red, blue]", ["]"], False, False, "red"),
        ("Coffee (black) first}", ["}"], True, False, "Coffee (black) first"),
        ("tea :cups 2}", ["}"], True, True, "tea"),
        ("5, and more}", ["}"], True, False, "5"),
    ],
)
def test_words_end_where_the_data_can_go_on(text: str, closers: list[str], bare: bool, edn: bool, word: str) -> None:
    end = find_word_end(text, 0, len(text), open_closers=closers, bare_keys=bare, edn=edn)

    assert text[:end] == word
