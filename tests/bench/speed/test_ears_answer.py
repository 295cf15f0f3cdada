"""From the end of a question to the first sound of its answer, in a show of true parts."""

import pytest

from bench.speed.ears_answer import MOST_ANSWERS, list_questions, measure_answers
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.sink import explain_missing_sink
from bench.speed.voice import install_model
from bench.speed.voiced_line import speak_line
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import VoiceSettings
from tests.conftest import missing
from tests.ears import find_tiny
from tests.joe import find_joe


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_question_that_a_show_hears_is_answered_aloud_and_its_parts_are_the_whole() -> None:
    tiny, model = find_tiny(), find_joe()
    if explain_missing_sink():
        missing("PulseAudio", "apt-get install pulseaudio pulseaudio-utils")
    async with install_model(model) as folder:
        async with NeuralVoice(model.stem, folder, VoiceSettings()) as voice:
            questions = [await speak_line(voice, each) for each in list_questions(2)]
        series, why = await measure_answers(tiny, folder, questions)

    found = {each.key: each.values for each in series}
    assert not why
    assert len(found["answer"]) + found["answer_missed"][0] == 2
    whole, *parts = (found[key][0] for key in ("answer", "answer_asked", "answer_model", "answer_voice"))
    assert sum(parts) == pytest.approx(whole)
    assert parts[0] > 450  # nobody knows sooner that the question has ended
    assert parts[2] > 0


def test_what_is_asked_about_is_in_no_answer_and_in_no_other_question() -> None:
    questions = list_questions(MOST_ANSWERS)
    things = [each.rstrip("?").split()[-1] for each in questions]
    answered = {word for sentence in Sentences(1).draw(500) for word in sentence}

    assert len(set(things)) == len(questions) > 20
    assert not answered & set(things)
