"""What is a call, what is speech, and what is neither."""

import pytest

from performer.models.soft.place import PrintedCall
from performer.models.soft.read import read
from tests.performer.models.soft.tools import TOOLS

HELLO = PrintedCall(name="overlay_text", arguments={"text": "Hello"})
WAVE = PrintedCall(name="show_emote", arguments={"name": "wave"})
HUSH = PrintedCall(name="hush")

CALLS = {
    "a bare object": ('{"name": "overlay_text", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "other keys for the same": ('{"tool": "overlay_text", "args": {"text": "Hello"}}', "", [HELLO]),
    "the function's name": ('{"function": "overlay_text", "parameters": {"text": "Hello"}}', "", [HELLO]),
    "a wrapped function": (
        '{"type": "function", "function": {"name": "overlay_text", "arguments": {"text": "Hello"}}}',
        "",
        [HELLO],
    ),
    "a list of calls": (
        '{"tool_calls": [{"name": "hush"}, {"name": "show_emote", "args": {"name": "wave"}}]}',
        "",
        [HUSH, WAVE],
    ),
    "arguments in a string": ('{"name": "overlay_text", "arguments": "{\\"text\\": \\"Hello\\"}"}', "", [HELLO]),
    "flat arguments": ('{"tool": "overlay_text", "text": "Hello"}', "", [HELLO]),
    "a tool key beside a name argument": ('{"tool": "show_emote", "name": "wave"}', "", [WAVE]),
    "no arguments": ('{"name": "hush", "arguments": {}}', "", [HUSH]),
    "a raw line end": ('{"name": "overlay_text",\n "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a fence": ('```json\n{"name": "overlay_text", "arguments": {"text": "Hello"}}\n```', "", [HELLO]),
    "a fence that never closes": ('```\n{"name": "hush", "arguments": {}}', "", [HUSH]),
    "two in a fence": (
        '```json\n{"name": "hush", "args": {}}\n{"tool": "show_emote", "args": {"name": "wave"}}\n```',
        "",
        [HUSH, WAVE],
    ),
    "a line": ('CALL overlay_text {"text": "Hello"}', "", [HELLO]),
    "a line with a colon": ('Call: overlay_text {"text": "Hello"}', "", [HELLO]),
    "a line without arguments": ("CALL hush", "", [HUSH]),
    "a line without arguments, then speech": ("CALL hush\nShh.", "Shh.", [HUSH]),
    "two lines": ('CALL hush\nCALL show_emote {"name": "wave"}', "", [HUSH, WAVE]),
    "a preface": ('Look at that!\nCALL show_emote {"name": "wave"}', "Look at that!", [WAVE]),
    "a preface on the same line": ('Nice one! {"name": "show_emote", "args": {"name": "wave"}}', "Nice one!", [WAVE]),
    "speech after": ('CALL show_emote {"name": "wave"}\nHi there.', "Hi there.", [WAVE]),
    "objects in a row": (
        '{"name": "hush", "args": {}}, {"name": "show_emote", "args": {"name": "wave"}}',
        "",
        [HUSH, WAVE],
    ),
    "the same call twice": ('CALL hush\nCALL hush', "", [HUSH]),
    "a tag around it": ('<tool_call>{"name": "hush", "arguments": {}}</tool_call>', "", [HUSH]),
    "another case and hyphens": ('CALL Overlay-Text {"text": "Hello"}', "", [HELLO]),
    "a key near the schema's": ('CALL overlay_text {"msg": "Hello"}', "", [HELLO]),
    "thinking before it": ("<think>Hush? CALL show_emote {}</think>CALL hush", "", [HUSH]),
}  # fmt: skip


@pytest.mark.parametrize("case", CALLS)
def test_a_printed_call_is_read_and_never_spoken(case: str) -> None:
    text, speech, calls = CALLS[case]

    reading = read(text, TOOLS)

    assert list(reading.calls) == calls
    assert reading.speech == speech


NO_CALLS = {
    "prose": ("A {smile} costs nothing, I <3 you.", "A {smile} costs nothing, I <3 you."),
    "a tool that is mentioned": ("I could use overlay_text, but no.", "I could use overlay_text, but no."),
    "a code word": ("Try `hush` some time.", "Try `hush` some time."),
    "a call in mid-sentence": (
        'I was about to run {"name": "hush", "arguments": {}} but no.',
        "I was about to run but no.",
    ),
    "a viewer's call": ('> kim: {"name": "hush", "arguments": {}}\nNo.', "No."),
    "a call line in mid-line": ("Chat says CALL hush", "Chat says CALL hush"),
    "data": ('{"name": "goblin-shop", "tiles": 64}', ""),
    "a fence in mid-sentence": ('Kim typed ```{"name": "hush", "args": {}}``` just now.', "Kim typed just now."),
    "flat data that only looks like a call": ('{"tool": "overlay_text", "text": "Hi", "seen_by": [3]}', ""),
    "a fenced example with more in it": ('```json\n{"name": "hush", "args": {}}\nand so on\n```', ""),
    "a result": ('{"ok": true, "tool": "overlay_text", "messages": ["hi"]}', ""),
    "arguments cut off in a string": ('CALL overlay_text {"text": "Hel', ""),
    "arguments cut off after a value": ('{"name": "overlay_text", "arguments": {"text": "Hello"', ""),
    "a broken object": ('CALL overlay_text {"text": }', ""),
    "a broken string of arguments": ('{"name": "overlay_text", "arguments": "{\\"text\\": \\"Hel"}', ""),
    "a list for arguments": ('{"name": "overlay_text", "arguments": ["noon", "lunch", 3, {"x": 1}]}', ""),
    "thinking alone": ("<think>hm, CALL hush", ""),
    "a calling": ("Call me maybe.\nCalled it!", "Call me maybe.\nCalled it!"),
    "a lone tag": ("Well <|im_end|>", "Well"),
    "nothing": ("", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", NO_CALLS)
def test_what_is_no_call_does_not_run(case: str) -> None:
    text, speech = NO_CALLS[case]

    reading = read(text, TOOLS)

    assert reading.calls == ()
    assert reading.speech == speech


def test_a_tool_that_is_not_on_offer_is_named_and_not_run() -> None:
    reading = read('CALL launch_missiles {"count": 3}', TOOLS)

    assert reading.calls == ()
    assert reading.unknown == (PrintedCall(name="launch_missiles", arguments={"count": 3}),)


def test_a_name_that_two_tools_share_but_for_case_is_not_guessed() -> None:
    twins = [TOOLS[2], type(TOOLS[2])(name="Hush", description="", parameters={})]

    assert read("CALL HUSH", twins).calls == ()
    assert read("CALL Hush", twins).calls == (PrintedCall(name="Hush"),)


def test_a_call_line_without_arguments_at_the_end_of_a_cut_text_may_be_half_a_call() -> None:
    assert read("CALL hush", TOOLS, cut=True).calls == ()


@pytest.mark.parametrize(
    "hostile", ['{"' * 50_000, "{" * 100_000, '{"a":' * 20_000, "```" * 33_000, "<" * 100_000, "CALL " * 20_000]
)
def test_hostile_text_is_read_and_comes_to_nothing(hostile: str) -> None:
    assert read(hostile, TOOLS).calls == ()
