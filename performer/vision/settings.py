"""The settings of pictures: where they come from, and what of them is hidden."""

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.core.errors import ConfigError
from performer.vision.mask import Mask
from performer.vision.sources.select import parse_frames

Rectangle = tuple[float, float, float, float]


class FramesSettings(BaseModel):
    """Where pictures come from and what of them nobody may see."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    source: str = "auto"
    """Where pictures come from: auto, screen[:N[:x,y,w,h]], recorder[:N], clip:PATH or arcade[:SEED]."""
    rate_hz: float = Field(default=2.0, gt=0, le=10)
    """Pictures a second; at fewer than 2 what happens is seen too late for a line to be about it."""
    frozen_s: float = Field(default=60.0, ge=5, le=3600)
    """A picture that has stayed the very same for this long is not talked about until it changes, in seconds."""
    masks: list[Rectangle] = []
    """Rectangles to black out before anything sees them: left, top, width, height, each a fraction from 0 to 1."""

    @field_validator("source")
    @classmethod
    def _is_a_source(cls, text: str) -> str:
        try:
            parse_frames(text)
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return text

    @field_validator("masks", mode="before")
    @classmethod
    def _are_rectangles(cls, masks: object) -> object:
        if not isinstance(masks, list | tuple) or not all(_is_rectangle(mask) for mask in masks):
            raise ValueError("expected a list of [left, top, width, height], each number from 0 to 1")
        return masks

    @property
    def painted(self) -> tuple[Mask, ...]:
        """The masks, ready to paint."""
        return tuple(Mask(*each) for each in self.masks)


def _is_rectangle(mask: object) -> bool:
    if not isinstance(mask, list | tuple) or len(mask) != 4:
        return False
    return all(isinstance(number, int | float) and 0 <= number <= 1 for number in mask)
