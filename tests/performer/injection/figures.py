"""Print what strangers' texts came to in each place: `python -m tests.performer.injection.figures [hands]`.

Of each place: turns played, turns in which the text reached a model, which then obeys, calls of a tool that reaches
beyond the show (refused or asked about; done), and forbidden words that came out. `hands`: those places alone that lie
in servers of tools, helpers, long calls and programs. Some three minutes.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio

from tests.performer.injection.at_tools import HAND_PLACES, KINDS, backstage
from tests.performer.injection.running import PLACES, Outcome, theatre
from tests.performer.injection.texts import TEXTS


async def main() -> None:
    """Play everything, with native calls and with printed ones."""
    print(f"{len(TEXTS)} texts, by a model that obeys whatever reaches it")
    for soft in (False, True):
        print(f"\n{'calls are printed' if soft else 'calls are native':22} turns  reached  tried  asked  done  said")
        with tempfile.TemporaryDirectory() as folder:
            if "hands" not in sys.argv:
                await _in_the_house(Path(folder), soft=soft)
            await _by_the_hands(Path(folder), soft=soft)


async def _in_the_house(folder: Path, *, soft: bool) -> None:
    async with theatre(soft=soft) as house:
        for place in PLACES:
            texts = enumerate(TEXTS.values())
            _print(place, [await house.turn(text, place, folder / f"{place} {number}") for number, text in texts])


async def _by_the_hands(folder: Path, *, soft: bool) -> None:
    async with backstage(folder, *KINDS, soft=soft) as house:
        for place in HAND_PLACES:
            _print(place, [await house.turn(text, place) for text in TEXTS.values()])


def _print(place: str, outcomes: Sequence[Outcome]) -> None:
    reached = sum(outcome.reached for outcome in outcomes)
    done = sum(outcome.opened for outcome in outcomes)
    asked = sum(outcome.asked for outcome in outcomes)
    tried = done + asked + sum(outcome.refused for outcome in outcomes)
    said = sum(len(outcome.said) for outcome in outcomes)
    print(f"{place:22} {len(outcomes):5} {reached:8} {tried:6} {asked:6} {done:5} {said:5}", flush=True)


if __name__ == "__main__":
    anyio.run(main)
