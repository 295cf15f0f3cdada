"""Numbers that a state gives to a person, by their shape and check digits, or by the words before them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_begun

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_UNSPACED: Final = frozenset("マ個パ旅運免健保基年在外居身护護驾駕社港通台주여운면외건")
"""The first signs of names for such a number in languages without blanks."""
_FEWEST_AT_ALL: Final = 4
"""The fewest digits of any number, besides its letters."""
_FEWEST: Final = 6
"""The fewest digits of a number that is called by its name."""


def _find_identity_numbers(line: SearchedLine) -> Iterator[Span]:
    for sign, name in (("many", "digits"), ("lettered", "letters")):
        if _PATTERN[sign].search(line.text):
            for match in find_begun(line.text, _PATTERN[f"{name}_begin"], _PATTERN[f"{name}_first"]):
                if _CHECKS[str(match.lastgroup)](_PATTERN["signs"].sub("", match[0]).upper()):
                    yield match.span()
    if line.digit_count >= _FEWEST and _PATTERN["called_sign"].search(line.text):
        for end in _find_names(line):
            called = _PATTERN["called"].match(line.small, end)
            if called and sum(map(str.isdigit, called["number"])) >= _FEWEST:
                yield called.span("number")


def _find_names(line: SearchedLine) -> Iterator[int]:
    """Find the ends of the names of such numbers."""
    if line.words:
        yield from (match.end() for match in _PATTERN["names"].finditer(line.small))
        yield from (match.end() for match in _PATTERN["abbreviations"].finditer(line.text))
    if not _UNSPACED.isdisjoint(line.signs):
        yield from (match.end() for match in _PATTERN["unspaced"].finditer(line.small))


def _weigh(digits: str, weights: Sequence[int]) -> int:
    return sum(int(each) * weight for each, weight in zip(digits, weights, strict=False))


_DNI_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"


def _is_dni(number: str) -> bool:
    """Whether the letter fits a Spanish number, in which X, Y and Z stand for 0, 1 and 2."""
    return _DNI_LETTERS[int(number[:-1].translate({88: "0", 89: "1", 90: "2"})) % 23] == number[-1]


def _is_cpf(digits: str) -> bool:
    """Whether a Brazilian person's two check digits fit the others."""
    return len(set(digits)) > 1 and all(
        _weigh(digits, range(length + 1, 1, -1)) * 10 % 11 % 10 == int(digits[length])
        for length in (9, 10)
        if digits[:length]
    )


def _is_cnpj(digits: str) -> bool:
    """Whether a Brazilian company's two check digits fit the others."""
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    rests = (_weigh(digits[:length], weights[13 - length :]) % 11 for length in (12, 13))
    return [int(each) for each in digits[12:]] == [0 if rest < 2 else 11 - rest for rest in rests]


def _is_nir(number: str) -> bool:
    """Whether the key of a French number fits; Corsica's departments hold a letter."""
    plain = number[:-2].replace("2A", "19").replace("2B", "18")
    return plain.isdigit() and 97 - int(plain) % 97 == int(number[-2:])


def _is_steuer_id(digits: str) -> bool:
    """Whether the check digit of a German number fits, and one of its digits comes twice or three times."""
    product = 10
    for each in digits[:10]:
        product = ((int(each) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10]) and len(set(digits[:10])) in {8, 9}


def _is_codice_fiscale(code: str) -> bool:
    """Whether the last letter of an Italian code fits the others."""
    odd: str = _FILE.tree["italy"]["odd"]
    values = [int(each) if each.isdigit() else ord(each) - ord("A") for each in code[:15]]
    total = sum(odd.index(chr(65 + value)) if at % 2 == 0 else value for at, value in enumerate(values))
    return chr(65 + total % 26) == code[15]


def _is_chinese(number: str) -> bool:
    """Whether the last sign of a Chinese number fits the others."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[_weigh(number[:17], weights) % 11] == number[17]


_DIHEDRAL: Final = tuple(
    tuple((a + b) % 5 + 5 * (b // 5) if a < 5 else ((a - b) % 5 + 5 if b < 5 else (a - b) % 5) for b in range(10))
    for a in range(10)
)
_PERMUTATION: Final = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def _is_aadhaar(digits: str) -> bool:
    """Whether the check digit of an Indian number fits (Verhoeff)."""
    check = 0
    for place, each in enumerate(reversed(digits)):
        digit = int(each)
        for _ in range(place % 8):
            digit = _PERMUTATION[digit]
        check = _DIHEDRAL[check][digit]
    return check == 0


def _is_pesel(digits: str) -> bool:
    """Whether the check digit of a Polish number fits."""
    return -_weigh(digits[:10], (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10 == int(digits[10])


def _is_snils(digits: str) -> bool:
    """Whether the two check digits of a Russian number fit."""
    return _weigh(digits[:9], range(9, 0, -1)) % 101 % 100 == int(digits[9:])


def _is_belgian(digits: str) -> bool:
    """Whether the two check digits of a Belgian number fit, for somebody born before or after 2000."""
    return any(97 - int(century + digits[:9]) % 97 == int(digits[9:]) for century in ("", "2"))


def _is_swiss(digits: str) -> bool:
    """Whether the check digit of a Swiss number fits, as on goods (EAN-13)."""
    return -_weigh(digits[:12], (1, 3) * 6) % 10 == int(digits[12])


def _is_swedish(digits: str) -> bool:
    """Whether the check digit of a Swedish number fits (Luhn)."""
    doubled = (sum(divmod(int(each) * (2 - at % 2), 10)) for at, each in enumerate(digits[-10:]))
    return sum(doubled) % 10 == 0


def _is_sure(_number: str) -> bool:
    return True


_CHECKS: Final[Mapping[str, Callable[[str], bool]]] = {
    "us": _is_sure,
    "gb": _is_sure,
    "mx": _is_sure,
    "kr": _is_sure,
    "sv": _is_sure,
    "sv_joined": _is_sure,
    "pan": _is_sure,
    "br": _is_cpf,
    "cnpj": _is_cnpj,
    "dni": _is_dni,
    "dni_dotted": _is_dni,
    "nie": _is_dni,
    "de": _is_steuer_id,
    "fr": _is_nir,
    "fr_joined": _is_nir,
    "it": _is_codice_fiscale,
    "cn": _is_chinese,
    "aadhaar": _is_aadhaar,
    "pesel": _is_pesel,
    "snils": _is_snils,
    "be": _is_belgian,
    "ch": _is_swiss,
    "se": _is_swedish,
}


def _has_sign(line: SearchedLine) -> bool:
    return line.digit_count >= _FEWEST_AT_ALL


IDENTITY: Final = DataShape(
    rule="identity number", file=_FILE, needs_digits=True, sign=_has_sign, spans=_find_identity_numbers
)
