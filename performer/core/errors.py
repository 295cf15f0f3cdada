"""The errors of the product, by who reads them.

PerformerError
├── ConfigError         the streamer: a setting or option that cannot be used
├── ServiceError        the streamer: a part that is not there or has failed; `retry` says whether waiting may help
├── ToolRefusedError    the model: a hook or a rule said no; the sentence says why
└── ToolFailedError     the model: the tool tried and could not

Every other exception is a bug and goes up.
"""

from typing import Literal

from performer.core.own_text import OwnText
from performer.core.redact.redact import redact


class PerformerError(Exception):
    """An error with one sentence for the reader that the subclass names; secrets in the sentence are masked."""

    def __init__(self, message: str) -> None:
        super().__init__(OwnText.of(message).map_foreign(redact))


class ConfigError(PerformerError):
    """An error of the configuration: which setting has which value, what was expected, and what to do."""


class ServiceError(PerformerError):
    """A failure of a part of the show: which part failed, and the remedy.

    With `retry` waiting may help; without it only a person can mend the part (a missing model, a refused token).
    """

    def __init__(self, message: str, *, retry: bool = True) -> None:
        super().__init__(message)
        self.retry = retry


MisprintKind = Literal["none", "unread", "unfit"]
"""Whether a call was malformed. unread: it was cut off, or made no sense. unfit: it was read, and does not fit."""


class ToolRefusedError(PerformerError):
    """The reason, for the model, why its tool call was not run."""

    def __init__(self, message: str, *, misprint: MisprintKind = "none") -> None:
        super().__init__(message)
        self.misprint = misprint


class ToolFailedError(PerformerError):
    """The reason, for the model, why its tool call failed."""
