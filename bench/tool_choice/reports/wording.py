"""The words of the reports: what was measured, in sentences, and figures as people read them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from bench.tool_choice.figures.costs import Spread
from bench.tool_choice.figures.figures import Rate
from bench.tool_choice.figures.statistics import Interval
from bench.tool_choice.reports.report import About, Report
from bench.tool_choice.trial import AskedMode, Label

NOTHING: Final = "–"
"""In the place of a figure of which there is nothing to measure."""
MODE_TITLES: Final[Mapping[AskedMode, str]] = {
    "native": "native",
    "soft": "soft",
    "constrained": "constrained",
    "talk": "talk",
    "auto": "as probed",
    "": "player",
}
LABEL_WORDS: Final[Mapping[Label, str]] = {
    "right": "every expected call, and nothing else",
    "wrong tool": "another tool in the place of the expected one, or a forbidden one",
    "wrong argument": "the right tool with other arguments",
    "missing call": "fewer calls than expected",
    "false call": "a call where none is right",
    "extra call": "more calls than expected",
    "wrong order": "the right calls, one before its time",
    "not readable": "a call, or the words that had to go with it, did not arrive, or too many did",
    "spiral": "cut by the step limit while it still called",
    "error": "the server failed: not the model's fault, and in no other figure",
    "timeout": "no end in time",
}
_TALK: Final = "In talk mode the model calls nothing: the calls are emotes that the performer chose by its words."
_SHOWN_DIGEST: Final = 12
_LONG_S: Final = 10
"""From so many seconds on tenths say nothing."""


def describe_run(report: Report) -> tuple[str, ...]:
    """Describe in sentences what was measured, with what, when and where."""
    sentences = (
        _describe_size(report),
        _describe_limits(report.about),
        _describe_place(report.about),
        _describe_model(report.about),
        _describe_probe(report.about),
        _describe_stop(report),
        _TALK if "talk" in report.about.modes else "",
        "The answers were recorded before: times are those of the recording." if report.about.is_replayed else "",
    )
    return tuple(filter(None, sentences))


def _describe_size(report: Report) -> str:
    about = report.about
    cases = len({each.case.id for each in report.graded})
    played = name_modes(about.modes) or "by a player that is no model"
    often = f", {format_times(about.repeats)} each" if about.repeats > 1 else ""
    trials = format_count(len(report.graded), "trial")
    return (
        f"{format_count(cases, 'case')} of {about.benchmark} with the agent {about.agent}, {played}{often}: {trials}."
    )


def _describe_limits(about: About) -> str:
    limit = format_count(about.limit, "case") if about.limit is not None else ""
    chosen = (_name_all("file", about.files), _name_all("group", about.groups), _name_all("tag", about.tags), limit)
    limits = [*filter(None, chosen)]
    return f"The run was limited to {join_words(limits)}." if limits else ""


def _name_all(noun: str, names: Sequence[str]) -> str:
    plural = "s" if len(names) > 1 else ""
    return f"the {noun}{plural} {join_words(names)}" if names else ""


def _describe_place(about: About) -> str:
    parts = [f"Stream Performer {about.product_version}", *filter(None, [about.server])]
    cores = format_count(about.cores, "core") if about.cores else ""
    python = f"Python {about.python}" if about.python else ""
    machine = ", ".join(filter(None, (about.machine, cores, python)))
    where = f", on {machine}" if machine else ""
    jobs = f", {about.jobs} cases at a time" if about.jobs > 1 else ""
    return f"Measured on {format_time(about.when)}, with {join_words(parts)}{where}; seed {about.seed}{jobs}."


def _describe_model(about: About) -> str:
    digest = about.digest.removeprefix("sha256:")[:_SHOWN_DIGEST]
    known = (about.quantisation, f"digest {digest}" if digest else "")
    return f"The model: {', '.join(filter(None, known))}." if any(known) else ""


def _describe_probe(about: About) -> str:
    """Describe what mode the probe would choose, which is no word on how the modes that were asked for did."""
    if not about.probe:
        return ""
    chosen = f"By itself the show would choose, after a few test questions: {about.probe}."
    others = "other modes" if "auto" in about.modes else "modes"
    return chosen if set(about.modes) <= {"auto"} else f"{chosen} The {others} here were asked for all the same."


def _describe_stop(report: Report) -> str:
    played, planned = len(report.graded), report.about.planned
    return f"The run was stopped after {played:,} of {planned:,} trials." if played < planned else ""


def name_modes(modes: Sequence[AskedMode]) -> str:
    """Name the modes of a run: `in native and soft mode`; empty for a player, which is asked in none."""
    titles = [MODE_TITLES[each] for each in modes if each]
    return f"in {join_words(titles)} mode" if titles else ""


def format_time(when: datetime) -> str:
    """Format a time in UTC to the minute: `27 November 2026, 17:38 UTC`."""
    return f"{when.day} {when:%B %Y, %H:%M} UTC"


def join_words(words: Sequence[str]) -> str:
    """Join words as in a sentence: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def format_count(count: int, noun: str) -> str:
    """Format a number of things: `1 case`, `1,200 trials`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def format_times(count: int) -> str:
    """Format how often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def format_percent(share: float | None) -> str:
    """Format a share of 0 to 1: `71 %`."""
    return NOTHING if share is None else f"{100 * share:.0f} %"


def format_interval(interval: Interval | None) -> str:
    """Format the bounds of a share in percent: `[66–76]`; empty when there is none."""
    return "" if interval is None else f"[{100 * interval.low:.0f}–{100 * interval.high:.0f}]"


def format_rate(rate: Rate) -> str:
    """Format a rate with its interval: `71 % [66–76]`."""
    return " ".join(filter(None, (format_percent(rate.value), format_interval(rate.wilson))))


def format_number(number: float | None, places: int = 1) -> str:
    """Format a number with so many places."""
    return NOTHING if number is None else f"{number:,.{places}f}"


def format_seconds(seconds: float | None) -> str:
    """Format seconds, with fewer places the more they are: `0.25 s`, `12 s`."""
    if seconds is None:
        return NOTHING
    places = 2 if seconds < 1 else 1 if seconds < _LONG_S else 0
    return f"{seconds:,.{places}f} s"


def format_median_s(spread: Spread | None) -> str:
    """Format the usual one of several times."""
    return format_seconds(spread.median if spread else None)


def format_median_count(spread: Spread | None) -> str:
    """Format the usual one of several counts."""
    return format_number(spread.median if spread else None, 0)
