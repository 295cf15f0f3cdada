"""A row of letters: its key, its borders, its mirror image, and parts of a line that are read as other letters."""

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.letters import LetterRow, Variant, unify_letters


def make_row(text: str) -> LetterRow:
    words = []
    at = 0
    for word in text.split(" "):
        words.append((at, at + len(word)))
        at += len(word) + 1
    return LetterRow(Variant(normalize_text(text)), text, words)


def test_words_begin_and_end_where_they_did() -> None:
    row = make_row("as so on")

    assert [row.split(row.begins[place], row.ends[place + 1]) for place in (0, 2)] == [["as"], ["on"]]
    assert row.gaps(0, 6) == [" ", " "]


def test_the_innermost_border_of_a_run_counts_first() -> None:
    row = make_row("as so")

    assert (row.key, row.begins[1], row.outer_begins) == ("aso", 2, {})
    assert make_row("a s so").outer_begins == {1: 1}


def test_a_mirrored_row_begins_and_ends_where_its_words_do() -> None:
    row = make_row("a knoolp here").mirror()

    assert (row.letters, row.key) == ("erehploonka", "erehpionka")
    assert row.split(row.begins[4], row.ends[8]) == ["ploonk"]
    assert row.find_written_span(4, 10) == (2, 8)


def test_a_part_that_is_read_as_other_letters_is_found_where_it_was_written() -> None:
    variant = Variant(normalize_text("p|_|nk")).replace_parts("p|_|nk", [(1, 4, "u")])

    assert variant.reading.text == "punk"
    assert variant.find_written_span(1, 2) == (1, 4)
    assert variant.reverse().find_written_span(2, 3) == (1, 4)


def test_letters_of_scripts_without_blanks_have_one_spelling() -> None:
    assert unify_letters("媽ぁ\u11ab") == "妈あ\u1102"


def test_what_was_written_as_a_code_is_the_letter_that_it_stands_for() -> None:
    row = LetterRow(Variant(normalize_text(r"\u30cbま")), "にま", [(0, 2)], "east")

    assert row.find_written(0, 2) == "ニま"
