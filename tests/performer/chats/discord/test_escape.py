"""Escapes: what Discord would make of words, and does not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.chats.discord.escape import count_fitting, count_utf16, escape_markdown, escape_mentions

ALIVE = re.compile(
    r"@everyone|@here|<@|<#|<a?:\w|</\w|<t:|<id:|(?<!\\)\]\("
    r"|discord(app\.com/invite|\.gg|\.com/invite)(?!\w|-?[\w-]*\.\w)",
    re.IGNORECASE,
)
"""What Discord would make something of."""
PARTS = (
    r"@ everyone here < > @& # : / 1 t: id: a: [x] (y) https:// discord . gg /x .com/invite 加 ` * _ | \ é ．".split()
)
WORDS = st.lists(st.sampled_from([*PARTS, " ", "\u200b", "\u202e", "\n"]) | st.text(max_size=3)).map("".join)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Hi @everyone!", "Hi @\u200beveryone!"),
        ("<@&2> <#3>", "<\u200b@\u200b&2> <\u200b#3>"),
        ("<:a:1> <a:b:2> </say:3> <t:4:R>", "<\u200b:a:1> <\u200ba:b:2> <\u200b/say:3> <\u200bt:4:R>"),
        ("[free](https://x.org)", "[free] (https://x.org)"),
        ("**Go** on, `x` < 3 @ home", "**Go** on, `x` < 3 @ home"),
        ("abc\u202edef", "abcdef"),
    ],
)
def test_own_words_keep_their_markdown_and_name_nobody(written: str, shown: str) -> None:
    assert escape_mentions(written) == shown


@pytest.mark.parametrize(
    "invite",
    [
        "discord.gg/abc",
        "HTTPS://www.DisCord.GG/abc",
        "d\u200biscord.g\u2060g/abc",
        "ｄiscord。gg/abc",
        "https://u:p@discord.gg/abc",
        "https:\\\\discord%2Egg\\abc",
    ],
)
def test_an_invite_can_be_read_and_leads_nowhere(invite: str) -> None:
    assert escape_mentions(f"Come to {invite} now").replace("\\", "/") == "Come to discord dot gg/abc now"


@pytest.mark.parametrize("before", ["🇩🇪", "x", "discord.gg/x", "é"])
def test_nothing_that_stands_before_an_invite_saves_it(before: str) -> None:
    assert "discord.gg/abc" not in escape_mentions(f"{before}discord.gg/abc")


@pytest.mark.parametrize(
    "text", ["mydiscord.ggames.org", "https://discord.gg.x.org/y", "I love discord. Good.", "discord.com/channels/1"]
)
def test_what_is_no_invite_stays(text: str) -> None:
    assert escape_mentions(text) == text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a*b_c~d|e`f[g]", r"a\*b\_c\~d\|e\`f\[g\]"),
        ("# big\n-# small\n> said\n- one\n1. one", "\\# big\n-\\# small\n\\> said\n\\- one\n1\\. one"),
        ("see https://x.org/a_b_c, it is _fine_", r"see https://x.org/a_b_c, it is \_fine\_"),
        ("C:\\temp", "C:\\\\temp"),
    ],
)
def test_anybodys_words_look_as_they_were_written(written: str, shown: str) -> None:
    assert escape_markdown(written) == shown


@given(WORDS)
def test_nothing_that_means_something_is_left(text: str) -> None:
    assert not ALIVE.search(escape_mentions(text))
    assert not ALIVE.search(escape_markdown(text))
    assert escape_mentions(escape_mentions(text)) == escape_mentions(text)


@pytest.mark.parametrize(("text", "length"), [("", 0), ("abc", 3), ("äé好", 3), ("😀", 2), ("a😀b", 4), ("\ud83d", 1)])
def test_an_emoji_counts_twice(text: str, length: int) -> None:
    assert count_utf16(text) == length


@pytest.mark.parametrize(("text", "most", "count"), [("abc", 2, 2), ("abc", 3, 3), ("a😀b", 2, 1), ("a😀b", 3, 2)])
def test_no_character_is_cut_in_two(text: str, most: int, count: int) -> None:
    assert count_fitting(text, most) == count
    assert count_utf16(text[:count]) <= most


@pytest.mark.parametrize(
    "code", ["```py\n@cache\ndef f(a: int) -> None:\n\t[x](y)\n```", "```js\nx = `<@1>`;\n```", "```\n@a\n```"]
)
def test_code_stays_as_it_can_be_run_and_words_around_it_name_nobody(code: str) -> None:
    assert escape_mentions(f"@ann\n{code}\n@bob") == f"@\u200bann\n{code}\n@\u200bbob"


@pytest.mark.parametrize("text", ["```py\n@a", "``` ```py\n@a\n```", "```@a```"])
def test_what_is_no_whole_block_of_code_is_no_code(text: str) -> None:
    assert "@a" not in escape_mentions(text)


def test_an_invite_in_code_leads_nowhere_either() -> None:
    assert escape_mentions("```\ndiscord.gg/abc\n```") == "```\ndiscord dot gg/abc\n```"
