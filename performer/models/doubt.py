"""The doubt about an empty answer: the server may have lost what the model printed, or the model chose silence."""

from performer.models.answer import Answer
from performer.models.http_server import Body
from performer.models.model import Final, Step

_MOST_IN_VAIN = 2
"""Silences that were doubted and stayed silent, after which silence is believed."""


class Doubt:
    """Remembers how often it was in vain: each time costs the silent turn a second question."""

    def __init__(self) -> None:
        self._in_vain = 0

    def is_due(self, body: Body, answer: Answer, step: Step) -> bool:
        """Tell whether to ask again with the tools in the prompt, where nothing gets lost."""
        may_lose = "tools" in body and answer.lost_tokens
        return may_lose and is_silent(step) and self._in_vain < _MOST_IN_VAIN

    def was_right(self, again: Step) -> bool:
        """Take in what came of asking again, and tell whether an answer had been lost."""
        self._in_vain += is_silent(again)
        return not is_silent(again)


def is_silent(step: Step) -> bool:
    """Tell whether a step neither says nor calls anything."""
    return isinstance(step, Final) and not step.text
