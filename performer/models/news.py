"""News: what is said about who leads, once a change."""

from performer.errors import ServiceError
from performer.events import EventStream, ServiceDown, ServiceProgressed, ServiceUp

SERVICE = "brain"


class News:
    """Remembers what was said.

    Args:
        events: Where it is said.
    """

    def __init__(self, events: EventStream) -> None:
        self._events = events
        self._leader: object = None
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
            reason = f"{self._loss.rstrip('.')}; {others}" if others else self._loss
            self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def stands_in(self, name: str) -> None:
        """State that somebody performs who is no lead, until one is back."""
        reason = f"{self._loss.rstrip('.')}; the {name} performs until it is back"
        self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def progress(self, doing: str) -> None:
        """State what a lead does besides performing."""
        self._events.publish(ServiceProgressed(service=SERVICE, doing=doing))
