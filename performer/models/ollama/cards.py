"""What the models of one Ollama can do, each asked once, whoever wants to know."""

from performer.errors import ServiceError
from performer.models.ollama.server import OllamaServer
from performer.models.ollama.shelf import Card


class Cards:
    """Remembers answers and failures for one look at a server; models come and go, so it is made anew for the next.

    Args:
        server: Who is asked.
        within_s: How long an answer may take.
    """

    def __init__(self, server: OllamaServer, within_s: float) -> None:
        self._server = server
        self._within_s = within_s
        self._known: dict[str, Card | ServiceError] = {}

    async def of(self, name: str) -> Card:
        """Tell what a model can do.

        Raises:
            ServiceError: when the model is not there, or the server does not answer in time.
        """
        if name not in self._known:
            try:
                self._known[name] = await self._server.card(name, self._within_s)
            except ServiceError as error:
                self._known[name] = error
        known = self._known[name]
        if isinstance(known, ServiceError):
            raise known
        return known
