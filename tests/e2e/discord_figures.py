"""Measure a whole performer at Discord: `python -m tests.e2e.discord_figures [RUNS] [SECONDS]`.

A performer in a process of its own; this one is its Discord and its Ollama, so that all instants are of one clock:

line → typing          from a chat line, as it is sent, to the call that shows the performer typing
line → reply           from the line to the message that answers it, less the time that the model took
flood                  5,000 lines a minute of 60 people in a channel where every line is heard, for so many seconds:
                       the performer's memory before and after; and, with and without the flood, the time of an order
                       and its answer over the control socket, and of the pause between two lines that are spoken

Medians and 95th percentiles with the number of runs.
"""

import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

import aiohttp
import anyio

from performer.core.files.atomic import write_atomically
from tests.e2e.in_discord import VARIABLE, Venue
from tests.e2e.performing import Line, Performing, performing
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Post
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import Body, Reply

RUNS: Final = 30
SECONDS: Final = 60
MODEL_S: Final = 0.3
LINES_A_MINUTE: Final = 5_000
PEOPLE: Final = 60
WARM_UP_S: Final = 120
"""As long as it takes to fill everything that is bounded."""
REST_S: Final = 2
"""Between two spoken answers: of speech, a minute holds only so much, and whoever asks for more has to wait."""
TYPING_GOAL_MS: Final = 100
REPLY_GOAL_MS: Final = 60
_WORDS: Final = """velvet trumpet marble kettle amber wagon crooked window paper lantern thirsty camel copper ladder
gentle thunder purple blanket forgotten orchard wooden spoon noisy harbour yellow umbrella sleepy giant
frozen fountain broken mirror tiny volcano patient barber hollow tree silver button winter garden dusty piano honest
thief""".split()
_SPEECH: Final = (
    "One owl sits there. Two bats hang there. Three cats lie there. Four dogs run there. Five pigs fly there."
)


async def main(runs: int, seconds: int) -> None:
    """Print all of it."""
    ollama = FakeOllama(default=_Wit())
    async with FakeDiscord() as discord, ollama:
        there = Venue(discord, ollama)
        with tempfile.TemporaryDirectory() as folder:
            async with _show(there, Path(folder) / "home") as it:
                for name, channel in (("only written", there.general), ("spoken too", there.stage)):
                    typing, replies = await _answered(there, it, channel, runs)
                    _print(f"line → typing, {name}", typing, goal_ms=TYPING_GOAL_MS)
                    _print(f"line → reply minus model, {name}", replies, goal_ms=REPLY_GOAL_MS)
        with tempfile.TemporaryDirectory() as folder:
            async with _show(there, Path(folder) / "home") as it:
                await _flooded(there, it, seconds)


class _Wit:
    """Says something else each time, for what was said already is not said again."""

    def __init__(self) -> None:
        self._chance = random.Random(7)

    def __call__(self, _: Body) -> Reply:
        return Reply(text=f"{' '.join(self._chance.sample(_WORDS, 6)).capitalize()}.", first_s=MODEL_S)


@asynccontextmanager
async def _show(there: Venue, home: Path) -> AsyncIterator[Performing]:
    home.mkdir()
    write_atomically(home / "discord.token", f"{there.discord.token}\n".encode())
    settings = {
        "MODEL__SPEC": "ollama",
        "PACING__TALKATIVENESS": "silent",
        "VOICE__ENGINE": "silent",
        "DISCORD__ENABLED": "true",
        "DISCORD__TOKEN_VARIABLE": VARIABLE,
        "DISCORD__STAGE_CHANNEL": there.stage.id,
        "DISCORD__MONITORED": f'["{there.general.id}"]',
        "DISCORD__ANSWERS_PER_HOUR": "1000",
        **{f"DISCORD__{name.upper()}": address for name, address in there.discord.addresses.items()},
    }
    environment = {f"PERFORMER_{name}": value for name, value in settings.items()}
    options = ("--no-sound", "--no-desktop", "--no-console", "--frames", "arcade")
    async with performing(home, *options, environment={**environment, "OLLAMA_HOST": there.ollama.url}) as it:
        for service in ("brain", "discord"):
            await it.journalled("ServiceUp", lambda line, name=service: line["service"] == name)  # type: ignore[misc]  # mypy reads no default of a lambda
        yield it
    for line in it.events("ServiceDown"):
        print(f"  went away: {line['service']}: {line['reason']}")
    log = (home / "logs" / "performer.log").read_text(encoding="utf-8")
    for text in [each for each in log.splitlines() if '"WARNING"' in each or '"ERROR"' in each][:10]:
        print(f"  log: {text[:300]}")


async def _answered(there: Venue, it: Performing, channel: Channel, runs: int) -> tuple[list[float], list[float]]:
    """Speak to the performer again and again; give the times to its typing and to its answers."""
    discord, ollama = there.discord, there.ollama
    await _answer(there, it, channel)  # the first one meets the channel
    typing, replies = [], []
    for _ in range(runs):
        await anyio.sleep(REST_S if channel is there.stage else 0)
        asked, typed = len(ollama.asked), len(discord.typing)
        said_s, answer = await _answer(there, it, channel)
        began_s = [each.at_s for each in ollama.requests if each.body.get("messages")][asked]
        model_s = ollama.sent_at[-1] - began_s
        typing.append((discord.typing[typed].at_s - said_s) * 1000)
        replies.append((answer.versions[0].at_s - said_s - model_s) * 1000)
    return typing, replies


async def _answer(there: Venue, it: Performing, channel: Channel) -> tuple[float, Post]:
    seen, said_s = len(it.lines), time.monotonic()
    answer = await there.answer_to(there.say(channel, "what do you think of that?"))
    turn = (await it.journalled("TurnEnded", after=seen))["turn"]
    for sentence in [each for each in it.events("SentenceReady") if each["turn"] == turn]:
        await it.journalled("SpeechEnded", lambda line, text=sentence["text"]: line["text"] == text, after=seen)  # type: ignore[misc]  # mypy reads no default of a lambda
    return said_s, answer


@dataclass
class _Timing:
    """How well the show keeps its time."""

    orders: list[float] = field(default_factory=list)
    """Milliseconds of each order and its answer."""
    gaps: list[float] = field(default_factory=list)
    """Milliseconds between two spoken lines of a turn."""


async def _flooded(there: Venue, it: Performing, seconds: int) -> None:
    quiet, loud = _Timing(), _Timing()
    before_mib = _rss_mib(it.process.pid)
    await _keep_time(it, quiet, seconds / 2)
    memory = [before_mib, _rss_mib(it.process.pid)]
    async with anyio.create_task_group() as flood:
        flood.start_soon(_flood, there)
        await anyio.sleep(WARM_UP_S)
        memory.append(_rss_mib(it.process.pid))
        for _ in range(4):
            await _keep_time(it, loud, seconds / 4)
            memory.append(_rss_mib(it.process.pid))
        flood.cancel_scope.cancel()
    answers = len(there.discord.asked("POST", f"/channels/{there.general.id}/messages"))
    lines = LINES_A_MINUTE * (seconds + WARM_UP_S) // 60
    print(f"flood of {lines} lines in {seconds + WARM_UP_S} s: {answers} answers")
    print(f"memory before, after a quiet time, after {WARM_UP_S} s of flood, and then each {seconds / 4:g} s: ", end="")
    print(f"{', '.join(f'{each:.0f}' for each in memory)} MiB")
    for what, before, after in (
        ("order → answer", quiet.orders, loud.orders),
        ("line → line of a turn", quiet.gaps, loud.gaps),
    ):
        _print(f"{what}, quiet", before)
        _print(f"{what}, in the flood", after)
        print(f"{what}: {statistics.median(after) - statistics.median(before):+.1f} ms by the flood")


async def _flood(there: Venue) -> None:
    people = [there.discord.person(f"Viewer {number}", there.guild) for number in range(PEOPLE)]
    began_s = time.monotonic()
    for number in itertools.count():
        there.discord.say(there.general, people[number % PEOPLE], f"line {number} of a very long evening, who jumps?")
        await anyio.sleep(max(0.0, began_s + number * 60 / LINES_A_MINUTE - time.monotonic()))


async def _keep_time(it: Performing, timing: _Timing, seconds: float) -> None:
    """Time orders, and the pauses within what is spoken meanwhile."""
    until_s = time.monotonic() + seconds
    async with aiohttp.ClientSession() as session, session.ws_connect(it.stage["control_url"]) as socket:
        while time.monotonic() < until_s:
            seen = len(it.lines)
            await socket.send_json({"id": "say", "op": "say", "args": {"text": _SPEECH}})
            while not [each for each in it.lines[seen:] if _is_spoken(each, "SpeechEnded", "Five pigs")]:
                began_s = time.monotonic()
                await socket.send_json({"id": began_s, "op": "config.get", "args": {"key": "stage.host"}})
                while (await socket.receive_json()).get("id") != began_s:
                    pass
                timing.orders.append((time.monotonic() - began_s) * 1000)
                await anyio.sleep(0.05)
            timing.gaps += _gaps(it.lines[seen:])


def _gaps(lines: Sequence[Line]) -> list[float]:
    spoken = [each for each in lines if each["event"] in {"SpeechStarted", "SpeechEnded"}]
    pairs = [
        (one, two) for one, two in pairwise(spoken) if one["event"] == "SpeechEnded" and one["turn"] == two["turn"]
    ]
    return [(two["t"] - one["t"]) * 1000 for one, two in pairs]


def _is_spoken(line: Line, event: str, words: str) -> bool:
    return line["event"] == event and words in line["text"]


def _rss_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:")) / 1024


def _print(what: str, each_ms: Sequence[float], *, goal_ms: float | None = None) -> None:
    median, p95 = statistics.median(each_ms), statistics.quantiles(each_ms, n=20)[-1]
    goal = "" if goal_ms is None else f"; goal ≤ {goal_ms:g} ms: {'met' if median <= goal_ms else 'MISSED'}"
    print(f"{what}: median {median:.1f} ms, p95 {p95:.1f} ms (n = {len(each_ms)}){goal}", flush=True)


if __name__ == "__main__":
    given = dict(enumerate(map(int, sys.argv[1:])))
    anyio.run(main, given.get(0, RUNS), given.get(1, SECONDS))
