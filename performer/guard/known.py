"""Secrets of the show's own: a token that stands on the screen, a key that a server quotes, are in nobody's mouth."""

from collections.abc import Iterator

from performer.guard.hit import Hit
from performer.guard.reading import Reading
from performer.redaction import known_in


class KnownSecrets:
    """Finds what this process knows to be secret, in whatever case and cut off at either end."""

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find it."""
        for start, end in known_in(reading.written):
            yield Hit(start=start, end=end, category="private", rule="a secret of this show's own")
