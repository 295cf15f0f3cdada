"""The sheet: a run's figures in rows, as people read them."""

from collections.abc import Sequence
from typing import Final

from performer.bench.brain.profile import Profile
from performer.bench.show.goals import Goal
from performer.bench.show.sheet import Group, Groups, count, number, percent, seconds, written


def sheet(profiles: Sequence[Profile], goals: Sequence[Goal]) -> tuple[Group, ...]:
    """Write all figures into rows, a cell a profile; the goals stand in the rows of their figures."""
    return written(_GROUPS, profiles, goals)


_GROUPS: Final[Groups[Profile]] = {
    "Does it speak": (
        ("taken", "reaction cues taken", count, lambda it: it.answers.taken),
        ("spoken_share", "of them with a spoken line", percent, lambda it: it.answers.spoken_share),
        ("understudy", "with one of the understudy", count, lambda it: it.answers.understudy),
        ("lines_per_min", "lines a minute", number, lambda it: it.air.lines_per_min),
        ("moving_lines_per_min", "a minute of moving scenes", number, lambda it: it.air.moving_lines_per_min),
        ("longest_gap_s", "longest gap without a line", seconds, lambda it: it.air.longest_gap_s),
        ("longest_dead_s", "longest while things happen", seconds, lambda it: it.air.longest_dead_s),
        ("dead_s", "seconds of that over 20 s", seconds, lambda it: it.air.dead_s),
        ("dead", "their share", percent, lambda it: it.air.dead),
    ),
    "How soon": (
        ("load_s", "until it could be asked", seconds, lambda it: it.load_s),
        ("first_line_s", "first line after loading", seconds, lambda it: it.answers.first_line_s),
        ("ready_p50_s", "cue to sentence, median", seconds, lambda it: it.answers.ready_p50_s),
        ("ready_p95_s", "cue to sentence, 95 of 100", seconds, lambda it: it.answers.ready_p95_s),
        ("sound_p50_s", "cue to first sound, median", seconds, lambda it: it.answers.sound_p50_s),
        ("sound_p95_s", "cue to first sound, 95 of 100", seconds, lambda it: it.answers.sound_p95_s),
    ),
    "At what cost": (
        ("requests", "requests a reaction", number, lambda it: it.asking.requests),
        ("read_tokens", "tokens read a reaction", count, lambda it: it.asking.read_tokens),
        ("asked", "of so many requests", count, lambda it: it.asking.asked),
        ("told", "told by the server, else the median", count, lambda it: it.asking.told),
        ("written_tokens", "tokens written, where told", count, lambda it: it.asking.written_tokens),
        ("cold", "reactions read cold", percent, lambda it: it.asking.cold),
        ("read_p50_s", "reading a request, median", seconds, lambda it: it.asking.read_p50_s),
        ("read_p95_s", "reading a request, 95 of 100", seconds, lambda it: it.asking.read_p95_s),
    ),
    "Is it a line": (
        ("dropped", "sentences dropped", count, lambda it: sum(it.wording.dropped.values())),
        ("echoes", "spoken echoes of a prompt", count, lambda it: it.wording.echoes),
        ("unspeakable", "spoken talk of prompts and tools", count, lambda it: sum(it.wording.unspeakable.values())),
        ("duplicates", "duplicates", percent, lambda it: it.wording.duplicates),
        ("distinct_2", "different pairs of words", percent, lambda it: it.wording.distinct_2),
        ("openings", "different openings", percent, lambda it: it.wording.openings),
    ),
    "Does it fit": (
        ("relevant", "lines that name what is there", percent, lambda it: it.fit.relevant),
        ("gestures", "gestures a line", number, lambda it: it.fit.gestures),
        ("judged", "gestures after a marked event", count, lambda it: it.fit.judged),
        ("fitting", "of them fitting", percent, lambda it: it.fit.fitting),
    ),
    "Does it answer": (
        ("questions", "questions in chat", count, lambda it: it.talk.questions),
        ("answered", "answered", percent, lambda it: it.talk.answered),
        ("answer_p50_s", "question to sentence, median", seconds, lambda it: it.talk.answer_p50_s),
    ),
}
