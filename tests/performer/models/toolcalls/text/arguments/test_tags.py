"""Arguments in tags."""

import pytest

from performer.models.toolcalls.text.arguments.tags import read_attributes, read_key_tags, read_parameter_tags
from performer.models.toolcalls.text.call_block import Way
from tests.performer.models.toolcalls.text.arguments.heads import read_behind


@pytest.mark.parametrize(
    ("way", "text", "value", "rest"),
    [
        (
            read_parameter_tags,
            "<function=show_emote><parameter=name>wave</parameter></function>",
            {"name": "wave"},
            "</function>",
        ),
        (
            read_parameter_tags,
            '<invoke name="show_emote"><parameter name="name">a &amp; b</parameter>',
            {"name": "a & b"},
            "",
        ),
        (read_parameter_tags, "<show_emote><name>wave</name></show_emote>", {"name": "wave"}, "</show_emote>"),
        (read_key_tags, "show_emote<arg_key>name</arg_key><arg_value>wave</arg_value>", {"name": "wave"}, ""),
        (read_attributes, '<show_emote name="wave"/> Hi', {"name": "wave"}, " Hi"),
        (read_attributes, "<show_emote>wave</show_emote> Hi", "wave", " Hi"),
    ],
)
def test_arguments_are_read_behind_the_name(way: Way, text: str, value: object, rest: str) -> None:
    given = read_behind(way, text)

    assert given is not None
    assert (given.value, text[given.end :], given.cut) == (value, rest, False)


@pytest.mark.parametrize(
    ("way", "text"),
    [
        (read_parameter_tags, "show_emote wave"),
        (read_key_tags, "show_emote wave"),
        (read_attributes, "show_emote name=wave"),
    ],
)
def test_arguments_printed_otherwise_are_left_to_other_ways(way: Way, text: str) -> None:
    assert read_behind(way, text) is None


def test_arguments_that_broke_off_say_so() -> None:
    given = read_behind(read_parameter_tags, "<function=show_emote><parameter=name>wa")

    assert given is not None
    assert given.cut
