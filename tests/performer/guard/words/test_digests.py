"""Tests of digests, whose digits are no letters of a word, unless somebody would read one there."""

from hashlib import sha256

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Dropped, Pass
from performer.guard.words.digests import find_digest

_SPELLING = (615, 2326, 3423, 3574, 6548, 7266, 8527, 9820, 10131, 10552)
"""Numbers whose digests spell slurs of the bundled lists by chance."""
_RANDOM = "dca83e717b1f64eb141057a7415a330ad1361f51703efa2e4776f40047898a04"
_WORD = "b011ed"
"""A word, boiled, in hexadecimal digits."""
_GUARD = Guard(words=("*boiled*", "decade", "*d1ce*", "*b?ced*"))
"""Stand-ins for listed words that a digest can spell."""


def spell(number: int) -> str:
    """Return the digest of a number."""
    return sha256(str(number).encode()).hexdigest()


def put(word: str, place: int, *, digits: int = 64) -> str:
    """Return a digest of so many digits with a word in it."""
    whole = _RANDOM * 2
    return f"{whole[:place]}{word}{whole[place + len(word) :]}"[:digits]


@pytest.mark.parametrize("number", _SPELLING)
def test_a_signed_address_passes_whatever_its_digest_spells(number: int) -> None:
    address = f"https://cdn.example.com/attachments/12/todo.txt?ex=6ad80a60&is=6a292710&hm={spell(number)}&"

    assert Guard().check(address, limit=200, strictly=True) == Pass(text=address)


@pytest.mark.parametrize("times", ["ex=6ad80206&is=6ad7b086", "ex=6a524299&is=6a50f119", "ex=6af46647&is=6af314c7"])
def test_a_signed_address_passes_whatever_its_times_spell(times: str) -> None:
    address = f"https://cdn.example.com/attachments/12/todo.txt?{times}&hm={_RANDOM}&"

    assert Guard().check(address, limit=200, strictly=True) == Pass(text=address)


@pytest.mark.parametrize(
    "query",
    [
        f"ex={_WORD}00&is=6ad7b086&hm={_RANDOM}",
        f"ex=6{_WORD}0&is=6ad7b086&hm=0",
        f"ex=6{_WORD}0&is=6ad7b086",
        f"ex=6{_WORD}0",
        f"ex=6decade1&is=6ad7b086&hm={_RANDOM}",
        f"ex=6ad80206&is=6ad7b086&hm={put(_WORD, 0)}",
        f"ex=6ad80206&is=6ad7b086&hm={(_WORD * 11)[:64]}",
    ],
)
def test_a_word_in_an_address_that_is_not_signed_so_is_found(query: str) -> None:
    assert isinstance(_GUARD.overlay(f"http://a.io/?{query}&"), Dropped)


@pytest.mark.parametrize("digits", [32, 40, 56, 64])
def test_a_word_in_the_midst_of_a_digest_is_chance(digits: int) -> None:
    digest = put(_WORD, 14, digits=digits)

    assert isinstance(_GUARD.overlay(f"It is {digest}."), Pass)
    assert isinstance(_GUARD.overlay(f"It is {digest.upper()}."), Pass)


@pytest.mark.parametrize(
    "text",
    [
        put(_WORD, 0),
        put(_WORD, 58),
        put("BOILED", 14),
        put(_WORD, 14, digits=31),
        put(_WORD, 14, digits=33),
        put(_WORD, 14, digits=20),
        put(_WORD, 14).title(),
        f"{_WORD} {_RANDOM}",
        f"{_RANDOM} {_WORD}",
        f"{_WORD}{_RANDOM}",
        f"{_RANDOM[:16]}-{_WORD}-{_RANDOM[:16]}",
        (_WORD * 11)[:64],
        f"{_RANDOM[:16]}{_WORD}{_WORD}{_RANDOM[:36]}",
        f"{_WORD:0^64}",
        f"1234567890abcdef{_WORD}{'0' * 42}",
        f"{'d1e' * 8}{_WORD}{'d1e' * 14}"[:64],
    ],
)
def test_a_word_that_somebody_would_read_is_found(text: str) -> None:
    assert isinstance(_GUARD.overlay(text), Dropped), text


@pytest.mark.parametrize("word", ["8decade9", "8deeecade9", "7d1ce4", "1baced2"])
def test_a_word_that_stands_in_a_digest_as_it_is_is_found(word: str) -> None:
    digest = put(word, 20)

    assert find_digest(digest, 0, 64) == digest
    assert isinstance(_GUARD.overlay(digest), Dropped)


def test_only_what_lies_within_a_digest_is_chance() -> None:
    text = f"see {_RANDOM}"

    assert find_digest(text, 4, 68) == _RANDOM
    assert find_digest(text, 3, 68) == ""
    assert find_digest(text.upper(), 10, 20) == _RANDOM
