"""The tests that Wine cannot pass, each with the reason: `wine_known.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).resolve().with_suffix(".toml")


@dataclass(frozen=True, kw_only=True)
class WineLack:
    """Something that Wine has not, with the tests that need it."""

    why: str
    fails: tuple[str, ...]
    """The tests that are run, and may fail."""
    ends: tuple[str, ...]
    """The tests that would end the whole run, or stop it for ever; they are left out."""


@dataclass(frozen=True, kw_only=True)
class KnownTests:
    """Everything on the list."""

    lacks: tuple[WineLack, ...]

    def find_why(self, test: str) -> str:
        """Return why Wine cannot pass a test; empty for one that it should pass."""
        return next((lack.why for lack in self.lacks if is_among(test, [*lack.fails, *lack.ends])), "")

    def list_left_out(self) -> list[str]:
        """Return the tests that are not run at all."""
        return [test for lack in self.lacks for test in lack.ends]

    def find_needless(self, passed: Iterable[str], failed: Iterable[str]) -> list[str]:
        """Return what stands on the list of which something has passed and nothing has failed."""
        passed, failed = list(passed), list(failed)
        listed = [test for lack in self.lacks for test in lack.fails]
        return [
            each
            for each in listed
            if any(is_among(test, [each]) for test in passed) and not any(is_among(test, [each]) for test in failed)
        ]


def read_known(file: Path = LIST) -> KnownTests:
    """Read the list."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    lacks = [
        WineLack(why=each["why"], fails=tuple(each.get("fails", ())), ends=tuple(each.get("ends", ())))
        for each in content.get("lack", [])
    ]
    return KnownTests(lacks=tuple(lacks))


def is_among(test: str, listed: Iterable[str]) -> bool:
    """Whether a test is listed itself, or without its parameter, or by its file."""
    return not {test, test.partition("[")[0], test.partition("::")[0]}.isdisjoint(listed)
