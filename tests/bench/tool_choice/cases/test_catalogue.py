"""The catalogue has the performer's own tools and those of files, and names what is wrong with a file."""

from pathlib import Path

import pytest

from bench.tool_choice.cases.catalogue import gather_tools, list_offered, load_catalogue
from performer.core.errors import ConfigError

GOOD = 'description = "Hoot."\nproperties.times = { type = "integer" }\nrequired = ["times"]'


def written(tmp_path: Path, *tools: str) -> Path:
    file = tmp_path / "owls.toml"
    file.write_text("\n".join(f"[[tool]]\n{each}" for each in tools), encoding="utf-8")
    return file


def test_the_performer_s_own_tools_are_those_of_the_product() -> None:
    catalogue = load_catalogue()

    assert {"overlay_text", "play_sfx", "show_emote", "set_mood", "spawn_particle"} <= catalogue.keys()
    assert "airhorn" in catalogue["play_sfx"].spec.parameters["properties"]["name"]["enum"]
    assert not catalogue["play_sfx"].tells


def test_a_tool_of_a_file_has_its_schema(tmp_path: Path) -> None:
    hoot = gather_tools([written(tmp_path, f'name = "hoot"\n{GOOD}\ntells = false')])["hoot"]

    assert hoot.spec.parameters["properties"] == {"times": {"type": "integer"}}
    assert hoot.spec.parameters["required"] == ["times"]
    assert not hoot.tells


@pytest.mark.parametrize(
    ("tool", "told"),
    [
        ('name = "hoot"', "tool 'hoot': key 'description' is missing"),
        (GOOD, "tool 'number 1': key 'name' is missing"),
        (f'name = "hoot"\n{GOOD}\ntell = false', "tool 'hoot': key 'tell' is unknown. Did you mean 'tells'"),
        (f'name = "hoot"\n{GOOD}\ntells = "no"', "tool 'hoot': key 'tells': it must be true or false"),
        (f'name = "hoot hoot"\n{GOOD}', "tool 'hoot hoot': key 'name': it is no name of a tool"),
        ('name = "hoot"\ndescription = " "', "tool 'hoot': key 'description': it is empty"),
        (
            'name = "hoot"\ndescription = "Hoot."\nproperties.times = { type = "integer" }\nrequired = ["time"]',
            "tool 'hoot': key 'required': there is no property 'time'. Did you mean 'times'",
        ),
        (
            'name = "hoot"\ndescription = "Hoot."\nproperties.times = { type = "numbr" }',
            "tool 'hoot': key 'properties.times': it is no JSON schema",
        ),
    ],
)
def test_what_is_wrong_with_a_tool_is_told_by_file_tool_and_key(tmp_path: Path, tool: str, told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        gather_tools([written(tmp_path, tool)])

    assert str(raised.value).startswith(f"owls.toml: {told}")
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("names", [("hoot", "hoot"), ("play_sfx",)])
def test_two_tools_of_one_name_are_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    file = written(tmp_path, *(f'name = "{each}"\n{GOOD}' for each in names))

    with pytest.raises(ConfigError, match=rf"owls.toml: the tool '{names[0]}' is there twice"):
        gather_tools([file])


def test_another_key_than_tool_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "owls.toml").write_text("[[tols]]\n[[tool]]\n", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"owls.toml: key 'tols' is unknown. Did you mean 'tool'"):
        gather_tools([tmp_path / "owls.toml"])


def test_fillers_are_drawn_by_the_seed_and_never_twice() -> None:
    offers = ("fillers:60", "play_sfx", "fillers:60")

    drawn, again, other = (list_offered(offers, seed=seed) for seed in ("a", "a", "b"))

    assert drawn == again != other
    assert len({each.spec.name for each in drawn}) == 121


def test_a_filler_is_offered_beside_what_is_named() -> None:
    offered = list_offered(("play_sfx", "fillers:7"), seed="a")

    assert offered[0].spec.name == "play_sfx"
    assert sum(each.is_filler for each in offered) == 7
