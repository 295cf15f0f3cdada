"""What other hands do, in lines for the terminal: servers of tools, long calls, helpers, and who waits for whom."""

from rich.text import Text

from performer import events
from performer.printable import printable

_DIM = "dim"
_SHOW = "the show"


def hands_line(event: events.Event) -> Text | None:
    """Write a line, of words that nobody has looked at yet; None where there is nothing to tell."""
    match event:
        case events.ToolsListed(server=server, pending=pending) if pending:
            tools = "1 tool waits" if pending == 1 else f"{pending} tools wait"
            return Text(f"?  mcp {server}: {tools} for your yes: python3 run.py mcp allow {server}", "bold cyan")
        case events.ErrandStarted(errand=number, tool=tool):
            return Text(f"   ({printable(tool)} goes on beside the show, as number {number})", _DIM)
        case events.ErrandEnded(errand=number, tool=tool, came=came):
            return Text(f"   (number {number}, {printable(tool)}: {came})", _DIM)
        case events.AgentStarted(agent=agent, task=task):
            return Text(f"   ({printable(agent)} is sent: {printable(task)})", _DIM)
        case events.AgentEnded(agent=agent, came=came):
            return Text(f"   ({printable(agent)}: {came})", _DIM)
        case events.CoordinationAsked(resource=resource, agent=agent, holder=holder):
            waits, has = printable(agent) or _SHOW, printable(holder) or _SHOW
            return Text(f"   ({waits} wants {printable(resource)}, which {has} has)", _DIM)
        case _:
            return None
