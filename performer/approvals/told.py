"""How it stands with a call, in a sentence for whoever answered."""

from typing import assert_never

from performer.approvals.parked import Fate


def told(fate: Fate) -> str:
    """Tell what an answer came to; it may name somebody as Discord does, which is a stranger's word."""
    tool = fate.parked.tool
    by = f" by {fate.who} ({fate.where})" if fate.who else ""
    late = "" if fate.is_news else "too late: "
    match fate.state:
        case "pending":
            return f"{tool} still waits"
        case "approved":
            return f"{late}{tool} was approved{by}, and runs"
        case "cancelled":
            return f"{late}{tool} was cancelled{by}, and will not run"
        case "expired":
            return f"{late}nobody answered in time, and {tool} will not run"
        case "done":
            return f"{late}{tool} was approved{by}, and is done"
        case "failed":
            return f"{late}{tool} was approved{by}, and came to nothing"
        case "lost":
            return f"{late}{tool} was approved{by}, and the performer ended: nobody knows whether it was done"
        case _:
            assert_never(fate.state)
