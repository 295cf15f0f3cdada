"""The show in the terminal: each spoken line, tool call, refusal and trouble, with its time."""

import sys

import anyio
from anyio.abc import TaskStatus
from rich.console import Console
from rich.text import Text

from performer import events
from performer.events import EventStream, Published

_DIM = "dim"
_TROUBLE = "red"


class ConsoleMirror:
    """Prints what happens, as it happens; may miss lines rather than hold anybody up."""

    def __init__(self, stream: EventStream, console: Console | None = None) -> None:
        self._stream = stream
        self._console = console or plain_console()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Print until the stream closes."""
        with self._stream.lossy("console") as reader:
            task_status.started()
            async for published in reader:
                line = describe(published.event)
                if line is not None:
                    self._console.print(Text.assemble((_time(published), _DIM), " ", line), soft_wrap=True)


def plain_console() -> Console:
    """Make a console on standard output that no character of a model's can break."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, emoji=False, markup=False)


def describe(event: events.Event) -> Text | None:  # noqa: C901  one case an event, nothing else
    """Tell an event in one line for the streamer; None for those that are of no interest there."""
    match event:
        case events.CueTaken(kind="chat", text=text):
            return Text(f"?  {_safe(text)}", "cyan")
        case events.SpeechStarted(text=text, audible=audible):
            return Text.assemble(("»  ", "yellow"), (_safe(text), "bold"), ("" if audible else "  (silent)", _DIM))
        case events.SpeechEnded(cut=True, heard_s=heard_s):
            return Text(f"   cut after {heard_s:.1f} s", _DIM)
        case events.ToolReturned(tool=tool, text=text):
            return Text.assemble(("+  ", "green"), f"{_safe(tool)}: {_safe(text)}")
        case events.ToolRefused(tool=tool, reason=reason):
            return Text(f"-  {_safe(tool)} refused: {_safe(reason)}", _DIM)
        case events.ToolFailed(tool=tool, reason=reason):
            return Text(f"-  {_safe(tool)} failed: {_safe(reason)}", _TROUBLE)
        case events.SentenceBlocked(reason=reason, where=where):
            return Text(f"-  a text for {where} was held back: {reason}", _DIM)
        case events.TurnEnded(reason="final", sentences=0, steps=1):
            return Text("   (kept quiet)", _DIM)
        case events.TurnEnded(reason=reason) if reason not in {"final", "steps"}:
            return Text(f"!  the turn ended: {_safe(reason)}", _TROUBLE)
        case events.ServiceDown(service=service, reason=reason):
            return Text(f"!  {service} is down: {_safe(reason)}", _TROUBLE)
        case events.ServiceUp(service=service, reason=reason):
            return Text(f"!  {service} is back. {_safe(reason)}", "green")
        case _:
            return None


def _time(published: Published) -> str:
    minutes, seconds = divmod(int(published.t), 60)
    return f"{minutes:3d}:{seconds:02d}"


def _safe(text: str) -> str:
    """Leave no control character for the terminal to obey."""
    return "".join(each if each.isprintable() else " " for each in text)
