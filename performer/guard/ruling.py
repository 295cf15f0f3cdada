"""The ruling: what becomes of a text by what was found in it, as the streamer's level and actions have it."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from performer.covered import covered
from performer.guard.category import ALWAYS, SEVERITY, SPEECH, Action, action_at
from performer.guard.hit import Hit
from performer.guard.instead import Instead
from performer.guard.log import GuardLog
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Drop, Held, Masked, Pass, Verdict

MASK: Final = "●●●"


class Ruling:
    """Turns hits into a verdict, and writes down what did not simply pass.

    Args:
        settings: Level, actions, and whether it is a dry run.
        log: Takes in what is stopped.
        instead: Gives the lines that stand for what is replaced.
    """

    def __init__(self, settings: GuardSettings, log: GuardLog, instead: Instead) -> None:
        self._settings = settings
        self._log = log
        self._instead = instead

    def of(self, text: str, hits: Iterable[Hit], *, where: str = SPEECH) -> Verdict:
        """Decide of a text.

        Args:
            text: As it would go out; what the spans of the hits count in.
            hits: All that was found in it, in any order; they may overlap.
            where: Where it is to go.
        """
        stopped = [hit for hit in hits if self._action(hit, where) != "pass"]
        spared = [hit for hit in stopped if self._is_spared(hit)]
        felt = [hit for hit in stopped if not self._is_spared(hit)]
        if spared:
            self._write_down(text, spared, where, only_reported=True)
        return self._verdict(text, felt, where) if felt else Pass(text=text)

    def stops(self, hit: Hit, where: str) -> bool:
        """Tell whether anything becomes of a text for this hit."""
        return self._action(hit, where) != "pass" and not self._is_spared(hit)

    def _verdict(self, text: str, hits: Sequence[Hit], where: str) -> Verdict:
        number = self._write_down(text, hits, where)
        worst = self._worst(hits, where)
        action = self._action(worst, where)
        match action:
            case "pass" | "mask":
                return Masked(text=masked(text, ((hit.start, hit.end) for hit in hits)), reason=worst.rule)
            case "replace":
                line = self._instead.line()
                if not line:
                    return Drop(reason=worst.rule)
                return Masked(text=line, reason=worst.rule, is_replaced=True)
            case "hold":
                return Held(reason=worst.rule, number=number)
            case "drop":
                return Drop(reason=worst.rule)
            case _:
                assert_never(action)

    def _write_down(self, text: str, hits: Sequence[Hit], where: str, *, only_reported: bool = False) -> int:
        worst = self._worst(hits, where)
        return self._log.take(
            text,
            category=worst.category,
            rule=worst.rule,
            action=self._action(worst, where),
            where=where,
            only_reported=only_reported,
        )

    def _worst(self, hits: Sequence[Hit], where: str) -> Hit:
        return max(hits, key=lambda hit: SEVERITY.index(self._action(hit, where)))

    def _action(self, hit: Hit, where: str) -> Action:
        return action_at(self._settings.action(hit.category), where, hit.category)

    def _is_spared(self, hit: Hit) -> bool:
        return self._settings.dry_run and hit.category not in ALWAYS


def masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Put the guard's mask over parts of a text; raises as `covered` does."""
    return covered(text, spans, MASK)
