from performer.speech.understanding.name_hint import format_name_hint, list_asking_words


def test_a_hint_calls_each_name_in_the_language_that_is_spoken() -> None:
    assert format_name_hint(["Owl"], "en-gb") == "Hey Owl! Owl, look. Thanks, Owl."
    assert format_name_hint(["Eule"], "de") == "Hey Eule! Eule, schau mal. Danke, Eule."


def test_without_a_name_there_is_no_hint() -> None:
    assert format_name_hint([], "en") == ""
    assert format_name_hint(["  "], "en") == ""


def test_a_hint_stays_short() -> None:
    assert len(format_name_hint(["x" * 1000] * 50, "xx")) < 500


def test_words_that_ask_somebody_are_those_of_questions_wishes_and_orders() -> None:
    assert {"what", "did", "tell", "louder", "youre"} <= set(list_asking_words("en-gb").split())
    assert {"was", "kannst", "sag", "lauter"} <= set(list_asking_words("de").split())
    assert not {"i", "that", "we", "thats"} & set(list_asking_words("en").split())
    assert list_asking_words("xx") == ""
