"""The finders that ship with the guard, which are loaded once a process."""

import gc
from collections.abc import Iterator
from functools import cache

from performer.core.redact.redact import find_known_secrets
from performer.guard.lists.finder import BundledFinder
from performer.guard.normalise.readings import NormalizedText
from performer.guard.personal_data.finder import PersonalDataFinder
from performer.guard.personal_data.own_names import MachineNames, read_machine_names
from performer.guard.topics.finder import TopicFinder
from performer.guard.verdict import Finder, GuardHit
from performer.guard.words.lexicon import pause_garbage_collection


class KnownSecrets:
    """The finder of this process's own secrets: a token on the screen, or a key that a server quotes."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find registered secrets, in any case and cut off at either end."""
        for start, end in find_known_secrets(reading.written):
            yield GuardHit(start=start, end=end, category="private", rule="a secret of this show's own")


@cache
def load_shipped_finders() -> tuple[Finder, ...]:
    """Return the bundled finders: all but those of the streamer's own list and own names.

    Words come first: they stop a text that nobody can have written, which the others need not look at.
    """
    with pause_garbage_collection():
        data = PersonalDataFinder(), MachineNames(read_machine_names())
        finders = BundledFinder(), TopicFinder(), KnownSecrets(), *data
        gc.freeze()  # a hundred thousand entries for good, which no search for garbage needs to look at
    return finders
