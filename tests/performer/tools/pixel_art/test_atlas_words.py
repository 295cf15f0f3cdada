"""What words mean, in whatever language, number and case."""

import pytest

from performer.tools.pixel_art.atlas import (
    FOLDER,
    TAG,
    find_icon,
    fold,
    generate_forms,
    get_icon,
    load_meanings,
    load_parts,
    look_up,
)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("castle", "castle"),
        ("dragons", "dragon"),
        ("wolves", "wolf"),
        ("drache", "dragon"),
        ("drachen", "dragon"),
        ("dragones", "dragon"),
        ("châteaux", "castle"),
        ("лисы", "fox"),
        ("шляпе", "top hat"),
        ("ドラゴン", "dragon"),
        ("城堡", "castle"),
        ("treasure map", "treasure map"),
        ("piratenschiff", "galleon"),
    ],
)
def test_a_word_means_an_icon(word: str, name: str) -> None:
    assert get_icon(look_up(fold(word))[0].number).name == name


@pytest.mark.parametrize("word", ["", "zorblax", "a\tb", "\n", "zzzzzzzz"])
def test_what_is_no_word_of_it_means_nothing(word: str) -> None:
    assert not [match for match in look_up(word) if match.tier < TAG]


def test_a_name_is_surer_than_a_keyword() -> None:
    found = look_up("fire")

    assert get_icon(found[0].number).name == "fire"
    assert list(found) == sorted(found, key=lambda match: match.tier)


def test_the_first_and_the_last_line_are_found_too() -> None:
    lines = (FOLDER / "index.txt").read_text(encoding="utf-8").splitlines()
    for line in (lines[0], lines[1], lines[len(lines) // 2], lines[-2], lines[-1]):
        word, _, rest = line.partition("\t")
        assert [f"{match.tier}.{match.number}" for match in look_up(word)] == rest.split()


def test_accents_of_latin_letters_do_not_count_and_others_do() -> None:
    assert fold("  ÉPÉE d’Or ") == "epee d'or"
    assert fold("ё й ド") == "ё й ド"


def test_a_word_keeps_three_letters_of_its_own() -> None:
    assert list(generate_forms("gas")) == ["gas"]
    assert "cat" in generate_forms("cats")


def test_every_part_has_an_icon() -> None:
    assert [part.name for part in load_parts().values() if find_icon(part.icon) is None] == []


@pytest.mark.parametrize(
    ("kind", "word", "name"),
    [
        ("colours", "rot", "red"),
        ("colours", "d'or", "gold"),
        ("looks", "furioso", "angry"),
        ("parts", "krone", "crown"),
    ],
)
def test_colours_looks_and_parts_have_words_in_many_languages(kind: str, word: str, name: str) -> None:
    assert load_meanings(kind)[word] == name
