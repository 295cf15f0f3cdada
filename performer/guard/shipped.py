"""The finders that ship: everything a guard objects to beside the streamer's own list."""

from functools import cache

from performer.guard.hit import Finder
from performer.guard.known import KnownSecrets
from performer.guard.lists import BundledFinder
from performer.guard.private import PrivateFinder
from performer.guard.topics import TopicFinder


@cache
def shipped() -> tuple[Finder, ...]:
    """Give them; made once a process."""
    return (
        KnownSecrets(),
        PrivateFinder(),
        BundledFinder(),
        TopicFinder(),
    )
