"""The finder of personal data: addresses, numbers that reach somebody, keys, users' names in paths."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Final

from performer.core.redact.secret_patterns import compile_secrets, find_secrets
from performer.guard.normalise.readings import NormalizedText
from performer.guard.personal_data.address import ADDRESS
from performer.guard.personal_data.bank_account import BANK_ACCOUNT
from performer.guard.personal_data.card import CARD
from performer.guard.personal_data.folder import FOLDER
from performer.guard.personal_data.identity import IDENTITY
from performer.guard.personal_data.mail import MAIL
from performer.guard.personal_data.network import NETWORK
from performer.guard.personal_data.password import PASSWORD
from performer.guard.personal_data.phone import PHONE
from performer.guard.personal_data.place import PLACE
from performer.guard.personal_data.postcode import POSTCODE
from performer.guard.personal_data.shape import DataShape, SearchedLine, make_line
from performer.guard.personal_data.spelled_number import SPELLED
from performer.guard.personal_data.wallet import WALLET
from performer.guard.verdict import GuardHit

_SHAPES: Final = (
    MAIL,
    CARD,
    BANK_ACCOUNT,
    WALLET,
    IDENTITY,
    NETWORK,
    FOLDER,
    PASSWORD,
    PLACE,
    ADDRESS,
    POSTCODE,
    PHONE,
    SPELLED,
)
"""The shapes, the surest first: the log names the first that was found."""
_CODES: Final = re.compile(r"[<%&\\]")
"""Signs of codes, which the reading undoes though they may belong to a folder, or to an address in brackets."""
_CODED: Final = (MAIL, FOLDER)
"""The shapes that are looked for in a text with its codes, too."""
_MOST: Final = 8
"""The most data that are found one by one in a text."""


class PersonalDataFinder:
    """The finder of addresses, numbers that reach somebody or somebody's money, keys, and users' names in paths."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find personal data; a text with a whole list of it is one hit, for nobody waits until all are counted."""
        for number, hit in enumerate(_find_all(reading)):
            if number == _MOST:
                yield replace(hit, start=0, end=len(reading.written))
                return
            yield hit


def compile_all() -> None:
    """Compile all patterns, so that no line has to wait for it."""
    compile_secrets()
    for shape in _SHAPES:
        shape.file.compile_all()


def _find_all(reading: NormalizedText) -> Iterator[GuardHit]:
    line = make_line(reading)
    yield from _find_data(line, _SHAPES)
    if line.text != reading.written and _CODES.search(reading.written):
        yield from _find_in_codes(reading.written)


@lru_cache(maxsize=1)
def _find_in_codes(written: str) -> Sequence[GuardHit]:
    """Return the data in a text with its codes, which all readings of it share."""
    return [*islice(_find_data(SearchedLine(text=written), _CODED), _MOST + 1)]


def _find_data(line: SearchedLine, shapes: Sequence[DataShape]) -> Iterator[GuardHit]:
    for start, end, rule in _find_spans(line, shapes):
        begin, stop = line.find_written_span(start, end)
        yield GuardHit(start=begin, end=stop, category="private", rule=rule)


def _find_spans(line: SearchedLine, shapes: Sequence[DataShape]) -> Iterator[tuple[int, int, str]]:
    for start, end in find_secrets(line.text):
        yield start, end, "key or token"
    for shape in shapes:
        if (line.numbers or not shape.needs_digits) and shape.sign(line):
            for start, end in shape.spans(line):
                yield start, end, shape.rule
