"""Why a machine could not be reached at all: each reason has another remedy."""

from collections.abc import Iterator
from socket import gaierror
from typing import Literal

Unreached = Literal["unknown", "refused", "other"]
"""Nobody knows a machine of that name; the machine is there, and nothing listens; or whatever else it may be."""


def why_unreached(error: BaseException) -> Unreached:
    """Find out why a connection failed, from an error and all that it came from."""
    whole = list(_with_causes(error))
    if any(isinstance(each, gaierror) for each in whole):
        return "unknown"
    if any(isinstance(each, ConnectionRefusedError) for each in whole):
        return "refused"
    return "other"


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Give an error and its causes, and those that a group of them holds: a name may stand for several addresses."""
    if error is None:
        return
    yield error
    for each in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from _with_causes(each)
    yield from _with_causes(error.__cause__ or error.__context__)
