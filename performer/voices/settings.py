"""The settings of the voice."""

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.near import near_miss

ENGINES = ("auto", "espeak", "silent")


class VoiceSettings(BaseModel):
    """Who speaks, and how."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    engine: str = "auto"
    """The voice's engine: auto (espeak where it is installed), espeak or silent."""
    language: str = "en-gb"
    """The voice's name as espeak-ng knows it, e.g. en-gb, de, ja."""
    words_per_min: int = Field(default=175, ge=80, le=450)
    """How fast it speaks, in words a minute."""
    timeout_s: float = Field(default=10.0, gt=0, le=120)
    """A sentence that takes longer to make is skipped."""

    @field_validator("engine")
    @classmethod
    def _is_an_engine(cls, engine: str) -> str:
        if engine not in ENGINES:
            raise ValueError(f"expected one of {', '.join(ENGINES)}. {near_miss(engine, ENGINES)}")
        return engine
