"""Whether lines name what is there, and gestures suit what happened."""

import pytest

from bench.brain.line_quality import FITTING, is_relevant, measure_relevance
from bench.show.ground_truth import MARKED, list_things
from performer.core import events
from performer.core.files.home import ASSETS
from performer.core.moods import MOODS
from performer.stage.protocol.elements import SHAPES
from performer.vision.demo_game.game import DemoGame
from tests.bench.brain.takes import Timed, answered, brain_take, turn
from tests.bench.show.takes import event, line

GAME = DemoGame(1)
CHEST_S = next(each.at_s for each in GAME.events_between(0.0, 60.0) if each.name == "treasure")


@pytest.mark.parametrize("text", ["Treasure!", "Gold, at last.", "We are rich.", "He opened something."])
def test_a_line_may_name_what_happened_in_other_words(text: str) -> None:
    assert is_relevant(line(CHEST_S + 1, CHEST_S + 3, text), GAME)


@pytest.mark.parametrize("text", ["I like trains.", "What a lovely evening.", ""])
def test_a_line_about_nothing_that_is_there_is_not_relevant(text: str) -> None:
    assert "train" not in list_things(GAME, CHEST_S + 1)
    assert not is_relevant(line(CHEST_S + 1, CHEST_S + 3, text), GAME)


def test_a_number_on_the_screen_is_there_too() -> None:
    score = GAME.state_at(CHEST_S + 1).score

    assert is_relevant(line(CHEST_S + 1, CHEST_S + 3, f"{score}!"), GAME)
    assert not is_relevant(line(CHEST_S + 1, CHEST_S + 3, f"{score + 7}!"), GAME)


def play(at_s: float, tool: str, **arguments: str) -> list[Timed]:
    return [(at_s, events.ToolCalled(turn=1, call="1", tool=tool, arguments=arguments))]


def test_gestures_are_judged_by_the_events_before_them() -> None:
    marked = [event(10.0, "treasure"), event(30.0, "game_over")]
    plays = [
        play(11.0, "show_emote", name="star"),
        play(31.0, "show_emote", name="star"),
        play(32.0, "set_mood", mood="sad"),
        play(50.0, "spawn_particle", shape="confetti"),
        play(51.0, "find_tools", query="star"),
    ]
    found = measure_relevance(brain_take(turn(1, 9.5, "A chest."), turn(2, 40.0, "Over."), *plays, marked=marked))

    assert (found.gestures, found.judged, found.fitting) == (2.0, 3, 0.6667)


def test_what_the_understudy_said_is_not_held_for_the_models() -> None:
    stood_in = [*turn(1, 9.5, "A chest."), *answered(1, 10.1, mode="")]
    found = measure_relevance(brain_take(stood_in, marked=[event(10.0, "treasure")]))

    assert found.relevant is None


def test_beside_clips_nothing_is_known_of_what_happened() -> None:
    found = measure_relevance(brain_take(turn(1, 9.5, "A chest."), play(11.0, "show_emote", name="star")))

    assert (found.relevant, found.gestures, found.judged, found.fitting) == (None, 1.0, None, None)


def test_every_marked_event_has_gestures_that_there_are() -> None:
    there = {file.stem for kind in ("emotes", "sounds") for file in (ASSETS / kind).iterdir()}

    assert set(FITTING) == MARKED
    assert frozenset().union(*FITTING.values()) <= there | set(MOODS) | set(SHAPES)
