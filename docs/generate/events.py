"""The events: facts of a show, as the journal writes them, made from their classes."""

import dataclasses
import inspect
from itertools import groupby
from typing import Final, get_type_hints

from docs.generate.markdown import code, sentence, table
from docs.generate.source import field_strings, line_of, title_of_module
from performer.core import events as facts
from performer.core.events.stream import Event

_HEAD: Final = ("field", "takes", "what it says")


def events() -> str:
    """Return every event with its fields, in the order of the modules."""
    kinds = [each for each in vars(facts).values() if inspect.isclass(each) and issubclass(each, Event)]
    kinds = sorted({each for each in kinds if each is not Event}, key=lambda each: (each.__module__, line_of(each)))
    parts = []
    for title, together in groupby(kinds, title_of_module):
        parts += [f"## {title.rstrip('.')}\n", *(_event(each) for each in together)]
    return "\n".join(parts)


def _event(kind: type[Event]) -> str:
    about = field_strings(kind)
    hints = get_type_hints(kind)
    fields = [each for each in dataclasses.fields(kind) if each.name != "turn"]
    rows = [(code(each.name), _type(hints[each.name]), about.get(each.name, "")) for each in fields]
    return f"### {kind.__name__}\n\n{sentence(kind.__doc__ or '')}\n" + (f"\n{table(_HEAD, rows)}\n" if rows else "")


def _type(hint: object) -> str:
    """Return a field's type in the words of JSON."""
    text = str(hint) if not isinstance(hint, type) else hint.__name__
    if text.startswith("typing.Literal"):
        return ", ".join(code(each.strip("' ")) for each in text[len("typing.Literal[") : -1].split(","))
    if " | None" in text:
        return f"{_type_name(text.replace(' | None', ''))} or null"
    return _type_name(text)


def _type_name(text: str) -> str:
    names = {"str": "text", "int": "whole number", "float": "number", "bool": "true or false"}
    return names.get(text) or ("object" if "Mapping" in text else "list" if text.startswith("tuple") else text)
