"""What is on stage now: elements by id, with their lifetimes; pure, it neither waits nor tells anybody."""

from collections.abc import Iterable
from typing import Final

from performer.messages import Avatar, Bubble, Element, Particles

MOST: Final = {"caption": 1, "bubble": 3, "emote": 12, "particles": 12, "toast": 4, "card": 3, "avatar": 1}
"""How many elements of a kind are on stage together; one more, and the oldest goes."""
MOST_PARTICLES: Final = 100
"""How many particles fly at once, in all bursts together; for more, the oldest burst goes."""


class StageState:
    """Elements by id, the oldest first."""

    def __init__(self) -> None:
        self._elements: dict[str, Element] = {}

    @property
    def elements(self) -> tuple[Element, ...]:
        """All that is on stage, in the order it came."""
        return tuple(self._elements.values())

    @property
    def bubbles(self) -> tuple[Bubble, ...]:
        """The bubbles on stage, the oldest first."""
        return tuple(each for each in self._elements.values() if isinstance(each, Bubble))

    @property
    def avatar(self) -> Avatar | None:
        """The mascot, if it is on stage."""
        return next((each for each in self._elements.values() if isinstance(each, Avatar)), None)

    def put(self, element: Element) -> tuple[Element, ...]:
        """Place an element, or replace the one with its id; answer with those that had to go for it."""
        crowded_out = self._crowded_out(element)
        for each in crowded_out:
            del self._elements[each.id]
        self._elements[element.id] = element
        return crowded_out

    def drop(self, id_: str) -> Element | None:
        """Take an element away and answer with it; None when it was not there."""
        return self._elements.pop(id_, None)

    def expire(self, now_ms: int) -> tuple[Element, ...]:
        """Take away what has had its time, and answer with it."""
        over = tuple(each for each in self._elements.values() if each.until_ms is not None and each.until_ms <= now_ms)
        for each in over:
            del self._elements[each.id]
        return over

    def _crowded_out(self, new: Element) -> tuple[Element, ...]:
        """Name the oldest of its kind that have no room beside a new one."""
        others = [each for each in self._elements.values() if each.kind == new.kind and each.id != new.id]
        over = max(len(others) + 1 - MOST[new.kind], 0)
        while over < len(others) and _particles([*others[over:], new]) > MOST_PARTICLES:
            over += 1
        return tuple(others[:over])

    @property
    def next_expiry_ms(self) -> int | None:
        """The instant at which `expire` has something to do next; None when nothing ends by itself."""
        return min((each.until_ms for each in self._elements.values() if each.until_ms is not None), default=None)


def _particles(elements: Iterable[Element]) -> int:
    return sum(each.count for each in elements if isinstance(each, Particles))
