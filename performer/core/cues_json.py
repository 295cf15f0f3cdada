"""Cues as JSON, for those that have to outlive the process: a stored cue, and the origin of a waiting tool call."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final, get_args

from pydantic import TypeAdapter, ValidationError

from performer.core.cues import AnswerCue, ChatCue, Cue, name_kind
from performer.core.made_late import once

_KINDS: Final[Mapping[str, Callable[[], TypeAdapter[Any]]]] = {
    cue.__name__.removesuffix("Cue").lower(): once(partial(TypeAdapter, cue)) for cue in get_args(Cue)
}
"""What makes the adapters of the cue classes, by the name that `name_kind` returns; a start mostly needs none."""


def format_cue_json(cue: Cue) -> str:
    """Format a cue as a JSON object with its `kind`, without its times: they mean nothing to another clock."""
    return json.dumps(_collect_fields(cue), ensure_ascii=False, separators=(",", ":"))


def parse_cue_json(text: str, *, at_s: float) -> Cue:
    """Parse a cue that `format_cue_json` wrote; `at_s` becomes its time.

    Raises:
        ValueError: when the text is no such object.
    """
    try:
        return _build_cue(json.loads(text), at_s)
    except (KeyError, TypeError, AttributeError, RecursionError, ValidationError) as error:
        raise ValueError(f"no cue: {type(error).__name__}") from None


def _collect_fields(cue: Cue) -> dict[str, Any]:
    fields = {"kind": name_kind(cue), **asdict(cue)}
    fields.pop("at_s", None)
    match cue:
        case ChatCue():
            fields["lines"] = [{name: each[name] for name in each if name != "at_s"} for each in fields["lines"]]
        case AnswerCue(origin=origin) if origin is not None:
            fields["origin"] = _collect_fields(origin)
        case _:
            pass
    return fields


def _build_cue(fields: Mapping[str, Any], at_s: float) -> Cue:
    given = dict(fields)
    kind = _KINDS[given.pop("kind")]
    if given.get("origin"):
        given["origin"] = _build_cue(given["origin"], at_s)
    cue: Cue = kind().validate_python(given)
    if isinstance(cue, ChatCue):
        return ChatCue(lines=tuple(replace(line, at_s=at_s) for line in cue.lines))
    return replace(cue, at_s=at_s)
