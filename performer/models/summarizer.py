"""The summarizer: the lead writes a few words about many, below the show, and only while nobody performs."""

from collections.abc import Callable

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.untrusted_text import Prompt
from performer.core.values import dataclass
from performer.models.model import StepRequest, UserMessage
from performer.models.selection.lead import Lead


@dataclass(frozen=True)
class Summarizer:
    """Asks the lead besides the show: a turn that comes meanwhile waits for one short answer at most."""

    lead: Lead
    """Asked while a real model leads; an understudy has no words for it."""
    is_at_rest: Callable[[], bool]
    """Returns whether nothing is performed now."""

    async def __call__(self, asked: Prompt) -> str:
        """Return the model's words, which are as untrusted as what it read.

        Raise ServiceError when no model leads, it is busy with the show, or it fails.
        """
        if not self.lead.leads:
            raise ServiceError(own("No model leads now."))
        if not self.is_at_rest():
            raise ServiceError(own("The model is busy with the show."))
        heard: list[str] = []
        try:
            await self.lead.step(StepRequest(messages=(UserMessage(text=asked),)), heard.append)
        finally:
            self.lead.rest()
        return "".join(heard).strip()
