"""What a performer that runs tells of itself, as the checks ask it."""

from collections.abc import Mapping
from typing import Any

from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.files.user_file import parse_json
from performer.core.own_text import own
from performer.doctor.report import RunningShow


def describe_running(home: Home, status: Mapping[str, Any]) -> RunningShow:
    """Return what the performer of a home tells by its status; a ServiceError when nobody understands that."""
    try:
        facts = parse_json(home.stage_file.read_text(encoding="utf-8"))
        return RunningShow(
            url=str(facts["url"]),
            port=int(facts["port"]),
            down={str(name): str(reason) for name, reason in status["down"].items()},
            roles={str(role["part"]): (str(role["plays"]), str(role["why"])) for role in status["roles"]},
        )
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise ServiceError(
            own("The performer in {data} answers what nobody understands: {error}.", data=home.data, error=repr(error))
        ) from None
