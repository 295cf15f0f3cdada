"""App commands as values, and what their answers are made of: operations of the show, and others' words.

Commands use the operations of the control socket, so that nothing is done in two ways. Others' words pass the guard one
by one, steer nothing, and take no more room than they may.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from performer.chats.discord.channels import format_channel
from performer.chats.discord.escape import escape_mentions, escape_pieces
from performer.chats.discord.hub import DiscordIO
from performer.chats.discord.permissions import Right
from performer.chats.discord.wire.calls import ChannelInfo, Command
from performer.chats.discord.wire.values import Channel, Interaction
from performer.core.asker import asked_by
from performer.core.errors import ConfigError, ServiceError
from performer.core.operations import Operation
from performer.core.own_text import OwnText, capitalize_first, join_own, own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.own_sentence import OwnSentence
from performer.guard.verdict import Masked, Pass, Verdict
from performer.tools.toolbox import Toolbox

_LONGEST: Final = 2000
"""Characters of an answer."""
_MOST_LINES_CHARS: Final = 1800
"""Characters of the lines, of Discord's 2,000; the rest is for what stands before and after."""


class GuardedText:
    """Passes others' words through the guard, and escapes them."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    def clean(self, text: str, most: int = 100) -> OwnText:
        """Return words in one line, for a place where Discord knows no markdown, as a choice."""
        return self._guard.tell(text, limit=most, where="discord")

    def escape(self, text: str, most: int = 300) -> OwnText:
        """Return words in one line, for a message, so that they look as they were written."""
        return escape_pieces(self.clean(text, most))

    def number_choices(self, found: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
        """Return numbered things with a text as choices."""
        return [(f"{each['number']}: {self.clean(each['text'], 90)}", str(each["number"])) for each in found]

    def pass_guard(self, text: str) -> OwnText:
        """Return an answer as the guard lets it pass: of each line, what others worded in it."""
        passed: list[OwnText] = []
        for line in OwnText.of(text).split_lines():
            ends = passed[-1].pieces[-1:] if passed else ()
            after = [each.text for each in ends if each.is_foreign]
            passed.append(OwnSentence(line, _LONGEST).tell(self._check_escaped, after=after))
        return join_own("\n", passed)

    def _check_escaped(self, words: str, most: int, after: Sequence[str]) -> Verdict:
        """Judge words that may be escaped: the guard reads them without their escapes, which have to stay."""
        verdict = self._guard.check(words, limit=most, where="discord", after=after)
        match verdict:
            case Pass():
                return Pass(text=words[:most])
            case Masked():
                return replace(verdict, text=escape_mentions(verdict.text))
            case _:
                return verdict


def format_list(lines: Sequence[str]) -> OwnText:
    """Return lines, as many as there is room for, and how many more there are."""
    shown: list[str] = []
    left = _MOST_LINES_CHARS
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        shown.append(line)
    more = len(lines) - len(shown)
    return join_own("\n", [*shown, *([own("… and {more} more", more=more)] if more else [])])


def mention_channel(channel_id: str) -> OwnText:
    """Return a channel's mention, which Discord shows as its name to whoever may see it."""
    if channel_id.isdecimal():
        return own("<#{number}>", number=int(channel_id))
    return own("<#{name}>", name=channel_id)


_WHERE: Final = re.compile(r"^.*? is (?:saved in|removed from) .*?\.toml\. ?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ShowAccess:
    """What Discord may ask of the show: operations by name, as on the control socket, tools and pictures."""

    operations: Mapping[str, Operation]
    toolbox: Callable[[], Toolbox]
    """Returns the tools that a turn has now."""
    find_picture: Callable[[str], bytes | None]
    """Returns a picture that was made, or kept on request, by its digest; None when it is not there any more."""

    async def call(self, name: str, **arguments: object) -> Any:
        """Run an operation, and return its answer; raises as it does, and ServiceError where this show has none."""
        operation = self.operations.get(name)
        if operation is None:
            raise ServiceError(own("This show cannot do that: it has no '{name}'.", name=name), retry=False)
        with asked_by("discord"):
            return await operation(arguments)

    async def configure(self, key: str, value: str) -> str:
        """Write a setting, and return from when on it holds, without the place of the file: that is private."""
        return _WHERE.sub("", str(await self.call("config.set", key=key, value=value)), count=1)


MOST_CHOICES: Final = 25
_CHOICE_CHARS: Final = 100
_WHO: Final = {
    Right.OWN: own("the owners may"),
    Right.MODERATE: own("the owners, and those who hold a moderator role, may"),
    Right.APPROVE: own("the owners, and those who hold an approver role, may"),
    Right.ANYBODY: own("anybody may"),
}


Choice = tuple[str, str]
"""What is shown, and what it stands for."""


@dataclass(frozen=True, kw_only=True)
class CommandUse:
    """A use of a command, or an option of it that is being typed."""

    use: Interaction
    rights: frozenset[Right]
    """What the person may do there."""

    @property
    def person_id(self) -> str:
        """The number of who asks."""
        return self.use.person.id

    @property
    def channel(self) -> str:
        """The performer's name of the channel."""
        return format_channel(self.use.channel_id)

    def may(self, right: Right) -> bool:
        """Return whether the person has a right there."""
        return right in self.rights

    def read_text(self, option: str) -> str:
        """Return the text of an option; empty when it was left out."""
        return str(self.use.options.get(option, "")).strip()

    def read_flag(self, option: str) -> bool:
        """Return whether an option was set to true."""
        return self.use.options.get(option) is True

    def read_number(self, option: str, where: str) -> int:
        """Return the number that an option is; a ConfigError says what was expected, and which command tells them."""
        text = self.read_text(option)
        if not text.isdecimal() or len(text) > 15:
            raise ConfigError(
                own("Expected a {option}'s number, such as 3. {where} tells them.", option=option, where=where)
            )
        return int(text)

    def filter_choices(self, choices: Iterable[Choice]) -> list[Choice]:
        """Return the choices that contain what is typed, as many and as long as Discord takes."""
        wanted = self.read_text(self.use.asked).casefold()
        found = [each for each in choices if wanted in each[0].casefold() and len(each[1]) <= _CHOICE_CHARS]
        return [(shown[:_CHOICE_CHARS], meant) for shown, meant in found[:MOST_CHOICES] if shown]


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The answer of a command; others' words in it are escaped already, and the whole will pass the guard."""

    text: str
    is_private: bool = True
    """Whether only the person sees it. What changes something for a channel is for all who are there."""


async def _no_choices(_asked: CommandUse) -> Sequence[Choice]:
    return ()


@dataclass(frozen=True)
class Handler:
    """What answers the uses of a command."""

    run: Callable[[CommandUse], Awaitable[Reply]]
    """Makes the reply; a PerformerError's sentence goes to the person."""
    choices: Callable[[CommandUse], Awaitable[Sequence[Choice]]] = _no_choices
    """Returns what fits what is typed in the option `asked.use.asked`."""


@dataclass(frozen=True)
class AppCommand:
    """A command of Discord's."""

    declared: Command
    right: Right
    """The least that somebody must be allowed to use it; its handler may ask for more."""
    handler: Handler


def make_sentence(answer: str) -> OwnText:
    """Return an operation's short answer as a sentence."""
    sentence = capitalize_first(answer)
    return sentence if answer.endswith((".", ")")) else own("{sentence}.", sentence=sentence)


def format_right(right: Right, what: str) -> OwnText:
    """Return who may do something, such as `use /model`, for somebody who may not."""
    return own("Only {who} {what}.", who=_WHO[right], what=what)


_WRITTEN_IN: Final = frozenset({"text", "news", "thread", "voice", "stage", "dm"})


async def resolve_channel(io: DiscordIO, asked: CommandUse) -> Channel:
    """Return the channel of the option `channel`, or else the one where the command was used.

    Raises ConfigError when nobody writes in it, or it is on another server.
    """
    channel: Channel = await io.call(ChannelInfo(channel_id=asked.read_text("channel") or asked.use.channel_id))
    if channel.type not in _WRITTEN_IN:
        raise ConfigError(own("Nobody writes in that one. Choose a channel of text, or a thread."))
    if channel.guild_id != asked.use.guild_id:
        raise ConfigError(own("That channel is not on this server."))
    return channel
