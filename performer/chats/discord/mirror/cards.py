"""The cards of one turn: each tool call a small embed, with its arguments, how far it is, and what came of it.

Calls of sub-agents have no card: they are counted on that of the call that sent the sub-agent.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final

from performer.chats.discord.escape import count_fitting, count_utf16, escape_markdown, escape_pieces
from performer.chats.discord.mirror.message import CARDS_WORTH_S, MirrorMessage
from performer.chats.discord.mirror.outbox import Outbox
from performer.chats.discord.wire.calls import MOST_EMBEDS, EmbedCard
from performer.core.clock import Clock
from performer.core.events.parts import AgentStarted, ErrandEnded, ErrandStarted
from performer.core.events.turns import ToolCalled, ToolFailed, ToolProgressed, ToolRefused, ToolReturned
from performer.core.own_text import OwnText, join_own, own
from performer.core.plain_reason import make_plain_reason
from performer.core.values import dataclass
from performer.guard.own_sentence import LEFT_OUT

ToolEnded = ToolReturned | ToolRefused | ToolFailed | ErrandEnded
Passed = Callable[[str, int], OwnText]
"""Returns a text as the guard lets it pass, up to so many characters, with a placeholder for what it stops."""

MOST_TITLE: Final = 80
_MOST_ARGUMENT: Final = 200
_GATHERED_S: Final = 0.5
"""A message of cards waits so long at most: most calls are done by then, and it need not be changed."""
_MOST_OF_ALL: Final = 5_800
"""Characters of all cards of a message: Discord takes 6,000."""
_MOST_ARGUMENTS: Final = 900
_MOST_RESULT: Final = 400
_MOST_FIELD: Final = 900
_MOST_COUNTED: Final = 100
_WORKING: Final = "Working"
_COUNTED: Final = "Calls"
GRAY, GREEN, AMBER, RED = 0x95A5A6, 0x2ECC71, 0xE67E22, 0xE74C3C


def format_arguments(arguments: Mapping[str, object], passed: Passed) -> str:
    """Return a call's arguments, one a line."""
    return "\n".join(_format_argument(name, value, passed) for name, value in arguments.items())


def _format_argument(name: str, value: object, passed: Passed) -> str:
    """Return an argument, with a mark where it is cut."""
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    line = passed(f"{name}: {written[:_MOST_ARGUMENT]}", _MOST_ARGUMENT + MOST_TITLE)
    more = len(written) - _MOST_ARGUMENT
    return escape_markdown(line) + (f" … ({more:,} more characters)" if more > 0 and line != LEFT_OUT else "")


def shorten_escaped(text: str, most: int) -> str:
    """Return the beginning of an escaped text; no backslash is left alone at its end."""
    if count_utf16(text) <= most:
        return text
    return text[: count_fitting(text, most - 1)].rstrip("\\ ") + "…"


def format_progress(event: ToolProgressed) -> str:
    """Return how far a call is: `40 %: Drawing.`."""
    part = own("{percent:.0f} %", percent=100 * event.share) if event.share else ""
    return join_own(": ", (part, event.text))


def format_outcome(event: ToolEnded) -> tuple[str, int, str]:
    """Return what a call came to: its name, its colour, and the words; of a reason what is meant for anybody."""
    match event:
        case ToolReturned(text=text) | ErrandEnded(came="done", text=text):
            return "Result", GREEN, text
        case ToolRefused(reason=reason):
            return "Refused", AMBER, _make_plain(reason)
        case ToolFailed(reason=reason):
            return "Failed", RED, _make_plain(reason)
        case ErrandEnded(came="cancelled", text=text):
            return "Cancelled", AMBER, _make_plain(text)
        case ErrandEnded(text=text):
            return "Failed", RED, _make_plain(text)


def _make_plain(reason: str) -> OwnText:
    return OwnText.of(reason).map_foreign(make_plain_reason)


@dataclass(eq=False, kw_only=True)
class _Call:
    """A call that is shown, and what is known of it."""

    event: ToolCalled
    post: MirrorMessage
    place: int
    is_over: bool = False
    goes_on: bool = False
    """Whether no turn waits for it: it is over only when its job is."""
    agent: str = ""
    """The sub-agent that it sent, if it did."""
    counted: int = 0
    """The number of calls that the sub-agent made."""


class ToolCallCards:
    """Shows a turn's calls in one channel; several share a message where they fit."""

    def __init__(self, box: Outbox, clock: Clock, passed: Passed) -> None:
        self._box = box
        self._clock = clock
        self._passed = passed
        self._post: MirrorMessage | None = None
        """The newest message of cards, while more may be added to it."""
        self._calls: dict[str, _Call] = {}
        """The calls that are shown, by their ids."""
        self._agents: dict[str, _Call] = {}
        """The call that sent each sub-agent, or the sub-agent that sent it."""

    def show(self, event: ToolCalled) -> bool:
        """Show a call, and return whether it is shown: one whose very name the guard stops is not."""
        title = self._passed(event.tool, MOST_TITLE)
        if title == LEFT_OUT:
            return False
        arguments = shorten_escaped(format_arguments(event.arguments, self._passed), _MOST_ARGUMENTS)
        card = EmbedCard(title=shorten_escaped(escape_markdown(title), 2 * MOST_TITLE), text=arguments, color=GRAY)
        post = self._post
        if post is None or post.state in {"lost", "gone"} or not _has_room(post, card):
            post = self._post = MirrorMessage(
                cards=(card,), due_s=self._clock.now() + _GATHERED_S, worth_s=CARDS_WORTH_S
            )
            self._box.put(post)
        else:
            post.cards = (*post.cards, card)
            post.lines += 1
            self._box.update(post)
        self._calls[event.call] = _Call(event=event, post=post, place=len(post.cards) - 1)
        return True

    def show_progress(self, event: ToolProgressed) -> None:
        """Show how far a call is."""
        call = self._calls.get(event.call)
        if call and not call.is_over and (told := format_progress(event)):
            self._change(call, (_WORKING, self._format(told)), GRAY)

    def note_background(self, event: ErrandStarted) -> None:
        """Show that no turn waits for a call any more; its outcome is shown when its job ends."""
        call = self._calls.get(event.call)
        if call:
            call.goes_on, call.is_over = True, False
            self._change(call, (_WORKING, f"It may take up to {event.within_s:.0f} s."), GRAY)

    def note_sender(self, event: AgentStarted) -> None:
        """Note which call sent a sub-agent."""
        call = self._agents.get(event.parent) or self._find_sender(event)
        if call:
            call.agent = call.agent or event.prototype
            self._agents[event.agent] = call

    def count(self, event: ToolCalled) -> None:
        """Count a sub-agent's call on the card of the call that sent the sub-agent."""
        call = self._agents.get(event.agent)
        if call:
            call.counted += 1
            card = call.post.cards[call.place]
            self._change(call, next((each for each in card.fields if each[0] != _COUNTED), None), card.color)

    def part(self) -> None:
        """Show further calls in another message: words come below the newest, which waits no longer."""
        if self._post:
            self._post.due_s = min(self._post.due_s, self._clock.now())
            self._box.update(self._post)
        self._post = None

    def end(self, event: ToolEnded) -> None:
        """Show what came of a call; of a call that goes on, the turn has only been told so."""
        call = self._calls.get(event.call)
        if call is None or call.is_over or (call.goes_on and not isinstance(event, ErrandEnded)):
            return
        call.is_over = True
        name, color, text = format_outcome(event)
        self._change(call, (name, self._format(text)), color)

    def _find_sender(self, event: AgentStarted) -> _Call | None:
        """Return the oldest call that may have sent a sub-agent, and has sent no other."""
        free = (each for each in self._calls.values() if not each.agent and not each.is_over)
        return next((each for each in free if each.event.arguments.get("prototype") == event.prototype), None)

    def _format(self, text: str) -> str:
        return shorten_escaped(escape_pieces(self._passed(text, _MOST_RESULT)), _MOST_FIELD) or LEFT_OUT

    def _change(self, call: _Call, field: tuple[str, str] | None, color: int | None) -> None:
        """Change a card; the message is due once nothing is waited for any more."""
        post, place = call.post, call.place
        fields = tuple(each for each in (self._format_count(call), field) if each)
        card = post.cards[place].model_copy(update={"fields": fields, "color": color})
        post.cards = (*post.cards[:place], card, *post.cards[place + 1 :])
        if not any(each.post is post and not each.is_over and not each.goes_on for each in self._calls.values()):
            post.due_s = min(post.due_s, self._clock.now())
        self._box.update(post)

    def _format_count(self, call: _Call) -> tuple[str, str] | None:
        if not call.counted:
            return None
        who = shorten_escaped(escape_markdown(self._passed(call.agent, MOST_TITLE)), MOST_TITLE)
        return _COUNTED, f"{who or LEFT_OUT}: {call.counted} {'call' if call.counted == 1 else 'calls'}"


def _has_room(post: MirrorMessage, card: EmbedCard) -> bool:
    return len(post.cards) < MOST_EMBEDS and sum(map(_count_room, (*post.cards, card))) <= _MOST_OF_ALL


def _count_room(card: EmbedCard) -> int:
    """Return a card's characters, with those that are still to come."""
    fields = sum(count_utf16(name + value) for name, value in card.fields)
    to_come = len("Cancelled") + _MOST_FIELD + len(_COUNTED) + _MOST_COUNTED if card.color == GRAY else 0
    return count_utf16(card.title + card.text) + max(fields, to_come)
