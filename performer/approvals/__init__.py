"""Approvals: calls that wait for a person's yes, and run once when they have it."""

from performer.approvals.desk import ApprovalDesk
from performer.approvals.parked import STREAMER, Came, Decision, Fate, Parked, Press, State, Where, Who
from performer.approvals.store import ApprovalStore

__all__ = [
    "STREAMER",
    "ApprovalDesk",
    "ApprovalStore",
    "Came",
    "Decision",
    "Fate",
    "Parked",
    "Press",
    "State",
    "Where",
    "Who",
]
