"""The errors of the house, by who reads them.

PerformerError
├── ConfigError         the streamer: a setting or option that cannot be used
├── ServiceError        the streamer: a part that is not there or has failed; `retry` says whether waiting may help
├── ToolRefused         the model: a hook or a rule said no; the sentence says why
└── ToolFailed          the model: the tool tried and could not

Everything else that is raised is a bug and goes up.
"""

from performer.core.redact.redact import redact


class PerformerError(Exception):
    """Carry one sentence for the reader that the subclass names; what is secret in it is left out."""

    def __init__(self, message: str) -> None:
        super().__init__(redact(message))


class ConfigError(PerformerError):
    """Say which setting has which value, what was expected, and what to do."""


class ServiceError(PerformerError):
    """Say which part failed and the remedy.

    Args:
        message: One sentence for the streamer.
        retry: False when only a person can mend it (a missing model, a refused token): nothing hurries to try again.
    """

    def __init__(self, message: str, *, retry: bool = True) -> None:
        super().__init__(message)
        self.retry = retry


class ToolRefusedError(PerformerError):
    """Tell the model, in one sentence, why its call was not run."""


class ToolFailedError(PerformerError):
    """Tell the model, in one sentence, why its call came to nothing."""
