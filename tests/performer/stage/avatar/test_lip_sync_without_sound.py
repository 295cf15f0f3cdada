import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from performer.stage.avatar.lip_sync import make_babble_envelope, make_envelope


def openings(envelope: tuple[float, ...]) -> int:
    """Count how often the mouth opens."""
    return sum(1 for before, now in zip((0.0, *envelope), envelope, strict=False) if before < 0.2 <= now)


@pytest.mark.parametrize(
    ("text", "syllables"),
    [
        ("Banana.", 3),
        ("Well played, chest goblin!", 5),
        ("Das war über knapp.", 5),
        ("Привет, сова", 4),
        ("Hmm.", 1),
        ("42", 2),
        ("你好", 2),
    ],
)
def test_the_mouth_opens_once_a_syllable(text: str, syllables: int) -> None:
    assert openings(make_envelope(text, 3)) == syllables


def test_it_lasts_as_long_as_the_line_and_is_gentle() -> None:
    envelope = make_envelope("Two hit points left and he goes for the chest.", 2.5)

    assert len(envelope) == 125
    assert 0.3 < max(envelope) < 0.7
    assert max(envelope[0], envelope[-1]) < 0.3


def test_a_comma_is_a_rest_and_open_vowels_are_louder() -> None:
    envelope = make_envelope("baba, didi", 2)
    rest = envelope.index(0.0)

    assert max(envelope[:rest]) > max(envelope[rest:]) > 0.3
    assert envelope[rest : rest + 10] == (0.0,) * 10


@pytest.mark.parametrize("text", ["", "🎉🎉", "...", "?!"])
def test_without_a_word_the_mouth_stays_shut(text: str) -> None:
    assert make_envelope(text, 2) == ()


def test_words_that_are_not_known_are_babbled() -> None:
    assert openings(make_babble_envelope(2)) == 8
    assert len(make_babble_envelope(2)) == 100
    assert make_babble_envelope(0) == ()


@given(st.text(max_size=200), st.floats(0, 1e6))
@example(text="0", duration_s=2.51)  # half a step more than 125, or a bit less: as it is reckoned
def test_any_text_gives_an_envelope_in_range_and_of_the_right_length(text: str, duration_s: float) -> None:
    envelope = make_envelope(text, duration_s)

    assert all(0 <= value <= 1 for value in envelope)
    assert not envelope or abs(len(envelope) - min(duration_s, 60) * 50) < 0.51
