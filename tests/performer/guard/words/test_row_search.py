"""The search of a row: what is meant, and what only looks like an entry."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import WordList
from performer.guard.words.harmless import HarmlessWords, fold_harmless
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.row_search import RowSearch
from performer.guard.words.rows import list_rows
from performer.guard.words.word_index import make_index

LEXICON = Lexicon(
    make_index(
        [
            WordList(words=["plonk", "grumble bee", "wobblerone"], category="slurs", rule="test", language="en"),
            WordList(words=["丸子", "시발", "たまご"], category="slurs", rule="test", language="zh"),
        ]
    )
)


def found(text: str, *harmless: str) -> list[str]:
    reading = normalize_text(text)
    hits = (
        (row, each)
        for row in list_rows(reading)
        for each in RowSearch(LEXICON, row, reading.budget, HarmlessWords(fold_harmless(harmless))).find_all()
    )
    return [text[slice(*row.find_written_span(begin, end))] for row, (begin, end, _) in hits]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("two plonkers", "plonkers"),
        ("plonking", "plonking"),
        ("p l o n k", "p l o n k"),
        ("plo nk", "plo nk"),
        ("plΩnk plonkЖ", "plonk"),
        ("plo\nnk", "plo\nnk"),
        ("mywobbleronething", "mywobbleronething"),
        ("mysuperplonk.tv", "mysuperplonk"),
        ("#plonkland", "plonk"),
        ("superplonkshow", "superplonkshow"),
        ("grumble bees", "grumble bees"),
        ("好吃的丸子啊", "丸子"),
        ("丸・子", "丸・子"),
        ("丸 子", "丸 子"),
        ("丸丸丸子", "丸丸丸子"),
        ("たま○", "たま○"),
        ("ㅅㅣㅂㅏㄹ", "ㅅㅣㅂㅏㄹ"),
        ("아시발놈", "시발"),
        ("시이이발", "시이이발"),
        ("시1발", "시1발"),
    ],
)
def test_a_word_is_found(text: str, part: str) -> None:
    assert part in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "aplonk",
        "superknolp",
        "superpl0nk",
        "plonkton",
        "grumble, bee",
        "a plum on keys",
        "まるで丸。子供",
        "赤い丸 子供",
        "시바라",
        "たまに",
        "it's plonky's"[:4],
    ],
)
def test_neighbours_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_harmless_word_around_an_entry_excuses_it() -> None:
    assert found("시발점에서") == ["시발"]
    assert found("시발점에서", "시발점") == []
