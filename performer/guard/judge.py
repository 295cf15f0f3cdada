"""The judge: looks at what the finders let pass, for what no list knows."""

from typing import Protocol

from performer.cues import Cue


class Judge(Protocol):
    """Whoever can tell of a text that it must not be said; a text waits for its answer, so that there is a limit."""

    async def objection(self, text: str, cue: Cue | None = None) -> str:
        """Say in plain words what is wrong with a text; empty when nothing is, or when it cannot tell in time.

        It never raises: a judge that is not there objects to nothing, and the guard's word stands.

        Args:
            text: What the guard let pass, as it would go out.
            cue: Of the turn that says it, whose rank it has where several ask.
        """
        ...
