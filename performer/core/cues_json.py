"""Cues as JSON and back, for what has to outlive the process: a kept cue, and the reason of a parked call."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from performer.core.cues import (
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    name_kind,
)

_KINDS: Final[Mapping[str, TypeAdapter[Any]]] = {
    cue.__name__.removesuffix("Cue").lower(): TypeAdapter(cue)
    for cue in (SayCue, OperatorCue, ChatCue, AnswerCue, ScheduleCue, GameCue, SceneCue, SilenceCue)
}
"""By the name that `kind` gives."""


def format_cue_json(cue: Cue) -> str:
    """Write a cue as a JSON object with its `kind`; its instants are left out, for no other clock could read them."""
    return json.dumps(_fields(cue), ensure_ascii=False, separators=(",", ":"))


def parse_cue_json(text: str, *, at_s: float) -> Cue:
    """Read a cue that `cue_json` wrote.

    Args:
        text: The object.
        at_s: The instant of the clock at which it counts as given.

    Raises:
        ValueError: when it is no such object.
    """
    try:
        return _cue(json.loads(text), at_s)
    except (KeyError, TypeError, AttributeError, RecursionError, ValidationError) as error:
        raise ValueError(f"no cue: {type(error).__name__}") from None


def _fields(cue: Cue) -> dict[str, Any]:
    fields = {"kind": name_kind(cue), **asdict(cue)}
    fields.pop("at_s", None)
    match cue:
        case ChatCue():
            fields["lines"] = [{name: each[name] for name in each if name != "at_s"} for each in fields["lines"]]
        case AnswerCue(origin=origin) if origin is not None:
            fields["origin"] = _fields(origin)
        case _:
            pass
    return fields


def _cue(fields: Mapping[str, Any], at_s: float) -> Cue:
    given = dict(fields)
    made = _KINDS[given.pop("kind")]
    if given.get("origin"):
        given["origin"] = _cue(given["origin"], at_s)
    cue: Cue = made.validate_python(given)
    if isinstance(cue, ChatCue):
        return ChatCue(lines=tuple(_at(line, at_s) for line in cue.lines))
    return replace(cue, at_s=at_s)


def _at(line: ChatLine, at_s: float) -> ChatLine:
    return replace(line, at_s=at_s)
