"""Numbers that a state gives to a person, where they can be told from others by their shape or their check digits."""

import re
from collections.abc import Iterator
from typing import Final

from performer.guard.private.shape import Shape, Span

_SSN: Final = re.compile(r"(?<![\w.-])(?!000|666|9)\d{3}([- ])(?!00)\d\d\1(?!0000)\d{4}(?![\w-]|\.\d)")
"""United States; with blanks only where it is called by its name."""
_CALLED: Final = re.compile(r"\b(?:ssn|social security)", re.IGNORECASE)
_CPF: Final = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d\d(?![\w-])")
_DNI: Final = re.compile(r"(?<![\w.-])([XYZ]?\d{7,8})[ -]?([A-HJ-NP-TV-Z])(?![\w-])")
_DNI_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"


def _spans(text: str) -> Iterator[Span]:
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
    """Tell whether a Brazilian number's two check digits are those that the rest makes."""
    return len(set(digits)) > 1 and all(int(digits[at]) == _cpf_digit(digits[:at]) for at in (9, 10))


def _cpf_digit(digits: str) -> int:
    return (
        sum(int(each) * weight for each, weight in zip(digits, range(len(digits) + 1, 1, -1), strict=True))
        * 10
        % 11
        % 10
    )


IDENTITY: Final = Shape(rule="identity number", sign=re.compile(r"\d{3}[-. ]\d\d|\d{7}").search, spans=_spans)
