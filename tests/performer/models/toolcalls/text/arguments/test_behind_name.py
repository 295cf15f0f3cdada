"""Arguments behind the name, on its line or below it."""

import pytest

from performer.models.toolcalls.text.arguments.behind_name import (
    begins_with_key,
    read_call_brackets,
    read_in_order,
    read_keywords,
    read_lines_below,
    read_mapping_behind,
    read_own_keys,
    read_shell_pairs,
)
from performer.models.toolcalls.text.call_block import Way
from performer.models.toolcalls.text.data.python_call import Positional
from tests.performer.models.toolcalls.text.arguments.heads import read_behind
from tests.performer.models.toolcalls.text.tools import OVERLAY


@pytest.mark.parametrize(
    ("way", "text", "value", "rest"),
    [
        (read_call_brackets, 'show_emote(name="wave") Hi', Positional(keywords={"name": "wave"}), " Hi"),
        (read_call_brackets, 'show_emote("wave")', Positional(values=("wave",)), ""),
        (read_mapping_behind, 'show_emote: {"name": "wave"} Hi', {"name": "wave"}, " Hi"),
        (read_mapping_behind, 'show_emote() {"name": "wave"}', {"name": "wave"}, ""),
        (read_keywords, 'show_emote :name "wave"', {"name": "wave"}, ""),
        (read_shell_pairs, 'show_emote name="wave" Hi', {"name": "wave"}, " Hi"),
        (read_own_keys, "overlay_text text: hi, duration s: 5\nHi", {"text": "hi", "duration_s": 5}, "\nHi"),
        (read_lines_below, "overlay_text\ntext: hi\nduration_s: 5\n\nHi", {"text": "hi", "duration_s": 5}, "\n\nHi"),
        (
            read_lines_below,
            "overlay_text\nArguments:\n- text: hi\n- duration_s: 5",
            {"text": "hi", "duration_s": 5},
            "",
        ),
        (read_in_order, "CALL play_sound drum_roll 0.5\nHi", Positional(values=("drum_roll", 0.5)), "\nHi"),
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
        (read_keywords, "show_emote wave"),
        (read_shell_pairs, "show_emote wave"),
        (read_own_keys, "overlay_text colour: red"),
        (read_lines_below, "hush\nname: wave"),
        (read_in_order, "show_emote wave"),
        (read_in_order, "CALL play_sound drum_roll loudly"),
    ],
)
def test_arguments_printed_otherwise_are_left_to_other_ways(way: Way, text: str) -> None:
    assert read_behind(way, text) is None


def test_a_key_of_the_tools_own_is_known_however_it_is_written() -> None:
    assert begins_with_key(" with duration-s = 5", 0, OVERLAY)
    assert not begins_with_key(" with colour = 5", 0, OVERLAY)


def test_arguments_that_broke_off_say_so() -> None:
    given = read_behind(read_mapping_behind, 'show_emote {"name": "wa')

    assert given is not None
    assert given.cut
