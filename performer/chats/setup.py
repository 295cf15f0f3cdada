"""The setup of a chat service by numbered steps, each with its own state and test.

A service is added by a class like `DiscordSetup`, named in the wiring.
"""

from typing import Literal, Protocol

from performer.core.own_text import OwnText
from performer.core.values import dataclass

StepState = Literal["done", "now", "todo"]
"""`now`: the first step that is not done."""


@dataclass(frozen=True, kw_only=True)
class StepNote:
    """Something that was found in a step."""

    state: Literal["ok", "warning", "failed", "skipped"]
    found: str
    remedy: str = ""


@dataclass(frozen=True, kw_only=True)
class StepChoice:
    """One of the values that a step may be given."""

    value: str
    name: str
    """In words of people elsewhere."""
    lacks: str = ""
    """What is missing for it, in our words; empty where nothing is."""


@dataclass(frozen=True, kw_only=True)
class SetupStep:
    """A step of the setup as it stands now."""

    name: str
    is_done: bool
    notes: tuple[StepNote, ...] = ()
    link: str = ""
    """Where a person does what the step is about."""
    value: str = ""
    """What was chosen; never a secret."""
    choices: tuple[StepChoice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SetupState:
    """The state of a service's setup."""

    is_on: bool
    """Whether the settings have the performer go there."""
    waits: bool
    """Whether what was set up holds only when the show begins again."""
    steps: tuple[SetupStep, ...]
    note: str = ""
    """Why there are no steps; empty where there are."""


class ChatSetup(Protocol):
    """The setup of one service."""

    async def look(self) -> SetupState:
        """Look how far it has come; trouble at the service is a note of a step, and raises nothing."""

    async def take(self, step: str, value: str) -> OwnText:
        """Check what a step is given, keep it, and return what was done.

        Raises:
            PerformerError: when it will not do, with the remedy; then nothing is kept.
        """

    async def test(self) -> OwnText:
        """Write a line there, see that it is there, and return that it is.

        Raises:
            PerformerError: when it is not, with the remedy.
        """
