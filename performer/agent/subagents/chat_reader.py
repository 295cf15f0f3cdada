"""The chat reader: a helper that decides which lines of the chat are answered, before they come into the inbox.

It answers in plain words: an answer in JSON looks like a call of a tool, which no driver takes for words.
"""

import logging
import re
from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, replace
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.profiles.registry import CHAT_READER
from performer.agent.queue.chat_lines import choose_fairly
from performer.agent.queue.inbox import CueInbox
from performer.agent.subagents.service import SubAgents
from performer.core import events
from performer.core.cues import ChatCue, ChatLine, Cue, format_words
from performer.core.errors import ServiceError, ToolFailedError
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import NewMarker, QuoteMarks, make_marker
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.models.model import UserMessage

_CHOICE: Final = re.compile(
    r"^\W*(?:(?:answer|lines?|numbers?)\W+)*(?P<numbers>none|no|\d+(?:(?:\W|\band\b)+\d+)*)(?:\W|$)",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER: Final = re.compile(r"\d{1,3}")


def read_choice(text: str, lines: int) -> list[int]:
    """Return the numbers that were chosen of so many lines, in their order; what is no line's is left out.

    Raises:
        ValueError: when there is no choice in the text.
    """
    found = _CHOICE.search(text)
    if found is None:
        raise ValueError("There is no choice in it.")
    return sorted({number for number in map(int, _NUMBER.findall(found["numbers"])) if 1 <= number <= lines})


MOST_LINES: Final = 20
GATHERED_S: Final = 8.0
"""How long lines are gathered at most."""
DECIDED_S: Final = 4.0
"""How long it may take to decide; then all of them pass."""
_LINE_CHARS: Final = 240

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class ChatReader:
    """A filter before the inbox: what is no chat, and what speaks to the performer, passes at once.

    Other lines are gathered and judged together. When no model leads, or the judgement fails or is late, all pass.
    """

    runtime: Runtime
    agents: SubAgents
    inbox: CueInbox
    _: KW_ONLY
    new_marker: NewMarker = make_marker

    def __post_init__(self) -> None:
        self._gathered: list[ChatLine] = []
        self._judged: list[ChatLine] = []
        """The lines that it decides of now."""
        self._since_s = 0.0
        self._crowded_out = 0
        self._more = anyio.Event()

    def put(self, cue: Cue) -> None:
        """Add a cue, as the director does."""
        if not isinstance(cue, ChatCue):
            self.inbox.put(cue)
            return
        for line in cue.lines:
            self.take(line)

    def take(self, line: ChatLine) -> None:
        """Add a line of a chat."""
        if line.direct or not self._is_there():
            self.inbox.put(ChatCue(lines=(line,)))
            return
        if not self._gathered:
            self._since_s = self.runtime.clock.now()
        kept = choose_fairly([*self._gathered, line], MOST_LINES)
        self._crowded_out += len(self._gathered) + 1 - len(kept)
        self._gathered = kept
        self._more.set()

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Drop lines that their authors took back, here and behind."""

        def is_kept(line: ChatLine) -> bool:
            return line.channel != channel or not line.message or line.message not in messages

        before = len(self._gathered) + len(self._judged)
        self._gathered, self._judged = list(filter(is_kept, self._gathered)), list(filter(is_kept, self._judged))
        self._tell_gone("taken back by its author", before - len(self._gathered) - len(self._judged))
        self.inbox.forget_lines(channel, messages)

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line that its author has changed, here or in the inbox."""

        def now(line: ChatLine) -> ChatLine:
            is_it = bool(message) and (line.channel, line.message) == (channel, message)
            return replace(line, text=text) if is_it else line

        self._gathered, self._judged = list(map(now, self._gathered)), list(map(now, self._judged))
        self.inbox.reword_line(channel, message, text)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Decide of what is gathered, for ever."""
        with self.runtime.stream.whole("chat reader", events.Hushed) as hushes:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._heed, hushes)
                task_status.started()
                while True:
                    await self._enough()
                    await self._decide()

    async def _heed(self, hushes: events.EventSubscription) -> None:
        """Drop what is gathered when the streamer wants silence."""
        async for _ in hushes:
            gone = (*self._judged, *self._gathered)
            self._judged, self._gathered = [], []
            self._drop("hush", gone)

    async def _enough(self) -> None:
        """Return when there are as many lines as it reads at once, or the oldest has waited for long."""
        while not self._gathered:
            await self._changed()
        while 0 < len(self._gathered) < MOST_LINES:
            left_s = self._since_s + GATHERED_S - self.runtime.clock.now()
            if left_s <= 0:
                return
            with self.runtime.clock.move_on_after(left_s):
                await self._changed()

    async def _changed(self) -> None:
        self._more = anyio.Event()
        await self._more.wait()

    async def _decide(self) -> None:
        """Ask the helper which lines to answer, put those into the inbox, and drop the others."""
        self._judged, self._gathered = self._gathered, []
        crowded, self._crowded_out = self._crowded_out, 0
        self._tell_gone(f"{crowded} older line{'s' if crowded > 1 else ''} gave way to newer ones", crowded)
        asked = list(self._judged)
        chosen = await self._chosen(asked)
        # By now some may be taken back, and some may have changed.
        kept = {_make_line_key(line): line for line in self._judged}
        there = [(number, kept.get(_make_line_key(line))) for number, line in enumerate(asked, start=1)]
        self._judged = []
        answered = tuple(line for number, line in there if line and number in chosen)
        if answered:
            self.inbox.put(ChatCue(lines=answered))
        self._drop("the chat reader", [line for number, line in there if line and number not in chosen])

    async def _chosen(self, lines: Sequence[ChatLine]) -> Collection[int]:
        """Return by their numbers which lines are answered: all of them, where nobody can tell in time."""
        quotes = QuoteMarks(self.new_marker())
        written = [f"{number}. {self._told(line)}" for number, line in enumerate(lines, start=1)]
        question = UserMessage(text=load_prompt("agents/lines", lines=quotes.quote(*written, most=_LINE_CHARS)))
        with self.runtime.clock.move_on_after(DECIDED_S):
            try:
                answer = await self.agents.ask(CHAT_READER, question, quotes, f"lines of the chat: {len(lines)}")
                return read_choice(answer, len(lines))
            except (ServiceError, ToolFailedError, ValueError) as why:
                _log.info("The chat reader did not decide of %d lines: %s", len(lines), why)
        return range(1, len(lines) + 1)

    def _told(self, line: ChatLine) -> str:
        return f"{self.runtime.guard.recorded(line.author)}: {self.runtime.guard.recorded(line.text)}"

    def _is_there(self) -> bool:
        try:
            self.agents.find_model(CHAT_READER)
        except ServiceError:
            return False
        return True

    def _drop(self, reason: str, lines: Sequence[ChatLine]) -> None:
        if lines:
            self._tell_gone(reason, len(lines), format_words(ChatCue(lines=tuple(lines))))

    def _tell_gone(self, reason: str, count: int, text: str = "") -> None:
        if count:
            self.runtime.stream.publish(events.CueDropped(kind="chat", reason=reason, text=text, count=count))


def _make_line_key(line: ChatLine) -> tuple[str, str | int]:
    """Return a line from others, though its author may change it."""
    return line.channel, line.message or id(line)
