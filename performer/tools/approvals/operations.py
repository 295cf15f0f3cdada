"""The operations of the control socket about calls that wait for a yes: which there are, and the answer to them."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, read_flag, read_number
from performer.core.text import format_iso
from performer.tools.approvals.approval import STREAMER, ApprovalAuditEntry, ApprovalRequest, Decider, describe_approval
from performer.tools.approvals.queue import ApprovalService


class ApprovalOperations:
    """`approvals.list approvals.settle approvals.audit`.

    Args:
        desk: Where calls wait.
    """

    def __init__(self, desk: ApprovalService) -> None:
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
        who = Decider(name=STREAMER, where="control")
        return describe_approval(
            await self._desk.settle(read_number(arguments, "number"), approve=read_flag(arguments, "approve"), who=who)
        )

    async def audit(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Tell who pressed what, the newest first; 50 lines."""
        return [_line(each) for each in await self._desk.audit()]

    def _told(self, parked: ApprovalRequest) -> dict[str, Any]:
        return {
            "number": parked.number,
            "tool": parked.tool,
            "server": parked.server,
            "arguments": dict(parked.arguments),
            "why": parked.why,
            "channel": parked.channel,
            "asked_at": format_iso(parked.asked_at),
            "left_s": round(self._desk.left_s(parked), 1),
        }


def _line(press: ApprovalAuditEntry) -> dict[str, Any]:
    return {
        "number": press.approval,
        "at": format_iso(press.at),
        "what": press.what,
        "who": press.name,
        "id": press.id,
        "where": press.where,
    }
