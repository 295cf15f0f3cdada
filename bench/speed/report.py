"""The report of a speed bench: series of values, each beside a floor or a baseline of the same run, and the machine.

In every series less is better, but for loudness. A ratio to a floor that was measured in the same run holds on another
machine, or on a busy one, where a time does not.
"""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, Self, get_args

from bench.figures import find_percentile
from bench.speed.machine import Machine
from performer.core.errors import ConfigError

Unit = Literal["ms", "us", "s", "%", "MiB", "KiB", "/s", "tokens/s", "count", "LUFS", "dBTP"]
_UNITS: Final[frozenset[str]] = frozenset(get_args(Unit))
_FORMAT: Final = 1
"""The number of the file's format; a file of another one is refused."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """The values of one figure, in the order in which they were measured; less is better."""

    key: str
    """The name in files: `stop_to_audio`."""
    title: str
    """The name in the table, in its group: `the plain program`."""
    unit: Unit
    values: tuple[float, ...]
    floor: str = ""
    """The key of the series of the same run that it is compared with; empty for a floor itself."""
    against: str = ""
    """What that is, in a few words for the table: `the plain program`."""
    group: str = ""
    """What it shares with the series beside it, above them in the table: `line → request`; the title says the rest."""

    @property
    def name(self) -> str:
        """Return the title with its group, for where it stands alone."""
        return f"{self.group}: {self.title}" if self.group else self.title

    @property
    def n(self) -> int:
        """Return how many values there are."""
        return len(self.values)

    @property
    def median(self) -> float | None:
        """Return the median; None of no values."""
        return statistics.median(self.values) if self.values else None

    @property
    def p95(self) -> float | None:
        """Return the smallest value that 95 % of the values do not exceed; None of fewer than two."""
        return find_percentile(self.values, 95) if self.n > 1 else None


@dataclass(frozen=True, kw_only=True)
class SpeedReport:
    """What a run of a bench measured."""

    bench: str
    """The bench's name: `turn`."""
    series: tuple[Series, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    """What was asked for, by name."""
    notes: tuple[str, ...] = ()
    """Sentences about what was left out, or stands in."""
    machine: Machine = field(default_factory=Machine.find)
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))

    @cached_property
    def by_key(self) -> Mapping[str, Series]:
        """Return the series by their keys."""
        return {each.key: each for each in self.series}

    def find_ratio(self, series: Series) -> float | None:
        """Return a series' median in medians of its floor; None without a floor, or of nothing."""
        floor = self.by_key.get(series.floor)
        if not floor or not floor.median or series.median is None:
            return None
        return series.median / floor.median

    def to_json(self) -> str:
        """Format all of it, with every value."""
        rows = [
            {
                "key": each.key,
                "group": each.group,
                "title": each.title,
                "unit": each.unit,
                "median": _round(each.median),
                "p95": _round(each.p95),
                "n": each.n,
                "floor": each.floor,
                "against": each.against,
                "ratio": _round(self.find_ratio(each)),
                "values": [round(value, 4) for value in each.values],
            }
            for each in self.series
        ]
        values = {
            "format": _FORMAT,
            "bench": self.bench,
            "at": self.at,
            "machine": vars(self.machine),
            "options": dict(self.options),
            "notes": list(self.notes),
            "series": rows,
        }
        return json.dumps(values, ensure_ascii=False, indent=1)

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read a report that `--json` printed.

        Raises:
            ConfigError: when the file cannot be read, or is no such report.
        """
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            why = f"{error.strerror}. Make one with --json, and keep what it prints."
            raise ConfigError(f"The report {file} cannot be read: {why}") from None
        except ValueError as error:
            raise ConfigError(f"The report {file} is no JSON: {error}. Make one with --json.") from None
        try:
            return cls._parse(values)
        except (KeyError, TypeError, ValueError) as error:
            raise ConfigError(f"{file} is no report of a speed bench ({error}). Make one with --json.") from None

    @classmethod
    def _parse(cls, values: dict[str, Any]) -> Self:
        if values["format"] != _FORMAT:
            raise ValueError(f"its format is {values['format']!r}, not {_FORMAT}")
        return cls(
            bench=str(values["bench"]),
            series=tuple(_parse_series(each) for each in values["series"]),
            options={str(name): str(value) for name, value in values["options"].items()},
            notes=tuple(str(each) for each in values["notes"]),
            machine=Machine.parse(values["machine"]),
            at=str(values["at"]),
        )


def _parse_series(values: dict[str, Any]) -> Series:
    if values["unit"] not in _UNITS:
        raise ValueError(f"the unit {values['unit']!r}")
    return Series(
        key=str(values["key"]),
        title=str(values["title"]),
        unit=values["unit"],
        values=tuple(float(each) for each in values["values"]),
        floor=str(values["floor"]),
        against=str(values["against"]),
        group=str(values.get("group", "")),
    )


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def make_series(
    key: str,
    title: str,
    values: Sequence[float],
    unit: Unit = "ms",
    *,
    floor: str = "",
    against: str = "",
    group: str = "",
) -> Series:
    """Make a series in one line."""
    return Series(key=key, title=title, unit=unit, values=tuple(values), floor=floor, against=against, group=group)
