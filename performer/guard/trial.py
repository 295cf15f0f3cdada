"""A trial of the guard: what would become of a line, without a trace of the line in any log or memory."""

from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Action, Dropped, Level, format_label, format_rule_detail


@dataclass(frozen=True, kw_only=True)
class TriedLine:
    """The fate of a line that was only tried."""

    action: Action
    category: str
    """The reason by its name in the settings; empty for a line that passes."""
    label: str
    """The name of the category for people."""
    rule: str
    """What the finder adds to it: `phone number`."""
    said: str
    """What would be said; empty for a line that is dropped or held."""


def try_line(guard: Guard, line: str, level: Level) -> TriedLine:
    """Return what a guard would do to a line at a level if it were spoken, in earnest also where a dry run is set."""
    apart = guard.apart(guard.settings.model_copy(update={"level": level, "dry_run": False}))
    verdict = apart.sentence(line)
    said = "" if isinstance(verdict, Dropped) else verdict.text
    if not apart.log.newest:  # a guard that broke on the line has found nothing in it
        rule = verdict.reason if isinstance(verdict, Dropped) else ""
        return TriedLine(action="drop" if rule else "pass", category="", label="", rule=rule, said=said)
    stopped = apart.log.entry(apart.log.newest)
    return TriedLine(
        action=stopped.action,
        category=stopped.category,
        label=format_label(stopped.category),
        rule=format_rule_detail(stopped.category, stopped.rule),
        said=said,
    )
