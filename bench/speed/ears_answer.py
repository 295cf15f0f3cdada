"""The part of `performer bench ears` that waits for answers: from the end of a question to the first sound of a voice.

A show hears the questions by its microphone. The model's server is this process and answers at once, and so is the
client that sounds; ears, director and the neural voice are the show's own.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio

from bench.speed.report import Series, make_series
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import connect, start_show
from bench.speed.rig.sink import MICROPHONE, BenchSink, open_sink
from bench.speed.rig.sound_client import SoundClient
from bench.speed.rig.token_server import TokenServer
from bench.speed.voiced_line import VoicedLine

_THINGS: Final = """
window river kitchen horse doctor forest station music desert mountain captain chicken teacher market bottle sandwich
hospital umbrella elephant robot pirate spider soldier wizard""".split()
"""Each is asked about once, and no answer is about any, so that a request tells which question it answers."""
_WARM_UPS: Final = 4
"""Questions within which the first answer comes: until then models are loaded."""
MOST_ANSWERS: Final = len(_THINGS) - _WARM_UPS
_TOKEN_S: Final = 0.02
_LATEST_S: Final = 10.0
"""How long an answer is waited for."""
_BETWEEN_S: Final = 1.0
_SETTINGS: Final = {
    "PACING__TALKATIVENESS": "silent",
    "MODEL__MODE": "native",
    "MIC__ENABLED": "true",
    "MIC__DEVICE": MICROPHONE,
    "MIC__LANGUAGE": "en",
}


@dataclass(frozen=True, kw_only=True)
class _AnswerTime:
    """What an answer took, in milliseconds."""

    whole_ms: float
    asked_ms: float
    """Until the request was at the model."""
    model_ms: float
    """From there to the end of the model's first sentence."""
    voice_ms: float
    """From there to the sound."""


def list_questions(count: int) -> Sequence[str]:
    """List so many questions, and those that warm up."""
    return [f"Pip, what do you think about the {thing}?" for thing in _THINGS[: _WARM_UPS + count]]


async def measure_answers(folder: Path, voice: Path, questions: Sequence[VoicedLine]) -> tuple[Sequence[Series], str]:
    """Ask a show the questions, with a recogniser's model and a voice that is ready.

    Returns:
        The figures, and why there are none.
    """
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(TokenServer(first_s=0.0, token_s=_TOKEN_S))
        sink = await stack.enter_async_context(open_sink(microphone=True))
        options = ("--model", server.spec, "--frames", "arcade", "--voice", f"neural:{voice.name}", "--no-desktop")
        starting = start_show(
            *options,
            "--no-sound",
            settings={**_SETTINGS, "MIC__RECOGNITION": str(folder)},
            environment=sink.server.address,
            voice=voice,
        )
        show = await stack.enter_async_context(starting)
        _, client = await stack.enter_async_context(connect(show))
        rig = _Rig(sink, server, client)
        left = list(zip(questions, _THINGS, Sentences(1).draw(len(questions)), strict=False))
        for each in left[:_WARM_UPS]:
            if await rig.ask(*each):
                break
        else:
            return (), f"A show answered none of {_WARM_UPS} questions that it heard."
        times = [await rig.ask(*each) for each in left[_WARM_UPS:]]
    return _list_series(list(filter(None, times)), times.count(None)), ""


@dataclass(frozen=True)
class _Rig:
    sink: BenchSink
    server: TokenServer
    client: SoundClient

    async def ask(self, question: VoicedLine, mark: str, words: Sequence[str]) -> _AnswerTime | None:
        """Ask a question that holds a mark, and return what the answer took; None when there was none."""
        await anyio.sleep(_BETWEEN_S)
        answer = self.server.expect(mark, [words])
        await self.sink.play(question.pcm, question.rate)
        ended_at = self.sink.last_loud_at
        came = None
        with anyio.move_on_after(_LATEST_S):
            came, *_ = await self.client.wait(answer.find_first_stop, 1)
        if came is None:
            return None
        assert answer.came_at is not None
        stop_at = answer.stops_at[0]
        return _AnswerTime(
            whole_ms=1000 * (came.at - ended_at),
            asked_ms=1000 * (answer.came_at - ended_at),
            model_ms=1000 * (stop_at - answer.came_at),
            voice_ms=1000 * (came.at - stop_at),
        )


def _list_series(times: Sequence[_AnswerTime], missed: int) -> Sequence[Series]:
    group = "end of a question → first sound of its answer"
    return (
        make_series("answer", "all of it", [each.whole_ms for each in times], group=group),
        make_series("answer_asked", "until the model is asked", [each.asked_ms for each in times], group=group),
        make_series("answer_model", "the model, which answers at once", [each.model_ms for each in times], group=group),
        make_series("answer_voice", "the voice", [each.voice_ms for each in times], group=group),
        make_series("answer_missed", "questions that were not understood", [missed], "count", group=group),
    )
