"""A stop of any kind, by its marks and by what follows."""

import pytest

from performer.speech.sentences.ends import judge
from performer.speech.sentences.stop import MORE, StopKind
from tests.performer.speech.sentences.stops import stop_in


@pytest.mark.parametrize(
    ("kind", "text", "ends"),
    [
        (StopKind.LOUD, "Run¦! Then he left", True),
        (StopKind.LOUD, "Run¦! – he said", False),
        (StopKind.LOUD, "GG¦!Next one", True),
        (StopKind.LOUD, "if x¦!=y", False),
        (StopKind.LOUD, "I like Yahoo¦! very much", False),
        (StopKind.LOUD, "He cried “Run¦!” Tom said", False),
        (StopKind.LOUD, "He cried “Run¦!” Then it fell", True),
        (StopKind.DOTS, "Wait¦… Then he left", True),
        (StopKind.DOTS, "Wait¦… and see", False),
        (StopKind.DOTS, "I¦… I left", False),
        (StopKind.DOTS, "Th¦… That was it", False),
        (StopKind.DOTS, "Um¦… Tom left", False),
        (StopKind.WIDE, "やった¦！次だ", True),
        (StopKind.WIDE, "「え¦？」って言った", False),
        (StopKind.CLAUSE, "Well¦, then", False),
        (StopKind.CLAUSE, "When all of it was over¦, he left", True),
        (StopKind.DOT, "He runs¦. .NET is old", True),
        (StopKind.DOT, "He runs¦., and so on", False),
        (StopKind.DOT, "He runs¦.\nThen", True),
    ],
)
def test_a_sentence_ends_where_a_reader_would_say_so(kind: StopKind, text: str, ends: bool) -> None:
    assert judge(stop_in(text, kind=kind)) is ends


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (StopKind.LOUD, "Run¦! "),
        (StopKind.LOUD, "Run¦! –"),
        (StopKind.DOTS, "That¦… Th"),
        (StopKind.LOUD, "He cried “Run¦!” Th"),
        (StopKind.DOT, "He runs¦. ."),
    ],
)
def test_what_more_of_the_text_may_change_is_undecided(kind: StopKind, text: str) -> None:
    assert judge(stop_in(text, kind=kind, final=False)) is MORE


def test_the_end_of_the_text_ends_its_last_sentence() -> None:
    assert judge(stop_in("Run¦!", kind=StopKind.LOUD)) is True


def test_a_picture_ends_a_sentence_only_before_a_word_that_begins_one() -> None:
    def judged(text: str) -> object:
        stop = stop_in(text.replace("🎉", "¦🎉"), kind=StopKind.PICTURE)
        return judge(stop._replace(after=text.index("🎉") + 2))

    assert judged("We won 🎉 Then he left") is True
    assert judged("We won 🎉 against Tom") is False
