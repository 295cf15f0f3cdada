"""Others' words in an answer: they pass the guard one by one, steer nothing, and take no more room than they may."""

from collections.abc import Sequence
from typing import Final

from performer.chats.discord.escape import escaped, harmless
from performer.guard import Drop, Guard, Masked, Pass, Verdict
from performer.redaction import redacted

LEFT_OUT: Final = "(left out)"
_LONGEST: Final = 2000
"""Characters of an answer."""
_MOST_LINES_CHARS: Final = 1800
"""Of Discord's 2,000: the rest is for what stands before and after."""


class Words:
    """Writes what is not in our own words.

    Args:
        guard: Decides of each.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    def plain(self, text: str, most: int = 100) -> str:
        """Write words where Discord knows no markdown, as in a choice; in one line."""
        verdict = self._guard.check(" ".join(redacted(text).split()), limit=most, where="discord")
        return LEFT_OUT if isinstance(verdict, Drop) else verdict.text

    def of(self, text: str, most: int = 300) -> str:
        """Write words inside a message, in one line, looking as they were written."""
        return escaped(self.plain(text, most))

    def past_the_guard(self, text: str) -> str:
        """Give a whole answer as it may go out, line by line: what is stopped takes no other line with it."""
        passed: list[str] = []
        for line in text.splitlines():
            verdict = self._guard.check(line, limit=_LONGEST, where="discord", after=passed[-1:])
            passed.append(_let_out(line, verdict))
        return "\n".join(passed)


def _let_out(line: str, verdict: Verdict) -> str:
    """Give a line as it stands where it may: the guard reads it without what keeps others' words from steering."""
    match verdict:
        case Pass():
            return line
        case Masked(text=text):
            return harmless(text)
        case _:
            return LEFT_OUT


def listed(lines: Sequence[str]) -> str:
    """Write lines, as many as there is room for, and how many more there are."""
    shown: list[str] = []
    left = _MOST_LINES_CHARS
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        shown.append(line)
    more = len(lines) - len(shown)
    return "\n".join([*shown, *([f"… and {more} more"] if more else [])])
