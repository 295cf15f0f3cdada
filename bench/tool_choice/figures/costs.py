"""The costs of trials: seconds to the first sign and to the call, tokens, and steps against the least that would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.figures import find_percentile
from bench.tool_choice.cases.case import DONE, Case
from bench.tool_choice.cases.catalogue import load_catalogue
from bench.tool_choice.trial import GradedTrial, Trial


@dataclass(frozen=True, kw_only=True)
class Spread:
    """The usual value of several and a bad one, each the smallest that so many of them do not exceed."""

    median: float
    p95: float


@dataclass(frozen=True, kw_only=True)
class TrialCosts:
    """What trials cost; None where nothing of the kind was measured, as with a player that is no model."""

    first_s: Spread | None
    """Seconds from the first question of a trial to the first sign of an answer."""
    call_s: Spread | None
    """Seconds of the model until the first call that ran, earlier steps included; of trials with such a call. A call
    runs when its answer is whole; one that was printed wrong, or is of a tool that is not there, never does."""
    took_s: Spread | None
    """Seconds of a whole trial."""
    total_s: float
    """Seconds of all trials together, as if they were played one after the other."""
    prompt_tokens: Spread | None
    """Tokens that a trial sent, over all its steps."""
    answer_tokens: Spread | None
    """Tokens that a trial answered, over all its steps."""
    total_prompt_tokens: int
    total_answer_tokens: int
    steps_to_least: float | None
    """The median of the steps of a trial that was right, as a multiple of the least that its case needs; 1 is best.
    Steps that only looked for tools do not count, and no trial counts as less than 1."""


def measure_costs(graded: Sequence[GradedTrial]) -> TrialCosts:
    """Measure the costs of trials; those with an error are for the caller to leave out."""
    trials = [each.trial for each in graded]
    asked = [each for each in trials if each.steps]
    prompts = [sum(step.prompt_tokens for step in each.steps) for each in asked]
    answers = [sum(step.answer_tokens for step in each.steps) for each in asked]
    right = [each for each in graded if each.verdict.label == "right" and each.trial.steps]
    steps = [max(1.0, _count_steps(each.trial) / count_least_steps(each.case)) for each in right]
    firsts = [each.steps[0].first_s for each in asked]
    return TrialCosts(
        first_s=_spread([each for each in firsts if each is not None]),
        call_s=_spread([each for each in map(_find_call_s, asked) if each is not None]),
        took_s=_spread([each.took_s for each in trials]),
        total_s=round(sum(each.took_s for each in trials), 3),
        # A server that counts no tokens says 0 of them.
        prompt_tokens=_spread([each for each in prompts if each]),
        answer_tokens=_spread([each for each in answers if each]),
        total_prompt_tokens=sum(prompts),
        total_answer_tokens=sum(answers),
        steps_to_least=round(median(steps), 3) if steps else None,
    )


def count_least_steps(case: Case) -> int:
    """Count the steps that the shortest right way through a case needs, with words beside its calls.

    Each turn asks once; where a call came without a word it would ask once more. It asks again for every expected
    result that the model has to read: that of a tool that tells something, and each refusal or failure. Where the order
    of calls is free they can all be made in one step, so that their results are read in one more. A model that makes
    ordered calls in one step can do with fewer than this. Calls that may be left out are left out.
    """
    read = _count_read_results(case)
    return case.turns + (read if case.order == "exact" else min(read, 1))


def _count_steps(trial: Trial) -> int:
    return sum(not each.is_search for each in trial.steps)


def _count_read_results(case: Case) -> int:
    made: dict[str, int] = {}
    read = 0
    for expected in (each for each in case.expects if not each.is_optional):
        number = made.get(expected.tool, 0)
        made[expected.tool] = number + 1
        read += _is_read(case, expected.tool, number)
    return read


def _is_read(case: Case, tool: str, number: int) -> bool:
    """Whether a turn goes on after the call of a tool that so many came before, for it brings news."""
    scripted = case.results.get(tool) or (DONE,)
    has_worked = scripted[min(number, len(scripted) - 1)].says is not None
    known = load_catalogue().get(tool)
    return not has_worked or known is None or known.tells


def _find_call_s(trial: Trial) -> float | None:
    """Find the model's seconds until its first call that ran: those of all steps before it, and its own."""
    before_s = 0.0
    for step in trial.steps:
        if step.call_s is not None:
            return before_s + step.call_s
        before_s += step.took_s
    return None


def _spread(values: Sequence[float]) -> Spread | None:
    usual, bad = find_percentile(values, 50), find_percentile(values, 95)
    return None if usual is None or bad is None else Spread(median=usual, p95=bad)
