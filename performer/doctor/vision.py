"""Checks of what is seen: a picture with something in it, words read off it, and the model that only describes it."""

import hashlib
import sys
from contextlib import AsyncExitStack
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.doctor.model import NumberAnswer, draw_words, show_number
from performer.doctor.recorder import compare_recorder, is_black, read_first, try_recorder
from performer.doctor.report import CheckNotes, Examined, RunningShow
from performer.models.endpoint.endpoint import Endpoint
from performer.models.selection.build import EndpointFactory, find_pull_url
from performer.vision.frame import Frame
from performer.vision.nothing_seen import find_black_remedy
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import REMEDY, explain_missing_languages
from performer.vision.sources.recorder_process import RecorderSource
from performer.vision.sources.screen import ScreenSource
from performer.vision.start_source import start_source

_GET: Final = f"To have words read off the screen: {REMEDY}"


async def check_ocr(examined: Examined, notes: CheckNotes) -> None:
    """Check whether Tesseract is there with its languages, and reads a number that nobody can guess."""
    clock, settings = examined.clock, examined.config.ocr
    if not settings.enabled:
        notes.skip("reads", own("off, as configured (ocr.enabled)"))
        return
    if not settings.is_installed:
        notes.skip("reads", own("{program} is not installed: words are not read", program=settings.program), _GET)
        return
    trouble, remedy = await explain_missing_languages(settings)
    if trouble:
        notes.fail("languages", trouble, remedy)
        return
    reader = OcrReader(clock, settings)
    answer = await _read_number(clock, reader)
    if not answer.is_right:  # Tesseract misses about one number of a thousand, and that one each time
        answer = await _read_number(clock, reader)
    if answer.is_right:
        notes.ok(
            "reads",
            own(
                "{languages}: it read the number {number} in {took_s:.1f} s",
                languages=settings.languages,
                number=answer.number,
                took_s=answer.took_s,
            ),
        )
    else:
        notes.fail(
            "reads",
            own("shown the number {number}, it read '{text}'", number=answer.number, text=answer.said),
            own("Update Tesseract to 5."),
        )


async def _read_number(clock: Clock, reader: OcrReader) -> NumberAnswer:
    number = clock.chance.randrange(10_000, 100_000)
    began_s = clock.now()
    text = await reader.read(_draw_frame(f"SCORE {number}"))
    took_s = clock.now() - began_s
    return NumberAnswer(number=number, said=text.replace(" ", ""), first_s=took_s, took_s=took_s)


def _draw_frame(words: str) -> Frame:
    jpeg = draw_words(words)
    digest = hashlib.sha256(jpeg).hexdigest()[:16]
    return Frame(source="doctor", at_s=0.0, size=(0, 0), jpeg=jpeg, luma=b"", digest=digest)


_NO_DISPLAY = own("Start it in a desktop session (DISPLAY is how a program finds it), or set frames.source to arcade.")


def _note_running(running: RunningShow, notes: CheckNotes) -> bool:
    """Note what a running show looks at where that is no screen; an option may have chosen it, which no file tells."""
    plays, why = running.roles.get("eyes", ("", ""))
    if "eyes" in running.down or not plays.startswith(("arcade", "clip")):
        return False
    if why:
        notes.fail("picture", why, _NO_DISPLAY)
    else:
        notes.ok("picture", own("{plays}: the show that is on looks at it", plays=plays))
    return True


async def check_screen(examined: Examined, notes: CheckNotes, system: str = sys.platform) -> None:
    """Check one picture, which is taken as the show would; a running show that sees no screen is asked instead.

    On Windows, whose recorder takes pictures in another way, that is tried too.
    """
    settings = examined.config.frames
    if examined.running and _note_running(examined.running, notes):
        return
    source, role = await start_source(examined.clock, settings)
    if isinstance(source, RecorderSource) and examined.running:
        notes.skip("picture", own("{plays}: the show that is on looks at it", plays=role.plays))
        return
    if settings.source == "auto" and role.plays.startswith("arcade"):
        notes.fail("picture", role.why, _NO_DISPLAY)
        return
    frame = await read_first(source)
    has_two_ways = system == "win32" and isinstance(source, ScreenSource)
    if is_black(frame, settings):
        remedy = await try_recorder(examined.clock, settings) if has_two_ways else None
        notes.fail("picture", own("{source} is black", source=frame.source), remedy or find_black_remedy(system))
    else:
        width, height = frame.size
        notes.ok(
            "picture",
            own(
                "{source}, reduced to {width:d}x{height:d} in {cost_ms:.0f} ms",
                source=frame.source,
                width=width,
                height=height,
                cost_ms=frame.cost_ms,
            ),
        )
        if has_two_ways:
            await compare_recorder(examined.clock, settings, notes)


_OTHER: Final = own("Set model.describe to a model that sees, or to nothing: then the lead describes.")


async def check_describer(examined: Examined, notes: CheckNotes) -> None:
    """Check by a picture of a number the model of `model.describe`, with the driver that the show uses."""
    config, clock = examined.config, examined.clock
    settings = config.model.for_description
    if settings is None:
        notes.skip("describes", own("no model of its own, as configured: the lead does, or plain facts of the picture"))
        return
    pulls_at = find_pull_url(config.model, config.models)
    async with AsyncExitStack() as stack:
        maker = EndpointFactory(clock, stack, pulls_at=pulls_at)
        endpoint = await maker.make(settings)
        known = anyio.Event()
        endpoint.watch(lambda _: known.set())
        async with anyio.create_task_group() as tasks:
            await tasks.start(endpoint.run)
            await known.wait()
            await _ask(examined, notes, endpoint)
            tasks.cancel_scope.cancel()


async def _ask(examined: Examined, notes: CheckNotes, endpoint: Endpoint) -> None:
    if not endpoint.is_up:
        notes.fail("answers", endpoint.trouble, _OTHER)
        return
    if not endpoint.sees:
        notes.fail("sees", own("{name} has no eyes", name=endpoint.name), _OTHER)
        return
    try:
        answer = await show_number(endpoint, examined.clock)
    except ServiceError as error:
        notes.fail("sees", str(error), _OTHER)
    else:
        _judge(notes, endpoint.name, answer, within_s=examined.config.scene.words_within_s)


def _judge(notes: CheckNotes, name: str, answer: NumberAnswer, *, within_s: float) -> None:
    if not answer.is_right:
        notes.warn(
            "sees",
            own(
                "shown the number {number}, {name} said '{strip}'",
                number=answer.number,
                name=name,
                strip=answer.said[:60].strip(),
            ),
            _OTHER,
        )
    elif answer.took_s > within_s:
        remedy = own(
            "Take a smaller model, or: {start} config set scene.words_within_s {took_s:.0f}",
            start=COMMAND,
            took_s=answer.took_s + 1,
        )
        notes.warn(
            "is fast",
            own("{took_s:.1f} s; a turn waits {within_s:g} s for words", took_s=answer.took_s, within_s=within_s),
            remedy,
        )
    else:
        notes.ok(
            "sees",
            own(
                "{name} read the number {number} in {took_s:.1f} s",
                name=name,
                number=answer.number,
                took_s=answer.took_s,
            ),
        )
