"""Closing: where a show would have closed a request whose answer is on a tape to its end."""

from performer.models.driver.driver import WORDS_TOO_MANY
from performer.models.model import StepRequest


class RequestCloser:
    """Goes by what a driver does: an answer that may call goes on for as long as hardly any words follow.

    Args:
        request: Knows whether more of the answer is wanted.
        mode: How tools were to be called in the answer.
    """

    def __init__(self, request: StepRequest, mode: str) -> None:
        self.text = ""
        """What was handed on of the answer."""
        self._request = request
        self._may_call = mode != "talk"
        self._full_at: int | None = None

    def closes(self, piece: str) -> bool:
        """Take in the next piece, which was just handed on, and tell whether the request is closed behind it."""
        self.text += piece
        if self._full_at is None and self._request.enough():
            self._full_at = len(self.text)
        if self._full_at is None:
            return False
        return not self._may_call or len(self.text) - self._full_at > WORDS_TOO_MANY
