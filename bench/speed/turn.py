"""`performer bench turn`: what the performer adds to a model and a voice, hop by hop, from a line to its last sound.

Performers in processes of their own are asked by a streamer's line; the model's server is this process and sends each
token at its set time, and so is the client that sounds. Beside them, turn about, the plainest program that does a turn
with the same model: the ratios are to what that takes.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import anyio
from PIL import Image

from bench.speed.outputs import measure_page, measure_sink
from bench.speed.report import Series, SpeedReport, Unit, make_series
from bench.speed.rig.plain_process import start_plain_program
from bench.speed.rig.screen import explain_missing_screen, open_screen
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import connect, start_show
from bench.speed.rig.token_server import TokenServer
from bench.speed.turn_times import PlainTurns, ShowTurns, TurnTaker, TurnTimes

_WARM_UPS: Final = 2
_SENTENCES: Final = 3
_BETWEEN_S: Final = (0.1, 0.6)
_SETTINGS: Final = {"PACING__TALKATIVENESS": "silent", "MODEL__MODE": "native", "TOOLS__CALLS_PER_MIN": "600"}
_TOOL: Final = '''

async def measure_{number}(distance: int, unit: str = "steps") -> str:
    """Measure how far the hero number {number} is from the next chest.

    Args:
        distance: The distance that was guessed, 1 to 100.
        unit: What the distance is counted in.
    """
    return f"{{distance}} {{unit}}"
'''
_PLAIN: Final = "plain"
_PLAIN_TITLE: Final = "the plain program"
_ABOUT: Final = "A sound that came before the word after its full stop has a time below 0."
_COMPARED: Final = frozenset(("line_to_request", "stop_to_sound", "own", "cpu"))
_PAINTED_HZ: Final = 30.0
_VIEWERS: Final = 40


@dataclass(frozen=True, kw_only=True)
class TurnPlan:
    """What is measured."""

    runs: int = 30
    """Turns of each program."""
    tools: tuple[int, ...] = (10, 100)
    """Tools beside the product's own, a performer for each."""
    messages: tuple[int, ...] = (400,)
    """Chat lines before the first turn, a performer for each."""
    ends: bool = True
    """Whether the sink and the page are measured, too."""
    tokens_per_s: float = 20.0
    seed: int = 1


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One program that takes its turns."""

    key: str
    """Part of the figures' keys; `own` for the performer as it comes."""
    title: str
    taker: TurnTaker
    times: list[TurnTimes] = field(default_factory=list)


async def run(plan: TurnPlan) -> SpeedReport:
    """Measure all programs, turn about, in an order drawn anew for each round."""
    chance, sentences = Random(plan.seed), Sentences(plan.seed)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(TokenServer(token_s=1 / plan.tokens_per_s))
        arms = await _start_arms(stack, server, plan)
        for number in range(_WARM_UPS + plan.runs):
            for arm in chance.sample(arms, len(arms)):
                mark = f"mark{number}{arm.key}end"
                answer = server.expect(mark, sentences.draw(_SENTENCES))
                times = await arm.taker.take(f"Please tell me about {mark} now.", answer)
                if number >= _WARM_UPS:
                    arm.times.append(times)
                await anyio.sleep(chance.uniform(*_BETWEEN_S))
        ends = [await measure_sink(server, plan.runs), await measure_page(plan.runs)] if plan.ends else []
    notes = (explain_missing_screen(), _explain_missing_voice(), *(why for _, why in ends), _ABOUT)
    return SpeedReport(
        bench="turn",
        series=(*_list_series(arms), *(each for found, _ in ends for each in found)),
        options={"runs": str(plan.runs), "tokens a second": f"{plan.tokens_per_s:g}"},
        notes=tuple(filter(None, notes)),
    )


def _explain_missing_voice() -> str:
    if shutil.which("espeak-ng"):
        return ""
    return "There is no espeak-ng: the performer speaks by another voice, and the plain program by none."


async def _start_arms(stack: AsyncExitStack, server: TokenServer, plan: TurnPlan) -> list[Arm]:
    """Start the plain program and all performers; they are gone with the stack."""
    plain = PlainTurns(await stack.enter_async_context(start_plain_program(server.url)))
    dark, seeing = await _choose_views(stack)
    arms = [
        Arm(key=_PLAIN, title=_PLAIN_TITLE, taker=plain),
        Arm(key="own", title="the performer", taker=await _start_show(stack, server, dark)),
    ]
    if seeing:
        arms.append(
            Arm(key="picture", title="the performer with a picture", taker=await _start_show(stack, server, seeing))
        )
    for count in plan.tools:
        taker = await _start_show(stack, server, dark, plugins={"measure.py": make_tools(count)})
        arms.append(Arm(key=f"tools_{count}", title=f"the performer with {count} tools more", taker=taker))
    for count in plan.messages:
        taker = await _start_show(stack, server, dark)
        await _chat(taker, count)
        arms.append(Arm(key=f"messages_{count}", title=f"the performer after {count} chat lines", taker=taker))
    return arms


@dataclass(frozen=True, kw_only=True)
class _View:
    """What a performer looks at."""

    frames: str
    """As `frames.spec`."""
    environment: Mapping[str, str] = field(default_factory=dict)


async def _choose_views(stack: AsyncExitStack) -> tuple[_View, _View | None]:
    """Choose a view that shows nothing, of which no picture is sent, and one of a game.

    Where there can be no screens of the bench's own, the first is a black picture in a folder, and the other is none:
    only a screen has the clock that tells a picture's age.
    """
    if explain_missing_screen():
        folder = Path(stack.enter_context(TemporaryDirectory()))
        Image.new("RGB", (1920, 1080)).save(folder / "black.png")
        return _View(frames=f"clip:{folder}"), None
    dark = await stack.enter_async_context(open_screen())
    game = await stack.enter_async_context(open_screen(rate_hz=_PAINTED_HZ))
    return _View(frames="screen:1", environment=dark.environment), _View(
        frames="screen:1", environment=game.environment
    )


async def _start_show(
    stack: AsyncExitStack, server: TokenServer, view: _View, *, plugins: Mapping[str, str] | None = None
) -> ShowTurns:
    voice = ("--voice", "espeak") if shutil.which("espeak-ng") else ()
    options = ("--model", server.spec, "--frames", view.frames, *voice, "--no-desktop", "--no-sound")
    starting = start_show(*options, settings=_SETTINGS, environment=view.environment, plugins=plugins)
    show = await stack.enter_async_context(starting)
    control, client = await stack.enter_async_context(connect(show))
    return ShowTurns(show.pid, control, client)


def make_tools(count: int) -> str:
    """Return a plug-in with so many tools, which chat may have called."""
    tools = "".join(_TOOL.format(number=number) for number in range(count))
    names = ", ".join(f'"measure_{number}"' for number in range(count))
    return f"FUN = ({names},)\n{tools}"


async def _chat(taker: ShowTurns, count: int) -> None:
    """Put so many viewers' lines into the memory; each is taken before the next is sent."""
    for number, words in enumerate(Sentences(count).draw(count)):
        author = f"viewer{number % _VIEWERS}"
        await taker.control.ask("cue", kind="chat", author=author, channel="console", text=" ".join(words))


def _list_series(arms: Sequence[Arm]) -> Iterator[Series]:
    """Make each figure of all programs; those of the plain one are the floors of all others."""
    for (key, title, unit, read), arm in product(_FIGURES, arms):
        values = [value for each in arm.times if (value := read(each)) is not None]
        if not values:
            continue
        floor = "" if arm.key == _PLAIN or key not in _COMPARED else f"{_PLAIN}_{key}"
        name, against = key if arm.key == "own" else f"{arm.key}_{key}", _PLAIN_TITLE if floor else ""
        yield make_series(name, arm.title, values, unit, floor=floor, against=against, group=title)


_FIGURES: Final[tuple[tuple[str, str, Unit, Callable[[TurnTimes], float | None]], ...]] = (
    ("line_to_request", "the streamer's line → the request at the model", "ms", lambda it: it.line_to_request_ms),
    (
        "stop_to_sound",
        "first full stop → the sound of that sentence at the client",
        "ms",
        lambda it: it.stop_to_sound_ms,
    ),
    (
        "certain_to_sound",
        "first word after that full stop → the same sound",
        "ms",
        lambda it: it.certain_to_sound_ms,
    ),
    ("own", "a turn to its last sound, without the model's time", "ms", lambda it: it.own_ms),
    ("cpu", "processor a turn, speech included", "ms", lambda it: 1000 * it.cpu_s),
    ("picture_age", "age of the picture at the model", "ms", lambda it: it.picture_age_ms),
)
