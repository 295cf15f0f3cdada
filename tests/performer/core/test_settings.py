import pytest
from pydantic import Field, ValidationError

from performer.core.settings import Settings, explain_fields


class Volume(Settings):
    """How loud it is."""

    level: float = Field(default=1.0)
    """From 0 to 1."""


def test_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="extra"):
        Volume.model_validate({"levle": 0.5})


def test_settings_never_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Volume().level = 0.5


def test_field_is_explained_by_the_string_under_it() -> None:
    assert explain_fields(Volume)["level"].description == "From 0 to 1."


class Louder(Volume):
    level: float = Field(default=2.0)
    """From 0 to 2."""
    of: str = ""


def test_the_string_under_a_field_of_the_nearest_class_holds_and_a_field_may_go_without() -> None:
    assert [each.description for each in explain_fields(Louder).values()] == ["From 0 to 2.", None]
