"""The performer that is running, if there is one: what it says of itself, so that no second one has to start."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from performer.control_client import NobodyThereError, ask
from performer.errors import ServiceError
from performer.home import Home


@dataclass(frozen=True, kw_only=True)
class Running:
    """What is known of it."""

    url: str
    """Its page, with its token."""
    port: int
    down: Mapping[str, str]
    """What it says is down, and why."""
    roles: Mapping[str, tuple[str, str]]
    """Who plays each part, and why nobody better does."""


async def find_running(home: Home) -> Running | None:
    """Ask for the performer that runs in a home; None when there is none.

    Raises:
        ServiceError: when there is one that does not answer.
    """
    try:
        status = await ask(home, "status", {})
        doorplate = json.loads(home.stage_file.read_text(encoding="utf-8"))
        return _running(status, doorplate)
    except NobodyThereError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ServiceError(f"The performer in {home.data} answers what nobody understands: {error!r}.") from None


def _running(status: Mapping[str, Any], doorplate: Mapping[str, Any]) -> Running:
    return Running(
        url=str(doorplate["url"]),
        port=int(doorplate["port"]),
        down={str(name): str(reason) for name, reason in status["down"].items()},
        roles={str(role["part"]): (str(role["plays"]), str(role["why"])) for role in status["roles"]},
    )
