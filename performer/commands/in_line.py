"""Who leads of the models on several shelves, and who is next: as a running show says, or as one would begin."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from performer.commands.shelf import Next, Shelf
from performer.control_client import ask
from performer.errors import ServiceError
from performer.home import Home


@dataclass(frozen=True, kw_only=True)
class Leading:
    """Who leads a show."""

    name: str
    """The model, as its server calls it."""
    url: str


async def leading(home: Home) -> Leading | None:
    """Ask the show that runs in a home who leads; None when none runs, or nobody does."""
    try:
        state = await ask(home, "status", {})
    except ServiceError:
        return None
    endpoints: list[dict[str, Any]] = state["endpoints"]
    found = next((each for each in endpoints if each["state"] == "leads"), None)
    return Leading(name=found["name"].partition(" ")[2], url=found["place"]) if found else None


def in_line(shelves: Iterable[Shelf], leader: Leading | None = None) -> list[Shelf]:
    """Let one lead, and have the others be next.

    Args:
        shelves: As `gather` gives them, in the order of the configuration.
        leader: Who leads now; None for the first that could.
    """
    there = list(shelves)
    if leader is None:
        first = next((each for each in there if each.leads), None)
        leader = Leading(name=first.leads, url=first.url) if first else None
    return [_with(each, leader.name if leader and leader.url == each.url else "") for each in there]


def _with(shelf: Shelf, leads: str) -> Shelf:
    """Have a model of a shelf lead, or none of them."""
    if shelf.trouble or leads == shelf.leads:
        return shelf
    all_of_it = (*([Next(name=shelf.leads, why=shelf.why)] if shelf.leads else []), *shelf.next)
    why = next((each.why for each in all_of_it if each.name == leads), "as the running show has it" if leads else "")
    others = tuple(each for each in all_of_it if each.name != leads or not leads)
    return replace(shelf, leads=leads, why=why, next=others)
