"""Files of cases are read and written without a loss, and what is wrong is named by file, case and key."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult, SeenPicture
from bench.tool_choice.cases.case_file import read_cases, read_shipped_cases, write_cases
from performer.core.errors import ConfigError

HEAD = 'group = "decoys"\n[[case]]\nid = "decoys-gg"\nwhy = "A reason."\n'
SAID = f'{HEAD}says = "GG"\n'


def written(tmp_path: Path, text: str, name: str = "mine.toml") -> Path:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_case_is_read_with_its_lists_as_tuples(tmp_path: Path) -> None:
    text = f"""{SAID}offers = ["play_sfx"]
expects = [{{ tool = "play_sfx", arguments = {{ name = "ding" }}, rules = {{ volume = {{ between = [0, 0.5] }} }} }}]
results = {{ play_sfx = [{{ refuses = "too soon" }}, {{ says = "Done." }}] }}
padding = [6000, 0.5]
fact = "mira: the code is 7"
"""
    expected = ExpectedCall(
        tool="play_sfx", arguments={"name": "ding"}, rules={"volume": ArgumentRule(between=(0.0, 0.5))}
    )

    (case,) = read_cases([written(tmp_path, text)])

    assert (case.group, case.offers, case.expects) == ("decoys", ("play_sfx",), (expected,))
    assert case.results == {"play_sfx": (ScriptedResult(refuses="too soon"), ScriptedResult(says="Done."))}
    assert case.padding == (6000, 0.5)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('group = "decoys"\n', "mine.toml: key 'case' is missing. Add it."),
        ('group = "decoy"\ncase = []\n', "mine.toml: key 'group': 'decoy' is unknown. Did you mean 'decoys'"),
        (
            'groups = "decoys"\ngroup = "decoys"\ncase = []\n',
            "mine.toml: key 'groups' is unknown. Did you mean 'group'",
        ),
        (f'{HEAD}sayz = "GG"', "case 'decoys-gg': key 'sayz' is unknown. Did you mean 'says'"),
        (
            'group = "decoys"\n[case]\nid = "decoys-gg"\n',
            "mine.toml: key 'case': it must be a list in brackets. Write it as in `[[case]]`.",
        ),
        (
            f"{HEAD}says = 5",
            "case 'decoys-gg': key 'says': it must be a text in quotes. Write it as in `says = \"Pip, a heart,",
        ),
        (
            f"{SAID}padding = 6000",
            "case 'decoys-gg': key 'padding': it must be a list in brackets. Write it as in `padding = [6000, 0.5]`.",
        ),
        (f"{SAID}padding = [6000]", "key 'padding': it has too few values. Write it as in `padding = [6000, 0.5]`."),
        (
            f'{SAID}results = {{ says = {{ says = "a" }} }}',
            "key 'results.says': it must be a list in brackets. Write it as in",
        ),
        (f'{SAID}language = "xx"', "case 'decoys-gg': key 'language': 'xx' is unknown. Known are de, en, "),
        ('group = "decoys"\n[[case]]\nwhy = "A."', "mine.toml: case 'number 1': key 'id' is missing"),
        (f"{SAID}most_steps = 2024-05-01", "case 'decoys-gg': key 'most_steps': it has a date or a time in it"),
        (f'{SAID}expects = [{{ tol = "play_sfx" }}]', "key 'expects.0.tol' is unknown. Did you mean 'tool'"),
        (
            f'{SAID}expects = [{{ tool = "play_sfx", rules = {{ name = {{ matchs = "a" }} }} }}]',
            "key 'expects.0.rules.name.matchs' is unknown. Did you mean 'matches'",
        ),
        (
            f'{SAID}results = {{ play_sfx = [{{ fail = "a" }}] }}',
            "key 'results.play_sfx.0.fail' is unknown. Did you mean 'fails'",
        ),
        (f'{SAID}sees = {{ kinds = "dots" }}', "key 'sees.kinds' is unknown. Did you mean 'kind'"),
        (f'{SAID}offers = ["play_sfxx"]', "mine.toml: case 'decoys-gg': key 'offers': there is no tool 'play_sfxx'"),
    ],
)
def test_what_is_wrong_is_told_by_file_case_and_key(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read_cases([written(tmp_path, text)])

    assert str(raised.value).startswith("mine.toml: ")
    assert told in str(raised.value)


def test_an_id_may_be_there_once_over_all_files(tmp_path: Path) -> None:
    files = [written(tmp_path, SAID, name) for name in ("one.toml", "two.toml")]

    with pytest.raises(ConfigError, match=r"two.toml: case 'decoys-gg': its id is taken already"):
        read_cases(files)


def test_a_file_that_is_no_toml_or_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"mine.toml is no TOML"):
        read_cases([written(tmp_path, "[[case]")])
    with pytest.raises(ConfigError, match=r"none.toml cannot be read"):
        read_cases([tmp_path / "none.toml"])


def test_the_shipped_cases_are_the_same_after_they_were_written_and_read_again(tmp_path: Path) -> None:
    cases = read_shipped_cases()

    assert read_cases([written(tmp_path, write_cases(cases))]) == cases


def test_every_key_of_a_case_survives_the_writing(tmp_path: Path) -> None:
    place = {"source": "logo", "place": {"x": 1, "y": -2}}
    case = Case(
        id="custom-all",
        group="custom",
        why="Each key is used.",
        language="ja",
        says='He said "no"\\ \n\t🎉 \x07',
        speaker="viewer",
        before=("mira: hi", "you: hello"),
        padding=(6000, 0.9),
        fact="mira: it's 7",
        sees=SeenPicture(kind="text", details={"words": "BOO"}, words="a word"),
        offers=("set_source", "play_sfx", "fillers:3"),
        expects=(
            ExpectedCall(tool="set_source", arguments=place, without=("visible",)),
            ExpectedCall(tool="play_sfx", rules={"name": ArgumentRule(one_of=("ding", "boing"))}, is_optional=True),
        ),
        order="any",
        forbids=("*",),
        results={"play_sfx": (ScriptedResult(fails="no device"), ScriptedResult(says=""))},
        keeps=r"\bboo\b",
        most_steps=3,
        turns=2,
        tags=("short",),
    )

    assert read_cases([written(tmp_path, write_cases([case]))]) == (case,)


def test_cases_of_several_groups_keep_theirs_in_one_file(tmp_path: Path) -> None:
    (case,) = read_cases([written(tmp_path, SAID)])
    cases = (case, replace(case, id="order-gg", group="order"))

    assert read_cases([written(tmp_path, write_cases(cases))]) == cases


def test_what_has_its_usual_value_is_not_written(tmp_path: Path) -> None:
    cases = read_cases([written(tmp_path, SAID)])

    assert write_cases(cases) == 'group = "decoys"\n\n[[case]]\nid = "decoys-gg"\nwhy = "A reason."\nsays = "GG"\n'


def test_a_value_that_toml_cannot_hold_is_named(tmp_path: Path) -> None:
    (case,) = read_cases([written(tmp_path, SAID)])
    none = replace(case, expects=(ExpectedCall(tool="play_sfx", arguments={"name": None}),))

    with pytest.raises(ConfigError, match="case 'decoys-gg': key 'expects'"):
        write_cases([none])
