"""The probe, with a model whose answers are written down: what it finds, and that it never asks for more than ten."""

import itertools
from collections.abc import Callable

import pytest

from performer.core.errors import ServiceError
from performer.core.prompt_files import load_prompt_lines
from performer.core.untrusted_text import Prompt
from performer.guard.speakable.speakable import Speakable
from performer.models.driver.probe import Probe
from performer.models.model import FinalAnswer, Step, StepRequest, ToolCalls, Usage, UserMessage
from performer.models.probe_result import Finding, TrialCount
from performer.models.settings import Way
from performer.tools.tool import ToolCall

pytestmark = pytest.mark.anyio

SPEAKABLE = Speakable.for_product()
OPENING = StepRequest(messages=(UserMessage(text=Prompt("Opening.")), UserMessage(text=Prompt("Last."))), phase="react")
LINE = "That drum never saw a frog coming."
FITS = {"win": "party", "loss": "skull", "idle": "sleepy"}
KINDS = {scene: kind for kind in FITS for scene in load_prompt_lines(f"probe/{kind}")}

Judgement = Callable[[Way, int], bool]
"""Whether a model is right when it is asked in a way for the so-manieth time, from 0 on."""


class Model:
    """Answers a probe, and remembers what it was asked."""

    def __init__(self, is_right: Judgement, *, line: str = LINE) -> None:
        self.asked: list[StepRequest] = []
        self._is_right = is_right
        self._line = line

    @property
    def ways(self) -> str:
        """The first letters of the ways in which it was asked."""
        return "".join(str(request.way)[0] for request in self.asked)

    async def __call__(self, request: StepRequest) -> tuple[Step, float]:
        way = request.way
        assert way is not None
        before = sum(each.way == way for each in self.asked)
        self.asked.append(request)
        usage = Usage(answer_tokens=12, answer_s=0.25)
        if way == "talk":
            return FinalAnswer(text=self._line, usage=usage), 0.4
        fitting = next(FITS[kind] for scene, kind in KINDS.items() if scene in request.messages[-1].text)
        name = fitting if self._is_right(way, before) else "kazoo"
        call = ToolCall(id="c", name="show_emote", arguments={"name": name})
        return ToolCalls(calls=(call,), preface=self._line, usage=usage), 0.5

    async def probed(self, *, calls_tools: bool = True) -> Finding:
        return await Probe(OPENING, SPEAKABLE).run(self, calls_tools=calls_tools, cold_s=2.0, cold_tokens=240)


async def test_a_model_whose_native_calls_fit_is_asked_natively() -> None:
    model = Model(lambda way, _: way == "native")

    finding = await model.probed()

    assert (finding.way, finding.native, finding.constrained) == ("native", TrialCount(right=2, asked=2), TrialCount())
    assert model.ways == "tttnn"


async def test_the_first_miss_ends_a_way_and_the_next_one_is_tried() -> None:
    model = Model(lambda way, before: way == "constrained" or before == 0)

    finding = await model.probed()

    assert (finding.way, finding.native) == ("constrained", TrialCount(right=1, asked=2))
    assert finding.constrained == TrialCount(right=3, asked=3)
    assert model.ways == "tttnnccc"


async def test_a_model_without_tools_is_not_asked_natively() -> None:
    model = Model(lambda _, __: True)

    finding = await model.probed(calls_tools=False)

    assert (finding.way, model.ways) == ("constrained", "tttccc")


async def test_a_model_that_prints_fitting_calls_prints_them() -> None:
    model = Model(lambda way, _: way == "soft")

    finding = await model.probed()

    assert (finding.way, finding.soft) == ("soft", TrialCount(right=4, asked=4))
    assert model.ways == "tttncssss"


async def test_one_wrong_gesture_is_enough_to_only_talk() -> None:
    model = Model(lambda way, before: way == "soft" and before < 3)

    finding = await model.probed()

    assert (finding.way, finding.soft) == ("talk", TrialCount(right=3, asked=4))


async def test_a_way_for_which_too_few_requests_are_left_is_not_tried() -> None:
    model = Model(lambda way, before: way == "soft" or before == 0)

    finding = await model.probed()

    assert (finding.way, finding.soft, model.ways) == ("talk", TrialCount(), "tttnncc")


async def test_it_never_asks_more_than_ten_times_with_the_opening() -> None:
    for right in itertools.product(range(5), repeat=3):
        until: dict[Way, int] = dict(zip(("native", "constrained", "soft"), right, strict=True))
        for calls_tools in (True, False):
            model = Model(lambda way, before, until=until: before < until[way])  # type: ignore[misc]  # reason: bound now
            finding = await model.probed(calls_tools=calls_tools)
            assert len(model.asked) + 1 <= 10
            assert finding.way == "talk" or getattr(finding, finding.way).is_sure


async def test_silence_and_words_alone_are_no_gestures() -> None:
    async def ask(request: StepRequest) -> tuple[Step, float]:
        return FinalAnswer(text=LINE), 0.4

    finding = await Probe(OPENING, SPEAKABLE).run(ask, calls_tools=True, cold_s=0.0, cold_tokens=0)

    assert (finding.way, finding.native, finding.constrained) == ("talk", TrialCount(asked=1), TrialCount(asked=1))
    assert finding.reads_per_s == 0.0


async def test_lines_that_may_not_be_said_are_counted() -> None:
    good, bad = Model(lambda _, __: False), Model(lambda _, __: False, line="As an AI, I can't assist with that.")

    assert ((await good.probed()).lines, (await bad.probed()).lines) == (
        TrialCount(right=3, asked=3),
        TrialCount(asked=3),
    )


async def test_what_it_measured_is_told() -> None:
    finding = await Model(lambda _, __: False).probed()

    assert (finding.cold_s, finding.reads_per_s, finding.writes_per_s, finding.line_s) == (2.0, 120.0, 48.0, 0.4)


async def test_each_request_begins_as_a_reaction_does() -> None:
    model = Model(lambda _, __: True)

    await model.probed()

    assert {request.messages[:-1] for request in model.asked} == {OPENING.messages[:-1]}
    assert all(request.messages == request.short and request.phase == "react" for request in model.asked)
    assert len({request.messages[-1].text for request in model.asked}) == 5


async def test_a_model_that_fails_ends_it() -> None:
    async def ask(request: StepRequest) -> tuple[Step, float]:
        raise ServiceError("gone")

    with pytest.raises(ServiceError, match="gone"):
        await Probe(OPENING, SPEAKABLE).run(ask, calls_tools=True, cold_s=1.0, cold_tokens=100)
