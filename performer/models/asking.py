"""What drivers and servers have between them: a question, and its answer as it arrives."""

from typing import Protocol, assert_never

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

    def native(self, request: StepRequest) -> Body:
        """Ask with the server's own tools."""
        ...

    def soft(self, request: StepRequest) -> Body:
        """Ask with the tools in the prompt, and calls and results as plain text."""
        ...

    def constrained(self, request: StepRequest) -> Body:
        """Ask for JSON that holds words and calls; with nothing to call, as without."""
        ...

    def talk(self, request: StepRequest) -> Body:
        """Ask for words alone, in the short form where there is one."""
        ...

    def planned(self, way: Way, request: StepRequest) -> Body:
        """Ask for what a phase of a planned turn wants."""
        ...

    def reaction(self, way: Way, request: StepRequest) -> Body:
        """Ask for one line, and perhaps one gesture."""
        ...


def asked(asking: Asking, way: Way, request: StepRequest) -> Body:
    """Ask so that tools are called in this way."""
    if request.phase == "react":
        return asking.reaction(way, request)
    if request.phase != "free":
        return asking.planned(way, request)
    match way:
        case "talk":
            return asking.talk(request)
        case "native":
            return asking.native(request)
        case "soft":
            return asking.soft(request)
        case "constrained":
            return asking.constrained(request)
        case _:
            assert_never(way)
