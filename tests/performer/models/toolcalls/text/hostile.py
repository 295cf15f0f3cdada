"""Texts that no one writes and that must not cost more than others: long, deep, unclosed, all marks."""

import cProfile
from collections.abc import Callable, Mapping
from typing import Final

from performer.models.toolcalls.text.reader import ParsedText, TextCallStream, read_calls
from tests.performer.models.toolcalls.text.tools import STAGE

LENGTH: Final = 100_000
PIECE: Final = 16

SHAPES: Final[Mapping[str, tuple[str, str, str]]] = {
    each: ("", each, "")
    for each in (
        *"{[(<\"'`\\_*.-|>",
        "{}", "[]", "{{}}", '{"', "{'", "{“", "{:a ", "{a: ", '{"a":', '{"a": 1, ', '{"a" "', '{"a": [', "“„‘’", "\"'",
        "``` ", "```\n", "```json\n", "`a ", "`play_sound ", "`play_sound a=b` ", "````",
        "</", "<|", "<|a|>", "<a", "<a ", "<a>", "<tool_call>", "<tool_call>{", "</tool_call>", "<tool_response>",
        "<think>", "</think>", "[THINK]", "<function=", "<function=play_sound>", "<play_sound>", '<play_sound name="',
        "<function=play_sound><parameter=name>", "<tool_call>play_sound<arg_key>", "<invoke name=",
        "<｜", "<｜tool▁sep｜>",
        "[TOOL_CALLS]", "[TOOL_CALLS]play_sound{", "[play_sound(", "[a ", "functools[", "dict(", "print(",
        "play_sound(",
        "play_sound ", "play_sound\n", "play_sound: ", "play_sound", "CALL ", "CALL play_sound ", "call:play_sound{",
        'CALL play_sound {"name": "', 'CALL play_sound {"name": "airhorn"}\n', "functions.", "json\n", "json {",
        "tool: play_sound\n", "tool: x\n", "tool: play_sound\nargs:\n  name: ", "a: b\n", "- a: b\n", "- ", "---\n",
        "> ",
        '> {"a"\n', "Action: ", "Action: play_sound\n", 'Action: play_sound\nAction Input: {"name"\n', "Thought: a\n",
        "Final Answer: ", "Observation: ", "Result: a\n", "\n", " ", " \n", ". ", "a", "a ", "aB", "é", "🎉", "\u2028",
        "Hello there. Nice one! ", '"He said" ', "for example ", "not ", "say: ", "wow! hush ",
        '{"name":"play_sound","arguments":{"name":"airhorn"}}\n',
        '{"name":"play_sound","arguments":{"name":"airhorn"\n',
        '{"name":"fire","arguments":{}}', "<|channel|>commentary to=functions.play_sound<|message|>{",
        "<|channel|>analysis<|message|>", "<start_function_call>call:play_sound{name:<escape>", "hush() ",
    )
} | {
    "a string of backslashes": ('{"name": "overlay_text", "arguments": {"text": "', "\\", ""),
    "a string of quotes": ('{"name": "overlay_text", "arguments": {"text": "', '"a', ""),
    "a string of line ends": ('{"name": "overlay_text", "arguments": {"text": "', "\n", ""),
    "a string of braces": ('{"name": "overlay_text", "arguments": {"text": "', "}{", ""),
    "a string of commas": ("{'name': 'overlay_text', 'arguments': {'text': '", "', ", ""),
    "a parameter that never ends": ("<function=overlay_text><parameter=text>", "a", ""),
    "parameters that never end": ("<function=overlay_text>", "<parameter=text>a", ""),
    "a fence that never ends": ("```json\n", '{"a": 1}\n', ""),
    "a fence of words": ("```tool\n", "a b c\n", ""),
    "keys without end": ("CALL overlay_text {", '"a": 1, ', "}"),
    "pairs without end": ("overlay_text ", "a=1 ", ""),
    "arguments without end": ("overlay_text(", "a=1, ", ")"),
    "positions without end": ("overlay_text(", '"a", ', ")"),
    "lines below a name": ("tool: overlay_text\nargs:\n", "  a: 1\n", ""),
    "thinking without end": ("<think>", "Hm. CALL hush\n", ""),
    "a bare close at the end": ("", "Hm. ", "</think>"),
    "a tag in quotes": ('<overlay_text text="', "a' ", ""),
}  # fmt: skip
"""Each a beginning, what is repeated, and an end."""
DEEP: Final[Mapping[str, tuple[str, str]]] = {
    "{": ('{"a":', "}"),
    "[": ("[", "]"),
    "(": ("hush(", ")"),
    "<": ("<a>", "</a>"),
}
NAMES: Final = (*SHAPES, *(f"deep {each}" for each in DEEP))


def text_of(name: str, length: int = LENGTH) -> str:
    """Make the text of a shape, of so many characters."""
    if name.startswith("deep "):
        opens, closes = DEEP[name.removeprefix("deep ")]
        depth = length // len(opens + closes)
        return opens * depth + closes * depth
    begins, unit, ends = SHAPES[name]
    room = length - len(begins) - len(ends)
    return begins + (unit * (room // len(unit) + 1))[:room] + ends


def whole(text: str) -> ParsedText:
    """Read it at once."""
    return read_calls(text, STAGE)


def in_pieces(text: str) -> tuple[str, ParsedText]:
    """Read it as a model gives it: a token at a time. Gives all speech but the last, and the last reading."""
    stream = TextCallStream(STAGE)
    given = [stream.feed(text[at : at + PIECE]) for at in range(0, len(text), PIECE)]
    return "".join(given), stream.finish()


def steps(read_it: Callable[[str], object], text: str) -> int:
    """Count the functions that are called to read a text, ours and Python's own."""
    profile = cProfile.Profile()
    profile.runcall(read_it, text)
    return sum(entry.callcount for entry in profile.getstats())
