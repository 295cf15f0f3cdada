"""What a driver learnt of its model and server by asking, and what of it others are told: the next driver, or start."""

import logging
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from performer.models.finding import Finding
from performer.models.http_stream import in_short
from performer.models.manners import OF_THE_MODEL, Manner, Manners

_log = logging.getLogger(__name__)


class Learnt:
    """Puts together what is known of one model at one server.

    Args:
        name: The model's, for people.
        model: What is remembered of the model itself stands under this key.
        server: What is remembered of how its server treats it stands under this one.
        probed: What a probe found is kept under this one. Empty keeps it for this run only: at the next start another
            model may answer to the same name.
        manners: What was learnt before, and where it is remembered.
        only_for_now: What the next start has to find out anew.
        shown_by_warm_up: What each driver finds out before it is asked anything.
    """

    def __init__(
        self,
        *,
        name: str,
        model: str,
        server: str,
        probed: str = "",
        manners: Manners,
        only_for_now: AbstractSet[Manner],
        shown_by_warm_up: AbstractSet[Manner] = frozenset(),
    ) -> None:
        self.own: frozenset[Manner] = frozenset()
        """What was learnt since this driver was made."""
        self._name = name
        self._model = model
        self._server = server
        self._probed = probed
        self._manners = manners
        self._only_for_now = only_for_now
        self._shown_by_warm_up = shown_by_warm_up

    @property
    def known(self) -> frozenset[Manner]:
        """All that is known now, whoever learnt it."""
        of_model, of_server = self._manners.of(self._model), self._manners.of(self._server)
        return self.own | (of_model & OF_THE_MODEL) | (of_server - OF_THE_MODEL)

    def learn(self, manner: Manner, why: str) -> None:
        """Go by something from now on, and say so once."""
        if manner not in self.own:
            _log.info("%s %s (%s); from now on it is asked otherwise.", self._name, manner, in_short(why))
            self.own |= {manner}

    def pass_on(self, manner: Manner) -> None:
        """Let the drivers that follow in this run know it: this one may go with the step that failed."""
        if manner not in self._shown_by_warm_up:
            self._manners.note(self._key(manner), manner)

    async def keep(self, proved: Iterable[Manner]) -> None:
        """Remember what helped, for the next start too."""
        for manner in proved:
            if manner not in self._only_for_now:
                await self._manners.learn(self._key(manner), manner)

    @property
    def finding(self) -> Finding | None:
        """What a probe of the model at this server found; None: none was made."""
        if self._probed:
            return self._manners.finding(self._probed)
        return self._manners.noted_finding(self._server)

    async def find(self, finding: Finding) -> None:
        """Remember what a probe found; for the next start too, where the same model is then known again."""
        _log.info("%s was probed: %s.", self._name, finding.in_words())
        if self._probed:
            await self._manners.find(self._probed, finding)
        else:
            self._manners.note_finding(self._server, finding)

    def _key(self, manner: Manner) -> str:
        return self._model if manner in OF_THE_MODEL else self._server
