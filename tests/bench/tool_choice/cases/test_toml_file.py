"""A TOML file is read, or named with the remedy."""

from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from bench.tool_choice.cases.toml_file import format_fault, read_toml
from performer.core.errors import ConfigError


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a = = 1", r"^owls.toml is no TOML: .*line 1.*Mend it there"),
        ("a = 'é'".encode("utf-16"), r"^owls.toml is not UTF-8. Save it as UTF-8"),
    ],
)
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "owls.toml").write_bytes(content)

    with pytest.raises(ConfigError, match=told):
        read_toml(tmp_path / "owls.toml")


def test_a_file_that_cannot_be_read_is_named_with_its_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none.toml cannot be read: No such file.*Name another"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_toml(tmp_path)


class _Nest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    eggs: int
    owls: list[dict[str, int]] = []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"eggs": 1, "egs": 2}, "key 'egs' is unknown. Did you mean 'eggs'?"),
        ({}, "key 'eggs' is missing. Add it."),
        ({"egs": 2}, "key 'egs' is unknown. Did you mean 'eggs'?"),
        ({"eggs": 1, "owls": [{"a": "b"}]}, "key 'owls.0.a': Input should be a valid integer"),
    ],
)
def test_the_first_fault_is_told_by_its_key(given: dict[str, object], told: str) -> None:
    with pytest.raises(ValidationError) as raised:
        _Nest.model_validate(given)

    assert format_fault(raised.value, lambda _path: _Nest.model_fields).startswith(told)
