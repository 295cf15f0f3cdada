"""Manners: hold, go on, give way."""

import pytest

from performer.speech.hearing.barge_in import LOUDEN_AFTER_S, RECENT_S, RESUME_AFTER_S, BargeIn, LineAction
from performer.speech.hearing.samples import SLICE_S
from performer.speech.hearing.voice_activity import Talk

TURN = 3
SOFTNESS = (LineAction.SOFTEN, LineAction.LOUDEN)


class Scene:
    """Someone speaks, slice by slice, while we do; whatever barge-in asks for is noted with its instant."""

    def __init__(self, *, ours_is_kept: bool = False) -> None:
        self.talk = Talk()
        self.barge_in = BargeIn(self.talk)
        self.now_s = 100.0
        self.all_steps: list[tuple[LineAction, float]] = []
        self._speaking: int | None = TURN
        self._is_kept = ours_is_kept

    def speak(self, seconds: float, *, probability: float = 1.0) -> None:
        for _ in range(round(seconds / SLICE_S)):
            self.now_s += SLICE_S
            self.talk.note_speech(self.now_s, probability)
            self._ask()

    def wait(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.barge_in.find_next_s() <= end_s:
            self.now_s = max(self.now_s, self.barge_in.find_next_s())
            self._ask()
        self.now_s = end_s
        self._ask()

    def _ask(self) -> None:
        while step := self.barge_in.step(self.now_s, self._speaking):
            self.all_steps.append((step, round(self.now_s - 100.0, 3)))
            if step is LineAction.GIVE_WAY and not self._is_kept:
                self._speaking = None

    @property
    def steps(self) -> list[tuple[LineAction, float]]:
        """All that changes whether the line is heard; how loud it is comes beside that."""
        return [each for each in self.all_steps if each[0] not in SOFTNESS]

    @property
    def kinds(self) -> list[LineAction]:
        return [step for step, _ in self.steps]

    @property
    def softness(self) -> list[tuple[LineAction, float]]:
        return [each for each in self.all_steps if each[0] in SOFTNESS]


def test_a_line_is_held_after_400_ms_of_speech() -> None:
    scene = Scene()
    scene.speak(0.416)

    assert scene.kinds == [LineAction.HOLD]
    assert scene.steps[0][1] == pytest.approx(0.4, abs=0.02)


def test_a_line_is_softer_with_the_first_slice_of_speech_and_as_loud_as_ever_a_moment_after_it() -> None:
    scene = Scene()
    scene.speak(0.32)
    scene.wait(1.0)

    assert scene.softness == [
        (LineAction.SOFTEN, 0.032),
        (LineAction.LOUDEN, pytest.approx(0.32 + LOUDEN_AFTER_S)),
    ]
    assert scene.steps == []


def test_a_line_that_ends_while_it_is_soft_leaves_no_softness_behind() -> None:
    scene = Scene()
    scene.speak(0.1)
    scene._speaking = None
    scene.speak(0.1)

    assert [step for step, _ in scene.softness] == [LineAction.SOFTEN, LineAction.LOUDEN]


def test_a_hold_needs_no_loudness_back() -> None:
    scene = Scene()
    scene.speak(3.0)

    assert [step for step, _ in scene.all_steps] == [LineAction.SOFTEN, LineAction.HOLD, LineAction.GIVE_WAY]


def test_a_burst_under_600_ms_is_ignored_and_the_line_goes_on_within_two_seconds() -> None:
    scene = Scene()
    scene.speak(0.5)
    scene.wait(5.0)

    assert scene.kinds == [LineAction.HOLD, LineAction.RESUME]
    assert scene.steps[1][1] - scene.steps[0][1] < 1.0
    assert scene.steps[1][1] == pytest.approx(0.512 + RESUME_AFTER_S)


@pytest.mark.parametrize("seconds", [0.1, 0.25, 0.35])
def test_a_cough_and_a_hum_are_not_even_held_for(seconds: float) -> None:
    scene = Scene()
    scene.speak(seconds)
    scene.wait(5.0)

    assert scene.steps == []


def test_talk_takes_the_line_away_at_600_ms() -> None:
    scene = Scene()
    scene.speak(3.0)

    assert scene.kinds == [LineAction.HOLD, LineAction.GIVE_WAY]
    assert scene.steps[1][1] == pytest.approx(0.6, abs=SLICE_S)


def test_doubtful_sound_takes_longer_and_is_forgiven_when_it_ends() -> None:
    scene = Scene()
    scene.speak(0.9, probability=0.55)
    scene.wait(5.0)

    assert scene.kinds == [LineAction.HOLD, LineAction.RESUME]


def test_sound_that_stays_doubtful_is_believed_in_the_end() -> None:
    scene = Scene()
    scene.speak(3.0, probability=0.55)

    assert scene.kinds == [LineAction.HOLD, LineAction.GIVE_WAY]
    assert scene.steps[1][1] == pytest.approx(1.0, abs=SLICE_S)


def test_a_hold_is_over_within_two_seconds_whatever_goes_on() -> None:
    scene = Scene()
    scene.speak(0.45)
    for _ in range(8):
        scene.wait(0.35)
        scene.speak(0.1)

    assert scene.kinds[:2] == [LineAction.HOLD, LineAction.RESUME]
    assert scene.steps[1][1] - scene.steps[0][1] <= 2.0


def test_a_line_that_must_not_be_lost_goes_on_when_the_floor_is_free() -> None:
    scene = Scene(ours_is_kept=True)
    scene.speak(3.0)
    scene.wait(5.0)

    assert scene.kinds == [LineAction.HOLD, LineAction.GIVE_WAY, LineAction.RESUME]
    assert scene.steps[2][1] == pytest.approx(3.008 + 0.7, abs=SLICE_S)


def test_it_does_not_wait_for_ever_for_a_streamer_who_never_stops_nor_is_held_again() -> None:
    scene = Scene(ours_is_kept=True)
    scene.speak(30.0)

    assert scene.kinds == [LineAction.HOLD, LineAction.GIVE_WAY, LineAction.RESUME]
    assert scene.steps[2][1] - scene.steps[0][1] == pytest.approx(10.0, abs=SLICE_S)


def test_while_we_are_silent_there_is_nothing_to_be_done() -> None:
    scene = Scene()
    scene._speaking = None
    scene.speak(3.0)
    scene.wait(5.0)

    assert scene.steps == []


def test_a_line_that_begins_in_the_middle_of_talk_is_held_at_once() -> None:
    scene = Scene()
    scene._speaking = None
    scene.speak(1.0)
    scene._speaking = TURN
    scene.speak(SLICE_S)

    assert scene.kinds == [LineAction.HOLD, LineAction.GIVE_WAY]


def test_a_held_line_that_is_cut_by_others_is_nothing_to_go_on_with() -> None:
    scene = Scene()
    scene.speak(0.45)
    scene._speaking = None
    scene.wait(5.0)

    assert scene.kinds == [LineAction.HOLD]


def test_speech_that_is_long_over_holds_nothing() -> None:
    scene = Scene()
    scene._speaking = None
    scene.speak(1.0)
    scene.now_s += RECENT_S + 0.1
    scene._speaking = TURN
    scene._ask()

    assert scene.steps == []


def test_what_a_line_went_on_after_does_not_hold_it_again() -> None:
    scene = Scene()
    scene.speak(0.5)
    scene.wait(RESUME_AFTER_S + 0.01)
    scene._ask()
    scene.wait(1.0)

    assert scene.kinds == [LineAction.HOLD, LineAction.RESUME]


def test_laughter_holds_a_line_twice_and_talk_takes_it_away_all_the_same() -> None:
    scene = Scene()
    for _ in range(20):
        scene.speak(0.45)
        scene.wait(0.5)
    laughed = scene.kinds
    scene.speak(1.0)

    assert laughed == [LineAction.HOLD, LineAction.RESUME] * 2
    assert scene.kinds == [*laughed, LineAction.HOLD, LineAction.GIVE_WAY]
