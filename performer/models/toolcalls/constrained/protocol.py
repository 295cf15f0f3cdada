"""Answers that a server is told to write as `{"say": …, "calls": […]}`: the lesson, the schema, and the reader.

Servers make a grammar of the schema, so it has only keywords that every one of them knows, and `say` stands first,
because they write in the order of the properties and its words are to be heard at once.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import NONE, Prompt, repeat_own_words
from performer.models.toolcalls.constrained.reader import (
    AnswerStart,
    AnswerStartReader,
    JsonStringReader,
    SayCallsReader,
)
from performer.models.toolcalls.plan_first import NONE_OF_THEM
from performer.models.toolcalls.text.calls import MOST_CALLS, drop_repeats
from performer.models.toolcalls.text.protocol import CallProtocol, make_example
from performer.models.toolcalls.text.reader import ParsedText, TextCallStream
from performer.models.toolcalls.text.schema.nodes import Node, resolve_node
from performer.tools.tool import ToolCall, ToolSpec


class ConstrainedWording(CallProtocol):
    """The wording of `prompts/constrained.md` for the tools on offer, and of calls as the schema has them."""

    def teach(self, tools: Iterable[ToolSpec]) -> Prompt:
        """Write the lesson; empty when there is nothing to call."""
        taught = list(tools)
        if not taught:
            return NONE
        name, arguments = make_example(taught)
        sample = json.dumps({"tool": name, "arguments": arguments}, ensure_ascii=False)
        return load_prompt("constrained", tools=self.format_briefs(taught), example=repeat_own_words(sample))

    def format_said(self, text: Prompt, calls: Iterable[ToolCall]) -> Prompt:
        """Write what the model said and called, which has no tokens in it, as it should have written it."""
        written = [{"tool": call.name, "arguments": dict(call.arguments)} for call in calls]
        return Prompt(json.dumps({"say": text, "calls": written}, ensure_ascii=False))


class ConstrainedStream:
    """The reader of one answer, piece by piece, as `TextCallStream` is.

    The words of `say` go through a `TextCallStream` too, so that a model which puts markup or calls there is not heard
    reading them out. Thinking and a preamble in front of the object are passed over; but where it has no `say`, the
    preamble is all that was said. An answer without an object is read as free text: some servers pass over the schema.
    """

    def __init__(self, tools: Sequence[ToolSpec], thinks: bool = False) -> None:
        self._tools = tools
        self._beginning = AnswerStartReader(thinks=thinks)
        self._preamble = ""
        self._quote: JsonStringReader | None = None
        self._object: SayCallsReader | None = None
        self._words: TextCallStream | None = None
        self._spoke = False

    def feed(self, piece: str) -> str:
        """Read the next piece; return the speech that is now certain, maybe none."""
        if self._words is None:
            begun = self._beginning.take(piece)
            if begun is None:
                return ""
            self._words, piece = self._begin(begun)
        said = self._words.feed(self._read_say(piece))
        self._spoke = self._spoke or bool(said)
        return said

    def finish(self, last: str = "", *, cut: bool = False) -> ParsedText:
        """Read the last piece, which may be all there is; return all calls, and the speech that was still held back."""
        if self._words is None:
            begun = self._beginning.take(last, whole=True)
            assert begun is not None, "it is known of a whole text"
            self._words, last = self._begin(begun)
        said = self._words.finish(self._read_say(last), cut=cut)
        if self._object is not None:
            before = TextCallStream(self._tools).finish(self._preamble)
            if not (self._spoke or said.speech):
                said = replace(said, speech=before.speech)
            called = TextCallStream(self._tools).finish(self._object.rest, cut=cut)
            said = _join(_join(said, before), called)
        return replace(said, saw_bare_close=said.saw_bare_close or self._beginning.saw_bare_close)

    def _begin(self, begun: AnswerStart) -> tuple[TextCallStream, str]:
        """Make the reader of what it is; return that with what is to be read so far."""
        if begun.kind == "free":
            return TextCallStream(self._tools, thinks=begun.thinks, keeps_code=True), begun.rest
        self._preamble = begun.preamble
        self._quote = JsonStringReader() if begun.kind == "quoted" else None
        self._object = SayCallsReader()
        return TextCallStream(self._tools, keeps_code=True), begun.rest

    def _read_say(self, piece: str) -> str:
        if self._quote:
            piece, _ = self._quote.feed(piece)
        return self._object.feed(piece) if self._object else piece


def _join(said: ParsedText, called: ParsedText) -> ParsedText:
    """Add the calls of `calls` behind those that were put into the words, each once; only `say` is speech."""
    return replace(
        said,
        calls=drop_repeats(said.calls + called.calls),
        unknown=drop_repeats(said.unknown + called.unknown),
        misprints=said.misprints + called.misprints,
    )


Schema = dict[str, Any]

_KEPT: Final = ("type", "enum", "const", "required")
_DEEPEST: Final = 8
_MOST_LETTERS: Final = 12_000
"""A larger grammar slows down every token; the arguments are then any object, and are fitted when they are read."""


def build_answer_schema(tools: Sequence[ToolSpec]) -> Schema:
    """Write the schema for these tools on offer, with each one's own arguments where that is cheap."""
    exact = {"anyOf": _make_calls(tools)}
    items = exact if len(json.dumps(exact)) <= _MOST_LETTERS else _make_call(*(each.name for each in tools))
    calls = {"type": "array", "maxItems": MOST_CALLS, "items": items}
    return _make_object({"say": {"type": "string"}, "calls": calls})


def build_pick_schema(tools: Sequence[ToolSpec]) -> Schema:
    """Write the schema of one call, or none: `{"tool": …, "arguments": {…}}`."""
    none = _make_call(NONE_OF_THEM, arguments=_make_object({}))
    exact = {"type": "object", "anyOf": [none, *_make_calls(tools)]}
    wide = _make_call(NONE_OF_THEM, *(tool.name for tool in tools))
    return exact if len(json.dumps(exact)) <= _MOST_LETTERS else wide


def _make_calls(tools: Sequence[ToolSpec]) -> list[Schema]:
    return [_make_call(each.name, arguments=_make_plain(each.parameters, each.parameters, 0)) for each in tools]


def _make_call(*names: str, arguments: Schema | None = None) -> Schema:
    """Return the schema of a call of one of some tools; their arguments are any object when they are not given."""
    shape = {"type": "object"} if arguments is None else arguments
    return _make_object({"tool": {"type": "string", "enum": list(names)}, "arguments": shape})


def _make_object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _make_plain(schema: object, root: Node, depth: int) -> Schema:
    """Return a schema without what makes no grammar, and with what is referred to in its place."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return {}
    depth += 2 if "$ref" in schema else 1
    node = resolve_node(schema, root)
    plain: Schema = {key: node[key] for key in _KEPT if key in node}
    ways = node.get("anyOf") or node.get("oneOf")
    if ways:
        plain["anyOf"] = [_make_plain(each, root, depth) for each in ways]
    if "items" in node:
        plain["items"] = _make_plain(node["items"], root, depth)
    if "properties" in node:
        plain["properties"] = {key: _make_plain(each, root, depth) for key, each in node["properties"].items()}
        plain["additionalProperties"] = False
    return plain
