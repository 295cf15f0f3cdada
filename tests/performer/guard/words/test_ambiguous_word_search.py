"""The search for ambiguous words: signs that may be several letters are those of a listed word."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.ambiguous_word_search import AmbiguousWordSearch
from performer.guard.words.ambiguous_words import find_ambiguous_words
from performer.guard.words.entry import WordList
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.word_index import make_index

LEXICON = Lexicon(
    make_index(
        [
            WordList(words=["plonk", "grumble bee", "wobbler"], category="slurs", rule="test", language="en"),
            WordList(
                words=["бубнеж", "жаворон*", "злой скрытень", "чепуха"], category="slurs", rule="test", language="ru"
            ),
            WordList(words=["mildew"], category="mild", rule="test", language="en"),
        ]
    )
)


def found(line: str) -> list[str]:
    reading = normalize_text(line)
    search = AmbiguousWordSearch(LEXICON, reading.budget)
    hits = (hit for word in find_ambiguous_words(reading) for hit in search.find(word))
    return [line[slice(*reading.find_written_span(start, end))] for start, end, _ in hits]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("a |*|_()/\\/|< here", "|*|_()/\\/|<"),
        ("a |>lo/\\/|<!", "|>lo/\\/|<"),
        ("so ʞuold, then", "ʞuold"),
        ("so ǝǝq ǝʃqɯnɹƃ then", "ǝǝq ǝʃqɯnɹƃ"),
        ("(_+|2|_|mb|e bee!", "(_+|2|_|mb|e bee"),
        ("ну 6y6неж", "6y6неж"),
        ("ну 6y6нe}|{!", "6y6нe}|{"),
        ("ну бубнежu там", "бубнежu"),
        ("ну >|<авоpонok", ">|<авоpонok"),
        ("ну zloy skryten' опять", ""),
        ("ну 4enyxa там", "4enyxa"),
        ("ну xtge[f там", "xtge[f"),
        ("ну chepuha там", "chepuha"),
        ("ну ɐxʎuǝҺ там", "ɐxʎuǝҺ"),
        ("m!|dew", ""),
        ("a chepuha there", ""),
    ],
)
def test_an_ambiguous_word_is_the_listed_word_that_it_can_be(line: str, part: str) -> None:
    assert (found(line) or [""])[0] == part


@pytest.mark.parametrize("signs", ["|/\\()[]{}<>^-_3480 ", "6jlb1y u3n0", "ɐǝɔɯʎdqubno "])
def test_noise_is_given_up_soon(signs: str) -> None:
    reading = normalize_text((signs * 60)[:500])
    search = AmbiguousWordSearch(LEXICON, reading.budget)

    assert not [hit for word in find_ambiguous_words(reading) for hit in search.find(word)]
    assert -1000 < reading.budget.tries < 1000
