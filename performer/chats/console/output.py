"""The show in the terminal: each spoken line, tool call, refusal and trouble, with its time."""

import tomllib
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import ClassVar

import anyio
from anyio.abc import TaskStatus
from rich.console import Console
from rich.text import Text

from performer.core import events
from performer.core.command_line import COMMAND
from performer.core.cues import CONSOLE
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.own_text import OwnText, join_own, own
from performer.core.plain_reason import make_plain_reason
from performer.core.process.thread import WorkerThread
from performer.core.redact.redact import redact
from performer.core.text import format_json_line, make_printable
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import RETOLD, SPEECH, Dropped, Masked, Pass, format_label, strip_finder

_DIM = "dim"
_LAST_WORDS = 5
_LONGEST = 400
_LONG_LOAD_S = 2.0
"""A server counts some milliseconds as loading even when the model is there."""
_TROUBLE = "red"
_NO_TIME = " " * 6
_FENCE = "```"
_QUIET_ENDS = {
    "said before": own("said before"),
    "stale": own("it came too late for what was seen"),
    "nothing to read": own("nothing to read"),
    "nothing to see": own("nothing to see"),
    events.KEPT_BACK: own("nothing that may be said"),
}
"""What is told of a turn without a word that is nobody's fault, by the reason of its end."""
_NEWS = ("brain", "discord")
"""Services whose coming is printed though they were never missed: loading and linking outlast the start."""
_NOT_IN_THE_TABLE = (
    *(events.FileRefused, events.ToolsListed, events.ToolLeftOut),
    *(events.Paused, events.Resumed, events.SendingLost),
)
_LINES = {
    name: (template, style)
    for style, lines in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
    for name, template in lines.items()
}
"""The lines of events that need no words but their fields', and how they are shown, by the events' names."""


@dataclass(frozen=True)
class PrintedLine:
    """A line in the product's own words; others' words in it pass the guard each by itself."""

    text: OwnText
    style: str = ""
    mark_style: str = ""
    """How its mark is shown, if otherwise: the sign that a line begins with."""
    marked: ClassVar[int] = 3

    @property
    def plain(self) -> str:
        """The line before any guard has seen it, without a character that could steer a terminal."""
        return make_printable(self.text)


@dataclass(frozen=True, kw_only=True)
class SaidLine:
    """A line that is somebody else's from end to end, but for the sign before it and a remark of ours behind it."""

    sign: Text
    words: str
    style: str
    remark: str = ""

    @property
    def text(self) -> Text:
        """The line before any guard has seen it, without a character that could steer a terminal."""
        return self.show(make_printable(self.words), self.style)

    def show(self, words: str, style: str = "") -> Text:
        """Return the line with other words."""
        return Text.assemble(self.sign, (words, style), (self.remark, _DIM))

    @property
    def plain(self) -> str:
        """The line as `text` has it, without its style."""
        return self.text.plain


ConsoleLine = PrintedLine | SaidLine


class ConsoleMirror:
    """Prints what happens, as it happens, and may miss lines rather than hold anybody up.

    Whatever it prints has passed the guard: a terminal may be on the stream too.
    """

    def __init__(self, stream: EventStream, guard: Guard, console: Console) -> None:
        self._reader = stream.lossy("console", is_patient=True, skips_routine=True)
        self._guard = guard
        self._console = console
        # A terminal that was stopped (Ctrl+S) blocks whoever writes to it: that must not be the show.
        self._thread = WorkerThread("console")
        self._down: dict[str, str] = {}
        """Why each service is down, by its name."""
        self._met: set[str] = set()
        """The services that have been up: only they can come back."""
        self._asked: int | None = None
        """The last turn that answers a line of the chat."""
        self._typed: int | None = None
        """The last turn that answers what was typed here."""
        self._left_out: int | None = None
        """The last turn of which a line was left out, which was printed."""
        self._said_nobody = False
        self._pauses: dict[str, str] = {}
        self._held: list[PublishedEvent] = []

    def drop_startup_lines(self) -> None:
        """Drop what has come so far, except what the start-up table does not show: refused files and pauses."""
        taken = self._reader.taken()
        self._met |= {each.event.service for each in taken if isinstance(each.event, events.ServiceUp)}
        self._held = [published for published in taken if isinstance(published.event, _NOT_IN_THE_TABLE)]

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Print until the stream closes."""
        task_status.started()
        while self._held:
            await self._print(self._held.pop(0))
        async for published in self._reader:
            await self._print(published)

    async def tell(self, sentence: str) -> None:
        """Print a sentence for whoever types in this terminal."""
        await self._print_line(_NO_TIME, self._pass_guard(PrintedLine(own("   ({sentence})", sentence=sentence), _DIM)))

    async def _print(self, published: PublishedEvent) -> None:
        match published.event:
            case events.CueTaken(turn=turn, channel=channel) if shows_code(channel):
                self._typed = turn
            case events.SentenceBlocked(turn=turn):
                self._left_out = turn
            case events.SentenceWritten(turn=turn, text=text) if text.startswith(_FENCE) and turn == self._typed:
                await self._print_code(text)
        line = self._describe(published.event)
        if line is not None:
            minutes, seconds = divmod(int(published.t), 60)
            await self._print_line((f"{minutes:3d}:{seconds:02d}", _DIM), self._pass_guard(line))

    async def _print_code(self, block: str) -> None:
        """Print a block of code, which nobody reads out, without its fences."""
        for line in block.split("\n")[1:-1]:
            code = SaidLine(sign=Text("|  ", "bold"), words=line.expandtabs(4), style="bold")
            await self._print_line(_NO_TIME, self._pass_guard(code))

    async def _print_line(self, time: str | tuple[str, str], line: Text) -> None:
        await self._thread.run(partial(self._console.print, Text.assemble(time, " ", line), soft_wrap=True))

    def _describe(self, event: events.Event) -> ConsoleLine | None:
        match event:
            case events.Paused(by=by, reason=reason):
                self._pauses[by] = reason
            case events.Resumed(by=by):
                self._pauses.pop(by, None)
                still = join_own("; ", self._pauses.values())
                return PrintedLine(
                    own("   (still quiet: {still})", still=still) if still else own("   (it goes on)"), _DIM
                )
            case events.CueTaken(kind="chat" | "operator" | "streamer", turn=turn):
                self._asked = turn
            case events.StepStarted(model=model, turn=turn):
                return self._warn_unanswered(turn, model)
            case events.ServiceDown(service=service, reason=reason):
                self._down[service] = reason
            case events.TurnEnded(turn=turn, reason=reason) if self._is_known_end(turn, reason):
                return None
            case events.ServiceUp(service=service, reason=reason) if not self._is_back(event):
                news = own("+  {service}: there. {reason}", service=service, reason=reason)
                return PrintedLine(news.rstrip(), "green") if service in _NEWS else None
            case events.TurnEnded(sentences=0, reason="final") if "brain" in self._down:
                return None  # it keeps quiet because it has to, which was said
        return describe_event(event)

    def _warn_unanswered(self, turn: int | None, model: str) -> PrintedLine | None:
        """Return, once, the line that says that typed lines get no answer while no model is there."""
        if model == events.NOBODY and (turn != self._asked or self._said_nobody):
            return None
        self._said_nobody = model == events.NOBODY
        return PrintedLine(own("!  nobody can answer until the model is back"), _TROUBLE) if self._said_nobody else None

    def _is_known_end(self, turn: int | None, why_over: str) -> bool:
        """Return whether the end of a turn repeats why a line was left out or the model is down, which was printed."""
        if why_over in _QUIET_ENDS:
            return turn == self._left_out
        trouble = why_over.removeprefix(events.MODEL_FAILED).rstrip(".")
        return why_over.startswith(events.MODEL_FAILED) and self._down.get("brain", "").startswith(trouble)

    def _is_back(self, event: events.ServiceUp) -> bool:
        """Return whether a service that is up was missed before; a model that never was up was not missed."""
        was_there = event.service != "brain" or event.service in self._met
        self._met.add(event.service)
        return self._down.pop(event.service, None) is not None and was_there

    def _pass_guard(self, line: ConsoleLine) -> Text:
        """Return a line as the guard lets it pass, without its secrets."""
        if isinstance(line, PrintedLine):
            told = self._guard.tell(line.text, limit=_LONGEST, where="console")
            return Text.assemble(
                (told[: line.marked], line.mark_style or line.style), (told[line.marked :], line.style)
            )
        words = redact(make_printable(line.words))
        verdict = self._guard.check(words, limit=_LONGEST, where="console")
        match verdict:
            case Pass(text=text) if text == " ".join(words.split()):
                return line.show(words, line.style)
            case Pass(text=text) | Masked(text=text):
                return line.show(text)
            case Dropped():
                return Text(f"-  (stopped by the guard: {strip_finder(verdict.reason)})", _DIM)


def shows_code(channel: str) -> bool:
    """Return whether the terminal prints the code of what is answered in a channel: in its own."""
    return channel == CONSOLE


def describe_event(event: events.Event) -> ConsoleLine | None:  # noqa: C901  one case an event, nothing else
    """Return the line for an event, before any guard has seen it; None where the streamer need not know."""
    match event:
        case events.CueDropped(is_held=False):
            return None
        case events.CueTaken(kind="chat", text=text):
            return SaidLine(sign=Text("?  ", "cyan"), words=text, style="cyan")
        case events.SpeechStarted(text=text, audible=audible):
            silent = "" if audible else "  (silent)"
            return SaidLine(sign=Text("»  ", "yellow"), words=text, style="bold", remark=silent)
        case events.StreamerSaid(text=text, is_answered=True):
            return SaidLine(sign=Text("?  ", "cyan"), words=text, style="cyan", remark=own("  (by voice)"))
        case events.StreamerSaid(text=text):
            return SaidLine(sign=Text("   "), words=text, style=_DIM, remark=own("  (heard)"))
        case events.OrderGiven(order=order, text=text, outcome=outcome):
            came = OwnText.of(outcome).rstrip(".")
            return PrintedLine(own("?  {text}  (by voice: {came})", text=text or order, came=came), "cyan")
        case events.SpeechEnded(cut=True, text=text, heard=heard) if not any(map(str.isalnum, text[len(heard) :])):
            return None  # it was heard whole: only the silence behind it was cut
        case events.SpeechEnded(cut=True, heard=""):
            return PrintedLine(own("   cut before a word of it was heard"), _DIM)
        case events.SpeechEnded(cut=True, heard=heard):
            return PrintedLine(own("   cut after: {heard}—", heard=_find_last_words(heard)), _DIM)
        case events.ToolReturned(tool="describe_frame" | "read_text" as tool):
            return PrintedLine(own("+  {tool}: looked at the picture", tool=tool), mark_style="green")
        case events.ToolReturned(tool=tool, text=text):
            return PrintedLine(own("+  {tool}: {text}", tool=tool, text=text), mark_style="green")
        case events.ToolsListed(pending=1):
            return _ask_for_tools(event, own("1 tool waits"))
        case events.ToolsListed(pending=pending) if pending:
            return _ask_for_tools(event, own("{pending} tools wait", pending=pending))
        case events.CoordinationAsked(resource=resource, agent=agent, holder=holder):
            waits, has = agent or own("the show"), holder or own("the show")
            wants = own("   ({waits} wants {resource}, which {has} has)", waits=waits, resource=resource, has=has)
            return PrintedLine(wants, _DIM)
        case events.ApprovalAsked(approval=number, tool=tool, arguments=arguments, why=why):
            asks = own("?  number {n} waits for your yes (/approve {n} or /cancel {n}): {why}. ", n=number, why=why)
            call = own("{tool} {arguments}", tool=tool, arguments=format_json_line(arguments))
            return PrintedLine(join_own("", (asks, call)), "bold cyan")
        case events.ApprovalSettled(approval=number, outcome="expired"):
            late = own("   (number {number}: nobody answered in time, so it will not run)", number=number)
            return PrintedLine(late, _DIM)
        case events.ApprovalEnded(came=came) if came != "lost":
            return None  # the call itself told what it came to
        case events.TextStopped():
            return _describe_stopped(event)
        case events.GuardChanged(level=level, dry_run=dry_run, actions=actions):
            how = join_own(", ", (level, *actions, own("dry run: it only reports") if dry_run else ""))
            return PrintedLine(own("   (the guard: {how})", how=how), _DIM)
        case events.SentenceBlocked(kind="guard"):
            return None  # TextStopped tells it, wherever the text was to go
        case events.TurnEnded(reason="final", sentences=0, steps=1):
            return PrintedLine(own("   (kept quiet)"), _DIM)
        case events.TurnEnded(reason="final" | "steps" | "loop" | events.AWAY):
            return None
        case events.TurnEnded(reason=reason, sentences=sentences) if reason in _QUIET_ENDS:
            return None if sentences else PrintedLine(own("   (kept quiet: {why})", why=_QUIET_ENDS[reason]), _DIM)
        case events.StepEnded(load_s=load_s) if load_s >= _LONG_LOAD_S:
            return PrintedLine(own("   (the model was loaded anew, which took {load_s:.0f} s)", load_s=load_s), _DIM)
    if type(event).__name__ not in _LINES:
        return None
    told = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, events.ToolFailed):
        told["reason"] = OwnText.of(event.reason).map_foreign(make_plain_reason)
    _, style = _LINES[type(event).__name__]
    return PrintedLine(own(_LINES[type(event).__name__][0], **told).rstrip(), style)


def _ask_for_tools(listed: events.ToolsListed, tools: OwnText) -> PrintedLine:
    asks = own("?  mcp {server}: {tools} for your yes", server=listed.server, tools=tools)
    order = own("{start} mcp allow {server}", start=COMMAND, server=listed.server)
    return PrintedLine(own("{asks}: {order}", asks=asks, order=order), "bold cyan")


def _describe_stopped(event: events.TextStopped) -> PrintedLine | None:
    """Return the line for what the guard stopped, unless that is seen: a mask, or a line of this very terminal."""
    if event.where in RETOLD or (event.action == "mask" and not event.only_reported):
        return None
    guard = own("the guard") if event.where == SPEECH else own("the guard, {where}", where=event.where)
    what = own("{guard}: {label}", guard=guard, label=format_label(event.category))
    if event.only_reported:
        return PrintedLine(
            own("-  (only reported by {what}; it would {action} it)", what=what, action=event.action), _DIM
        )
    if event.action == "hold":
        held = own(
            "-  (held for your yes by {what}; #{number} on the panel, for two minutes)", what=what, number=event.number
        )
        return PrintedLine(held, _DIM)
    done = own("replaced") if event.action == "replace" else own("stopped")
    return PrintedLine(own("-  ({done} by {what})", done=done, what=what), _DIM)


def _find_last_words(heard: str) -> str:
    """Return the last words of what was heard, enough to see where in the line that was."""
    words = make_printable(heard).split()
    return " ".join(words if len(words) <= _LAST_WORDS else ["…", *words[-_LAST_WORDS:]])
