"""The operations of the control socket about calls that wait for a yes: which there are, and the answer to them."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.approvals import STREAMER, ApprovalDesk, Parked, Press, Who
from performer.approvals.told import told
from performer.arguments import Arguments, flag, number
from performer.errors import ConfigError
from performer.instants import iso_of


class ApprovalOperations:
    """`approvals.list approvals.settle approvals.audit`.

    Args:
        desk: Where calls wait.
    """

    def __init__(self, desk: ApprovalDesk) -> None:
        self._desk = desk

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Name them as the wire does."""
        return {
            "approvals.list": self.waiting,
            "approvals.settle": self.settle,
            "approvals.audit": self.audit,
        }

    async def waiting(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Tell what waits, the oldest first, with all arguments."""
        return [self._told(each) for each in self._desk.waiting]

    async def settle(self, arguments: Arguments) -> str:
        """Have the call of a `number` run, or not, by `approve` (true or false); tell what it came to."""
        if "approve" not in arguments:
            raise ConfigError("The argument 'approve' is missing. Expected true or false.")
        who = Who(name=STREAMER, where="control")
        return told(await self._desk.settle(number(arguments, "number"), approve=flag(arguments, "approve"), who=who))

    async def audit(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Tell who pressed what, the newest first; 50 lines."""
        return [_line(each) for each in await self._desk.audit()]

    def _told(self, parked: Parked) -> dict[str, Any]:
        return {
            "number": parked.number,
            "tool": parked.tool,
            "server": parked.server,
            "arguments": dict(parked.arguments),
            "why": parked.why,
            "channel": parked.channel,
            "asked_at": iso_of(parked.asked_at),
            "left_s": round(self._desk.left_s(parked), 1),
        }


def _line(press: Press) -> dict[str, Any]:
    return {
        "number": press.approval,
        "at": iso_of(press.at),
        "what": press.what,
        "who": press.name,
        "id": press.id,
        "where": press.where,
    }
