from performer.speech.understanding.name_hint import format_name_hint


def test_a_hint_calls_each_name_in_the_language_that_is_spoken() -> None:
    assert format_name_hint(["Owl"], "en-gb") == "Hey Owl! Owl, look. Thanks, Owl."
    assert format_name_hint(["Eule"], "de") == "Hey Eule! Eule, schau mal. Danke, Eule."


def test_without_a_name_there_is_no_hint() -> None:
    assert format_name_hint([], "en") == ""
    assert format_name_hint(["  "], "en") == ""


def test_a_hint_stays_short() -> None:
    assert len(format_name_hint(["x" * 1000] * 50, "xx")) < 500
