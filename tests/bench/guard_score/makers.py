"""Cases with stand-in words, as short as a test needs them."""

from bench.guard_score.cases import GuardCase, Part
from bench.guard_score.judge import JudgedCase
from bench.guard_score.stopwatch import Duration


def case(
    *texts: str, stop: bool = True, part: Part = "disguise", kind: str = "plain", language: str = "en", line: int = 1
) -> GuardCase:
    return GuardCase(texts=texts, must_stop=stop, part=part, kind=kind, language=language, source=f"cases.jsonl:{line}")


def judged(of: GuardCase, *, stopped: bool, us: float = 100.0) -> JudgedCase:
    took = Duration(waited_us=2 * us, worked_us=us)
    return JudgedCase(case=of, reason="your list" if stopped else None, took=(took,) * len(of.texts))
