"""The model: is it there, does it see, does it call tools, in which modes, and is it fast enough for the show."""

import re
from typing import Final

from performer.casting import as_asked, ollama_server
from performer.clock import Clock
from performer.doctor.bell import IN_WORDS, Rung, ring, short
from performer.doctor.model_found import Found, find_ollama, find_openai, note_memory, why_not_loaded
from performer.doctor.picture import numbered
from performer.doctor.report import Notes
from performer.errors import ServiceError
from performer.models.model import StepRequest, UserMessage
from performer.models.openai.candidate import openai_server
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, OpenAISpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.prompts import prompt

_QUESTIONS: Final = 6


class ModelCheck:
    """Asks the model that would lead, by the very driver that the show uses.

    Args:
        clock: Whose seconds and whose chance count.
        settings: The model's.
        freshness_s: How old a picture may be when its comment begins.
        pulls_at: As `where_pull_goes` has it, for the remedies.
    """

    def __init__(self, clock: Clock, settings: ModelSettings, freshness_s: float, *, pulls_at: str = "") -> None:
        self._clock = clock
        self._settings = settings
        self._freshness_s = freshness_s
        self._pulls_at = pulls_at

    @property
    def within_s(self) -> float:
        """How long all of it may take: the settings' own limits, one after the other."""
        return self._settings.warm_up_s + _QUESTIONS * (self._settings.total_s + self._settings.first_token_s) + 60

    async def look(self, notes: Notes) -> None:
        """Find the model, load it, show it a picture, and have it call a tool in every mode it can use."""
        match parse_model(self._settings.spec):
            case UnderstudySpec() | ScriptedSpec():
                notes.skip("answers", f"{self._settings.spec} performs, as configured: no model is asked")
            case OllamaSpec() as spec:
                await self._ollama(notes, as_asked(self._settings, spec))
            case OpenAISpec() as spec:
                async with openai_server(spec, self._settings, self._clock) as server:
                    found = await find_openai(notes, server, spec, self._settings, self._clock)
                    if found and await self._loads(notes, found):
                        await self._examine(notes, found)

    async def _ollama(self, notes: Notes, settings: ModelSettings) -> None:
        async with ollama_server(settings, self._clock, self._pulls_at) as server:
            found = await find_ollama(notes, server, settings, self._clock)
            if found and await self._loads(notes, found):
                await note_memory(notes, server, found.name, settings)
                await self._examine(notes, found)

    async def _loads(self, notes: Notes, found: Found) -> bool:
        began_s = self._clock.now()
        try:
            await found.as_set.warm_up()
        except ServiceError as error:
            notes.fail("loads", *why_not_loaded(error))
            return False
        notes.ok("loads", f"in {self._clock.now() - began_s:.1f} s")
        return True

    async def _examine(self, notes: Notes, found: Found) -> None:
        await self._sees(notes, found)
        await self._calls(notes, found)

    async def _sees(self, notes: Notes, found: Found) -> None:
        if not found.as_set.sees:
            notes.warn("sees", f"{found.name} has no eyes: it gets descriptions instead of pictures", found.remedy)
            return
        number = self._clock.chance.randrange(10, 100)
        question = UserMessage(text=prompt("doctor_sees"), pictures=(numbered(number),))
        said, first_s, began_s = list[str](), list[float](), self._clock.now()

        def on_text(piece: str) -> None:
            first_s.append(self._clock.now() - began_s)
            said.append(piece)

        try:
            await found.as_set.step(StepRequest(messages=(question,)), on_text)
        except ServiceError as error:
            notes.fail("sees", str(error), found.remedy)
            return
        if re.findall(r"\d+", "".join(said)) != [str(number)]:
            notes.fail("sees", f"shown the number {number}, it said {short(''.join(said))}", found.remedy)
            return
        notes.ok("sees", f"it read the number {number} in a picture made for it")
        self._speed(notes, first_s[0])

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

    async def _calls(self, notes: Notes, found: Found) -> None:
        """Have it call a tool as the show would, and then in each mode that was not proven by that."""
        as_set = await ring(found.as_set, self._clock)
        by_mode = {
            mode: as_set if mode == as_set.way else await ring(found.in_mode(mode), self._clock) for mode in found.modes
        }
        working = [mode for mode, rung in by_mode.items() if rung.is_right and rung.way == mode]
        better = f"python3 run.py config set model.mode {working[0]}" if working else found.remedy
        self._as_set(notes, as_set, better)
        for mode, rung in by_mode.items():
            if rung.way != mode:
                notes.skip(mode, f"its server cannot do that: asked so, it ends up {IN_WORDS[rung.way]}")
            elif rung.is_right:
                notes.ok(mode, f"right after {rung.took_s:.1f} s")
            else:
                unused = "The show does without: leave model.mode as it is." if as_set.is_right else ""
                notes.warn(mode, f"wrong after {rung.took_s:.1f} s: {rung.fault}", unused)

    def _as_set(self, notes: Notes, rung: Rung, remedy: str) -> None:
        how = f"{IN_WORDS[rung.way]}, in mode {self._settings.mode}"
        if rung.is_right:
            notes.ok("calls tools", f"{how}, with the right argument")
        elif rung.called:
            notes.warn("calls tools", f"{how}, but {rung.fault}", remedy)
        else:
            notes.fail("calls tools", rung.fault, remedy)
