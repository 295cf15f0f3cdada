"""One setting changed in a text: all else stays as it was."""

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.config.config import Config
from performer.config.edit import CannotEditError, remove_key, set_value
from performer.config.keys import Key, get_value, iterate_given_keys
from performer.config.toml_text import format_commented_default, format_commented_file

HAND_WRITTEN = """\
# my show

[stage]   # where it is
# the second PC wants this one
port = 9000   # OBS knows it

# Who speaks
[voice]
language = "de"
"""
KEYS = sorted(iterate_given_keys(Config()))
ONE_OF_EACH = list({key[:-1]: key for key in KEYS}.values())
"""A key of each section."""
FILE = format_commented_file()
CHAPTERS = FILE.split("\n\n\n")
"""A section each; what has no section is the first."""


def in_file(text: str, key: Key, value: object) -> str:
    written = set_value(text, key, value)
    at: Any = tomllib.loads(written)
    for name in key:
        at = at[name]
    assert at == value
    return written


def test_a_value_is_replaced_where_it_stands() -> None:
    assert in_file(HAND_WRITTEN, ("stage", "port"), 9001) == HAND_WRITTEN.replace("9000", "9001")


def test_a_new_key_goes_behind_the_last_of_its_section_and_not_under_the_next_ones_comment() -> None:
    written = in_file(HAND_WRITTEN, ("stage", "host"), "0.0.0.0")

    assert 'port = 9000   # OBS knows it\nhost = "0.0.0.0"\n\n# Who speaks\n[voice]' in written


def test_a_commented_default_makes_room_for_the_value() -> None:
    written = in_file(FILE, ("stage", "port"), 9001)

    assert written == re.sub(r"^#port = .*$", "port = 9001", FILE, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("", ("tools", "play_sfx", "turn_calls"), 3),
        ("stage.host = 'x'\n", ("stage", "port"), 3),
        ("stage = {host = 'x'}\n", ("stage", "port"), 3),
        ("stage = {host = 'x', port = 4}\n", ("stage", "port"), 3),
        ("[frames]\nmasks = [\n  [0, 0, 1, 1], # all\n]\n", ("frames", "rate_hz"), 2.5),
        ("[frames]\nmasks = [\n  [0, 0, 1, 1], # all\n]\n", ("frames", "masks"), [[0, 0, 0.5, 0.5]]),
        ("[tools]\ntimeout_s = 3", ("tools", "play_sfx", "turn_calls"), 3),
        ("[tools.play_sfx]\nturn_calls = 1\n[voice]\n[tools]\n", ("tools", "timeout_s"), 3),
        ('[guard]\nwords_file = """\n[stage]\n#port = 1\n"""\n', ("stage", "port"), 3),
        ("[ stage ]\nhost='x'", ("stage", "port"), 3),
        ("[stage]\n# a\u2028[stage]\u2028#port = 1\nhost = 'x'\n", ("stage", "port"), 3),
        ("[stage]\nport = 1\n", ("stage", "port"), True),
        ("[stage]\nother = nan\nwhen = 2026-01-01\n", ("stage", "port"), 3),
    ],
)
def test_however_the_file_is_written_it_says_the_one_new_thing(text: str, key: Key, value: object) -> None:
    in_file(text, key, value)


def set_and_unset(text: str, key: Key) -> str:
    value = get_value(Config(), key)
    written = in_file(text, key, "x" if value is None or isinstance(value, str) else [] if value == [] else 1)
    assert written != text
    return remove_key(written, key, format_commented_default(key))


@pytest.mark.parametrize("key", KEYS, ids=".".join)
def test_what_is_set_and_unset_again_leaves_its_chapter_of_the_first_file_as_it_was(key: Key) -> None:
    *path, _ = key
    chapter = next(each for each in CHAPTERS if not path or f"[{'.'.join(path)}]" in each.splitlines())

    assert set_and_unset(chapter, key) == chapter


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.slow if number % 8 else ()) for number, key in enumerate(ONE_OF_EACH)],
    ids=".".join,
)
def test_and_so_it_leaves_the_whole_file(key: Key) -> None:
    assert set_and_unset(FILE, key) == FILE


def test_a_comment_at_the_end_of_the_line_outlives_its_value() -> None:
    assert '#port = ""  # OBS knows it\n' in remove_key(HAND_WRITTEN, ("stage", "port"), '#port = ""')


def test_what_is_no_setting_is_taken_out_whole() -> None:
    assert remove_key("[stage]\nport = 1\n[stgae]\nport = 2\n", ("stgae",), "") == "[stage]\nport = 1\n"


def test_the_last_key_of_an_inline_section_is_taken_out() -> None:
    assert tomllib.loads(remove_key("stage = {port = 1}\n", ("stage", "port"), '#port = ""')) == {"stage": {}}


def test_a_key_inside_a_value_is_refused() -> None:
    with pytest.raises(CannotEditError):
        set_value("[[stage]]\nport = 1\n", ("stage", "port"), 2)


LINES = st.lists(
    st.sampled_from(
        [
            "",
            "# a word",
            "[stage]",
            "[voice]",
            "[tools]",
            "[tools.play_sfx]",
            "port = 1",
            "#port = 2",
            'language = "de"',
            "turn_calls = 3",
            "  host = 'x' # y",
            "stage.port = 5",
            "masks = [\n[0,0,1,1],\n]",
            "engine = '''\n[x]\n'''",
        ]
    ),
    max_size=12,
)


@given(LINES, st.sampled_from([("stage", "port"), ("voice", "engine"), ("tools", "play_sfx", "turn_calls")]))
def test_no_comment_is_ever_lost(lines: list[str], key: Key) -> None:
    text = "\n".join(lines)
    try:
        tomllib.loads(text)
        written = in_file(text, key, 77)
    except (tomllib.TOMLDecodeError, CannotEditError):
        return

    assert written.count("# a word") == text.count("# a word")
    assert written.count("# y") == text.count("# y")
    assert 0 <= text.count("#port") - written.count("#port") <= 1
