"""The calls that wait for a yes now: how long each may wait, and which call has no place left."""

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Final

from performer.core.clock import Clock
from performer.core.cues import find_author_id
from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.tools.approvals.approval import ApprovalRequest
from performer.tools.rates import AskCounter
from performer.tools.tool import ToolCall, is_of_program

MOST_WAITING: Final = 10
MOST_OF_A_TURN: Final = 3
MOST_OF_A_PERSON: Final = 3
"""The limit keeps one person of a chat from taking all places from the others and from the owner."""
MOST_OF_PROGRAMS: Final = 3
"""The limit of all programs together: a program may give itself any name."""


@dataclass
class PendingApprovals:
    """The waiting calls by their numbers; the service decides what of them is kept over a restart."""

    _clock: Clock
    wait_s: float
    _waiting: dict[int, ApprovalRequest] = field(default_factory=dict, init=False)
    _over_s: dict[int, float] = field(default_factory=dict, init=False)
    """When a call's time is over by the show's clock: the wall's may be set back."""
    _askers: AskCounter = field(default_factory=AskCounter, init=False)

    @property
    def calls(self) -> Sequence[ApprovalRequest]:
        """The calls that wait now, the oldest first."""
        return tuple(self._waiting.values())

    def call(self, number: int) -> ApprovalRequest | None:
        """Return the call of a number, if it waits."""
        return self._waiting.get(number)

    def left_s(self, parked: ApprovalRequest) -> float:
        """Return how long a call may still be decided, in seconds."""
        by_wall_s = (parked.until - self._clock.utc()).total_seconds()
        return max(0.0, min(by_wall_s, self._over_s.get(parked.number, 0.0) - self._clock.now()))

    def find_same(self, call: ToolCall) -> int | None:
        """Return the number of the same call that waits; a program is told, so the same of another is another one."""

        def is_same(each: ApprovalRequest) -> bool:
            is_told = call.is_of_program or is_of_program(each.agent)
            is_like_it = (each.tool, each.arguments) == (call.name, call.arguments)
            return is_like_it and (each.agent == call.agent or not is_told)

        return next((each.number for each in self.calls if is_same(each)), None)

    def make_room(self, call: ToolCall) -> None:
        """Count a call that asks to wait.

        Raises:
            ToolRefusedError: when there is no place for it.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise ToolRefusedError(own("{most} calls wait for the owner's yes already. Let it go.", most=MOST_WAITING))
        if call.is_of_program:
            if sum(is_of_program(each.agent) for each in self.calls) >= MOST_OF_PROGRAMS:
                waits = own("{most} calls of programs wait for the owner's yes already.", most=MOST_OF_PROGRAMS)
                raise ToolRefusedError(own("{waits} Try again later.", waits=waits))
            return
        asker = find_author_id(call.cue)
        if asker and sum(find_author_id(each.origin) == asker for each in self.calls) >= MOST_OF_A_PERSON:
            raise ToolRefusedError(
                own(
                    "{most} calls that this person led to wait already. Let it go.",
                    most=MOST_OF_A_PERSON,
                )
            )
        if self._askers.count(call) > MOST_OF_A_TURN:
            raise ToolRefusedError(
                own(
                    "You have asked for the owner's yes {most} times now. Let it go.",
                    most=MOST_OF_A_TURN,
                )
            )

    def add(self, parked: ApprovalRequest) -> None:
        """Add a call that has its number; the time of one that waits already goes on."""
        self._over_s.setdefault(parked.number, self._clock.now() + self.wait_s)
        self._waiting[parked.number] = parked

    def note_asked(self, number: int, channel: str, message: str) -> None:
        """Write down which message of Discord asks about a call."""
        if number in self._waiting:
            self._waiting[number] = replace(self._waiting[number], asked_in=channel, asked_as=message)

    def remove(self, number: int) -> ApprovalRequest | None:
        """Remove a call that waits no longer, and return it, if it was known to wait."""
        self._over_s.pop(number, None)
        return self._waiting.pop(number, None)
