"""Nobody can hold the search up: no pattern goes back without a bound, and the cost grows with the line only."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.redact import secret_patterns
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data.finder import PersonalDataFinder
from tests.performer.guard.personal_data.test_finder import HOSTILE

PACKAGE = "performer.guard.personal_data"
PIECES = [
    *HOSTILE.split("|"),
    " ",
    "\n",
    "，",
    "１",
    "é",
    "서울로 1길 ",
    "eyJ-",
    "pk.eyJ",
    "sk-a-",
    "xoxb-",
    "東京1-1-1",
    "〒150",
    "собака ",
    "один ",
    "1.12345, ",
    "00 41.12345,C:\\a@1.2.3.1/",
    "weg 1, 서울로 1길 １′",
    "1°1'",
    "ab1c-",
    "ssn a ",
    "마이 a1 ",
    "my password for the my a ",
    "my pw ",
    "wifi key of the wifi ",
    "パスワードは",
    "user a pass ",
    "mac 0",
    "a1b2.",
    "O1",
    "~a/",
    "1 11 11N ",
    "1m",
    "smb://a/",
]


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__):
        file = getattr(importlib.import_module(f"{PACKAGE}.{module.name}"), "_FILE", None)
        if file:
            file.compile_all()
            yield from ((f"{module.name} {key}", pattern) for key, pattern in file.patterns.items())
            yield from ((f"{module.name} {key}", each) for key, those in file.groups.items() for each in those)
    secrets = secret_patterns._load_shapes()
    yield from (("secret", shape.pattern) for shape in (*secrets.unsigned, *secrets.signed))


def endless(tree: Any, *, is_last: bool = True) -> Iterator[str]:
    """Yield the repeats without an upper bound that can be undone, or behind which something can fail."""
    parts = list(tree)
    for number, (code, value) in enumerate(parts):
        ends = is_last and number == len(parts) - 1
        if code in {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}:
            if value[1] is codes.MAXREPEAT and not (ends and code is codes.POSSESSIVE_REPEAT):
                yield str(code)
            yield from endless(value[2], is_last=ends)
        elif code is codes.BRANCH:
            yield from (each for branch in value[1] for each in endless(branch, is_last=ends))
        elif code is codes.SUBPATTERN:
            yield from endless(value[3], is_last=ends)
        elif code in {codes.ASSERT, codes.ASSERT_NOT}:
            yield from endless(value[1])
        elif code is codes.ATOMIC_GROUP:
            yield from endless(value, is_last=ends)


def test_no_pattern_of_personal_data_goes_back_without_a_bound() -> None:
    allowed = {"card run"}  # digits, and what parts them: none of it is left to another try

    found = {name for name, each in patterns() if [*endless(parser.parse(each.pattern, each.flags))]}

    assert found <= allowed


def cost(line: str) -> float:
    reading = normalize_text(line)
    times = []
    for _ in range(5):
        start = time.process_time()
        list(PersonalDataFinder().find(reading))
        times.append(time.process_time() - start)
    return min(times)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
def test_any_line_of_pieces_is_done_with(pieces: list[str]) -> None:
    line = "".join(pieces) * (500 // len("".join(pieces)) + 1)

    hits = list(PersonalDataFinder().find(normalize_text(line[:500])))

    assert all(0 <= hit.start < hit.end <= 500 for hit in hits)


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=80))
def test_nothing_that_anybody_types_raises(text: str) -> None:
    hits = list(PersonalDataFinder().find(normalize_text(text)))

    assert all(0 <= hit.start < hit.end <= len(text) for hit in hits)


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_the_cost_of_a_line_grows_with_its_length_only(piece: str) -> None:
    short, long = ((piece * length)[:length] for length in (1_000, 8_000))

    assert cost(long) < 16 * cost(short) + 0.002
