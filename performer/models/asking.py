"""What drivers and servers have between them: a question, and its answer as it arrives."""

from typing import Protocol

from performer.models.http_server import Body
from performer.models.model import StepRequest
from performer.models.piece import Piece
from performer.models.settings import Way


class Arriving(Protocol):
    """An answer that arrives."""

    async def next(self) -> Piece | None:
        """Wait for the next piece; None when it ended. Raises ServiceError, ServerError if the server said why."""
        ...


class Asking(Protocol):
    """How one model is to be asked now."""

    @property
    def may_begin_with_thinking(self) -> bool:
        """Whether the text of an answer may, when the server parts no thinking from it."""
        ...

    def by(self, way: Way, request: StepRequest) -> Body:
        """Ask so that tools are called in this way."""
        ...
