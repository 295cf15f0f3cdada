"""The refusals of servers, by which the quirks of a model are learnt: each costs one question, once."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.lines import ServerError
from performer.models.http.server_client import Body, has_pictures


@dataclass(frozen=True)
class RefusalRule:
    """How a server refuses one part of a question."""

    quirk: ServerQuirk
    part: str
    """A key of the question's body, or a part that `_ASKED` names."""
    words: str
    """A pattern in the refusal, in small letters."""
    statuses: tuple[int, ...]
    refused: str = ""
    """Another pattern in it."""

    def fits(self, error: ServerError, said: str, body: Body) -> bool:
        """Whether an error is about this quirk."""
        found = re.search(self.words, said) and re.search(self.refused, said)
        is_asked = _ASKED[self.part](body) if self.part in _ASKED else self.part in body
        return error.status in self.statuses and is_asked and found is not None


_ASKED: Final[Mapping[str, Callable[[Body], bool]]] = {
    "schema": lambda body: bool(body.get("response_format", {}).get("type") == "json_schema"),
    "system": lambda body: any(each.get("role") == "system" for each in body["messages"]),
    "pictures": has_pictures,
}
"""Tests whether a question has a part that is no key of its body."""


def find_refused(rules: Iterable[RefusalRule], error: ServerError, body: Body) -> ServerQuirk | None:
    """Find what to leave out when asking again; None when it would be refused again, or is about this question only."""
    said = error.said.lower()
    return None if error.passes else next((rule.quirk for rule in rules if rule.fits(error, said, body)), None)
