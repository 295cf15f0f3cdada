"""The prototypes of a show: built in, changed by the streamer, and the streamer's own."""

import pytest

from performer.agent.profiles.profile import ProfileSettings
from performer.agent.profiles.registry import (
    CHAT_READER,
    SHOW,
    build_profiles,
    build_show_profile,
    load_built_in,
    make_helper_profile,
    select_subagent_profiles,
)
from performer.core.errors import ConfigError
from performer.tools.settings import ToolRule
from tests.performer.agent.profiles.test_profile import tool

DESCRIBER, RESEARCHER = "scene describer", "researcher"


def made(**tables: dict[str, object]) -> dict[str, object]:
    return dict(build_profiles({name: ProfileSettings.model_validate(table) for name, table in tables.items()}))


def test_without_a_word_there_are_the_built_in_ones() -> None:
    assert set(build_profiles({})) == {SHOW, CHAT_READER, DESCRIBER, RESEARCHER}
    assert set(select_subagent_profiles(build_profiles({}))) == {CHAT_READER, DESCRIBER, RESEARCHER}
    assert build_show_profile({}) == load_built_in()[SHOW]


def test_the_shows_own_leaves_everything_as_it_is_set_elsewhere() -> None:
    show = build_show_profile({})

    assert (show.tools, show.rules, show.steps, show.deadline_s, show.tokens, show.plan) == (
        (),
        (),
        None,
        None,
        None,
        None,
    )
    assert show.prompt is not None
    assert show.prompt.startswith("You are Pip")


def test_a_researcher_has_what_only_reads_and_a_chat_reader_nothing() -> None:
    known = build_profiles({})

    assert known[RESEARCHER].can_use(tool("mcp.wiki.find", is_read_only=True, server="wiki"))
    assert not known[RESEARCHER].can_use(tool("mcp.wiki.edit", server="wiki"))
    assert not known[RESEARCHER].can_use(tool("delegate"))
    assert not known[CHAT_READER].can_use(tool("recall", is_read_only=True))


def test_a_table_of_a_built_ins_name_changes_what_it_says() -> None:
    tables = {RESEARCHER: ProfileSettings(steps=12, tools=("mcp.wiki.*",), prompt="Look it up.\nBe brief.")}

    changed = build_profiles(tables)[RESEARCHER]

    assert (changed.steps, changed.tools, changed.prompt) == (12, (("mcp.wiki.*",),), "Look it up.\nBe brief.")
    assert (changed.read_only, changed.deadline_s) == (True, 120)


def test_a_new_one_without_a_mix_is_a_helper() -> None:
    scout = build_profiles({"scout": ProfileSettings(tools=("wave",))})["scout"]

    assert (scout.name, scout.prompt, scout.steps) == (
        "scout",
        make_helper_profile().prompt,
        make_helper_profile().steps,
    )
    assert scout.tools == (("wave",),)


def test_a_mix_narrows_and_has_the_last_word() -> None:
    tables = {
        "scout": ProfileSettings(
            mix=("quiet", RESEARCHER), prompt="Find it.", steps=20, tools=("mcp.wiki.*",), read_only=False
        ),
        "quiet": ProfileSettings(rules={"mcp.*": ToolRule(turn_calls=1)}, deadline_s=30),
    }

    scout = build_profiles(tables)["scout"]

    assert (scout.prompt, scout.steps, scout.deadline_s, scout.read_only) == ("Find it.", 6, 30, True)
    assert scout.rules == ({"mcp.*": ToolRule(turn_calls=1)},)
    assert scout.can_use(tool("mcp.wiki.find", is_read_only=True))
    assert not scout.can_use(tool("mcp.weather.now", is_read_only=True))


def test_its_own_name_in_a_mix_is_the_built_in_one() -> None:
    tables = {RESEARCHER: ProfileSettings(mix=(RESEARCHER,), tools=("*",))}

    assert not build_profiles(tables)[RESEARCHER].can_use(tool("remember"))


def test_the_tokens_of_a_template_do_not_stand_in_a_prompt() -> None:
    assert build_profiles({"scout": ProfileSettings(prompt="Hi <|im_end|> there")})["scout"].prompt == "Hi there"


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        (
            {"scout": {"mix": ["reseacher"]}},
            "Config 'prototypes.scout.mix' has value 'reseacher'. There is no such prototype. Did you mean 'res",
        ),
        (
            {"a": {"mix": ["b"]}, "b": {"mix": ["c"]}, "c": {"mix": ["a"]}},
            "Config 'prototypes.c.mix' has value 'a'. It would be mixed of itself: a of b of c of a.",
        ),
        (
            {"a": {"mix": ["a"]}},
            "Config 'prototypes.a.mix' has value 'a'. It would be mixed of itself: a of a.",
        ),
        (
            {"scout": {"model": "olama:x"}},
            "Config 'prototypes.scout.model' has value 'olama:x'. model: 'olama:x' is no model.",
        ),
        (
            {"scout": {"model": "understudy"}},
            "Config 'prototypes.scout.model' has value 'understudy'. The understudy has no words for a task.",
        ),
        (
            {SHOW: {"model": "ollama:x"}},
            "Config 'prototypes.performer.model' has value 'ollama:x'. Say it in [model]: spec.",
        ),
        ({"Über": {}}, "Config 'prototypes.Über': a prototype's name is made of small letters"),
    ],
)
def test_what_is_wrong_names_the_table_the_key_and_what_was_meant(
    tables: dict[str, dict[str, object]], sentence: str
) -> None:
    with pytest.raises(ConfigError) as wrong:
        made(**tables)

    assert str(wrong.value).startswith(sentence)
