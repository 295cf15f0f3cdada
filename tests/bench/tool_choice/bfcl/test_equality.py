"""The rules of equality: for each a call that is the same, and one that is not and differs by this rule alone."""

import pytest

from bench.tool_choice.bfcl.answers import RightCall, parse_answer
from bench.tool_choice.bfcl.equality import find_difference, is_same, match_calls
from bench.tool_choice.trial import MadeCall
from tests.bench.tool_choice.bfcl.copies import bell, call, lamp, make

HALL = {"room": "hall"}

SAME = {
    "a value as it is allowed": (lamp(times=[2]), {"times": 2}),
    "another of the allowed values": (lamp(times=[2, 3]), {"times": 3}),
    "a whole number for a float": (lamp(level=[1.0]), {"level": 1}),
    "a whole float for an allowed whole number": (lamp(level=[1]), {"level": 1.0}),
    "small and capital letters": (lamp(room=["Hall"]), {"room": "HALL"}),
    "signs that are ignored": (lamp(room=["1/2-3_4.5*6^7,8 9"]), {"room": "123456789"}),
    "either kind of quotes": (lamp(room=["Ann's hall"]), {"room": 'Ann"s hall'}),
    "an argument that may be left out": (lamp(times=[2, ""]), {}),
    "an empty text for what may be left out": (lamp(room=["hall"], note=["x", ""]), {"note": ""}),
    "texts of a list": (lamp(colours=[["Dark Red", "blue"]]), {"colours": ["darkred", "Blue"]}),
    "an empty list for what may be left out": (lamp(colours=[["red"], ""]), {"colours": []}),
    "whole numbers of a list that are so in the answer": (lamp(steps=[[1, 2]]), {"steps": [1, 2]}),
    "texts of an object": (lamp(fade=[{"kind": ["Slow In"]}]), {"fade": {"kind": "slow-in"}}),
    "another allowed value of a key": (lamp(fade=[{"speed": [1, 2]}]), {"fade": {"speed": 2}}),
    "a key that may be left out": (lamp(fade=[{"kind": ["slow"], "speed": [1, ""]}]), {"fade": {"kind": "slow"}}),
    "another of the allowed objects": (lamp(fade=[{"speed": [1]}, {"speed": [2]}]), {"fade": {"speed": 2}}),
    "an object beside the mark": (lamp(fade=["", {"speed": [1]}]), {"fade": {"speed": 1}}),
    "objects of a list": (lamp(scenes=[[{"a": ["X"]}, {"b": [1]}]]), {"scenes": [{"a": "x"}, {"b": 1}]}),
    "no objects for what may be left out": (lamp(scenes=[[{"a": ["X"]}], ""]), {"scenes": []}),
    "a text for any type": (lamp(note=["Here."]), {"note": "here"}),
    "the answer's own type for any type": (lamp(note=[5]), {"note": 5}),
    "null where it is allowed": (lamp(times=[None, ""]), {"times": None}),
}

OTHER = {
    "another value": (lamp(times=[2]), {"times": 3}, "times has another value"),
    "a float for a whole number": (lamp(times=[2]), {"times": 2.0}, "times has the wrong type"),
    "a number as text": (lamp(times=[2]), {"times": "2"}, "times has the wrong type"),
    "true for one": (lamp(times=[1]), {"times": True}, "times has the wrong type"),
    "a number for a text": (lamp(room=["5"]), {"room": 5}, "room has the wrong type"),
    "another word": (lamp(room=["hall"]), {"room": "halls"}, "room has another value"),
    "a sign that is not ignored": (lamp(room=["hall"]), {"room": "hall!"}, "room has another value"),
    "a line end": (lamp(room=["hall"]), {"room": "hall\n"}, "room has another value"),
    "a required argument less": (lamp(), {"room": ...}, "room is required and missing"),
    "a required argument less that may be left out": (lamp(room=["hall", ""]), {"room": ...}, "room is required"),
    "an optional argument less": (lamp(times=[2]), {}, "times is missing"),
    "an argument that the answer does not name": (lamp(), {"times": 2}, "times is not expected"),
    "an argument that the function does not have": (lamp(pace=[2, ""]), {"pace": 2}, "pace is not expected"),
    "a list in another order": (lamp(colours=[["red", "blue"]]), {"colours": ["blue", "red"]}, "another value"),
    "a list with one less": (lamp(colours=[["red", "blue"]]), {"colours": ["red"]}, "another value"),
    "an item of another type": (lamp(colours=[["red"]]), {"colours": [5]}, "wrong type"),
    "whole numbers of a list of floats": (lamp(steps=[[1.5, 2.0]]), {"steps": [1.5, 2]}, "wrong type"),
    "an item for its list": (lamp(colours=[["red"]]), {"colours": "red"}, "wrong type"),
    "another value of a key": (lamp(fade=[{"speed": [1]}]), {"fade": {"speed": 2}}, "another value"),
    "a key more": (lamp(fade=[{"speed": [1]}]), {"fade": {"speed": 1, "kind": "x"}}, "another value"),
    "a key less": (lamp(fade=[{"speed": [1], "kind": ["x"]}]), {"fade": {"speed": 1}}, "another value"),
    "an empty object for one that may be left out": (lamp(fade=[{"speed": [1]}, ""]), {"fade": {}}, "another value"),
    "objects of a list in another order": (
        lamp(scenes=[[{"a": [1]}, {"b": [1]}]]),
        {"scenes": [{"b": 1}, {"a": 1}]},
        "another value",
    ),
    "an object of a list less": (lamp(scenes=[[{"a": [1]}, {"b": [1]}]]), {"scenes": [{"a": 1}]}, "another value"),
    "a text that stands where no text is wanted": (lamp(times=["The Time"]), {"times": "the time"}, "another value"),
    "a type that is not that of the first allowed value": (lamp(note=["x", 5]), {"note": 5}, "wrong type"),
}


@pytest.mark.parametrize(("right", "arguments"), SAME.values(), ids=SAME)
def test_it_is_the_same_with(right: RightCall, arguments: dict[str, object]) -> None:
    assert find_difference(right, {**HALL, **arguments}) is None


@pytest.mark.parametrize(("right", "arguments", "why"), OTHER.values(), ids=OTHER)
def test_it_is_another_with(right: RightCall, arguments: dict[str, object], why: str) -> None:
    given = {name: value for name, value in {**HALL, **arguments}.items() if value is not ...}

    assert why in (find_difference(right, given) or "the same")


def test_the_name_is_that_which_the_model_was_shown() -> None:
    assert is_same(lamp(), call("lamp_set", room="hall"))
    assert not is_same(lamp(), call("lamp.set", room="hall"))
    assert not is_same(lamp(), call("Lamp_Set", room="hall"))


def test_a_type_that_is_unknown_is_that_of_the_first_allowed_value() -> None:
    odd = {"name": "odd", "parameters": {"properties": {"at": {"type": "moment"}}}}
    right = parse_answer({"odd": {"at": ["", 5]}}, make(odd))

    assert find_difference(right, {"at": 5}) is None
    assert find_difference(right, {"at": "5"}) is not None


def test_texts_of_an_unknown_type_are_compared_as_texts() -> None:
    odd = {"name": "odd", "parameters": {"properties": {"at": {"type": "moment"}}}}
    right = parse_answer({"odd": {"at": ["The End"]}}, make(odd))

    assert find_difference(right, {"at": "the-end"}) is None


def test_calls_come_in_any_order() -> None:
    made = [call("bell"), call(room="hall")]

    matching = match_calls([lamp(), bell()], made)

    assert (matching.missing, matching.over) == ((), ())


def test_a_call_stands_for_one_right_call_alone() -> None:
    right = [lamp(), lamp()]

    matching = match_calls(right, [call(room="hall")])

    assert (matching.missing, matching.over) == ((right[1],), ())


def test_a_call_that_comes_once_too_often_is_over() -> None:
    made: list[MadeCall] = [call(room="hall"), call(room="Hall")]

    matching = match_calls([lamp()], made)

    assert (matching.missing, matching.over) == ((), (made[1],))


def test_each_right_call_takes_the_first_that_is_the_same_as_published() -> None:
    right = [lamp(times=[1, 2]), lamp(times=[1])]

    matching = match_calls(right, [call(room="hall", times=1), call(room="hall", times=2)])

    assert matching.missing == (right[1],)
