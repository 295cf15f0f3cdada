"""The finder of personal data, and the shape of users' folders in paths, whose names are somebody's."""

import re
from collections.abc import Iterator
from typing import Final

from performer.core.redact.secret_patterns import find_secrets
from performer.guard.normalise.readings import NormalizedText
from performer.guard.personal_data.address import ADDRESS
from performer.guard.personal_data.network import MAIL, NETWORK
from performer.guard.personal_data.numbers import BANK_ACCOUNT, CARD, IDENTITY, WALLET
from performer.guard.personal_data.phone import PHONE, SPELLED
from performer.guard.personal_data.shape import DataShape, Span, find_matches, make_alternation, restore_case
from performer.guard.verdict import GuardHit

_NO_NAME: Final = make_alternation("and or but to in into is has was then with from und oder et ou y e")
"""Words between two paths: `/home/jane and src/main`."""
_WORD: Final = r"[^\s/\\:*?\"<>|,;()]+(?<![.!?])"
_BEFORE_SEPARATOR: Final = rf"(?=[^/\\]{{1,40}}[/\\]){_WORD}(?: (?!{_NO_NAME}\b){_WORD}){{0,3}}(?<!')(?=[/\\])"
"""A name that may hold blanks, because a slash marks its end."""
_WINDOWS: Final = re.compile(
    r"(?:[\\/]|\b[a-z]:)(?:Users|Documents and Settings|Benutzer|Utilisateurs|Usuarios)\\{1,2}"
    rf"(?P<name>[^\\/:*?\"<>|\r\n]{{1,40}}(?=\\)|{_BEFORE_SEPARATOR}|[^\s\\/:*?\"<>|,;]{{1,40}})",
    re.IGNORECASE,
)
"""A Windows path, in which a name before a backslash may hold whatever a file's name can."""
_SLASHED: Final = re.compile(
    r"(?:(?<![\w.])|(?<=\bfile:/)|(?<=/mnt/[a-z])|(?<=[a-z]:))/{1,2}(?:home|Users)/"
    rf"(?P<name>{_BEFORE_SEPARATOR}|[^\s/\\:*?\"'<>|,;()]{{1,40}})",
    re.IGNORECASE,
)
"""A path with slashes; behind letters it would be a page's address: wiki.org/Users/list."""
_EVERYBODY: Final = make_alternation(
    "all~users default public shared users? user_?name your_?-?name name you me guest root app steam deck"
)
_NOBODY: Final = re.compile(
    rf"(?:{_EVERYBODY}"
    r"|\.\.\.|…|\$.*|%\w+%|\{\w+\}|~)[.!?]*$",
    re.IGNORECASE,
)


def _find_folders(text: str) -> Iterator[Span]:
    for match in find_matches(text, _WINDOWS, _SLASHED):
        name = match["name"].rstrip(".!?…")
        if name and not _NOBODY.match(name) and not _NOBODY.match(name.split()[0]):
            yield match.start("name"), match.start("name") + len(name)


FOLDER: Final = DataShape(
    rule="user folder",
    sign=re.compile(
        r"(?:Users|Documents and Settings|Benutzer|Utilisateurs|Usuarios)\\|/(?:home|Users)/", re.IGNORECASE
    ).search,
    spans=_find_folders,
)

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
