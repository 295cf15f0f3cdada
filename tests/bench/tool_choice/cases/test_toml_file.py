"""A TOML file is read, or named with the remedy."""

from pathlib import Path
from typing import Literal

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
    name: str = ""
    sits: bool = True
    place: tuple[float, float] = (0, 0)
    size: Literal["big", "small"] = "big"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"eggs": 1, "egs": 2}, "key 'egs' is unknown. Did you mean 'eggs'?"),
        ({}, "key 'eggs' is missing. Add it."),
        ({"egs": 2}, "key 'egs' is unknown. Did you mean 'eggs'?"),
        ({"eggs": 1, "owls": [{"a": "b"}]}, "key 'owls.0.a': it must be a whole number."),
        ({"eggs": 1.5}, "key 'eggs': it must be a whole number."),
        ({"eggs": 1, "owls": "b"}, "key 'owls': it must be a list in brackets."),
        ({"eggs": 1, "owls": [5]}, "key 'owls.0': it must be a table in braces."),
        ({"eggs": 1, "name": 5}, "key 'name': it must be a text in quotes."),
        ({"eggs": 1, "sits": "maybe"}, "key 'sits': it must be true or false."),
        ({"eggs": 1, "place": [1]}, "key 'place': it has too few values."),
        ({"eggs": 1, "place": [1, 2, 3]}, "key 'place': it has too many values."),
        ({"eggs": 1, "size": "bog"}, "key 'size': 'bog' is unknown. Did you mean 'big'?"),
    ],
)
def test_the_first_fault_is_told_by_its_key(given: dict[str, object], told: str) -> None:
    with pytest.raises(ValidationError) as raised:
        _Nest.model_validate(given)

    assert format_fault(raised.value, lambda _path: _Nest.model_fields).startswith(told)


def test_a_fault_brings_an_example_of_its_key() -> None:
    with pytest.raises(ValidationError) as raised:
        _Nest.model_validate({"eggs": 1, "owls": [{"a": "b"}]})

    told = format_fault(raised.value, lambda _path: (), lambda path: f"{path[0]} = [{{ {path[1]} = 1 }}]")
    assert told == "key 'owls.0.a': it must be a whole number. Write it as in `owls = [{ a = 1 }]`."
