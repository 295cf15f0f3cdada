"""The solver of riddles: signs that may be several letters are those of a listed word."""

import time

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import WordList
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.riddle_solver import RiddleSolver
from performer.guard.words.riddles import find_riddles
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
    solver = RiddleSolver(LEXICON, reading.budget)
    hits = (hit for riddle in find_riddles(reading) for hit in solver.solve(riddle))
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
def test_a_riddle_is_the_listed_word_that_it_can_be(line: str, part: str) -> None:
    assert (found(line) or [""])[0] == part


@pytest.mark.parametrize("signs", ["|/\\()[]{}<>^-_3480 ", "6jlb1y u3n0", "ɐǝɔɯʎdqubno "])
def test_noise_is_given_up_soon(signs: str) -> None:
    line = (signs * 60)[:500]
    begin = time.perf_counter()

    assert found(line) == []
    assert time.perf_counter() - begin < 0.5
