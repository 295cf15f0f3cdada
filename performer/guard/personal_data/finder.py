"""The finder of personal data, and the shape of users' folders in paths, whose names are somebody's."""

from collections.abc import Iterator
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.core.redact.secret_patterns import find_secrets
from performer.guard.normalise.readings import NormalizedText
from performer.guard.personal_data.address import ADDRESS
from performer.guard.personal_data.network import MAIL, NETWORK
from performer.guard.personal_data.numbers import BANK_ACCOUNT, CARD, IDENTITY, WALLET
from performer.guard.personal_data.phone import PHONE, SPELLED
from performer.guard.personal_data.shape import DataShape, Span, find_matches, restore_case
from performer.guard.verdict import GuardHit

_FILE: Final = PatternFile(__file__)
_NOBODY: Final = _FILE.patterns["nobody"]


def _find_folders(text: str) -> Iterator[Span]:
    for match in find_matches(text, *_FILE.groups["paths"]):
        name = match["name"].rstrip(".!?…")
        if name.strip() and not _NOBODY.match(name) and not _NOBODY.match(name.split()[0]):
            yield match.start("name"), match.start("name") + len(name)


FOLDER: Final = DataShape(rule="user folder", sign=_FILE.patterns["folder"].search, spans=_find_folders)

_SHAPES: Final = (MAIL, CARD, BANK_ACCOUNT, WALLET, IDENTITY, NETWORK, FOLDER, ADDRESS, PHONE, SPELLED)
"""The shapes, the surest first: the log names the first that was found."""
_CODES: Final = "<%&\\"
"""Signs of codes, which the reading undoes though they may belong to a folder, or to an address in brackets."""


class PersonalDataFinder:
    """The finder of addresses, numbers that reach somebody or somebody's money, keys, and users' names in paths."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find personal data."""
        text = restore_case(reading)
        for start, end, rule in _find_data(text):
            begin, stop = reading.find_written_span(start, end)
            yield GuardHit(start=begin, end=stop, category="private", rule=rule)
        if text != reading.written and any(each in reading.written for each in _CODES):
            for start, end, rule in _find_data(reading.written):
                yield GuardHit(start=start, end=end, category="private", rule=rule)


def _find_data(text: str) -> Iterator[tuple[int, int, str]]:
    for start, end in find_secrets(text):
        yield start, end, "key or token"
    for shape in _SHAPES:
        if shape.sign(text):
            for start, end in shape.spans(text):
                yield start, end, shape.rule
