"""What a running show says is down, each of it under the part that it belongs to."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from performer.core.own_text import OwnText, own
from performer.doctor.report import CheckNotes, CheckResult, RunningShow

_PARTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "brain": "model",
        "copies of the memory": "memory",
        "eyes": "screen",
        "judge": "guard",
        "reads": "ocr",
        "recogniser": "mic",
    }
)
"""The part that a check calls otherwise than the show does; any other begins with the part's name: `mcp weather`."""
_ASKED_BY_CHECKS: Final = frozenset({"discord", "ears", "memory", "mic", "sound"})
"""Services whose own checks ask the running show."""


def list_down(running: RunningShow) -> list[CheckResult]:
    """Return a finding for each service of a running show that is down, unless that part's own check has one."""
    found: list[CheckResult] = []
    for service, reason in running.down.items():
        if service not in _ASKED_BY_CHECKS:
            notes = CheckNotes(_PARTS.get(service, service.partition(" ")[0]))
            notes.fail("in the show", own("the running performer says: {reason}", reason=_explain(reason)))
            found += notes.findings
    return found


def _explain(reason: str) -> OwnText:
    return OwnText.of(reason) if reason else own("it is down, and it gave no reason")
