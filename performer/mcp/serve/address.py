"""Where the show that runs in a home takes calls of programs, as its doorplate tells."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from performer.redaction import know


@dataclass(frozen=True, kw_only=True)
class AgentAddress:
    """The agents' door of a show."""

    url: str
    token: str = field(repr=False)


def address_in(doorplate: Path) -> AgentAddress | None:
    """Read the address off `run/stage.json`; None where no show runs, or one that has no such door."""
    facts = _object(doorplate)
    url, token = facts.get("agent_url"), _token(facts.get("tokens"))
    return AgentAddress(url=url, token=token) if isinstance(url, str) and token else None


def token_in(tokens_file: Path) -> str:
    """Read the agents' token that is good now; empty where there is none."""
    return _token(_object(tokens_file))


def _object(file: Path) -> Mapping[str, Any]:
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _token(tokens: object) -> str:
    token = tokens.get("agent") if isinstance(tokens, dict) else None
    if not isinstance(token, str):
        return ""
    know(token)
    return token
