"""`<tool_call>` and its kin, whole, broken, missing and orphaned."""

from tests.performer.models.toolcalls.text.cases.case import HORN, HUSH, WAVE, WOW, Table

CASES: Table = {
    "whole": ('<tool_call>\n{"name": "show_emote", "arguments": {"name": "wow"}}\n</tool_call>', "", [WOW]),
    "on a line": ('<tool_call>{"name": "show_emote", "arguments": {"name": "wow"}}</tool_call>', "", [WOW]),
    "never closed": ('<tool_call>\n{"name": "show_emote", "arguments": {"name": "wow"}}', "", [WOW]),
    "never opened": ('{"name": "show_emote", "arguments": {"name": "wow"}}\n</tool_call>', "", [WOW]),
    "half an opener": ('tool_call>\n{"name": "show_emote", "arguments": {"name": "wow"}}\n</tool_call>', "", [WOW]),
    "an opener for a closer": ('<tool_call>\n{"name": "hush", "arguments": {}}\n<tool_call>', "", [HUSH]),
    "a closer for an opener": ('</tool_call>\n{"name": "hush", "arguments": {}}\n</tool_call>', "", [HUSH]),
    "another closer": ('<tool_call>{"name": "hush", "arguments": {}}</function_call>', "", [HUSH]),
    "closed twice": ('<tool_call>{"name": "hush", "arguments": {}}</tool_call></tool_call>', "", [HUSH]),
    "opened twice": ('<tool_call><tool_call>{"name": "hush", "arguments": {}}</tool_call>', "", [HUSH]),
    "a closer cut short": ('<tool_call>{"name": "hush", "arguments": {}}</tool_ca', "", [HUSH]),
    "an opener without its end": ('<tool_call\n{"name": "hush", "arguments": {}}\n</tool_call>', "", [HUSH]),
    "a brace too many": ('<tool_call>{"name": "show_emote", "arguments": {"name": "wow"}}}</tool_call>', "", [WOW]),
    "a brace too few": ('<tool_call>{"name": "show_emote", "arguments": {"name": "wow"}</tool_call>', "", [WOW]),
    "two": (
        (
            '<tool_call>{"name": "hush", "arguments": {}}</tool_call>\n'
            '<tool_call>{"name": "play_sound", "arguments": {"name": "airhorn"}}</tool_call>'
        ),
        "",
        [HUSH, HORN],
    ),
    "two in one": (
        (
            '<tool_call>\n{"name": "hush", "arguments": {}}\n{"name": "play_sound", "arguments": {"name": "airhorn"}}\n'
            "</tool_call>"
        ),
        "",
        [HUSH, HORN],
    ),
    "a list in one": ('<tool_call>[{"name": "hush", "arguments": {}}]</tool_call>', "", [HUSH]),
    "plural": ('<tool_calls>[{"name": "hush", "arguments": {}}]</tool_calls>', "", [HUSH]),
    "function_call": ('<function_call>{"name": "hush", "arguments": {}}</function_call>', "", [HUSH]),
    "functioncall": ('<functioncall> {"name": "show_emote", "arguments": \'{"name": "wow"}\'}', "", [WOW]),
    "tools": ('<tools>\n{"name": "hush", "arguments": {}}\n</tools>', "", [HUSH]),
    "capitals": ('<TOOL_CALL>{"name": "hush", "arguments": {}}</TOOL_CALL>', "", [HUSH]),
    "a hyphen": ('<tool-call>{"name": "hush", "arguments": {}}</tool-call>', "", [HUSH]),
    "no underscore": ('<toolcall>{"name": "hush", "arguments": {}}</toolcall>', "", [HUSH]),
    "the name as an attribute": ('<tool_call name="show_emote">{"name": "wow"}</tool_call>', "", [WOW]),
    "the name in a tag": (
        '<tool_call>\n<name>show_emote</name>\n<arguments>{"name": "wow"}</arguments>\n</tool_call>',
        "",
        [WOW],
    ),
    "the name bare": ('<tool_call>show_emote\n{"name": "wow"}\n</tool_call>', "", [WOW]),
    "the name behind the closer": (
        '<tool_call>show_emote</tool_call>\n<arguments>{"name": "wow"}</arguments>',
        "",
        [WOW],
    ),
    "YAML inside": ("<tool_call>\nname: show_emote\narguments:\n  name: wow\n</tool_call>", "", [WOW]),
    "Python inside": ('<tool_call>show_emote(name="wow")</tool_call>', "", [WOW]),
    "speech around it": (
        'Ha! <tool_call>{"name": "show_emote", "arguments": {"name": "wave"}}</tool_call> Bye, goblin.',
        "Ha! Bye, goblin.",
        [WAVE],
    ),
    "an unfinished sentence before it": (
        'Let me look <tool_call>{"name": "hush", "arguments": {}}</tool_call>',
        "Let me look",
        [HUSH],
    ),
    "thinking before it": (
        '<think>They won.</think>\n<tool_call>{"name": "hush", "arguments": {}}</tool_call>',
        "",
        [HUSH],
    ),
    "tokens around it": (
        '<|im_start|>assistant\n<tool_call>{"name": "hush", "arguments": {}}</tool_call><|im_end|>',
        "",
        [HUSH],
    ),
    "single quotes": ("<tool_call>{'name': 'show_emote', 'arguments': {'name': 'wow'}}</tool_call>", "", [WOW]),
    "empty": ("<tool_call></tool_call>", "", []),
    "orphans": ("</tool_call> Nice one. <tool_call>", "Nice one.", []),
}
