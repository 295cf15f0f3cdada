"""Nothing that anybody types breaks the guard: texts over all of Unicode, surrogates too, and out of awkward pieces."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bench.guard_score.shapes import ALPHABETS, UNITS
from performer.guard.guard import Guard
from performer.guard.user_lists import UnreadableListError, load_list
from performer.guard.words.entry import explain_unusable

QUICK, SLOW = 300, 100_000
WORDS = ("plonk", "grumble bee*", "gr?mble", "дурень", "プロンク", "플롱크", "🦡", "ბუმბული")
"""Stand-ins, besides the bundled lists."""
PIECES = (
    *UNITS,
    *("plonk", "p.l.o.n.k", "p l o n k", "knolp", "pl0nk", "p**nk", "ＰＬＯＮＫ"),
    *("grumble", " bee", "дур", "プロ", "ﾌﾟﾛﾝｸ"),
    *("C:\\Users\\ \\x", "C:\\Users\\", "/home/ /", "~/", "\\\\host\\", "file:///", "%USERPROFILE%", "/Users/jo/"),
    *("jo@example.com", "jo at example dot com", "@", "@@", "http://[::1", "https://u:p@h:1/?a=b#c", "www.", "xn--"),
    *("fe80::1%eth0", "::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "999.999.999.999", "10.0.0.1", "0x7f.1", "[::]"),
    *("4111 1111 1111 1111", "DE89370400440532013000", "+49 (0) 30 / 1234-567", "〒100-0001"),
    *("1丁目2-3", "12°34'56\"N"),
    *("sk-", "ghp_", "AKIA", "eyJhbGciOi", "-----BEGIN", "Bearer ", "xoxb-1-", "MTA.abc.def"),
    *("<@1>", "<:a:1>", "</", "&#x41;", "&amp;#65;", "&#99999999999;", "\\u0041", "\\U0001F600"),
    *("%F0%9F", "=?utf-8?Q?", "||", "```"),
    *("kill yourself", "you should", "how do I", "did it really happen", "where does", "live", "fifteen", "they all"),
    *("\ud800", "\udfff", "\ud83d", "\ude00", "\0", "\x1b[2J", "\r", "\n", "\u2028", "\ufffe", "\U0010ffff", "\ufeff"),
    *("\u202e", "\u2066", "\u0300" * 9, "\u20e3", "\u200d", "\ufe0f", "\U000e0001", "\U000e0061"),
    *("ﷺ", "ǆ", "ß", "ŉ", "İ", "ſ", "ﬃ"),
    *("１２３", "٣٤٥", "४५", "Ⅷ", "½", "②", "🄋", "𝟘", "㍘", "㏂", "㌔", "ㅤ"),
    *("\u115f\u1160", "\u1112\u1161\u11ab", "ｱﾞ", "ー", "々"),
)  # fmt: skip
SIGNS = st.text(st.characters(), max_size=60)
"""Any code points, those that no text may hold, too."""
LINES = st.one_of(
    SIGNS,
    st.lists(st.one_of(st.sampled_from(PIECES), SIGNS.map(lambda text: text[:3])), max_size=12).map("".join),
)


@pytest.fixture(scope="module")
def guard() -> Guard:
    made = Guard(words=WORDS)
    made.warm_up()
    return made


def check_line(guard: Guard, text: str, before: str) -> None:
    """Search a line by itself, behind another and as an answer, unwatched; then judge it."""
    search = guard._search
    check_hits(guard, f"{before} {text}")
    for hit in (*search.find_hits_across(before, text), *search.find_bait(before, text)):
        assert 0 <= hit.start < hit.end <= len(text)
    list(search.find_spelled(before, text))
    guard.recorded(text)
    judge_line(guard, text, before)


def judge_line(guard: Guard, text: str, before: str) -> None:
    """Search a line unwatched, then judge it behind another."""
    check_hits(guard, text)
    guard.check(text, limit=max(1, len(text) // 2), after=(before,), initials=before, asked=before)
    assert not guard.watch.trouble


def check_hits(guard: Guard, text: str) -> None:
    for hit in guard._search.find_hits(text):
        assert 0 <= hit.start < hit.end <= len(text)


@pytest.mark.slow
@settings(max_examples=QUICK, deadline=None, derandomize=True, database=None)
@given(text=LINES, before=LINES)
@example(text="C:\\Users\\ \\x", before="")
@example(text="", before="\ud800")
def test_no_line_breaks_the_guard(guard: Guard, text: str, before: str) -> None:
    check_line(guard, text, before)


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_hundred_thousand_lines_do_not_break_the_guard(guard: Guard, capsys: pytest.CaptureFixture[str]) -> None:
    chance, before, count = random.Random(1), "", 0

    for text in draw_lines(chance, SLOW):
        judge_line(guard, text, before)
        before, count = text[-60:], count + 1

    with capsys.disabled():
        print(f"\nfuzz: {count:,} lines, none broke the guard")
    assert count == SLOW


@pytest.mark.slow
@pytest.mark.timeout(600)
@settings(max_examples=SLOW // 50, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=LINES, before=LINES)
def test_lines_that_hypothesis_finds_do_not_break_the_guard(guard: Guard, text: str, before: str) -> None:
    check_line(guard, text, before)


def draw_lines(chance: random.Random, count: int) -> Iterator[str]:
    """Yield lines of any code points, of the signs of a few alphabets, and of pieces with either between them."""
    for _ in range(count):
        parts = [_draw_part(chance) for _ in range(chance.randint(1, 10))]
        yield chance.choice(("", "", " ")).join(parts)


def _draw_part(chance: random.Random) -> str:
    match chance.randrange(4):
        case 0:
            return "".join(
                map(chr, (chance.randrange(chance.choice((0x80, 0x600, 0x3000, 0x110000))) for _ in range(6)))
            )
        case 1:
            return "".join(chance.choices(ALPHABETS[chance.choice(sorted(ALPHABETS))], k=chance.randint(1, 12)))
        case _:
            return chance.choice(PIECES)


@settings(max_examples=QUICK // 3, deadline=None, derandomize=True, database=None)
@given(words=st.lists(LINES, max_size=5), text=LINES)
def test_no_list_breaks_the_guard(words: list[str], text: str) -> None:
    usable = [word for word in words if word and not explain_unusable(word, "")]
    guard = Guard(words=usable, allowed=usable[:1], finders=())

    check_line(guard, text + " ".join(usable), "")


@settings(
    max_examples=QUICK, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(raw=st.one_of(st.binary(max_size=60), LINES.map(lambda text: text.encode("utf-8", "replace"))))
def test_no_bytes_of_a_list_are_more_than_a_list_that_cannot_be_read(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(b"plonk\n" + raw)

    read = load_list(file)

    assert "plonk" in read.words
    file.write_bytes(raw)
    try:
        load_list(file)
    except UnreadableListError:
        assert raw
