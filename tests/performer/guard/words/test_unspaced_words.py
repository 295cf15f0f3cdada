"""Words of scripts without blanks: what is one word in spite of what stands between its letters, and what is two."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder


@pytest.fixture(scope="module")
def finder() -> WordFinder:
    return WordFinder(
        WordList(
            words=["丸子", "大家", "你好吗", "너구리", "たまご", "きりん", "바나나 우유"],
            category="profanity",
            rule="test",
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "好吃的丸・子啊",
        "丸,子",
        "好吃的(丸)子啊",
        "好吃的丸(子)啊",
        "나의 (너)구리야",
        "나의 너(구리)야",
        "「た」まごだよ",
        "너ㅇ구리야",
        "너~구~리",
        "나의 바나나 우유야",
        "好吃的丸 子啊",
        "好吃的丸\n子啊",
        "说你 好吗吧",
        "このタマ ゴが",
        "これはきり んだよ",
    ],
)
def test_a_word_that_signs_part_is_found(finder: WordFinder, text: str) -> None:
    assert [*finder.find(normalize_text(text))]


@pytest.mark.parametrize(
    "text",
    [
        "너, 구리야",
        "나 너(구리반지야)",
        "(나 너)구리야",
        "これ(たま)ごはん",
        "たま。ごはん",
        "너. 구리는",
        "또 너(구리 반지)",
    ],
)
def test_two_words_that_signs_part_are_none(finder: WordFinder, text: str) -> None:
    assert not [*finder.find(normalize_text(text))]
