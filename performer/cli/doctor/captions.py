"""The check of the model that only describes pictures: is it there, does it see, and is it fast enough for a turn."""

from contextlib import AsyncExitStack
from typing import Final

import anyio

from performer.cli.doctor.model import NumberAnswer, show_number
from performer.cli.doctor.report import CheckNotes, Examined
from performer.core.errors import ServiceError
from performer.models.endpoint.endpoint import Endpoint
from performer.models.selection.build import EndpointFactory, find_pull_url

_OTHER: Final = "Set model.describe to a model that sees, or to nothing: then the lead describes."


async def check_describer(examined: Examined, notes: CheckNotes) -> None:
    """Check by a picture of a number the model of `model.describe`, with the driver that the show uses."""
    config, clock = examined.config, examined.clock
    settings = config.model.for_description
    if settings is None:
        notes.skip("describes", "no model of its own, as configured: the lead does, or plain facts of the picture")
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
        notes.fail("sees", f"{endpoint.name} has no eyes", _OTHER)
        return
    try:
        answer = await show_number(endpoint, examined.clock)
    except ServiceError as error:
        notes.fail("sees", str(error), _OTHER)
    else:
        _judge(notes, endpoint.name, answer, within_s=examined.config.scene.words_within_s)


def _judge(notes: CheckNotes, name: str, answer: NumberAnswer, *, within_s: float) -> None:
    if not answer.is_right:
        notes.warn("sees", f"shown the number {answer.number}, {name} said '{answer.said[:60].strip()}'", _OTHER)
    elif answer.took_s > within_s:
        remedy = f"Take a smaller model, or: python3 run.py config set scene.words_within_s {answer.took_s + 1:.0f}"
        notes.warn("is fast", f"{answer.took_s:.1f} s; a turn waits {within_s:g} s for words", remedy)
    else:
        notes.ok("sees", f"{name} read the number {answer.number} in {answer.took_s:.1f} s")
