"""The judging of cases: each by a trail of its own, as the sentences of one turn are, and each text timed once."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bench.guard_score.cases import GuardCase
from bench.guard_score.stopwatch import Duration, measure
from performer.guard.guard import LONGEST as LONGEST_READ
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.verdict import GuardActions, Pass, Verdict

LONGEST: Final = 2000
"""The characters within which no text is cut: the most that a setting allows."""
_WARM_UP: Final = 100
"""Cases that are judged before the first one is timed."""
_MASKED: Final = GuardActions.model_validate(dict.fromkeys(GuardActions.model_fields, "mask"))


@dataclass(frozen=True, kw_only=True)
class JudgedCase:
    """A case, what became of it, and what each of its texts took."""

    case: GuardCase
    reason: str | None
    """The rule that stopped it; None when all of it passed."""
    took: tuple[Duration, ...]
    is_unread: bool = False
    """Whether it was dropped though nothing was found: the guard broke or hung on it, or it is far too long."""

    @property
    def is_stopped(self) -> bool:
        """Whether a text of it was masked or dropped; blanks and invisible characters that are lost do not count."""
        return self.reason is not None

    @property
    def is_right(self) -> bool:
        """Whether what should become of it did."""
        return self.is_stopped == self.case.must_stop


def make_guard(words: Sequence[str] = (), *, beside: bool = False) -> Guard:
    """Make a guard with the bundled lists at level standard, and with more blocked words.

    Beside means as a show does: the last patterns are compiled in a thread while the first lines come.
    """
    guard = Guard(GuardSettings(level="standard"), words)
    if not beside:
        guard.warm_up()
        return guard
    guard.tables.postpone()
    guard.tables.read_beside()
    return guard


def judge_cases(cases: Sequence[GuardCase], make: Callable[[], Guard]) -> list[JudgedCase]:
    """Judge all cases by a fresh guard; another one has judged some of them before, so that the code is warm."""
    warm = make()
    for case in cases[:: len(cases) // _WARM_UP + 1]:
        judge_case(case, warm)
    guard = make()
    # A collection that walks through all cases would be counted as time of the line in which it comes.
    gc.collect()
    gc.freeze()
    try:
        return [judge_case(case, guard) for case in cases]
    finally:
        gc.unfreeze()


def judge_case(case: GuardCase, guard: Guard) -> JudgedCase:
    """Judge the texts of a case in a row."""
    trail, logged = guard.trail(), guard.log.changes
    verdicts: list[Verdict] = []
    took = tuple(
        measure(lambda text=text: verdicts.append(trail.sentence(text, limit=LONGEST)))  # type: ignore[misc]
        for text in case.texts
    )
    reason = next((verdict.reason for verdict in verdicts if not isinstance(verdict, Pass)), None)
    is_unread = reason is not None and (guard.log.changes == logged or max(map(len, case.texts)) > LONGEST_READ)
    return JudgedCase(case=case, reason=reason, took=took, is_unread=is_unread)


class CaseMask:
    """The mask over cases in a terminal, which may be on the stream."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        self._guard = Guard(GuardSettings(level="family", actions=_MASKED), words)

    def cover(self, judged: JudgedCase) -> str:
        """Return a case with a mask over what was found; where nothing was found only the shape of the text is left."""
        if not judged.is_stopped:
            return " / ".join(draw_shape(text) for text in judged.case.texts)
        trail = self._guard.trail()
        verdicts = (trail.sentence(text, limit=LONGEST) for text in judged.case.texts)
        return " / ".join(getattr(verdict, "text", "●●●") for verdict in verdicts)


def draw_shape(text: str) -> str:
    """Return a text in which each letter is an a, or an A, and each digit a 0: `Pl0nk, you!` is `Aa0aa, aaa!`."""
    return "".join(map(_draw_sign, text))


def _draw_sign(sign: str) -> str:
    if sign.isdigit():
        return "0"
    if sign.isalpha():
        return "A" if sign.isupper() else "a"
    return sign
