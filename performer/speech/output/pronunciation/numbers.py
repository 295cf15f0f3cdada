"""Numbers in words, and the rules by which numbers, times, units, scores and signs of a language are spoken."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from performer.core.made_late import compile_late
from performer.core.values import dataclass

_NUMBER: Final = r"\d+(?:[.,]\d+)*"
_BEGIN: Final = r"(?<![\w.,:/])(?<![\w)][-–])"
_END: Final = r"(?![-–:/.,]?\d|\w)"
_TEN: Final = 10
_TWENTY: Final = 20
_HUNDRED: Final = 100


@dataclass(frozen=True)
class NumberWords:
    """The words of a language's numbers."""

    ones: Sequence[str]
    tens: Sequence[str]
    joined: str
    """How tens and ones are joined."""
    joined_one: str
    hour_one: str
    year: str
    year_of_low: str
    """How a year is said that ends in 01 to 09."""
    year_of_hundreds: str
    years: Sequence[tuple[int, int]]
    """The years that are said in another way than other numbers: the first and the last of each row."""
    ordinals: Mapping[str, str] = field(default_factory=dict)
    ordinal: tuple[str, str] = ("", "")

    @classmethod
    def parse(cls, told: Mapping[str, Any]) -> "NumberWords":
        """Parse the table `numbers` of a language."""
        rows = {"ones": told["ones"].split(), "tens": told["tens"].split(), "years": list(map(tuple, told["years"]))}
        return cls(**{**told, **rows})

    def count(self, number: int) -> str:
        """Return a number in words; from a hundred on in digits."""
        if number < _TWENTY:
            return self.ones[number]
        if number >= _HUNDRED:
            return str(number)
        tens, one = self.tens[number // _TEN - 2], number % _TEN
        ones = self.joined_one if one == 1 else self.ones[one]
        return self.joined.format(tens=tens, ones=ones) if one else tens

    def name_year(self, year: int) -> str:
        """Return a year as it is said."""
        if not any(first <= year <= last for first, last in self.years):
            return str(year)
        high, low = divmod(year, _HUNDRED)
        way = self.year_of_hundreds if not low else self.year_of_low if low < _TEN else self.year
        return way.format(high=self.count(high), low=self.count(low))

    def count_place(self, number: int, ending: str) -> str:
        """Return an ordinal with its ending."""
        odd = self.ordinals.get(str(number))
        return (odd or self.count(number) + self.ordinal[number >= _TWENTY]) + ending


Put = Callable[[re.Match[str]], str]


class NumberRules:
    """The rules of one language, as its file has them: see `languages/README.md`."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._decimal = told.get("decimal", ".")
        self._words = NumberWords.parse(told["numbers"]) if "numbers" in told else None
        self._units: Mapping[str, Sequence[str]] = told.get("units", {})
        self._money: Mapping[str, Sequence[str]] = told.get("money", {})
        self._one = self._find_one()
        self._written = [self._make(each) for each in told.get("written", ())]
        self._rules = [*self._make_money(), *(self._make(each) for each in told.get("rules", ()))]
        self._glued = frozenset(told.get("glued", "").split())
        if self._units:
            self._rules.append(
                (self._compile(r"{BEGIN}(?P<n>{N})(?P<gap>\s?|-)(?P<unit>{UNIT})(?!\w|[-/]\w)"), self._say_unit)
            )
            # One without a number has its name alone.
            slashed = [each for each in self._units if "/" in each]
            if slashed:
                self._rules.append((re.compile(rf"(?<![\w/])({_join(slashed)})(?![\w/])"), self._name_unit))

    def speak_written(self, text: str) -> str:
        """Return a text, with its markup, in which signs are words that would be taken for markup."""
        for find, put in self._written:
            text = find.sub(put, text)
        return text

    def speak(self, text: str) -> str:
        """Return a text in which those numbers and signs are words that voices get wrong."""
        if not any(each.isdigit() for each in text) and not _SIGNS.search(text):
            return text
        for find, put in self._rules:
            text = find.sub(put, text)
        return text

    def _find_one(self) -> str:
        """Return what the phrase for one of a unit begins with in a language that has one word for it: `one `."""
        begins = {phrase.split()[0] for phrase, _ in self._units.values()}
        return f"{begins.pop()} " if len(begins) == 1 else ""

    def _compile(self, find: str) -> re.Pattern[str]:
        named = {"{N}": _NUMBER, "{BEGIN}": _BEGIN, "{END}": _END, "{UNIT}": f"(?:{_join(self._units)})"}
        for name, stands_for in named.items():
            find = find.replace(name, stands_for)
        return compile_late(find)

    def _make(self, rule: Mapping[str, str]) -> tuple[re.Pattern[str], Put]:
        put, condition = rule["put"], rule.get("if", "")

        def fill(found: re.Match[str]) -> str:
            if condition and not self._holds(condition, found["a"], found["b"]):
                return found[0]
            return put.format(**{name: _Group(self, text or "") for name, text in found.groupdict().items()})

        return self._compile(rule["find"]), fill

    def _holds(self, condition: str, first: str, last: str) -> bool:
        """Whether the second number is higher (`rising`), or not lower (`within`)."""
        low, high = self._value(first), self._value(last)
        return low < high or (condition == "within" and low == high)

    def _value(self, number: str) -> float:
        whole, _, rest = number.partition(self._decimal)
        digits = [re.sub(r"\D", "", each) for each in (whole, rest)]
        return float(f"{digits[0] or 0}.{digits[1] or 0}")

    def _make_money(self) -> list[tuple[re.Pattern[str], Put]]:
        if not self._money:
            return []
        sign, more = f"(?P<sign>{_join(self._money)})", r"(?P<more>[kKM]|bn)?"
        before = rf"(?<![\w.,]){sign}\s?(?P<n>{_NUMBER}){more}(?!\w)"
        behind = rf"(?<![\w.,])(?P<n>{_NUMBER}){more}\s?{sign}(?!\w)"
        return [(compile_late(each), self._say_money) for each in (before, behind)]

    def _say_money(self, found: re.Match[str]) -> str:
        one, many = self._money[found["sign"]]
        number, more = found["n"], found["more"]
        if more in self._units:
            return f"{number} {self._units[more][1]} {many}"
        whole, _, cents = number.rpartition(self._decimal)
        if not whole or len(cents) != 2:
            whole, cents = number, ""
        amount = one if whole == "1" else f"{whole} {many}"
        return f"{amount} {cents.lstrip('0')}".strip()

    def _say_unit(self, found: re.Match[str]) -> str:
        if found["gap"] and found["unit"] in self._glued:
            return found[0]
        return self.count_unit(found["n"], found["unit"], is_adjective=found["gap"] == "-")

    def count_unit(self, number: str, unit: str, *, is_adjective: bool = False) -> str:
        """Return a number with its unit in words; as an adjective, a unit stands once in a language such as English."""
        one, many = self._units[unit]
        if is_adjective and self._one:
            return f"{number}-{one.removeprefix(self._one)}"
        return one if number == "1" else f"{number} {many}"

    def _name_unit(self, found: re.Match[str]) -> str:
        return self._units[found[1]][1]

    def format_group(self, text: str, way: str) -> str:
        """Return what a rule found in the way that it is put."""
        way, _, ending = way.partition("-")
        if way == "upper":
            return text.upper()
        if way in self._units:
            return self.count_unit(str(int(text)), way)
        if not way or not self._words or not text.isdecimal():
            return text
        number = int(text)
        match way:
            case "words":
                return self._words.count(number)
            case "year":
                return self._words.name_year(number)
            case "hour":
                return self._words.hour_one if number == 1 else str(number)
            case "halves":
                return f"{self._words.count(number // _HUNDRED)} {self._words.count(number % _HUNDRED)}"
            case "decade":
                return re.sub("y$", "ies", self._words.count(number))
            case "ordinal":
                return self._words.count_place(number, ending)
        raise ValueError(way)


@dataclass(frozen=True)
class _Group:
    """What a rule found, for `str.format`."""

    rules: NumberRules
    text: str

    def __format__(self, way: str) -> str:
        return self.rules.format_group(self.text, way)


def _join(signs: Mapping[str, object] | Sequence[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(signs, key=len, reverse=True)) or "(?!)"


_SIGNS: Final = compile_late(r"\s[<>]|/")
