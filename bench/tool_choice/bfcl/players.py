"""The harness's own players on BFCL's cases: the oracle knows the answers, and is right in each that can be right."""

from collections.abc import Sequence
from itertools import count
from random import Random

from bench.tool_choice.bfcl.cases import BfclCase, BfclTurn
from bench.tool_choice.bfcl.faults import find_right_arguments
from bench.tool_choice.playing.models import Measured
from bench.tool_choice.playing.play import TrialPlan, TrialPlayer
from bench.tool_choice.playing.players import make_any_call, make_player
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss
from performer.models.model import FinalAnswer, Model, OnText, Step, StepRequest, ToolCalls, ToolMessage
from performer.tools.tool import ToolCall

_ORACLE = "oracle"
NAMES = (_ORACLE, "silent", "random", "first-tool")
"""Without `decoy`: there is none in these cases."""


def open_player(name: str, cases: Sequence[BfclCase], seed: int) -> Measured:
    """Return a player of these cases; raise ConfigError for a name that none has."""
    if name not in NAMES:
        raise ConfigError(f"There is no player '{name}' of BFCL. {format_near_miss(name, NAMES)}")
    by_id = {each.id: each for each in cases}

    def make(plan: TrialPlan) -> TrialPlayer:
        return TrialPlayer(model=_make_player(name, by_id[plan.case.id], plan, f"{seed} {plan.case.id}"))

    return Measured(name=f"player:{name}", make=make, modes=("",))


def _make_player(name: str, case: BfclCase, plan: TrialPlan, seed: str) -> Model:
    return _BfclOracle(case, Random(seed)) if name == _ORACLE else make_player(name, plan.case, seed=seed)


class _BfclOracle:
    """Makes all right calls of a turn in its first step, and ends the turn in the next one."""

    name = f"player {_ORACLE}"
    sees = False

    def __init__(self, case: BfclCase, chance: Random) -> None:
        self._case = case
        self._turns = iter(case.turns)
        self._chance = chance
        self._numbers = count(1)

    async def step(self, request: StepRequest, _on_text: OnText) -> Step:
        """Return the right calls, or the end of the turn after their results."""
        if isinstance(request.messages[-1], ToolMessage):
            return FinalAnswer(text="Done.")
        calls = tuple(self._list_calls(next(self._turns)))
        return ToolCalls(calls=calls) if calls else FinalAnswer(text="No call is right here.")

    def _list_calls(self, turn: BfclTurn) -> list[ToolCall]:
        chosen = [(right.tool, find_right_arguments(right)) for right in turn.answers]
        if self._case.category.rule == "some call":
            name, arguments = make_any_call(turn.specs[0], self._chance)
            chosen = [(name, dict(arguments))]
        return [ToolCall(id=f"o{next(self._numbers)}", name=name, arguments=given) for name, given in chosen]
