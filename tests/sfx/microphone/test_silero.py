"""The Silero model: it finds speech beside noise, and is asked seldom."""

from array import array

from sfx.microphone.samples import SLICE, SLICE_S, NoiseFloor
from sfx.microphone.silero import SileroDetector
from tests.sfx.microphone.judging import after_a_while, judge_each, judged, quiet_room, voice
from tests.speaking import RATE, at_level, hum, noise, spoken


def test_the_model_hears_a_voice_beside_a_loud_fan() -> None:
    speech = judged("silero", after_a_while(voice(), noise(5.0, -40, fan=0.8)))

    assert sum(speech) * SLICE_S > 0.7 * len(voice()) / RATE


def test_the_model_is_not_asked_in_quiet_and_seldom_while_somebody_goes_on_speaking() -> None:
    asked = 0
    detector = SileroDetector(floor := NoiseFloor())
    ask = detector._ask

    def counted(samples: "array[int]") -> float:
        nonlocal asked
        asked += 1
        return ask(samples)

    detector._ask = counted  # type: ignore[method-assign]  # counts what the library is asked
    judge_each(detector, floor, quiet_room())
    in_quiet, asked = asked, 0
    long = at_level(
        spoken("And so we went on and on and over the hills and down the river until the morning came."), -26
    )
    judge_each(detector, floor, long)

    assert in_quiet < 10
    assert asked < 0.75 * len(long) / SLICE


def test_what_drones_on_as_loudly_as_somebody_spoke_is_not_believed_for_long() -> None:
    talk = at_level(spoken("And so we went on over the hills and down along the river, until the morning came"), -26)
    speech = judged("silero", talk + hum(2.0, -24))

    assert not any(speech[len(talk) // SLICE + 15 :])
