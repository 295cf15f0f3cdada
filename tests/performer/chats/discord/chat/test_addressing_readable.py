"""Discord's markdown made readable, in a time that grows with the text alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.chats.discord.chat.addressing import MOST_READ, make_readable


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<@21> and <@!22>, hi", "@Anna and @somebody, hi"),
        ("ask <@&5> in <#300>", "ask @role in #channel"),
        ("nice <:owl:123> <a:wave:456>", "nice :owl: :wave:"),
        ("the killer is ||the butler||, ||`he`||!", "the killer is (spoiler), (spoiler)!"),
        ("**bold** *it* __under__ _it_ ~~no~~ ***all***", "bold it under it no all"),
        ("2 * 3 * 4, snake_case_name, a*b", "2 * 3 * 4, snake_case_name, a*b"),
        ("```py\nprint('||x||')\n```", "print('||x||')"),
        ("run `a_b *c*` now", "run a_b *c* now"),
        (r"\*not bold\* and \<@21>", "*not bold* and <@21>"),
        ("# Title\n-# small\ntext", "Title\nsmall\ntext"),
        ("see [the map](https://example.org/a_b) or <https://example.org>", "see the map or https://example.org"),
        ("</monitor add:99> at <t:0:R>, <t:9999999999999>", "/monitor add at 1970-01-01 00:00 UTC, some time"),
        ("  \n ", ""),
        ("```\nnever closed", "```\nnever closed"),
    ],
)
def test_a_message_reads_as_its_channel_shows_it(written: str, read: str) -> None:
    assert make_readable(written, {"21": "Anna"}) == read


def test_what_is_beyond_the_longest_message_is_left_out() -> None:
    assert make_readable("x" * 5000, {}) == "x" * MOST_READ


@pytest.mark.parametrize(
    "knot", ["|", "`", "*", "_", "[", "<", "[a](http://", "||a", "\\", "<t:", "~~ ", "```a\n", "</"]
)
def test_signs_without_end_are_read_too(knot: str) -> None:
    assert len(make_readable(knot * MOST_READ, {})) <= MOST_READ


@given(st.text(alphabet="ab1 \n|`*_<>@#:[]()\\~\ue000\ue001", max_size=60))
def test_any_text_can_be_read_and_no_spoiler_stays(written: str) -> None:
    read = make_readable(f"||hidden|| {written}", {})

    assert "hidden" not in read
    assert "\ue000" not in read
