"""Arguments in brackets behind the name."""

import pytest

from performer.models.toolcalls.text.arguments.brackets import read_call_brackets, read_mapping_behind
from performer.models.toolcalls.text.call_block import Way
from performer.models.toolcalls.text.data.python_call import Positional
from tests.performer.models.toolcalls.text.arguments.heads import read_behind


@pytest.mark.parametrize(
    ("way", "text", "value", "rest"),
    [
        (read_call_brackets, 'show_emote(name="wave") Hi', Positional(keywords={"name": "wave"}), " Hi"),
        (read_call_brackets, 'show_emote("wave")', Positional(values=("wave",)), ""),
        (read_mapping_behind, 'show_emote: {"name": "wave"} Hi', {"name": "wave"}, " Hi"),
        (read_mapping_behind, 'show_emote() {"name": "wave"}', {"name": "wave"}, ""),
    ],
)
def test_arguments_are_read_behind_the_name(way: Way, text: str, value: object, rest: str) -> None:
    given = read_behind(way, text)

    assert given is not None
    assert (given.value, text[given.end :], given.cut) == (value, rest, False)


@pytest.mark.parametrize(
    ("way", "text"),
    [
        (read_call_brackets, 'show_emote {"name": "wave"}'),
        (read_call_brackets, 'show_emote() {"name": "wave"}'),
        (read_mapping_behind, "show_emote wave"),
    ],
)
def test_arguments_printed_otherwise_are_left_to_other_ways(way: Way, text: str) -> None:
    assert read_behind(way, text) is None


def test_arguments_that_broke_off_say_so() -> None:
    given = read_behind(read_mapping_behind, 'show_emote {"name": "wa')

    assert given is not None
    assert given.cut
