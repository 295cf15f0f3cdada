"""The base of every part's settings."""

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """Settings that never change, know every key, and are explained by the strings under their fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)
