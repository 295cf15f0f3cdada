"""Cutting sentences while the text streams in."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.speech.sentences.cutter import LONGEST, SentenceCutter
from tests.performer.speech.sentences.splits import CORPUS, Line, cut, read_corpus, read_lines, splits

LINES = read_lines()
FRAGMENTS = (
    "Mr. |Dr|e.g.|z. B. |U.S. |J. |No. |12. |3|.5|etc.| p.m.| vs. |1. |A|I|...|…| . . .|!|?|?!|。|！|？|.|,|;|:| |  |"
    "\n|\u202f|\u3000|「|」|(|)|\"|'|“|”|„|«|»|`|```|**|*|_|<b>|</b>|- | — |¿|:)|:D|xD|<3|😅|🎉|❤️|:fire:|(^_^)|(T|"
    "www|って|と言|が|他说|ㅋㅋ|笑|The|That was|und|Das|Mai|said|Tom|Yahoo|http://a.b/c?D|config.json|iPhone|b|Nice.Now|漢字"
).split("|")
"""What sentence ends are made of; any of them may stand beside any other."""

HOSTILE = (
    '.|"|(|1| |\n|`|🎉|！|。「|. |a. |A. |(. A|(. A) |"! |e.g. |1. |a\'a! |a... |A🎉 |!</a|h. H|x... I |```\nx. y\n|'
    "「。」|:a|(^|漢"
).split("|")
"""What might make a careless cutter read the same again and again."""


@pytest.mark.parametrize("lang", sorted({line.lang for line in LINES}))
def test_each_line_is_cut_at_its_sentence_ends_in_any_chunks(lang: str) -> None:
    assert not _wrong([line for line in LINES if line.lang == lang])


def test_knowing_the_language_makes_no_line_worse() -> None:
    assert not [line.text for line in LINES if cut([line.text], lang=line.lang) != line.sentences]


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not beside the checkout")
def test_each_line_of_the_corpus_is_cut_right_in_any_chunks() -> None:
    assert not _wrong(read_corpus())


def _wrong(lines: list[Line]) -> list[tuple[str, list[str]]]:
    """List each line and way to split it that does not give the sentences as they are marked."""
    answers = ((line, way, cut(pieces)) for line in lines for way, pieces in splits(line.text))
    return [(f"{way}: {line.text}", got) for line, way, got in answers if got != line.sentences]


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_the_sentences_are_the_same_however_a_text_is_split(data: st.DataObject) -> None:
    lines = st.sampled_from([line.text for line in LINES])
    text = "".join(data.draw(st.lists(st.sampled_from(FRAGMENTS) | lines, max_size=30)))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=40)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    assert cut(pieces) == cut([text]) == cut(list(text))


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300))
def test_nothing_but_white_space_is_lost(text: str) -> None:
    assert "".join("".join(cut(list(text))).split()) == "".join(text.split())


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("early_end", [False, True], ids=["waits", "ends early"])
def test_no_text_takes_longer_than_in_proportion(unit: str, *, early_end: bool) -> None:
    text = (unit * 6_000)[:6_000]
    began = time.process_time()
    cut(list(text), early_end=early_end)

    assert time.process_time() - began < 1  # 0.01 to 0.05 s on an idle machine; whatever is not linear takes minutes


def test_a_sentence_goes_out_as_soon_as_the_next_one_begins() -> None:
    cutter = SentenceCutter()

    assert cutter.feed("One. ") == []
    assert cutter.feed("T") == ["One."]


@pytest.mark.parametrize("text", ["One!\n", "Eins.\n", "一。\n"])
def test_a_line_feed_ends_a_sentence_at_once(text: str) -> None:
    assert SentenceCutter().feed(text) == [text.strip()]


@pytest.mark.parametrize(
    ("text", "following"),
    [
        ("やった。", "次"),
        ("GG!", " N"),
        ('"Run."', " S"),
        ("「よし！」", "二"),
        ("GG! 🎉 ", "N"),
        ("Yes? ", "5"),
        ("(Go!)", " N"),
    ],
)
def test_what_needs_one_more_character_goes_out_with_it(text: str, following: str) -> None:
    cutter = SentenceCutter()

    assert cutter.feed(text) == []
    assert cutter.feed(following) == [text.strip()]


def test_a_quote_that_never_closes_holds_nothing_up_for_long() -> None:
    cutter = SentenceCutter()

    assert cutter.feed('"One. Two. ' + "Word " * 40) == ['"One.', "Two."]


@pytest.mark.parametrize("sentence", ["Too bad :( for us.", "'Cause I said so.", 'A 5" screen.', "We don't (: care."])
def test_a_face_or_an_apostrophe_opens_nothing(sentence: str) -> None:
    assert SentenceCutter().feed(f"{sentence} Next") == [sentence]


def test_marks_without_end_are_cut_as_well() -> None:
    assert SentenceCutter().feed("Oh" + "!" * 2000)


def test_a_text_without_any_end_is_cut_between_words() -> None:
    pieces = cut(["word " * 200])

    assert all(len(piece) <= LONGEST for piece in pieces)
    assert " ".join(pieces) == ("word " * 200).strip()


def test_a_text_without_spaces_is_cut_at_a_comma() -> None:
    assert cut(["漢" * 300 + "、" + "字" * 300]) == ["漢" * 300 + "、", "字" * 300]


def test_a_code_block_is_one_piece_and_a_long_one_stays_code() -> None:
    block = "```py\nprint(1). Really.\nexit()\n```"
    long = cut(["```\n" + "x = 1. Y\n" * 80 + "```\nDone."])

    assert cut([f"Look:\n{block}\nThat was it."]) == ["Look:", block, "That was it."]
    assert all(piece.startswith("```") for piece in long[:-1])
    assert long[-1] == "Done."


def test_nothing_comes_of_white_space() -> None:
    assert cut([" \n \n"]) == []


def test_the_next_text_begins_anew() -> None:
    cutter = SentenceCutter()
    cutter.feed('"Half a quote (of 3')
    cutter.finish()

    assert [*cutter.feed("1. jump. Go! "), *cutter.finish()] == ["1. jump.", "Go!"]


CLAUSES = [
    (
        "Oh my goodness, that frog is huge. Run, now, quickly!",
        ["Oh my goodness,", "that frog is huge.", "Run, now, quickly!"],
    ),
    ("Oh no, not again, he is back.", ["Oh no, not again,", "he is back."]),
    ("Well, he died.", ["Well, he died."]),
    ("I have 1,000,000 gold – all of it stolen.", ["I have 1,000,000 gold –", "all of it stolen."]),
    ("Look (up there, at the frog), now.", ["Look (up there, at the frog),", "now."]),
    ("Short. But then, after a while, more.", ["Short.", "But then, after a while, more."]),
    ("That was unexpected; use e.g. the bow.", ["That was unexpected;", "use e.g. the bow."]),
    ("Okay then my friend, the abk. of that is bad.", ["Okay then my friend,", "the abk. of that is bad."]),
    ("He fell down - as planned.", ["He fell down -", "as planned."]),
    ("A well-known, much-feared frog.", ["A well-known,", "much-feared frog."]),
    ("今日は本当にいい天気ですね、でも負けた。", ["今日は本当にいい天気ですね、", "でも負けた。"]),
]


@pytest.mark.parametrize(("text", "sentences"), CLAUSES)
def test_a_first_clause_may_go_out_early(text: str, sentences: list[str]) -> None:
    answers = {way: cut(pieces, first_clause=True) for way, pieces in splits(text)}

    assert answers == dict.fromkeys(answers, sentences)


def test_a_plain_first_sentence_goes_out_with_its_stop_if_that_is_asked_for() -> None:
    cutter = SentenceCutter(early_end=True)

    assert cutter.feed("He goes for the chest") == []
    assert cutter.feed(".") == ["He goes for the chest."]


def test_only_the_first_sentence_of_a_text_ends_early() -> None:
    cutter = SentenceCutter(early_end=True)
    cutter.feed("He goes for the chest.")

    assert cutter.feed(" It is a trap again.") == []
    assert cutter.finish() == ["It is a trap again."]
    assert cutter.feed("He goes for the door.") == ["He goes for the door."]


@pytest.mark.parametrize(
    ("pieces", "sentences"),
    [
        (["He was so close", ".", "..", " or was he?"], ["He was so close.", "or was he?"]),
        (["He was so close", "!", "!", "!"], ["He was so close!"]),
        (["Are you really sure", "?", "!", " Fine."], ["Are you really sure?", "Fine."]),
        (["He was so close", "!", " 🎉", " Next", " round."], ["He was so close!", "🎉 Next round."]),
        (["He was so close", ".", " :", ")", " The", " end."], ["He was so close.", ":) The end."]),
        (["He was so close", "!", " 🎉"], ["He was so close!"]),
        (["He was so close", "!", " 🎉", "\n", "Next."], ["He was so close!", "Next."]),
        (["He was so close", ".", "*"], ["He was so close."]),
        (["He was so close", ".", '"', "\n", "Next."], ["He was so close.", "Next."]),
        (["He found a strange sword", ".", "exe", " today."], ["He found a strange sword.", "exe today."]),
    ],
)
def test_what_belongs_to_a_sentence_that_ended_early_is_no_sentence(pieces: list[str], sentences: list[str]) -> None:
    assert cut(pieces, early_end=True) == sentences


PLAIN = (
    'He was so close|we really won|Fine|e.g. |Mr. |3|.5|I think|said|config|com|the|.|.|!|?|…|。|,|\n| | |"|(|)|*|`'
).split("|")
"""Fragments without a picture that is written in letters."""


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_an_early_end_loses_no_word_and_changes_sentences_only_behind_a_stop(data: st.DataObject) -> None:
    fragments = data.draw(st.lists(st.sampled_from(PLAIN), max_size=12))
    text = "He was so close." + "".join(fragments)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=20)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    early = cut(pieces, early_end=True)

    assert [each for each in "".join(early) if each.isalnum()] == [each for each in text if each.isalnum()]
    if not any(piece.endswith((*".!?。",)) for piece in pieces[:-1]):
        assert early == cut([text])


@pytest.mark.parametrize("way", ["tokens", "characters"])
def test_an_early_end_cuts_at_least_95_of_100_lines_right(way: str) -> None:
    right = [cut(dict(splits(line.text))[way], early_end=True) == line.sentences for line in LINES]

    assert sum(right) / len(right) >= 0.95
