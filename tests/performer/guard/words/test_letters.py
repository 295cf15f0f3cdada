"""Rows of letters: what stands between letters falls out, and every letter is found again where it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.letters import LetterRow, list_rows


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
        ("ᎮᏝᎧᏁᏦ", "plonk"),
        ("роттен", "rotten"),
        ("сплиz н", "сплин"),
        ("cплин", "сплин"),
        ("ssoɯ ʞuold", "plonkmoss"),
        ("ꓘNO⅂Ԁ", "plonk"),
        ("ʞꞁoɿq", "prolk"),
        ("丸 子", "丸子"),
        ("丸abc子", "丸子"),
        ("ﾊﾞｶ", "ばか"),
        ("ばぁか", "ばか"),
        ("丸*子", "丸〇子"),
        ("媽媽", "妈妈"),
    ],
)
def test_a_row_has_the_letters_alone(written: str, letters: str) -> None:
    assert letters in [row.letters for row in rows(written)]


def test_plain_prose_is_one_row_and_its_mirror_image() -> None:
    assert [row.letters for row in rows("Große Tür!")] == ["grossetur", "rutessorg"]


@pytest.mark.parametrize(("letters", "key"), [("plonk", "pionk"), ("ploonk", "pionk"), ("phone", "fone")])
def test_the_key_has_classes_of_letters_once(letters: str, key: str) -> None:
    assert rows(letters)[0].key == key


def test_words_begin_and_end_where_they_did() -> None:
    row, _ = rows("as so on")

    assert [row.split(row.begins[place], row.ends[place + 1]) for place in (0, 2)] == [["as"], ["on"]]
    assert row.gaps(0, 6) == [" ", " "]


def test_capitals_are_borders_in_a_word() -> None:
    row, _ = rows("BigPlonkTime")

    assert {3, 8} <= row.begins.keys()


def test_a_letter_is_found_where_it_was_written() -> None:
    row = next(row for row in rows("ok ʞuold") if "plonk" in row.letters)
    begin = row.letters.index("plonk")

    assert row.find_written_span(begin, begin + len("plonk")) == (3, 8)


@given(st.text(alphabet="plonk01|_/\\ .ʞɔяжΩ死ねシﾞᎮ🅱*", max_size=40))
def test_every_letter_comes_from_somewhere(written: str) -> None:
    for row in rows(written):
        for letter in range(len(row.letters)):
            begin, end = row.find_written_span(letter, letter + 1)
            assert 0 <= begin < end <= len(written)


def test_a_mirrored_row_begins_and_ends_where_its_words_do() -> None:
    row = rows("a knoolp here")[1]

    assert (row.letters, row.key) == ("erehploonka", "erehpionka")
    assert row.split(row.begins[4], row.ends[8]) == ["ploonk"]
    assert row.find_written_span(4, 10) == (2, 8)
