import pytest

from performer.stage.sound.sentence import cut_rest
from tests.performer.stage.sound.lines import RATE, SECOND, piece


@pytest.mark.parametrize(("from_s", "lengths"), [(0.0, [1.0, 1.0]), (0.25, [0.75, 1.0]), (1.5, [0.5]), (9.0, [0.0])])
def test_the_rest_begins_at_a_position_and_ends_with_the_last_piece(from_s: float, lengths: list[float]) -> None:
    rest = list(cut_rest([piece(last=False), piece(last=True)], from_s))

    assert [sound.duration_s for sound, _ in rest] == lengths
    assert [len(pcm) for _, pcm in rest] == [2 * RATE * length for length in lengths]
    assert rest[-1][0].last


def test_the_envelope_is_cut_with_the_sound() -> None:
    [(sound, _)] = cut_rest([piece(pcm=SECOND[: 2 * RATE * 40 // 1000])], 0.02)

    assert sound.envelope == (1.0,)
