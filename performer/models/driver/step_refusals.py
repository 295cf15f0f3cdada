"""The refusals of one step: what its next question leaves out, and which of it proved to be refused."""

from collections.abc import Iterable
from typing import Self

from performer.models.driver.call_modes import LearntQuirks
from performer.models.driver.server_quirks import RefusalRule, ServerQuirk, find_refused, suspect_format
from performer.models.http.lines import ServerError
from performer.models.http.server_client import Body


class StepRefusals:
    """Learns from the refusals of one step's questions; a context manager, in which the step is asked.

    A refusal whose words are known is learnt at once. The form of an answer is only suspected, where the words are not
    known: it is learnt when the step works without, and acquitted when that does not help either.
    """

    def __init__(self, rules: Iterable[RefusalRule], learnt: LearntQuirks) -> None:
        self._rules = tuple(rules)
        self._learnt = learnt
        self._refused: list[ServerQuirk] = []
        self._suspected: dict[ServerQuirk, ServerError] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._learnt.acquit(self._suspected)

    def take(self, error: ServerError, body: Body) -> ServerQuirk:
        """Return what to leave out of the next question; raise the first error when nothing is left to leave out."""
        quirk = find_refused(self._rules, error, body)
        if quirk is None:
            quirk = suspect_format(error, body)
            if quirk is not None and quirk not in self._suspected:
                self._suspected[quirk] = error
                self._learnt.suspect(quirk)
                return quirk
        if quirk is None or quirk in self._refused:
            raise next(iter(self._suspected.values()), error)
        self._refused.append(quirk)
        self._learnt.learn(quirk, error.said)
        return quirk

    async def prove(self) -> None:
        """Remember what was left out: the step worked without."""
        suspected, self._suspected = self._suspected, {}
        self._learnt.acquit(suspected)
        for quirk, error in suspected.items():
            self._learnt.learn(quirk, error.said)
        await self._learnt.keep([*self._refused, *suspected])
