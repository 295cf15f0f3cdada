"""Parts: what can be asked for on a creature, by which words, and which of the palette's colours each of them has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

Dyed = Literal["trim", "bone", "cloth", "metal"]
"""What may have a colour of its own, besides the body."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """Something that a creature may have, wear or hold."""

    name: str
    """With its article, as it is told."""
    words: str
    traits: Mapping[str, Any]
    dyed: Dyed | None = None
    """What of it has the colour that is named for it; None: it is black."""
    metal: str = ""
    """The colour of its metal, where no word names one."""


_FOUND: Final = (
    Part(name="a top hat", words="hat cap tophat", traits={"hat": "top"}, dyed="cloth", metal="gold"),
    Part(
        name="a pointed hat",
        words="wizardhat witchhat partyhat pointyhat wizard witch",
        traits={"hat": "pointed"},
        dyed="cloth",
        metal="gold",
    ),
    Part(
        name="a crown",
        words="royal king queen prince princess crowned crown tiara",
        traits={"has_crown": True},
        dyed="metal",
        metal="gold",
    ),
    Part(name="a bow", words="bow ribbon", traits={"has_bow": True}, dyed="cloth", metal="gold"),
    Part(name="wings", words="winged wings flying angel angelic pegasus", traits={"wings": "feathers"}, dyed="trim"),
    Part(name="horns", words="horned horns", traits={"horns": "two"}, dyed="bone"),
    Part(name="spikes", words="spiky spikes", traits={"has_spikes": True}, dyed="bone"),
    Part(name="glasses", words="glasses spectacles", traits={"glasses": "clear"}),
    Part(name="sunglasses", words="sunglasses shades", traits={"glasses": "dark"}),
    Part(name="a cape", words="cape cloak", traits={"has_cape": True}, dyed="cloth"),
    Part(
        name="a sword", words="sword blade katana dagger knife", traits={"held": "sword"}, dyed="metal", metal="silver"
    ),
    Part(name="a wand", words="wand staff rod", traits={"held": "wand"}, dyed="metal", metal="gold"),
    Part(name="a shield", words="shield", traits={"has_shield": True}, dyed="metal", metal="silver"),
)
PARTS: Final[dict[str, Part]] = {word: part for part in _FOUND for word in part.words.split()}
"""By the words that name them."""
NAMES: Final = tuple(part.name for part in _FOUND)


def listed(names: Sequence[str]) -> str:
    """Write names one after the other: a crown, wings and a sword."""
    return " and ".join(each for each in (", ".join(names[:-1]), *names[-1:]) if each)
