"""App commands as values: what Discord is told of one, who may use it, and what it does."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from performer.chats.discord.channels import channel_of
from performer.chats.discord.rights import Right
from performer.chats.discord.wire.calls import Command
from performer.chats.discord.wire.happenings import Interaction

MOST_CHOICES: Final = 25
_CHOICE_CHARS: Final = 100
_WHO: Final = {
    Right.OWN: "the owners may",
    Right.MODERATE: "the owners, and those who hold a moderator role, may",
    Right.APPROVE: "the owners, and those who hold an approver role, may",
    Right.ANYBODY: "anybody may",
}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A use of a command, or an option of it that is being typed."""

    use: Interaction
    rights: frozenset[Right]
    """What the person may do there."""

    @property
    def person_id(self) -> str:
        """Who asks."""
        return self.use.person.id

    @property
    def channel(self) -> str:
        """Where, by the house's name of the channel."""
        return channel_of(self.use.channel_id)

    @property
    def typed(self) -> str:
        """What stands so far in the option that is being typed."""
        return self.text(self.use.asked)

    def may(self, right: Right) -> bool:
        """Tell whether the person has a right there."""
        return right in self.rights

    def text(self, option: str) -> str:
        """Give what stands in an option; empty when it was left out."""
        return str(self.use.options.get(option, "")).strip()

    def flag(self, option: str) -> bool:
        """Tell whether an option was set to true."""
        return self.use.options.get(option) is True


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What a command answers; others' words in it are escaped already, and the whole will pass the guard."""

    text: str
    is_private: bool = True
    """Whether only the person sees it. What changes something for a channel is for all who are there."""


Choice = tuple[str, str]
"""What is shown, and what it stands for."""


async def _no_choices(_asked: Asked) -> Sequence[Choice]:
    return ()


@dataclass(frozen=True, kw_only=True)
class AppCommand:
    """A command of Discord's."""

    declared: Command
    right: Right
    """The least that somebody must be allowed to use it; `run` may ask for more."""
    run: Callable[[Asked], Awaitable[Reply]]
    """Do it. A PerformerError's sentence goes to the person."""
    choices: Callable[[Asked], Awaitable[Sequence[Choice]]] = _no_choices
    """Offer what fits what is typed in the option `asked.use.asked`."""


def only(right: Right, what: str) -> str:
    """Write who may do something, such as `use /model`, for somebody who may not."""
    return f"Only {_WHO[right]} {what}."


def fitting(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """Give the choices that hold what is typed, as many and as long as Discord takes."""
    wanted = typed.casefold()
    found = [(shown, meant) for shown, meant in choices if wanted in shown.casefold() and len(meant) <= _CHOICE_CHARS]
    return [(shown[:_CHOICE_CHARS], meant) for shown, meant in found[:MOST_CHOICES] if shown]
