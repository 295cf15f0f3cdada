"""What is kept of a call that goes on later: its arguments, and why its turn began."""

import json
from typing import Any, get_args

from performer.cues import Origin
from performer.cues_json import cue_from_json, cue_json
from performer.memory.kept_text import whole


def arguments_of(text: str) -> dict[str, Any]:
    """Read a call's arguments.

    Raises:
        ValueError: when a bit of them has flipped on the disk.
    """
    read = json.loads(text)
    if not isinstance(read, dict):
        raise ValueError("its arguments are no object")  # noqa: TRY004  so wrong is what the file holds
    return read


def kept_origin(cue: Origin | None) -> str:
    """Write why a turn began."""
    return whole(cue_json(cue)) if cue else ""


def origin_of(text: str, at_s: float) -> Origin | None:
    """Read why a turn began, as of this instant of the clock.

    Raises:
        ValueError: as `arguments_of` does.
    """
    cue = cue_from_json(text, at_s=at_s) if text else None
    return cue if isinstance(cue, get_args(Origin)) else None
