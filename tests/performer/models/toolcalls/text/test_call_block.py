"""Calls at a place: one by its name, those behind it on its line, and a block of any shape."""

import pytest

from performer.models.toolcalls.text.call_block import CallBlock, read_block, read_following_calls, read_named_call
from performer.models.toolcalls.text.calls import PrintedCall, PrintedMisprint, UnknownCall
from performer.models.toolcalls.text.name_patterns import read_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from tests.performer.models.toolcalls.text.tools import STAGE

OFFERED = OfferedTools(STAGE)
WAVE = PrintedCall(name="show_emote", arguments={"name": "wave"})
WOW = PrintedCall(name="show_emote", arguments={"name": "wow"})
HUSH = PrintedCall(name="hush")


def named(text: str, *, cut: bool = False, needs: bool = False) -> CallBlock | None:
    return read_named_call(text, read_head(text, 0, OFFERED), OFFERED, cut=cut, needs=needs)


def test_a_name_is_read_with_its_arguments_and_what_closes_them() -> None:
    text = 'show_emote {"name": "wave"}}</tool_call> Hi'

    assert named(text) == CallBlock(calls=(WAVE,), end=text.index(" Hi"))


def test_a_name_alone_is_a_call_unless_it_needs_arguments() -> None:
    assert named("hush") == CallBlock(calls=(HUSH,), end=4)
    assert named("hush", needs=True) is None
    assert read_named_call("hush", None, OFFERED) is None


def test_a_call_that_ends_a_cut_text_is_no_call_to_run() -> None:
    block = named('show_emote {"name": "wave"}', cut=True)

    assert block is not None
    assert isinstance(block.calls[0], PrintedMisprint)


def test_calls_that_follow_on_the_line_are_read_too() -> None:
    text = "show_emote(name='wave'), show_emote(name='wow') and more"
    first = named(text)

    assert first is not None
    assert read_following_calls(text, first, OFFERED) == CallBlock(calls=(WAVE, WOW), end=text.index(" and more"))


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "show_emote", "arguments": {"name": "wave"}}</tool_call>',
        "await show_emote(name='wave')",
        '[show_emote(name="wave")]',
        "[show_emote]\nname = wave\n",
        '"name": "show_emote", "arguments": {"name": "wave"}}',
        '<show_emote name="wave"/>',
    ],
)
def test_a_block_is_read_whatever_its_shape(text: str) -> None:
    assert read_block(text, 0, OFFERED).calls == (WAVE,)


def test_a_block_goes_on_until_something_else_comes() -> None:
    text = '{"name": "hush"}\n{"name": "dance", "arguments": {}} and so on'
    block = read_block(text, 0, OFFERED)

    assert block.calls == (HUSH, UnknownCall(call=PrintedCall(name="dance")))
    assert text[block.end :] == " and so on"
