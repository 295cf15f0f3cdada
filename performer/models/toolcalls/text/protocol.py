"""The text that teaches a model without native tools to print its calls.

The form is one line: the word CALL, the tool's name, and its arguments as one JSON object. JSON is what models write
best, whatever form they were asked for; what they get wrong is mostly around it: tags half open or never closed, fences
left hanging, envelopes whose keys have a dozen names, a tool's own `name` taken for the name of the tool. So there is
nothing around it here, neither tag nor envelope, and no mark by which a server's own reader would take the call for
itself, and lose it.

A tool in one line, and a call of it for an example: its schema in brief, in the shape of the call to be printed.

A tool may be anybody's: its words are shortened, and none of them can end a message, open a fence or pass for a call.
"""

import json
import re
from collections.abc import Iterable
from typing import Final

from performer.core.prompt_files import load_prompt
from performer.core.text import make_printable
from performer.core.untrusted_text import NONE, Prompt, join_prompts, repeat_own_words, state_to_model
from performer.models.toolcalls.text.schema import nodes
from performer.tools.tool import ToolCall, ToolSpec

MOST_CHOICES: Final = 24
"""Members of an enumeration that are told; a model that needs another learns of it when its call is refused."""
_MOST_ARGUMENTS: Final = 12
_MOST_NESTED: Final = 6
_MOST_KINDS: Final = 3
_LARGEST_BOUND: Final = 1e9
_LONGEST_SHAPE: Final = 600
"""Characters; a longer one is told without what is inside its arguments."""
_LONGEST_SENTENCE: Final = 60
_LONGEST_HINT: Final = 30
_LONGEST_CHOICE: Final = 40
_LONGEST_LINE: Final = 2000
"""Characters of a tool's line; the brief keeps it shorter unless a tool has hundreds of choices."""
_DEEPEST: Final = 2

_TOOL_NAME = re.compile(r"[\w.-]{1,80}")
_KEY = re.compile(r"[\w.$-]{1,64}")
_BARE_WORDS = re.compile(r"[\w.-]+(?: [\w.-]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_HARMLESS: Final = str.maketrans({"<": "‹", ">": "›", "`": "'", "{": "(", "}": ")", "[": "(", "]": ")"})


def can_be_taught(tool: ToolSpec) -> bool:
    """Return whether a call of the tool can be printed at all: some servers give names with blanks or slashes."""
    return _TOOL_NAME.fullmatch(tool.name) is not None


def format_brief(tool: ToolSpec) -> str:
    """Write `show_emote: Show an emote. With name*: wave|wow; size: small|large`; a star marks what must be there."""
    told = f"{_make_harmless(tool.name)}: {_shorten(tool.description, _LONGEST_SENTENCE)}".rstrip(": ")
    shapes = [_format_fields(tool.parameters, tool.parameters, depth=depth) for depth in (0, _DEEPEST)]
    shape = shapes[0] if len(shapes[0]) <= _LONGEST_SHAPE else shapes[1]
    return f"{told} With {shape}" if shape else told


def make_example(tools: Iterable[ToolSpec]) -> tuple[str, dict[str, object]]:
    """Make up a call of one of the tools: its name and its arguments.

    The tool is the one that shows most with least: one argument that must be there, and has choices.
    """
    tool = min(tools, key=_measure_awkwardness)
    return tool.name, _make_object(nodes.resolve_node(tool.parameters, tool.parameters), tool.parameters, depth=0)


def _measure_awkwardness(tool: ToolSpec) -> tuple[bool, int]:
    musts = [nodes.list_options(each, tool.parameters)[0] for _, each, must in _list_arguments(tool.parameters) if must]
    return not any(_list_choices(each) for each in musts), abs(len(musts) - 1)


def _list_arguments(node: nodes.Node) -> list[tuple[str, nodes.Node, bool]]:
    """List the arguments with whether they must be there, those first."""
    musts = set(nodes.list_required(node))
    told = [(key, each, key in musts) for key, each in nodes.list_properties(node).items() if _KEY.fullmatch(key)]
    return sorted(told, key=lambda argument: not argument[2])


def _format_fields(node: nodes.Node, root: nodes.Node, *, depth: int) -> str:
    arguments = _list_arguments(nodes.resolve_node(node, root))
    most = _MOST_ARGUMENTS if depth == 0 else _MOST_NESTED
    kept = [each for number, each in enumerate(arguments) if each[2] or number < most]
    parts = [
        f"{key}{'*' if must else ''}: {_format_argument(each, root, must=must, depth=depth)}"
        for key, each, must in kept
    ]
    more = ["…"] if len(kept) < len(arguments) else []
    return "; ".join(parts + more)


def _format_argument(schema: nodes.Node, root: nodes.Node, *, must: bool, depth: int) -> str:
    """Write what an argument may be, and in a few words what it is for when its name and type may not say it all."""
    options = nodes.list_options(schema, root)[:_MOST_KINDS]
    kinds = dict.fromkeys(_format_kind(leaf, root, depth=depth) for leaf in options)
    told = "|".join(kind for kind in kinds if kind != "null")
    hint = nodes.resolve_node(schema, root).get("description")
    if depth > 0 or not must or told not in {"string", "number", "integer"} or not isinstance(hint, str):
        return told or "any"
    return f"{told} ({_shorten(hint, _LONGEST_HINT).rstrip('.…')})"


def _format_kind(node: nodes.Node, root: nodes.Node, *, depth: int) -> str:
    if nodes.list_members(node):
        return _format_choices(node)
    match nodes.find_kind(node):
        case "array" if depth < _DEEPEST and "items" in node:
            return f"[{_format_argument(node['items'], root, must=False, depth=depth + 1)}]"
        case "object" if depth < _DEEPEST and nodes.list_properties(node):
            return "{" + _format_fields(node, root, depth=depth + 1) + "}"
        case "number" | "integer" as name:
            return name + _format_range(node)
        case "string" | "boolean" | "array" | "object" | "null" as name:
            return name
        case _:
            return "any"


def _format_range(node: nodes.Node) -> str:
    """Write the limits of a number; one that nobody would read is none."""
    low, high = (
        f"{bound:g}" if isinstance(bound, int | float) and abs(bound) < _LARGEST_BOUND else ""
        for bound in (node.get("minimum"), node.get("maximum"))
    )
    if low and high:
        return f" {low} to {high}"
    return f" from {low}" if low else f" up to {high}" if high else ""


def _format_choices(node: nodes.Node) -> str:
    """Write the choices, as many as a model can be expected to read."""
    choices = _list_choices(node)
    words = [each if isinstance(each, str) and _BARE_WORDS.fullmatch(each) else _format_json(each) for each in choices]
    more = ["…"] if len(words) > MOST_CHOICES or len(choices) < len(nodes.list_members(node) or ()) else []
    return "|".join(words[:MOST_CHOICES] + more)


def _list_choices(node: nodes.Node) -> list[object]:
    """List the choices that need not be changed to be told: changed it would be no choice any more."""
    return [each for each in nodes.list_members(node) or () if _is_plain(each)]


def _is_plain(choice: object) -> bool:
    if isinstance(choice, str):
        return 0 < len(choice) <= _LONGEST_CHOICE and _make_harmless(choice) == choice
    return choice is None or isinstance(choice, bool | int | float)


def _make_object(node: nodes.Node, root: nodes.Node, *, depth: int) -> dict[str, object]:
    return {key: _make_value(key, each, root, depth=depth) for key, each, must in _list_arguments(node) if must}


def _make_value(key: str, schema: nodes.Node, root: nodes.Node, *, depth: int) -> object:
    node = nodes.list_options(schema, root)[0]
    choices = _list_choices(node)
    if choices:
        return choices[0]
    match nodes.find_kind(node):
        case "number" | "integer":
            return node.get("minimum", 1)
        case "boolean":
            return True
        case "array":
            return [_make_value(key, node.get("items", {}), root, depth=depth + 1)] if depth < _DEEPEST else []
        case "object":
            return _make_object(node, root, depth=depth + 1) if depth < _DEEPEST else {}
        case _:
            return f"the {key.replace('_', ' ')}"


def _shorten(text: str, longest: int) -> str:
    """Return the first sentence, or as many of its words as fit."""
    sentence = _SENTENCE_END.split(_make_harmless(text), maxsplit=1)[0]
    if len(sentence) <= longest:
        return sentence
    return sentence[:longest].rpartition(" ")[0].rstrip(",;:") + "…"


def _make_harmless(text: str) -> str:
    return " ".join(make_printable(text).split()).translate(_HARMLESS)


def _format_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


class CallProtocol:
    """The wording of `prompts/protocol.md` for the tools on offer, and of calls and results as a model learns them."""

    def teach(self, tools: Iterable[ToolSpec]) -> Prompt:
        """Write the lesson; empty when there is nothing to call."""
        taught = [tool for tool in tools if can_be_taught(tool)]
        if not taught:
            return NONE
        name, arguments = make_example(taught)
        sample = self.printed(ToolCall(id="", name=name, arguments=arguments))
        return load_prompt("protocol", tools=self.format_briefs(taught), example=sample)

    def format_briefs(self, tools: Iterable[ToolSpec]) -> Prompt:
        """Write a line on each tool, with its arguments, those that must be there marked with a star."""
        return join_prompts(*(state_to_model(f"- {format_brief(tool)}", _LONGEST_LINE) for tool in tools), by="\n")

    def format_said(self, text: Prompt, calls: Iterable[ToolCall]) -> Prompt:
        """Write what the model said, and behind it each call on a line of its own."""
        return join_prompts(text, *(self.printed(call) for call in calls), by="\n")

    def printed(self, call: ToolCall) -> Prompt:
        """Write a call, which has no tokens in it, as the model should have printed it; it is read back as the same."""
        written = _format_json(dict(call.arguments))
        # Half a surrogate pair, which no server takes, is written as JSON escapes it.
        return Prompt(f"CALL {call.name} {written}".encode("utf-8", "backslashreplace").decode())

    def format_result(self, call: ToolCall, text: Prompt) -> Prompt:
        """Write what came of a call, as the next thing the model is told."""
        return join_prompts(repeat_own_words(f"[{call.name}]"), text, by=" ")
