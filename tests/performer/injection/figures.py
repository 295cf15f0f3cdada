"""Print what strangers' texts came to in each place: `python -m tests.performer.injection.figures [hands] [TEXTS]`.

Of each place: turns played, turns in which the text reached a model, which then obeys, calls of a tool that reaches
beyond the show (refused or asked about; done), and forbidden words that came out. `hands`: those places alone that lie
in servers of tools, helpers, long calls and programs. With the first so many TEXTS, instead of three minutes with all.
"""

import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import anyio

from tests.performer.injection.at_tools import HAND_PLACES, KINDS, backstage
from tests.performer.injection.running import PLACES, Outcome, theatre
from tests.performer.injection.texts import TEXTS


async def main(texts: Sequence[str], *, hands: bool) -> None:
    """Play everything, with native calls and with printed ones."""
    print(f"{len(texts)} texts, by a model that obeys whatever reaches it")
    for soft in (False, True):
        print(f"\n{'calls are printed' if soft else 'calls are native':22} turns  reached  tried  asked  done  said")
        with tempfile.TemporaryDirectory() as folder:
            if not hands:
                await _in_the_house(texts, Path(folder), soft=soft)
            await _by_the_hands(texts, Path(folder), soft=soft)


async def _in_the_house(texts: Sequence[str], folder: Path, *, soft: bool) -> None:
    async with theatre(soft=soft) as house:
        for place in PLACES:
            played = [await house.turn(text, place, folder / f"{place} {number}") for number, text in enumerate(texts)]
            _print(place, played)


async def _by_the_hands(texts: Sequence[str], folder: Path, *, soft: bool) -> None:
    async with backstage(folder, *KINDS, soft=soft) as house:
        for place in HAND_PLACES:
            _print(place, [await house.turn(text, place) for text in texts])


def _print(place: str, outcomes: Sequence[Outcome]) -> None:
    reached = sum(outcome.reached for outcome in outcomes)
    done = sum(outcome.opened for outcome in outcomes)
    asked = sum(outcome.asked for outcome in outcomes)
    tried = done + asked + sum(outcome.refused for outcome in outcomes)
    said = sum(len(outcome.said) for outcome in outcomes)
    print(f"{place:22} {len(outcomes):5} {reached:8} {tried:6} {asked:6} {done:5} {said:5}", flush=True)


if __name__ == "__main__":
    few = next((int(word) for word in sys.argv[1:] if word.isdigit()), None)
    anyio.run(partial(main, list(TEXTS.values())[:few], hands="hands" in sys.argv))
