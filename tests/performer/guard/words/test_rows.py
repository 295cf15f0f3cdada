"""The rows of a line: what stands between letters falls out, and every letter is found where it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.guard.normalise.budget import SearchExhausted
from performer.guard.normalise.readings import normalize_text
from performer.guard.words.letters import LetterRow
from performer.guard.words.rows import list_rows


def rows(text: str) -> list[LetterRow]:
    return list_rows(normalize_text(text))


@pytest.mark.parametrize(
    ("written", "letters"),
    [
        ("a plonk", "aplonk"),
        ("p.l-o n_k", "plonk"),
        ("plΩonk", "plonk"),
        ("Ꮳplonkก", "plonk"),
        ("p10nk", "p10nk"),
        ("p|_|nk", "punk"),
        ("pl🇩🇪onk", "plonk"),
        ("ᎮᏝᎧᏁᏦ", "plonk"),
        ("роттен", "rotten"),
        ("ssoɯ ʞuold", "plonkmoss"),
        ("ꓘNO⅂Ԁ", "plonk"),
        ("ʞꞁoɿq", "prolk"),
        ("丸 子", "丸子"),
        ("丸abc子", "丸子"),
        ("ﾊﾞｶ", "ばか"),
        ("ばぁか", "ばか"),
        ("丸*子", "丸〇子"),
        ("丸♡子", "丸〇子"),
        ("丸◎子", "丸〇子"),
        ("丸丸子子", "丸子"),
        ("たたぬぬきき", "たぬき"),
        ("たっぬき", "たぬき"),
        ("媽媽", "妈妈"),
    ],
)
def test_a_row_has_the_letters_alone(written: str, letters: str) -> None:
    assert letters in [row.letters for row in rows(written)]


def test_plain_prose_is_one_row_that_is_read_in_both_directions() -> None:
    assert [(row.letters, row.is_readable_backwards) for row in rows("Große Tür!")] == [("grossetur", True)]


@pytest.mark.parametrize(("letters", "key"), [("plonk", "pionk"), ("ploonk", "pionk"), ("phone", "fone")])
def test_the_key_has_classes_of_letters_once(letters: str, key: str) -> None:
    assert rows(letters)[0].key == key


def test_capitals_are_borders_in_a_word() -> None:
    (row,) = rows("BigPlonkTime")

    assert {3, 8} <= row.begins.keys()


def test_capitals_behind_an_accented_letter_are_borders() -> None:
    (row,) = rows("BigPlonkéTime")

    assert {3, 9} <= row.begins.keys()


def test_a_letter_is_found_where_it_was_written() -> None:
    row = next(row for row in rows("ok ʞuold") if "plonk" in row.letters)
    begin = row.letters.index("plonk")

    assert row.find_written_span(begin, begin + len("plonk")) == (3, 8)


@given(st.text(alphabet="plonk01|_/\\ .ʞɔяжΩ死ねシﾞᎮ🅱*", max_size=40))
def test_every_letter_comes_from_somewhere(written: str) -> None:
    try:
        found = rows(written)
    except SearchExhausted:
        return  # a line of so many readings is dropped whole
    for row in found:
        for letter in range(len(row.letters)):
            begin, end = row.find_written_span(letter, letter + 1)
            assert 0 <= begin < end <= len(written)


@pytest.mark.parametrize("text", ["はし5", "ha死5", "6ばた", "は#し", "は⭕し"])
def test_digits_and_signs_beside_kana_make_a_row_more(text: str) -> None:
    assert len(list_rows(normalize_text(text))) > len(list_rows(normalize_text("はし")))


def test_digits_beside_kana_are_read_as_kana() -> None:
    letters = {row.letters for row in list_rows(normalize_text("たぬ9"))}
    assert {"たぬく", "たぬき"} <= letters
