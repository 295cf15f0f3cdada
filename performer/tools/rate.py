"""A rate: so many calls in any so long a time."""

import re
from dataclasses import dataclass
from typing import Any, Final

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

_UNITS_S: Final = {"s": 1.0, "min": 60.0, "h": 3600.0}
_A_UNIT: Final = {"s": "a second", "min": "a minute", "h": "an hour"}
_FORM: Final = re.compile(r"(\d{1,4}) ?/ ?(\d{0,4}) ?(s|min|h)")


@dataclass(frozen=True)
class Rate:
    """So many calls in any window; 0 switches off."""

    calls: int
    window_s: float

    @classmethod
    def of(cls, text: str) -> "Rate":
        """Read `3/min`, `20/h`, `5/s` or `1/10s`.

        Raises:
            ValueError: for anything else.
        """
        found = _FORM.fullmatch(text.strip())
        if not found or found[2] in {"0", "00", "000", "0000"}:
            raise ValueError("A rate is written like 3/min, 20/h or 1/10s")
        return cls(calls=int(found[1]), window_s=float(found[2] or 1) * _UNITS_S[found[3]])

    def __str__(self) -> str:
        for unit, long_s in reversed(_UNITS_S.items()):
            many = self.window_s / long_s
            if many == int(many):
                return f"{self.calls}/{'' if many == 1 else int(many)}{unit}"
        return f"{self.calls}/{self.window_s:g}s"

    @property
    def words(self) -> str:
        """Such as `3 times a minute`, `once an hour` or `5 times in 10 s`."""
        often = "once" if self.calls == 1 else f"{self.calls} times"
        _, _, unit = str(self).partition("/")
        return f"{often} {_A_UNIT.get(unit) or f'in {_spaced(unit)}'}"

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        def read(value: object) -> "Rate":
            return value if isinstance(value, Rate) else cls.of(str(value))

        return core_schema.no_info_plain_validator_function(
            read, serialization=core_schema.plain_serializer_function_ser_schema(str)
        )


def _spaced(unit: str) -> str:
    return re.sub(r"(?<=\d)(?=[a-z])", " ", unit)
