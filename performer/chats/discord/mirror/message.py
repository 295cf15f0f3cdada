"""A message of the mirror's, as it is wanted, and how far it has come at Discord; a long text is split into several.

It is split between paragraphs where it can be, else between lines or words, with code blocks closed and opened again.
Small messages that wait side by side are sent as one.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import field
from typing import Final, Literal

from performer.chats.discord.escape import count_fitting, count_utf16
from performer.chats.discord.wire.calls import MOST_CONTENT, Edit, EmbedCard, Picture, Send
from performer.core.pattern_file import PatternFile
from performer.core.values import dataclass

MOST: Final = MOST_CONTENT - 60
"""Characters of one message as the mirror writes them: there is room for a line above, and a mark at the end."""

_FENCE: Final = "```"
_CLOSING: Final = f"\n{_FENCE}"
_FILE: Final = PatternFile(__file__)
_OPENING: Final = _FILE.patterns["opening"]
_JOINER: Final = "\u200d"
_LONGEST_LETTER: Final = 40
"""Characters that together may be one letter, or one picture."""


def split_first(text: str, most: int = MOST) -> tuple[str, str]:
    """Return the first message of a text, with all its code blocks closed, and the rest, which opens them again.

    Nothing is lost but white space where it was cut. `most` is at least 100, in Discord's count.
    """
    whole = _close_code_block(text.strip())
    if count_utf16(whole) <= most:
        return whole, ""
    at = _find_cut(text, count_fitting(text, most - len(_CLOSING)))
    head, rest = text[:at].rstrip(), text[at:]
    fence = _find_open_fence(head)
    if fence is None:
        return head, rest.lstrip()
    opening = f"{fence[0]}\n"
    return _close_code_block(head), opening + rest.removeprefix("\n")


def _close_code_block(text: str) -> str:
    """Return a text with the code block closed that is open at its end."""
    return text if text.count(_FENCE) % 2 == 0 else text + _CLOSING


def _find_open_fence(text: str) -> re.Match[str] | None:
    """Return the beginning of the code block that is open at the end, if one is."""
    at, fence = 0, None
    while (start := text.find(_FENCE, at)) >= 0:
        fence = _OPENING.match(text, start) if fence is None else None
        at = start + len(_FENCE)
    return fence


def _find_cut(text: str, end: int) -> int:
    """Return the best place to cut a text, at its character `end` at the latest."""
    least = end // 4
    whole = [(span.start(), span.end()) for span in _FILE.patterns["whole"].finditer(text, 0, end + 500)]
    at = _find_word_cut(text, end, least, whole) or _find_letter_cut(text, end, least)
    fence = _find_open_fence(text[:at])
    if fence is None or fence.start() < least:
        return at
    close = text.find(_FENCE, at)
    # A block that fits into one message is not parted, and little of a longer one is better shown with the rest of it.
    is_shown_whole = 0 <= close <= fence.start() + end
    return fence.start() if is_shown_whole or fence.start() >= at - 80 else at


def _find_word_cut(text: str, end: int, least: int, whole: list[tuple[int, int]]) -> int | None:
    for place, lowest in zip(_FILE.groups["places"], (end // 2, end // 2, end // 2, least), strict=True):
        ends = [found.end() for found in place.finditer(text, lowest, end + 1) if found.end() <= end]
        free = (at for at in reversed(ends) if not any(start < at < stop for start, stop in whole))
        if (at := next(free, None)) is not None:
            return at
    return None


def _find_letter_cut(text: str, end: int, least: int) -> int:
    lowest = max(least, end - _LONGEST_LETTER)
    return next((at for at in range(end, lowest, -1) if not _is_one_letter(text[at - 1], text[at])), end)


def _is_one_letter(before: str, after: str) -> bool:
    """Return whether two characters belong to one letter, picture, flag or row of backticks."""
    if after == _JOINER or before == _JOINER or before == after == "`":
        return True
    is_flag = all("\U0001f1e6" <= each <= "\U0001f1ff" for each in (before, after))
    return is_flag or "\U0001f3fb" <= after <= "\U0001f3ff" or unicodedata.category(after) in {"Mn", "Mc", "Me"}


WORTH_S: Final = 120.0
"""How long an answer waits to be sent. Discord knows the nonces of some minutes alone."""
LINE_WORTH_S: Final = 75.0
"""How long what nobody asked for does: the minute in which Discord is tried five times. Then the show is elsewhere."""
COMMENT_WORTH_S: Final = 30.0
"""How long a comment on what people wrote among themselves does: they have gone on."""
CARDS_WORTH_S: Final = 15.0
"""How long a message of cards does: they tell of what goes on now."""

Written = tuple[str, tuple[EmbedCard, ...]]
"""The text and the cards of a message."""


@dataclass(eq=False, kw_only=True)
class MirrorMessage:
    """One message; whoever changes what is wanted tells the outbox, which makes it so."""

    text: str = ""
    """The wanted text: escaped and past the guard, no longer than MOST."""
    above: str = ""
    """The line that the outbox puts before it."""
    dropped: int = 0
    """The number of dropped lines of which that line tells."""
    cards: tuple[EmbedCard, ...] = ()
    """The wanted cards."""
    picture: Picture | None = None
    reply_to: str = ""
    """The message that it answers; empty: none."""
    is_answer: bool = False
    """Whether somebody asked for it: it outlives a restart, goes before the rest, and is not joined with others."""
    nonce: str = ""
    """By which Discord writes the message once, however often it is sent; the outbox sets it."""
    put_s: float = 0.0
    """When it was given to the outbox, an instant of the clock."""
    due_s: float = 0.0
    """When it may be sent at the earliest, an instant of the clock."""
    worth_s: float = LINE_WORTH_S
    """How long after it was given it may still be sent: later, nobody knows any more what it was about."""
    joins: bool = False
    """Whether it may become one message with its neighbours: nothing more will be added to it."""
    lines: int = 1
    """The number of lines, cards or pictures in it, for the count of what was dropped."""
    parts: "list[MirrorMessage]" = field(default_factory=list)
    """The messages that are sent together as this one; they wait on one by one if it is sure that it is not there."""
    state: Literal["waiting", "there", "lost", "gone"] = field(default="waiting", init=False)
    """lost: it will not be seen, or nobody knows; more goes into another message. gone: nor will more of it be."""
    id: str = field(default="", init=False)
    """The message's number, once Discord has it."""
    written_s: float = field(default=0.0, init=False)
    """When it was sent or changed last."""
    failures: int = field(default=0, init=False)
    """How often in a row it could not be written."""
    is_cut: bool = field(default=False, init=False)
    """Whether its turn was cut: what is not there yet never comes."""
    tried: "Written | None" = field(default=None, init=False)
    """What was sent when nobody knew what came of it: it is sent again as it was, and changed once it is there."""
    written: Written = field(default=("", ()), init=False)
    """The text and the cards that were written last, or are being written."""

    @property
    def is_changed(self) -> bool:
        """Whether it is there, and differs from what is wanted."""
        return self.state == "there" and self.written != (self.text, self.cards)

    def send(self, channel: str) -> Send:
        """Return the call that sends it."""
        text, cards = self.tried or (self.text, self.cards)
        return Send(
            channel_id=channel,
            content=self._put_above(text),
            reply_to=self.reply_to or None,
            cards=cards,
            pictures=(self.picture,) if self.picture else (),
            nonce=self.nonce,
        )

    def edit(self, channel: str, before: Written) -> Edit:
        """Return the call that changes what differs from what was written before."""
        text, cards = before
        return Edit(
            channel_id=channel,
            message_id=self.id,
            content=self._put_above(self.text) if self.text != text else None,
            cards=self.cards if self.cards != cards else None,
        )

    def _put_above(self, text: str) -> str:
        return f"{self.above}\n{text}" if self.above else text


def group_messages(messages: Iterable[MirrorMessage]) -> list[list[MirrorMessage]]:
    """Return messages in groups of neighbours, each of which may be sent as one message."""
    groups: list[list[MirrorMessage]] = []
    size = 0
    for message in messages:
        length = count_utf16(message.text)
        if groups and _may_join(groups[-1][-1], message) and size + 1 + length <= MOST:
            groups[-1].append(message)
            size += 1 + length
        else:
            groups.append([message])
            size = length
    return groups


def _may_join(last: MirrorMessage, message: MirrorMessage) -> bool:
    return last.joins and message.joins and last.tried is None and message.tried is None


def join_messages(group: list[MirrorMessage]) -> MirrorMessage:
    """Return the message as which a group is sent; it goes by the nonce and the age of the first."""
    first = group[0]
    if len(group) == 1:
        return first
    return MirrorMessage(
        text="\n".join(each.text for each in group),
        nonce=first.nonce,
        put_s=first.put_s,
        worth_s=first.worth_s,
        joins=True,
        lines=sum(each.lines for each in group),
        parts=group,
    )
