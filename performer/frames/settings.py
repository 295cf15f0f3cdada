"""The settings of the eyes."""

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.errors import ConfigError
from performer.frames.mask import Mask
from performer.frames.spec import parse_frames


class FramesSettings(BaseModel):
    """Where pictures come from and what of them nobody may see."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    source: str = "auto"
    """Where pictures come from: auto, screen[:N[:x,y,w,h]] or arcade[:SEED]."""
    rate_hz: float = Field(default=1.0, gt=0, le=10)
    """Pictures a second."""
    masks: list[tuple[float, float, float, float]] = []
    """Rectangles to black out before anything sees them: left, top, width, height, each a fraction from 0 to 1."""

    @field_validator("source")
    @classmethod
    def _is_a_source(cls, text: str) -> str:
        try:
            parse_frames(text)
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return text

    @field_validator("masks")
    @classmethod
    def _within_the_screen(
        cls, masks: list[tuple[float, float, float, float]]
    ) -> list[tuple[float, float, float, float]]:
        for mask in masks:
            if not all(0 <= number <= 1 for number in mask):
                raise ValueError(f"{list(mask)} has a number outside 0 to 1; a mask is left, top, width, height")
        return masks

    @property
    def painted(self) -> tuple[Mask, ...]:
        """The masks, ready to paint."""
        return tuple(Mask(*each) for each in self.masks)
