from performer.agent.expression.vocabulary import load_feelings
from performer.core.moods import MOODS
from tests.performer.agent.expression.figures import EMOTES


def test_every_feeling_has_a_shipped_emote_and_a_mood_of_the_mascot() -> None:
    for feeling in load_feelings().values():
        assert EMOTES.intersection(feeling.emotes), feeling.name
        assert feeling.mood in MOODS, feeling.name


def test_every_shipped_emote_is_shown_by_some_feeling() -> None:
    shown = {emote for feeling in load_feelings().values() for emote in feeling.emotes}

    assert shown >= EMOTES


def test_the_ends_of_a_game_are_strong_and_a_wondering_is_weak() -> None:
    strong = {name for name, feeling in load_feelings().items() if feeling.weight == "strong"}

    assert strong == {"victory", "defeat", "danger"}
    assert load_feelings()["wondering"].weight == "weak"
