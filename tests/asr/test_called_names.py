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


def test_a_name_at_the_beginning_has_to_be_likelier_the_more_words_it_takes_away() -> None:
    added, *changed, _, _ = [each.least for each in list_readings("I'll say that again.", ["Owl"])]

    assert added < changed[0] < changed[1] < 0


def test_each_of_several_names_is_looked_for_unless_one_is_there() -> None:
    assert len(texts("Say that again.", "Owl", "Birdie")) == 10
    assert texts("Birdie, say that again.", "Owl", "Birdie") == []


def test_of_nothing_and_of_a_long_tale_there_are_none() -> None:
    assert texts("", "Owl") == []
    assert texts("so " * 15, "Owl") == []
    assert texts("Stop.") == []
