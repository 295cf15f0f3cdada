"""Wallets, identity numbers, payment cards and bank accounts: numbers that shape and check digits tell from others."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, Span, find_matches

_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns


def _find_wallets(text: str) -> Iterator[Span]:
    yield from (match.span() for match in find_matches(text, *_FILE.groups["prefixed"]))
    yield from (match.span() for match in _PATTERN["checked"].finditer(text) if _has_valid_base58_check(match[0]))


def _has_valid_base58_check(written: str) -> bool:
    """Whether the last four bytes are the check sum of the others."""
    number = 0
    for each in written:
        number = number * 58 + _BASE58.index(each)
    data = number.to_bytes(40, "big").lstrip(b"\0")
    data = bytes(len(written) - len(written.lstrip("1"))) + data
    return sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


WALLET: Final = DataShape(rule="wallet", sign=_PATTERN["wallet"].search, spans=_find_wallets)

_DNI_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"


def _find_identity_numbers(text: str) -> Iterator[Span]:
    for match in _PATTERN["ssn"].finditer(text):
        if match[1] == "-" or _PATTERN["called"].search(text, 0, match.start()):
            yield match.span()
    for match in _PATTERN["cpf"].finditer(text):
        if _is_cpf(re.sub(r"\D", "", match[0])):
            yield match.span()
    for match in _PATTERN["dni"].finditer(text):
        number = int(match[1].translate({88: "0", 89: "1", 90: "2"}))
        if len(match[1]) == 8 and _DNI_LETTERS[number % 23] == match[2]:
            yield match.span()


def _is_cpf(digits: str) -> bool:
    """Whether a Brazilian number's two check digits fit the others."""
    return len(set(digits)) > 1 and all(int(digits[at]) == _compute_cpf_digit(digits[:at]) for at in (9, 10))


def _compute_cpf_digit(digits: str) -> int:
    total = sum(int(each) * weight for each, weight in zip(digits, range(len(digits) + 1, 1, -1), strict=True))
    return total * 10 % 11 % 10


IDENTITY: Final = DataShape(rule="identity number", sign=_PATTERN["identity"].search, spans=_find_identity_numbers)

_MOST: Final = 19
_GROUP: Final = re.compile(r"\d+")


def _find_cards(text: str) -> Iterator[Span]:
    for run in _PATTERN["run"].finditer(text):
        groups = [match.span() for match in _GROUP.finditer(text, *run.span())]
        first = 0
        while first < len(groups):
            last = _find_card_end(text, groups, first)
            if last:
                yield groups[first][0], groups[last - 1][1]
            first = last or first + 1


def _find_card_end(text: str, groups: Sequence[Span], first: int) -> int:
    """Return the number of the group before which a card ends that begins with a group; 0 for none."""
    digits = ""
    lengths: list[int] = []
    for last, (start, end) in enumerate(groups[first : first + _MOST], first + 1):
        digits += text[start:end]
        lengths.append(end - start)
        if len(digits) > _MOST:
            return 0
        if _is_grouped(lengths) and _PATTERN["issuer"].fullmatch(digits) and _passes_luhn(digits):
            return last
    return 0


def _is_grouped(lengths: Sequence[int]) -> bool:
    """Whether digits are grouped as on a card, or all in groups of one length: else they are separate numbers."""
    return lengths[:2] == [4, 6] or len(set(lengths[:-1])) < 2


def _passes_luhn(digits: str) -> bool:
    """Whether the last digit fits the others (Luhn)."""
    doubled = (sum(divmod(2 * int(each), 10)) for each in digits[-2::-2])
    return (sum(doubled) + sum(int(each) for each in digits[::-2])) % 10 == 0 and len(set(digits)) > 1


CARD: Final = DataShape(rule="card number", sign=_PATTERN["card"].search, spans=_find_cards)

_LENGTH_OF: Final = {each: int(length) for length, those in _FILE.tree["lengths"].items() for each in those.split()}
_SIGN: Final = re.compile(r"[ -]{0,2}([A-Za-z0-9])")


def _find_accounts(text: str) -> Iterator[Span]:
    for begin in _PATTERN["begins"].finditer(text):
        end = _find_account_end(text, begin.start(), _LENGTH_OF[begin[1].upper()])
        if end and not text[end : end + 1].isalnum():
            yield begin.start(), end


def _find_account_end(text: str, start: int, length: int) -> int:
    """Return the end of an account number of that many signs, if its check digits fit (mod 97); 0 for none."""
    signs = ""
    end = start
    while len(signs) < length:
        sign = _SIGN.match(text, end)
        if sign is None:
            return 0
        signs += sign[1].upper()
        end = sign.end()
    return end if int("".join(str(int(each, 36)) for each in signs[4:] + signs[:4])) % 97 == 1 else 0


BANK_ACCOUNT: Final = DataShape(rule="bank account", sign=_PATTERN["account"].search, spans=_find_accounts)
