"""The readings with a name that the sound is asked for."""

from asr.called_names import list_readings


def texts(text: str, *names: str) -> list[str]:
    return [each.text for each in list_readings(text, names)]


def test_a_name_may_be_new_or_stand_for_words_at_the_beginning_and_at_the_end() -> None:
    assert texts("I'll say that again.", "Owl") == [
        "Owl, I'll say that again.",
        "Owl, say that again.",
        "Owl, that again.",
        "I'll say that again, Owl.",
        "I'll say that, Owl.",
    ]


def test_a_mark_at_the_end_stays_and_a_word_within_a_sentence_begins_small() -> None:
    assert texts("How? Did you see?", "Pip")[1] == "Pip, did you see?"
    assert texts("Did you see", "Pip")[-2] == "Did you see, Pip."
    assert texts("Stop!", "Pip") == ["Pip, stop!", "Stop, Pip!"]


def least(text: str, *asking: str) -> list[float]:
    return [each.least for each in list_readings(text, ["Owl"], asking)]


def test_a_name_is_believed_sooner_before_a_question_or_a_wish() -> None:
    plain = least("I'll say that again.")
    asked = least("I'll say that again.", "say")

    assert asked[1] < plain[1] < 0
    assert (asked[0], asked[2:]) == (plain[0], plain[2:])
    assert least("Don't stop.", "dont")[0] < least("Don't stop.")[0]


def test_a_name_at_the_end_is_believed_sooner_in_a_question_and_soonest_after_a_pause() -> None:
    _, _, _, *plain = least("We see it now.")
    _, _, _, *asked = least("We see it now?")
    _, _, _, _, apart = least("We see it, now.")

    assert asked[0] < plain[0]
    assert apart < asked[1] < plain[1]


def test_each_of_several_names_is_looked_for_unless_one_is_there() -> None:
    assert len(texts("Say that again.", "Owl", "Birdie")) == 10
    assert texts("Birdie, say that again.", "Owl", "Birdie") == []


def test_of_nothing_and_of_a_long_tale_there_are_none() -> None:
    assert texts("", "Owl") == []
    assert texts("so " * 15, "Owl") == []
    assert texts("Stop.") == []
