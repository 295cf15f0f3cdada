"""The model: is it there, does it see, does it call tools, and is it fast enough for the show."""

import re
from dataclasses import dataclass
from typing import Final

from performer.casting import as_asked
from performer.clock import Clock
from performer.doctor.picture import numbered
from performer.doctor.report import Notes
from performer.errors import ServiceError
from performer.models.model import Step, StepRequest, ToolCalls, UserMessage
from performer.models.ollama.choice import Choice, choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import GOOD_MODEL, OllamaServer
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, OpenAISpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.prompts import prompt
from performer.tools import Tool

_PULL: Final = f'Run "python3 run.py pull {GOOD_MODEL}", which sees and calls tools.'
_OTHER: Final = "Update Ollama, or set model.name to another model that sees and calls tools."
_START: Final = "Start Ollama, or set model.url to where it is."
_QUESTIONS: Final = 3


@dataclass(frozen=True, kw_only=True)
class _Answer:
    step: Step
    text: str
    first_s: float
    """From the question to the first word, or to the end of a silent answer."""


class ModelCheck:
    """Asks the model that would lead, by the very driver that the show uses.

    Args:
        clock: Whose seconds and whose chance count.
        settings: The model's.
        freshness_s: How old a picture may be when its comment begins.
    """

    def __init__(self, clock: Clock, settings: ModelSettings, freshness_s: float) -> None:
        self._clock = clock
        self._settings = settings
        self._freshness_s = freshness_s

    @property
    def within_s(self) -> float:
        """How long all of it may take: the settings' own limits, one after the other."""
        return self._settings.warm_up_s + _QUESTIONS * (self._settings.total_s + self._settings.first_token_s) + 60

    async def look(self, notes: Notes) -> None:
        """Find the model, load it, show it a picture, and have it call a tool."""
        match parse_model(self._settings.spec):
            case UnderstudySpec() | ScriptedSpec():
                notes.skip("answers", f"{self._settings.spec} performs, as configured: no model is asked")
            case OllamaSpec() as spec:
                self._settings = as_asked(self._settings, spec)
                async with OllamaServer(self._settings.url, self._clock) as server:
                    await self._with(notes, server)
            case OpenAISpec():
                notes.skip("answers", "a server of OpenAI's kind cannot be examined yet")

    async def _with(self, notes: Notes, server: OllamaServer) -> None:
        try:
            version = await server.version(self._settings.probe_s)
        except ServiceError as error:
            notes.fail("answers", *_halved(str(error)))
            return
        notes.ok("answers", f"Ollama {version} at {server.url}")
        try:
            choice = await choose(server, self._settings)
        except ServiceError as error:
            notes.fail("exists", *_halved(str(error)))
            return
        notes.ok("exists", f"{choice.name}: {choice.reason}")
        await self._ask(notes, Ollama(server, choice, self._settings, self._clock), choice)

    async def _ask(self, notes: Notes, model: Ollama, choice: Choice) -> None:
        began_s = self._clock.now()
        try:
            await model.warm_up()
        except ServiceError as error:
            notes.fail("loads", str(error), "Is there memory enough for it? A smaller model loads faster.")
            return
        notes.ok("loads", f"in {self._clock.now() - began_s:.1f} s")
        await self._sees(notes, model, choice)
        await self._calls(notes, model, choice)

    async def _sees(self, notes: Notes, model: Ollama, choice: Choice) -> None:
        if not choice.sees:
            notes.warn("sees", f"{choice.name} has no eyes: it gets descriptions instead of pictures", _PULL)
            return
        number = self._clock.chance.randrange(10, 100)
        question = UserMessage(text=prompt("doctor_sees"), pictures=(numbered(number),))
        answer = await self._answer(notes, "sees", model, StepRequest(messages=(question,)))
        if answer is None:
            return
        read = re.findall(r"\d+", answer.text)
        if read != [str(number)]:
            notes.fail("sees", f"shown the number {number}, it said {_short(answer.text)}", _remedy(choice))
            return
        notes.ok("sees", f"it read the number {number} in a picture made for it")
        self._speed(notes, answer.first_s)

    def _speed(self, notes: Notes, first_s: float) -> None:
        found = f"first word of a picture after {first_s:.1f} s"
        if first_s > self._freshness_s:
            found += f", and comments are dropped after {self._freshness_s:g} s (turn.freshness_s)"
            notes.warn(
                "is fast",
                found,
                f"Take a smaller model, or: python3 run.py config set turn.freshness_s {first_s + 4:.0f}",
            )
        else:
            notes.ok("is fast", f"{found}; it has {self._freshness_s:g} s")

    async def _calls(self, notes: Notes, model: Ollama, choice: Choice) -> None:
        times = self._clock.chance.randrange(2, 10)
        question = UserMessage(text=prompt("doctor_calls", times=times))
        answer = await self._answer(
            notes, "calls tools", model, StepRequest(messages=(question,), tools=(_bell().spec,))
        )
        if answer is None:
            return
        way = "natively" if choice.calls_tools else "in its text"
        calls = answer.step.calls if isinstance(answer.step, ToolCalls) else ()
        match [(call.name, _number(call.arguments.get("times"))) for call in calls]:
            case [("ring_bell", rung)] if rung == times:
                notes.ok("calls tools", f"{way}, with the right argument")
            case []:
                notes.fail("calls tools", f"asked to call a tool, it said {_short(answer.text)}", _remedy(choice))
            case other:
                told = ", ".join(f"{name}({times})" for name, times in other)
                notes.warn("calls tools", f"{way}, but {_short(told)} instead of ring_bell({times})", _remedy(choice))

    async def _answer(self, notes: Notes, name: str, model: Ollama, request: StepRequest) -> _Answer | None:
        began_s, words, first_s = self._clock.now(), list[str](), list[float]()

        def on_text(piece: str) -> None:
            first_s.append(self._clock.now() - began_s)
            words.append(piece)

        try:
            step = await model.step(request, on_text)
        except ServiceError as error:
            notes.fail(name, str(error), _PULL)
            return None
        return _Answer(step=step, text="".join(words).strip(), first_s=(first_s or [self._clock.now() - began_s])[0])


def _bell() -> Tool:
    async def ring_bell(times: int) -> str:
        """Ring the bell.

        Args:
            times: How often.
        """
        return f"It rang {times} times."

    return Tool.of(ring_bell)


def _halved(sentence: str) -> tuple[str, str]:
    """Part what is wrong from what to do, where the sentence says both."""
    wrong, _, remedy = sentence.partition("; ")
    return wrong, f"{remedy[:1].upper()}{remedy[1:]}" or _START


def _number(value: object) -> object:
    """Take a number that was written as a text for what it is, as the tools do."""
    return int(value) if isinstance(value, str) and value.strip().isdecimal() else value


def _short(text: str) -> str:
    plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return f"'{plain[:80]}{'…' if len(plain) > 80 else ''}'" if plain else "nothing"


def _remedy(choice: Choice) -> str:
    """Recommend the good model, unless it is the very one that failed."""
    return _OTHER if choice.name.startswith(GOOD_MODEL) else _PULL
