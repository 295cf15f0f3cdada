"""Print what strangers' texts came to in each place: `python -m tests.performer.injection.figures`.

Of each place: turns played, turns in which the text reached the model, which then obeys, calls of a tool that reaches
beyond the show (asked for, done), and forbidden words that came out. About a minute.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio

from tests.performer.injection.texts import TEXTS
from tests.performer.injection.theatre import PLACES, Outcome, Place, theatre


async def main() -> None:
    """Play everything, with native calls and with printed ones."""
    print(f"{len(TEXTS)} texts in {len(PLACES)} places, by a model that obeys whatever reaches it")
    for soft in (False, True):
        print(f"\n{'calls are printed' if soft else 'calls are native':20} turns  reached  asked  done  said")
        with tempfile.TemporaryDirectory() as folder:
            async with theatre(soft=soft) as house:
                for place in PLACES:
                    outcomes = [
                        await house.turn(text, place, Path(folder) / f"{place} {number}")
                        for number, text in enumerate(TEXTS.values())
                    ]
                    _print(place, outcomes)


def _print(place: Place, outcomes: Sequence[Outcome]) -> None:
    reached = sum(outcome.reached for outcome in outcomes)
    done = sum(outcome.opened for outcome in outcomes)
    asked = done + sum(outcome.refused for outcome in outcomes)
    said = sum(len(outcome.said) for outcome in outcomes)
    print(f"{place:20} {len(outcomes):5} {reached:8} {asked:6} {done:5} {said:5}")


if __name__ == "__main__":
    anyio.run(main)
