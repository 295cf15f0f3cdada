import pytest

from performer.stage.sound.sentence import Sentence
from tests.performer.stage.sound.lines import RATE, SECOND, piece


def test_a_sentence_is_whole_with_its_last_piece() -> None:
    sentence = Sentence()
    assert sentence.is_empty

    sentence.add(piece(last=False))
    assert (sentence.is_empty, sentence.is_whole) == (False, False)
    sentence.add(sentence.make_closing_piece())

    assert sentence.is_whole
    assert sentence.duration_s == 1.0
    assert sentence.id == "s1"


@pytest.mark.parametrize(("from_s", "lengths"), [(0.0, [1.0, 1.0]), (0.25, [0.75, 1.0]), (1.5, [0.5]), (9.0, [0.0])])
def test_the_rest_begins_at_a_position_and_ends_with_the_last_piece(from_s: float, lengths: list[float]) -> None:
    sentence = Sentence()
    for last in (False, True):
        sentence.add(piece(last=last))

    rest = list(sentence.cut_rest(from_s))

    assert [sound.duration_s for sound, _ in rest] == lengths
    assert [len(pcm) for _, pcm in rest] == [2 * RATE * length for length in lengths]
    assert rest[-1][0].last


def test_the_envelope_is_cut_with_the_sound() -> None:
    sentence = Sentence()
    sentence.add(piece(pcm=SECOND[: 2 * RATE * 40 // 1000]))

    [(sound, _)] = sentence.cut_rest(0.02)

    assert sound.envelope == (1.0,)
