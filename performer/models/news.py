"""News: what is said about who leads, once a change."""

from performer.errors import ServiceError
from performer.events import EventStream, ServiceDown, ServiceUp

SERVICE = "brain"


class News:
    """Remembers what was said.

    Args:
        events: Where it is said.
        hint: What could be done about it when nobody is left; said once.
    """

    def __init__(self, events: EventStream, *, hint: str = "") -> None:
        self._events = events
        self._hint = hint
        self._leader: object = None
        self._has_led = False
        self._loss = ""
        """Why nobody leads, as it was said."""

    def leads(self, leader: object, sentence: str, *, instead_of: str) -> None:
        """State who leads.

        Args:
            leader: Who it is; it is said once, until it is another.
            sentence: Names the leader and why it is this one.
            instead_of: What is the matter with the wanted one; empty when nothing is.
        """
        if leader is self._leader:
            return
        self._leader, self._loss = leader, ""
        self._has_led = True
        if instead_of:
            self._events.publish(ServiceDown(service=SERVICE, reason=f"{instead_of.rstrip('.')}; {sentence}"))
        else:
            self._events.publish(ServiceUp(service=SERVICE, reason=sentence))

    def nobody_leads(self, error: ServiceError, *, others: str, is_over: bool) -> None:
        """State that nobody leads; what only a person can mend is said all the same, for it names the remedy.

        Args:
            error: What went wrong last.
            others: How the others are; empty when there are none.
            is_over: Whether none of them is being looked for or loaded: before anybody has led, nothing is lost then.
        """
        if self._leader is None and not is_over:
            return
        self._leader = None
        if not self._loss or (not error.retry and self._loss != str(error)):
            self._loss = str(error)
            more = [*filter(None, [others, self._hinted() if is_over else ""])]
            reason = "; ".join([self._loss.rstrip("."), *more]) if more else self._loss
            self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def _hinted(self) -> str:
        """Give the hint the first time that somebody who led is lost."""
        if not self._has_led:
            return ""
        hint, self._hint = self._hint, ""
        return hint
