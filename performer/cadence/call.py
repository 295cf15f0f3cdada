"""One call of a model, as it is measured: what kind it was, and how long its two halves took."""

from collections.abc import Iterable
from dataclasses import dataclass

from performer.models.model import ChatMessage, Step, StepRequest, ToolMessage, UserMessage

COLD_S = 1.0
"""A call that loaded the model for so long says nothing of the card; warm ones spend up to a few tenths on it."""
_FEW_TOKENS = 4
"""Answers of fewer tokens tell little of the time that one takes."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What makes two calls alike: only the like are compared."""

    pictures: int
    tools: int
    size: int
    """Of the texts: how often the number of their characters can be halved."""
    spoke: bool = True
    """Whether a word came; only told apart where the server does not say how long it read."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """How long a call took; a call that was cut or failed took at least so long."""

    kind: Kind
    shrink: int
    """What the width of its pictures was divided by."""
    read_s: float | None
    """Reading the question, until the first word; None when it was known from the call before."""
    token_s: float | None = None
    """One token of the answer."""
    tokens: int = 0
    is_whole: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether it can show that calls are quick: it came to its end, and no picture of it was made smaller."""
        return self.is_whole and self.shrink == 1


def call_of(
    request: StepRequest, step: Step | None, *, first_s: float | None, took_s: float, is_known: bool
) -> Call | None:
    """Measure a call; None for one that had to load the model.

    Args:
        request: What was asked.
        step: What came; None when the call was cut or failed.
        first_s: When its first word came, in seconds from its beginning; None: no word did.
        took_s: How long it took in all.
        is_known: Whether the server had read most of it before: the same picture, or a further step of a turn.
    """
    usage = step.usage if step else None
    if usage and usage.load_s >= COLD_S:
        return None
    says = usage is not None and usage.read_s > 0
    read_s = usage.read_s if usage and says else (took_s if first_s is None else first_s)
    tokens = usage.answer_tokens if usage and usage.answer_s > 0 and usage.answer_tokens >= _FEW_TOKENS else 0
    return Call(
        kind=_kind(request, spoke=says or first_s is not None or step is None),
        shrink=max((each.shrink for each in request.messages if isinstance(each, UserMessage)), default=1),
        read_s=None if is_known else read_s,
        token_s=usage.answer_s / tokens if usage and tokens else None,
        tokens=tokens,
        is_whole=step is not None,
    )


def pictures_of(request: StepRequest) -> tuple[bytes, ...]:
    """Collect the pictures of a request."""
    return tuple(
        picture for message in request.messages if isinstance(message, UserMessage) for picture in message.pictures
    )


def goes_on(request: StepRequest) -> bool:
    """Tell whether this is a further step of a turn, most of which the server has read already."""
    return any(isinstance(message, ToolMessage) for message in request.messages)


def _kind(request: StepRequest, *, spoke: bool) -> Kind:
    return Kind(
        pictures=len(pictures_of(request)),
        tools=len(request.tools),
        size=_characters(request.messages).bit_length(),
        spoke=spoke,
    )


def _characters(messages: Iterable[ChatMessage]) -> int:
    return sum(len(message.text) for message in messages)
