"""A trial of the guard: what would become of each line of a text, and why."""

from collections import Counter
from typing import Final

from performer.core.files.home import Home
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UserList, load_user_lists
from performer.guard.verdict import Action, Dropped, GuardActions, format_full_label, format_label

_MASKED: Final = GuardActions.model_validate(dict.fromkeys(GuardActions.model_fields, "mask"))
"""A line that is stopped is shown with every hit masked: a terminal may be on the stream."""

_DRY_RUN: Final = "guard.dry_run is on: a show would let all of them out, but for private data, and only report."


@dataclass(frozen=True, kw_only=True)
class LineVerdict:
    """The action on a line, and its reason."""

    action: Action
    text: str
    """As it may be shown."""
    why: str
    """The category and the rule, and what was found if that is asked for; empty for a line that passes."""


class GuardTrial:
    """A guard that judges lines one by one as a show would, but in earnest also where a dry run is set.

    The words of `more` are blocked as well; with `show` the reasons tell what was found.
    """

    def __init__(self, settings: GuardSettings, home: Home, more: UserList, *, show: bool = False) -> None:
        lists = load_user_lists(settings, home)
        blocked, allowed = [*lists.blocked.words, *more.words], lists.allowed.words
        self.refused = (*lists.refused, *more.refused)
        """Lines of the lists that cannot be used."""
        self.doubtful = (*lists.doubtful, *more.doubtful)
        """Lines that hold, and find everyday words."""
        self._show = show
        self._is_dry_run = settings.dry_run
        in_earnest = settings.model_copy(update={"dry_run": False})
        to_be_sure = in_earnest.model_copy(update={"actions": _MASKED})
        self._guard = Guard(in_earnest, blocked, allowed=allowed)
        self._masking = Guard(to_be_sure, blocked, allowed=allowed)
        self._actions: Counter[Action] = Counter()
        self._stops: Counter[str] = Counter()
        """By the label of their category."""

    def judge(self, line: str) -> LineVerdict:
        """Return what a show would do to a line."""
        before = self._guard.log.changes
        verdict = self._guard.sentence(line)
        if self._guard.log.changes > before:
            judged = self._describe_stopped(line)
        elif isinstance(verdict, Dropped):  # nothing was found in it: the guard broke on the line
            judged = LineVerdict(action="drop", text="", why=verdict.reason)
        else:
            judged = LineVerdict(action="pass", text=verdict.text, why="")
        self._actions[judged.action] += 1
        return judged

    def summarize(self) -> str:
        """Return the counts of all judged lines, in a sentence or two."""
        total = self._actions.total()
        if not total:
            return "The file has no lines."
        actions = ", ".join(f"{action} {count}" for action, count in self._actions.most_common())
        stopped = ", ".join(f"{what} {count}" for what, count in self._stops.items())
        counts = f"{total} line{'' if total == 1 else 's'}: {actions}.{f' Stopped: {stopped}.' if stopped else ''}"
        return f"{counts}\n{_DRY_RUN}" if self._is_dry_run else counts

    def _describe_stopped(self, line: str) -> LineVerdict:
        stopped = self._guard.log.entry(self._guard.log.last)
        self._stops[format_label(stopped.category)] += 1
        shown = self._masking.sentence(line)
        text = "" if isinstance(shown, Dropped) else shown.text
        found = f": {', '.join(self._guard.list_findings(line))}" if self._show else ""
        return LineVerdict(
            action=stopped.action, text=text, why=format_full_label(stopped.category, stopped.rule) + found
        )
