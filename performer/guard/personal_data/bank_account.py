"""Bank accounts: international numbers (IBAN), whose length and check digits tell them from other codes."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_LENGTH_OF: Final = {each: int(length) for length, those in _FILE.tree["lengths"].items() for each in those.split()}
_VALUES: Final = {ord(each): str(int(each, 36)) for each in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"} | dict.fromkeys(
    map(ord, " .:/_-")
)


def _find_accounts(line: SearchedLine) -> Iterator[Span]:
    for begin in _PATTERN["begins"].finditer(line.text):
        length = _LENGTH_OF.get((begin[1] + begin[2]).upper())
        account = _compile_account(length).match(line.text, begin.start()) if length else None
        if account and _fits_check_digits(account[0].upper()):
            yield account.span()


@cache
def _compile_account(length: int) -> re.Pattern[str]:
    return re.compile(rf"(?:[ .:/_-]{{0,2}}[A-Za-z0-9]){{{length}}}(?![A-Za-z0-9])")


def _fits_check_digits(account: str) -> bool:
    digits = account.translate(_VALUES)
    return int(digits[6:] + digits[:6]) % 97 == 1


def _has_sign(line: SearchedLine) -> bool:
    return bool(line.numbers) and _PATTERN["account"].search(line.text) is not None


BANK_ACCOUNT: Final = DataShape(
    rule="bank account", file=_FILE, needs_digits=True, sign=_has_sign, spans=_find_accounts
)
