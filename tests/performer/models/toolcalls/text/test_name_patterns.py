"""The ways in which a call says whose it is."""

import pytest

from performer.models.toolcalls.text.name_patterns import is_command, read_announced_head, read_bare_head, read_head
from performer.models.toolcalls.text.schema.offered import OfferedTools
from tests.performer.models.toolcalls.text.tools import STAGE

OFFERED = OfferedTools(STAGE)


@pytest.mark.parametrize(
    ("text", "rest", "announced", "tag"),
    [
        ("<show_emote>", ">", True, "show_emote"),
        ('<invoke name="show_emote">', ">", True, "invoke"),
        ("<function=show_emote>", ">", True, ""),
        ("<function show_emote>{", "{", True, ""),
        ("<name>show_emote</name> x", " x", True, ""),
        ("to=functions.show_emote {}", "{}", True, ""),
        ("CALL show_emote {}", " {}", True, ""),
        ("**Tool:** `show_emote` x", " x", True, ""),
        ("show_emote(", "(", False, ""),
    ],
)
def test_a_name_is_read_with_what_announces_it(text: str, rest: str, announced: bool, tag: str) -> None:
    head = read_head(text, 0, OFFERED)

    assert head is not None
    assert head.tool is not None
    assert (head.tool.name, text[head.end :], head.announced, head.tag) == ("show_emote", rest, announced, tag)


@pytest.mark.parametrize("text", ["<b>", "(well)", ""])
def test_where_nobody_is_called_there_is_no_name(text: str) -> None:
    head = read_head(text, 0, OFFERED)

    assert head is None or head.tool is None


@pytest.mark.parametrize(
    ("text", "is_order"), [("/show_emote", True), ("CALL hush", True), ("call hush", False), ("Tool: hush", True)]
)
def test_an_order_may_take_words_without_keys(text: str, is_order: bool) -> None:
    head = read_announced_head(text, 0, OFFERED)

    assert is_command(text, 0) is is_order
    assert head is not None
    assert head.is_command is is_order


def test_a_bare_name_is_announced_by_nothing() -> None:
    head = read_bare_head("hush now", 0, OFFERED)

    assert head is not None
    assert (head.name, head.announced, head.end) == ("hush", False, 4)
