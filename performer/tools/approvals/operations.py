"""The operations of the control socket about calls that wait for a yes: which there are, and the answer to them."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.errors import ConfigError
from performer.core.operations import MOST_NAME, Arguments, read_flag, read_number
from performer.core.own_text import own
from performer.core.text import format_iso
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.tools.approvals.approval import STREAMER, ApprovalAuditEntry, ApprovalRequest, Decider, describe_approval
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.masked_arguments import mask_arguments_aside, mask_for_people


@dataclass(frozen=True)
class ApprovalOperations:
    """`approvals.list approvals.settle approvals.audit`."""

    _approvals: ApprovalQueue
    _guard: Guard

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {
            "approvals.list": self.waiting,
            "approvals.settle": self.settle,
            "approvals.audit": self.audit,
        }

    async def waiting(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return the calls that wait, the oldest first, with all arguments."""
        return [await self._format_request(each) for each in self._approvals.waiting]

    async def settle(self, arguments: Arguments) -> str:
        """Decide the call of a `number` by `approve` (true or false), and return what the answer came to."""
        if "approve" not in arguments:
            raise ConfigError(own("The argument 'approve' is missing. Expected true or false."))
        who = Decider(name=STREAMER, where="control")
        number, approve = read_number(arguments, "number"), read_flag(arguments, "approve")
        return describe_approval(await self._approvals.settle(number, approve=approve, who=who))

    async def audit(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return who answered what about which tool, the newest first; 50 lines."""
        return [self._format_audit(each) for each in await self._approvals.audit()]

    async def _format_request(self, parked: ApprovalRequest) -> dict[str, Any]:
        return {
            **{name: getattr(parked, name) for name in ("number", "tool", "server", "why", "channel")},
            "arguments": await mask_arguments_aside(parked.arguments, mask_for_people(self._guard)),
            "asked_at": format_iso(parked.asked_at),
            "left_s": round(self._approvals.left_s(parked), 1),
        }

    def _format_audit(self, entry: ApprovalAuditEntry) -> dict[str, Any]:
        who = self._guard.passed(entry.name, limit=MOST_NAME, where="panel") if entry.name else ""
        said = {"what": entry.what, "tool": entry.tool, "who": who, "id": entry.id, "where": entry.where}
        return {"number": entry.approval, "at": format_iso(entry.at), **said}
