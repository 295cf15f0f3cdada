"""The lines of a state: what each is told of, and in which order."""

from dataclasses import asdict, replace
from typing import Any

import pytest

from performer.core.status import Health, Role, State
from performer.core.status_lines import list_status_lines

UP = Health(
    name="ollama llava:7b",
    place="http://pc2:11434",
    state="leads",
    reason="as configured",
    last_error="no Ollama at http://pc2:11434",
    answers=41,
    failures=1,
    answer_s=1.94,
    load_s=12.3,
    tokens_per_s=38.0,
)
DOWN = Health(
    name="",
    place="http://pc1:11434",
    state="down",
    reason="it is \x1b[31mgone",
    last_error="it is \x1b[31mgone",
    answers=0,
    failures=3,
    answer_s=None,
    load_s=None,
    tokens_per_s=None,
)


def state(*endpoints: Health, **more: Any) -> dict[str, Any]:
    return {
        "pauses": {},
        "turn": None,
        "speaking": False,
        "said": "",
        "roles": [asdict(Role(part="brain", plays="ollama llava:7b", why="as configured"))],
        "endpoints": [asdict(each) for each in endpoints],
        "down": {},
        **more,
    }


def written(state: dict[str, Any]) -> list[str]:
    return [str(each.whole) for each in list_status_lines(state)]


def test_each_endpoint_is_shown_with_its_times_and_its_last_trouble() -> None:
    lines = written(state(DOWN, UP))

    assert lines[3:] == [
        "models",
        "  down       http://pc1:11434",
        "             0 answers, 3 failures",
        "             it is  [31mgone",
        "  leads      ollama llava:7b at http://pc2:11434",
        "             41 answers, 1.94 s each, 38 tokens/s, loaded in 12.3 s, 1 failure",
        "             last failure, now over: no Ollama at http://pc2:11434",
    ]


@pytest.mark.parametrize(
    ("state_of_it", "said"),
    [
        ("leads", "last failure, now over: it is gone"),
        ("stands by", "last failure, now over: it is gone"),
        ("in reserve", "last failure, now over: it is gone"),
        ("describes", "last failure, now over: it is gone"),
        ("loading", "last failure: it is gone"),
        ("down", "it is gone"),
    ],
)
def test_a_failure_is_over_once_its_model_can_be_asked_again(state_of_it: State, said: str) -> None:
    shown = written(state(replace(UP, state=state_of_it, last_error="it is gone")))

    assert shown[-1].strip() == said


@pytest.mark.parametrize(
    ("more", "first"),
    [
        ({}, "waiting for something worth a line"),
        ({"turn": 7}, "writing turn 7"),
        ({"turn": 7, "speaking": True, "said": "Nice jump."}, "speaking: Nice jump."),
        ({"pauses": {"asked": "by hand", "away": "nobody there"}}, "paused: by hand; nobody there"),
    ],
)
def test_what_it_does_now_comes_first(more: dict[str, Any], first: str) -> None:
    assert written(state(**more))[0] == first


def test_version_comes_behind_all_else() -> None:
    words = "Version 0.1.0. Updates are not looked for."

    assert written(state(down={"voice": "gone"}, updates={"words": words, "page": ""}))[-1] == words


def test_what_is_down_comes_last() -> None:
    assert written(state(down={"voice": "gone"}))[-1] == "voice is down: gone"


def test_what_something_stands_in_for_is_not_told_as_down() -> None:
    brain = asdict(Role(part="brain", plays="understudy", why="no Ollama", state="partly"))

    shown = written(state(roles=[brain], down={"brain": "no Ollama"}))

    assert shown[-1] == "brain works only partly: no Ollama"


def test_others_words_are_told_apart_from_our_own() -> None:
    now, brain, why = list_status_lines(state(said="Nice jump.", speaking=True))

    foreign = [[each.text for each in line.whole.pieces if each.is_foreign] for line in (now, brain, why)]
    assert foreign == [["Nice jump."], ["brain", "ollama llava:7b"], ["as configured"]]


def test_of_who_stands_by_it_is_told_how_it_is_asked() -> None:
    behind = replace(UP, state="stands by", last_error="", reason="as configured; native tool calls")

    assert written(state(UP, behind))[-1] == f"{'':13}as configured; native tool calls"
