"""The cases of the product's own probe: a plain win or loss is seen, and the gesture that goes with the line fits it.

The probe decides by a handful of such reactions how a model is asked; here they are measured as all other cases are, in
every mode. A model is told that it may write a gesture, so that none is right too. One that only talks is told of no
gesture: what it is measured by is our own choice of an emote.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, SeenPicture
from bench.tool_choice.cases.catalogue import load_catalogue
from performer.core.prompt_files import load_prompt_lines
from performer.models.driver.probe import FITTING, Kind

_WHY: Final[Mapping[Kind, str]] = {
    "win": "A gesture at plainly good news is one of joy.",
    "loss": "A gesture at plainly bad news is one of grief, and none of joy.",
}
_EMOTE: Final = "show_emote"


def make_probe_cases() -> tuple[Case, ...]:
    """Make the cases, one for each scene of plain news."""
    return tuple(case for kind in _WHY for case in _make_cases(kind))


def _make_cases(kind: Kind) -> Iterator[Case]:
    fitting = tuple(each for each in _list_emotes() if each in FITTING[kind])
    expected = ExpectedCall(tool=_EMOTE, rules={"name": ArgumentRule(one_of=fitting)}, is_optional=True)
    for number, scene in enumerate(load_prompt_lines(f"probe/{kind}"), 1):
        yield Case(
            id=f"gestures-{kind}-{number}",
            group="gestures",
            why=f"{_WHY[kind]} The probe asks this in its question {number} of the kind.",
            sees=SeenPicture(kind="text", details={"words": _find_sign(scene)}, words=scene),
            offers=(_EMOTE,),
            expects=(expected,),
            tags=("short",),
        )


def _find_sign(scene: str) -> str:
    """Return the words that stand on the screen, for who sees it; of a scene without any, all that is told of it."""
    return scene.partition('"')[2].partition('"')[0] or scene


def _list_emotes() -> list[str]:
    return [*load_catalogue()[_EMOTE].spec.parameters["properties"]["name"]["enum"]]
