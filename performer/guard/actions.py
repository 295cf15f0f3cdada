"""The actions: what becomes of a text by what is in it, where the streamer wants another way than the level's."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from performer.guard.category import Category

Stopping = Literal["level", "mask", "drop", "replace"]
Choice = Literal["level", "pass", "mask", "drop", "replace", "hold"]


class GuardActions(BaseModel):
    """What becomes of a text by what is in it: as the level has it, pass, mask, drop, replace or hold."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    own: Choice = "level"
    """Words of your own list; every level drops the text. A dry line can stand for it (replace), or it waits for your
    yes on the panel (hold); both are for what is spoken, anything else is dropped then."""
    slurs: Choice = "level"
    """Slurs, and hatred of a group without one; every level drops the text."""
    sexual: Choice = "level"
    """Sexual words; dropped at family and standard, masked at loose."""
    profanity: Choice = "level"
    """Swearing; dropped at family, masked at standard, passed at loose."""
    mild: Choice = "level"
    """Mild words, and those that are harmless in another sense; masked at family, passed else."""
    minors: Stopping = "level"
    """Anything sexual about minors; every level drops the text; nothing passes it, a dry run neither."""
    self_harm: Choice = "level"
    """Suicide and self-harm, as advice or encouragement; every level drops the text."""
    denial: Choice = "level"
    """Denial or praise of a genocide; every level drops the text."""
    threats: Choice = "level"
    """Threats against people outside the game; every level drops the text."""
    doxxing: Choice = "level"
    """Asking for, or announcing, where somebody lives or who somebody is; every level drops the text."""
    private: Stopping = "level"
    """Addresses, numbers, keys and the like; every level masks them; nothing passes them, a dry run neither."""
    unsafe: Choice = "level"
    """What the judge model objects to; every level drops the text."""

    def of(self, category: Category) -> Choice:
        """Tell what was chosen for a category."""
        chosen: Choice = getattr(self, category.replace("-", "_"), "level")
        return chosen
