"""Wallets, identity numbers, payment cards and bank accounts: numbers that shape and check digits tell from others."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from performer.guard.personal_data.shape import DataShape, Span, find_matches

_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_PREFIXED: Final = (
    re.compile(r"(?<![A-Za-z0-9])(?:bc1|ltc1)[02-9ac-hj-np-z]{25,87}(?![A-Za-z0-9])", re.IGNORECASE),
    re.compile(r"(?<![A-Za-z0-9])0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})(?![A-Za-z0-9])"),
    re.compile(r"(?<![A-Za-z0-9])addr1[02-9ac-hj-np-z]{50,110}(?![A-Za-z0-9])"),
    re.compile(rf"(?<![A-Za-z0-9])[48][{_BASE58}]{{94}}(?![A-Za-z0-9])"),
)
"""Bitcoin and Litecoin, Ethereum and what is built like it, Cardano, Monero."""
_CHECKED: Final = re.compile(rf"(?<![A-Za-z0-9])[13LMDT5K][{_BASE58}]{{24,51}}(?![A-Za-z0-9])")
"""Bitcoin, Litecoin, Dogecoin, Tron, and Bitcoin's private keys: all with a check sum."""


def _find_wallets(text: str) -> Iterator[Span]:
    yield from (match.span() for match in find_matches(text, *_PREFIXED))
    yield from (match.span() for match in _CHECKED.finditer(text) if _has_valid_base58_check(match[0]))


def _has_valid_base58_check(written: str) -> bool:
    """Whether the last four bytes are the check sum of the others."""
    number = 0
    for each in written:
        number = number * 58 + _BASE58.index(each)
    data = number.to_bytes(40, "big").lstrip(b"\0")
    data = bytes(len(written) - len(written.lstrip("1"))) + data
    return sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


WALLET: Final = DataShape(rule="wallet", sign=re.compile(r"[A-Za-z0-9]{25}").search, spans=_find_wallets)

_SSN: Final = re.compile(r"(?<![\w.-])(?!000|666|9)\d{3}([- ])(?!00)\d\d\1(?!0000)\d{4}(?![\w-]|\.\d)")
"""The US social security number; with blanks only if it is called by its name before."""
_CALLED: Final = re.compile(r"\b(?:ssn|social security)", re.IGNORECASE)
_CPF: Final = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?![\w-])")
_DNI: Final = re.compile(r"(?<![\w.-])([XYZ]?\d{7,8})[ -]?([A-HJ-NP-TV-Z])(?![\w-])")
_DNI_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"


def _find_identity_numbers(text: str) -> Iterator[Span]:
    for match in _SSN.finditer(text):
        if match[1] == "-" or _CALLED.search(text, 0, match.start()):
            yield match.span()
    for match in _CPF.finditer(text):
        if _is_cpf(re.sub(r"\D", "", match[0])):
            yield match.span()
    for match in _DNI.finditer(text):
        number = int(match[1].translate({88: "0", 89: "1", 90: "2"}))
        if len(match[1]) == 8 and _DNI_LETTERS[number % 23] == match[2]:
            yield match.span()


def _is_cpf(digits: str) -> bool:
    """Whether a Brazilian number's two check digits fit the others."""
    return len(set(digits)) > 1 and all(int(digits[at]) == _compute_cpf_digit(digits[:at]) for at in (9, 10))


def _compute_cpf_digit(digits: str) -> int:
    total = sum(int(each) * weight for each, weight in zip(digits, range(len(digits) + 1, 1, -1), strict=True))
    return total * 10 % 11 % 10


IDENTITY: Final = DataShape(
    rule="identity number", sign=re.compile(r"\d{3}[-. ]\d\d|\d{7}").search, spans=_find_identity_numbers
)

_RUN: Final = re.compile(r"(?<![\w.,+#-])\d+(?:[ -]\d+)*(?![\w-]|[.,]\d)")
_ISSUER: Final = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"
    r"|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}"
    r"|(?:6011|65\d\d|64[4-9]\d|35\d\d|62\d\d|81\d\d)\d{12}"
    r"|3(?:0[0-5]|[68]\d)\d{11}"
    r"|(?:50|5[6-8]|6[37]|69)\d{14}"
)
"""Visa, Mastercard, American Express, Discover and JCB and UnionPay, Diners, Maestro."""
_MOST: Final = 19
_GROUP: Final = re.compile(r"\d+")


def _find_cards(text: str) -> Iterator[Span]:
    for run in _RUN.finditer(text):
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
        if _is_grouped(lengths) and _ISSUER.fullmatch(digits) and _passes_luhn(digits):
            return last
    return 0


def _is_grouped(lengths: Sequence[int]) -> bool:
    """Whether digits are grouped as on a card, or all in groups of one length: else they are separate numbers."""
    return lengths[:2] == [4, 6] or len(set(lengths[:-1])) < 2


def _passes_luhn(digits: str) -> bool:
    """Whether the last digit fits the others (Luhn)."""
    doubled = (sum(divmod(2 * int(each), 10)) for each in digits[-2::-2])
    return (sum(doubled) + sum(int(each) for each in digits[::-2])) % 10 == 0 and len(set(digits)) > 1


CARD: Final = DataShape(rule="card number", sign=re.compile(r"\d(?:[ -]?\d){12}").search, spans=_find_cards)

_LENGTHS: Final = {
    length: countries.split()
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
}
_LENGTH_OF: Final = {country: length for length, countries in _LENGTHS.items() for country in countries}
_BEGINS: Final = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(_LENGTH_OF)})[ -]?\d[ -]?\d", re.IGNORECASE)
_SIGN: Final = re.compile(r"[ -]{0,2}([A-Za-z0-9])")


def _find_accounts(text: str) -> Iterator[Span]:
    for begin in _BEGINS.finditer(text):
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


BANK_ACCOUNT: Final = DataShape(
    rule="bank account", sign=re.compile(r"\b[A-Za-z]{2}[ -]?\d[ -]?\d[ -]?[A-Za-z0-9]").search, spans=_find_accounts
)
