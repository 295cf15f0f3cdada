"""The generator of the misspelt words, with stand-ins for strong words."""

from misspell_guard_words import (
    Spellings,
    find_clashes,
    leave_out_collisions,
    list_strong_words,
    load_sounds,
    make_slips,
    make_typos,
    misspell,
    romanize,
    spell_by_sound,
)

from performer.guard.verdict import Category
from performer.guard.words.misspelt_words import ENDED, EXACT

RULES = load_sounds("en")


def test_one_sound_is_written_otherwise_at_each_place() -> None:
    assert "plonka" in set(spell_by_sound("plonker", RULES))


def test_a_strong_word_is_misspelt_in_more_ways() -> None:
    weak, strong = ({each for each, _, _ in misspell("plonker", RULES, is_strong=strong)} for strong in (False, True))

    assert {"plonekr", "plnker", "plonka", "plonkerr", "plonger"} <= weak < strong
    assert {"plpnker", "plonnka", "plohnker"} & strong


def test_a_russian_word_is_written_in_latin_letters_in_several_ways() -> None:
    assert {"zhuhlya", "juhlya", "zhukhlya", "zhuhlja"} == set(romanize("жухля"))
    assert not set(romanize("plonk"))


def test_a_short_word_is_hardly_misspelt() -> None:
    assert {each for each, _, _ in misspell("plon", RULES, is_strong=False)} == {"plon"}


def test_a_word_has_the_typing_errors_of_its_keys() -> None:
    assert {"plpnk", "polnk", "plnk", "plonjk"} <= set(make_typos("plonk"))


def test_harmless_words_clash_with_a_spelling() -> None:
    spellings: dict[str, Category] = {"plonk": "slurs", "flarnk" + ENDED: "slurs", "grumel" + EXACT: "slurs"}

    assert find_clashes(spellings, ["ploncc", "flarncks", "grummel", "grumel", "quibble"]) == {
        "plonk": ["ploncc"],
        "flarnk" + ENDED: ["flarncks"],
        "grumel" + EXACT: ["grumel"],
    }


def test_bold_spellings_are_left_out_where_harmless_words_crowd() -> None:
    spellings = Spellings()
    spellings.add("plonk", "slurs", "plonk", is_bold=False)
    for bold in ("plonj", "plomk", "plink"):
        spellings.add(bold, "slurs", "plonk", is_bold=True)

    spellings.drop({"plink"})

    assert set(spellings.categories) == {"plonk"}


def test_strong_words_are_single_and_of_one_script() -> None:
    words = list_strong_words()

    assert {language for language, _ in words.values()} == {"en", "de", "fr", "es", "pt", "ru"}
    assert all(word.isalpha() for word in words)


def test_any_letter_may_slip_into_a_harmless_word() -> None:
    assert {"plonzk", "plzonk", "plqnk", "zplonk"} <= set(make_slips("plonk"))
    assert "пщонк" in set(make_slips("плонк"))


def test_a_spelling_with_the_check_sum_of_a_harmless_word_is_left_out() -> None:
    spellings = Spellings()
    spellings.add("plonk", "slurs", "plonk", is_bold=False)

    leave_out_collisions(spellings, {"quibble": 300, "plonk": 300})

    assert set(spellings.categories) == {"plonk"}
