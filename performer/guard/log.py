"""The log of what the guard stopped, and why; in memory alone."""

from performer.guard.category import Action, Category


class GuardLog:
    """Keeps the last stopped texts by number."""

    def __init__(self) -> None:
        self._taken = 0

    def take(self, text: str, *, category: Category, rule: str, action: Action, where: str) -> int:
        """Take in a text that was stopped; gives its number.

        Args:
            text: As it was written.
            category: Of its worst hit.
            rule: Of its worst hit.
            action: What became of it.
            where: Where it was to go: speech, overlay, tool, chat, …
        """
        self._taken += 1
        return self._taken
