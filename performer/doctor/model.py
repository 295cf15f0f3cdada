"""The check of a model: is it there, does it see, does it call tools, in which modes, and is it fast enough.

The model is shown a number that cannot be guessed, and asked to call a tool that rings a bell so many times.
"""

import re
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.files.home import ASSETS
from performer.core.own_text import own
from performer.core.prompt_files import load_prompt
from performer.core.text import make_printable
from performer.core.values import dataclass
from performer.doctor.model_lookup import (
    FoundModel,
    explain_load_failure,
    find_ollama,
    find_openai,
    note_memory,
)
from performer.doctor.report import CheckNotes, Examined
from performer.models.driver.driver import Driver
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.load.line_time import describe_slow
from performer.models.model import Model, StepRequest, ToolCalls, UserMessage
from performer.models.openai.server import make_openai_server
from performer.models.selection.build import apply_spec, find_pull_url, make_ollama_server
from performer.models.settings import (
    Mode,
    ModelSettings,
    OllamaSpec,
    OpenAISpec,
    ScriptedSpec,
    UnderstudySpec,
    parse_model,
)
from performer.tools.tool import Tool

SIZE: Final = (640, 360)
_DIGITS_PX: Final = 280
_LETTERS_PX: Final = 44
_GROUND: Final = (24, 40, 96)
_INK: Final = (255, 236, 140)
_QUALITY: Final = 90


def draw_number(number: int) -> bytes:
    """Draw a number as large as the picture allows, as JPEG."""
    return draw_words(str(number), _DIGITS_PX)


def draw_words(words: str, height_px: int = _LETTERS_PX) -> bytes:
    """Draw a line, by default as large as a game's score would be, as JPEG."""
    picture = Image.new("RGB", SIZE, _GROUND)
    font = ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", height_px)
    centre = (SIZE[0] / 2, SIZE[1] / 2)
    ImageDraw.Draw(picture).text(centre, words, fill=_INK, font=font, anchor="mm")
    file = BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()


@dataclass(frozen=True, kw_only=True)
class NumberAnswer:
    """The answer of a model, or of Tesseract, that was shown a number."""

    number: int
    said: str
    first_s: float
    """From the question to the first word."""
    took_s: float
    """From the question to the end."""

    @property
    def is_right(self) -> bool:
        """Return whether the number was read, and no other named."""
        return re.findall(r"\d+", self.said) == [str(self.number)]


async def show_number(model: Model, clock: Clock) -> NumberAnswer:
    """Show a model a number that cannot be guessed, and return its answer; raises as the model does."""
    number = clock.chance.randrange(10, 100)
    question = UserMessage(text=load_prompt("doctor_sees"), pictures=(draw_number(number),))
    said, instants, began_s = list[str](), list[float](), clock.now()

    def on_text(piece: str) -> None:
        instants.append(clock.now() - began_s)
        said.append(piece)

    await model.step(StepRequest(messages=(question,)), on_text)
    took_s = clock.now() - began_s
    return NumberAnswer(number=number, said="".join(said), first_s=next(iter(instants), took_s), took_s=took_s)


IN_WORDS: Final[dict[Mode | None, str]] = {
    "native": "natively",
    "soft": "printed in its text",
    "constrained": "as JSON that its server enforces",
}


@dataclass(frozen=True, kw_only=True)
class BellResult:
    """The result of asking a model to ring the bell."""

    way: Mode | None
    """How the model was asked in the end."""
    took_s: float
    """From the question to the end of the answer."""
    fault: str = ""
    """What was wrong with the answer, in a clause; empty when it was right."""
    called: bool = True
    """Whether the model called a tool at all, if wrongly."""

    @property
    def is_right(self) -> bool:
        """Return whether the bell was rung as it should be."""
        return not self.fault


async def test_bell(model: Driver, clock: Clock) -> BellResult:
    """Ask a model to ring the bell a number of times."""
    times = clock.chance.randrange(2, 10)
    question = UserMessage(text=load_prompt("doctor_calls", times=times))
    said: list[str] = []
    began_s = clock.now()
    try:
        step = await model.step(StepRequest(messages=(question,), tools=(_make_bell_tool().spec,)), said.append)
    except ServiceError as error:
        return BellResult(way=model.last_way, took_s=clock.now() - began_s, fault=str(error).rstrip("."), called=False)
    took_s = clock.now() - began_s
    if not isinstance(step, ToolCalls):
        fault = own("asked to call a tool, it said {said}", said=shorten("".join(said)))
        return BellResult(way=model.last_way, took_s=took_s, fault=fault, called=False)
    wrong = _find_wrong_calls(step, times)
    missed = own("{wrong} instead of ring_bell({times})", wrong=shorten(wrong), times=times)
    return BellResult(way=model.last_way, took_s=took_s, fault=missed if wrong else "")


def shorten(text: str) -> str:
    """Return the beginning of a model's words in quotes, for a finding."""
    plain = " ".join(make_printable(text).split())
    return f"'{plain[:80]}{'…' if len(plain) > 80 else ''}'" if plain else "nothing"


def _find_wrong_calls(step: ToolCalls, times: int) -> str:
    """Return the calls of a step, unless they are the one that was asked for."""
    rung = [(call.name, _parse_number(call.arguments.get("times"))) for call in step.calls]
    if rung == [("ring_bell", times)] and not step.misprints:
        return ""
    called = (*step.calls, *(each.call for each in step.misprints))
    return ", ".join(f"{call.name}({call.arguments.get('times', '')})" for call in called) or "another call"


def _parse_number(value: object) -> object:
    """Parse a number that was written as a text, as the tools do; return another value as it is."""
    return int(value) if isinstance(value, str) and value.strip().isdecimal() else value


def _make_bell_tool() -> Tool:
    async def ring_bell(times: int) -> str:
        """Ring the bell.

        Args:
            times: How often.
        """
        return own("It rang {times} times.", times=times)

    return Tool.of(ring_bell)


_QUESTIONS: Final = 6


def find_model_limit_s(settings: ModelSettings) -> float:
    """Return how long the whole check of a model may take: the settings' own limits, one after the other."""
    return settings.warm_up_s + _QUESTIONS * (settings.total_s + settings.first_token_s) + 60


async def check_model(examined: Examined, notes: CheckNotes, settings: ModelSettings) -> None:
    """Check a model that may lead, by the driver that the show uses: with a picture, and by a call in every mode."""
    clock, config = examined.clock, examined.config
    known = ServerQuirks.of_scores(examined.home.quirks_file)
    match parse_model(settings.spec):
        case UnderstudySpec() | ScriptedSpec():
            notes.skip("answers", own("{spec} performs, as configured: no model is asked", spec=settings.spec))
        case OllamaSpec() as spec:
            settings = apply_spec(settings, spec)
            async with make_ollama_server(settings, clock, find_pull_url(config.model, config.models)) as server:
                found = await find_ollama(notes, server, settings, clock, known)
                if found and await _load(clock, notes, found):
                    await note_memory(notes, server, found.name, settings)
                    await _examine(examined, notes, found)
        case OpenAISpec() as spec:
            async with make_openai_server(spec, settings, clock) as openai:
                found = await find_openai(notes, openai, spec, settings, clock, known)
                if found and await _load(clock, notes, found):
                    await _examine(examined, notes, found)


async def _load(clock: Clock, notes: CheckNotes, found: FoundModel) -> bool:
    began_s = clock.now()
    try:
        await found.as_set.warm_up()
    except ServiceError as error:
        notes.fail("loads", *explain_load_failure(error))
        return False
    notes.ok("loads", own("in {now:.1f} s", now=clock.now() - began_s))
    return True


async def _examine(examined: Examined, notes: CheckNotes, found: FoundModel) -> None:
    await _check_sight(examined, notes, found)
    await _check_calls(examined, notes, found)
    if score := found.as_set.score_words:
        notes.ok("tool choice", score)


async def _check_sight(examined: Examined, notes: CheckNotes, found: FoundModel) -> None:
    if not found.as_set.sees:
        notes.warn(
            "sees", own("{name} has no eyes: it gets descriptions instead of pictures", name=found.name), found.remedy
        )
        return
    try:
        answer = await show_number(found.as_set, examined.clock)
    except ServiceError as error:
        notes.fail("sees", str(error), found.remedy)
        return
    if not answer.is_right:
        notes.fail(
            "sees",
            own("shown the number {number}, it said {said}", number=answer.number, said=shorten(answer.said)),
            found.remedy,
        )
        return
    notes.ok("sees", own("it read the number {number} in a picture made for it", number=answer.number))
    speed = own("first word of a picture after {first_s:.1f} s", first_s=answer.first_s)
    _note_speed(notes, examined, answer.took_s, speed)


def _note_speed(notes: CheckNotes, examined: Examined, line_s: float, speed: str) -> None:
    """Note whether a line comes soon enough for a show; one that takes longer makes it a slow one."""
    freshness_s = examined.config.turn.freshness_s
    if line_s <= freshness_s:
        notes.ok("is fast", own("{speed}; it has {freshness_s:g} s", speed=speed, freshness_s=freshness_s))
        return
    slow = own("{speed}; {slow}", speed=speed, slow=describe_slow(line_s, only_talks=True))
    notes.warn("is fast", slow, "Take a smaller model: until then the show asks this one less often, and for less.")


async def _check_calls(examined: Examined, notes: CheckNotes, found: FoundModel) -> None:
    """Make the model call a tool as the show would, and then in each mode that was not proven by that."""
    clock = examined.clock
    as_set = await test_bell(found.as_set, clock)
    if not found.as_set.sees:  # else its speed was seen with a picture
        speed = own("an answer took {took_s:.1f} s", took_s=as_set.took_s)
        _note_speed(notes, examined, as_set.took_s, speed)
    by_mode = {
        mode: as_set if mode == as_set.way else await test_bell(found.in_mode(mode), clock) for mode in found.modes
    }
    working = [mode for mode, rung in by_mode.items() if rung.is_right and rung.way == mode]
    better = (
        own("{start} config set model.mode {working}", start=COMMAND, working=working[0]) if working else found.remedy
    )
    _note_as_set(
        notes, as_set, own("{in_words}, in mode {mode}", in_words=IN_WORDS[as_set.way], mode=found.mode), better
    )
    for mode, rung in by_mode.items():
        if rung.way != mode:
            notes.skip(
                mode, own("its server cannot do that: asked so, it ends up {in_words}", in_words=IN_WORDS[rung.way])
            )
        elif rung.is_right:
            notes.ok(mode, own("right after {took_s:.1f} s", took_s=rung.took_s))
        else:
            unused = "The show does without: leave model.mode as it is." if as_set.is_right else ""
            notes.warn(mode, own("wrong after {took_s:.1f} s: {fault}", took_s=rung.took_s, fault=rung.fault), unused)


def _note_as_set(notes: CheckNotes, rung: BellResult, how: str, remedy: str) -> None:
    if rung.is_right:
        notes.ok("calls tools", own("{how}, with the right argument", how=how))
    elif rung.called:
        notes.warn("calls tools", own("{how}, but {fault}", how=how, fault=rung.fault), remedy)
    else:
        notes.fail("calls tools", rung.fault, remedy)
