"""Print what the sound player promises, measured: `python -m tests.sfx.figures [RUNS]`.

Medians (smallest to largest) over RUNS runs, 20 if nothing is said. A time in the sink is that of the arrival of a tape
chunk, so it includes the up to 5 ms that a chunk is long; all processes share one clock.
"""

import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import anyio

from performer.stage.protocol.messages import Clip, Ended, Hello, Hush, Started, Wake
from tests.fakes.stage import FakeStage, open_stage
from tests.levels import describe, dip
from tests.pulse import SoundDesk, Tape, open_desk, tone, wav
from tests.sfx.running import running

IDLE_S = 10.0
HOLD_S = 9.0
"""A little less than the player keeps a device awake."""
WOKEN_S = 2.5
SOUNDS = {
    "beep.wav": wav(tone(0.3, rate=48_000), rate=48_000),
    "long.wav": wav(tone(4, hz=2000, rate=48_000, volume=0.4), rate=48_000),
}
DUCK = 0.25


async def main(runs: int) -> None:
    """Measure everything once."""
    async with (
        open_desk("main") as desk,
        open_stage(SOUNDS) as stage,
        running(environment=desk.environment, url=stage.url) as player,
    ):
        await stage.told(Hello, sounds=True)
        await _idle("before any sound", player.process.pid)
        await _speech(desk, stage, runs)
        await _clips(desk, stage, runs)
        await _hush(desk, stage, runs)
        await _hush_clip(desk, stage, runs)
        await _ducking(desk, stage, runs)
        await _holes(desk, stage, runs)
        await _while_sounding(stage, player.process.pid)
        await anyio.sleep(HOLD_S + 2)
        await _idle("after all that", player.process.pid)
    await _asleep(runs)


async def _asleep(runs: int) -> None:
    """Measure at a null sink that nobody listens to, as streamers have it; each run begins when it sleeps."""
    late, gaps = [], []
    async with open_desk() as desk, open_stage() as stage:
        await desk.add_sink("main", awake=False)
        async with running(environment=desk.environment, url=stage.url) as player:
            await stage.told(Hello, sounds=True)
            for run in range(runs):
                await desk.sleeps("main")
                await stage.send(Wake())
                await anyio.sleep(WOKEN_S)
                late.append(await _late(stage, f"{run} first"))
                gaps.append(await _late(stage, f"{run} second"))
            before = _cpu_s(player.process.pid)
            await anyio.sleep(HOLD_S)
            print(f"CPU while the device is kept awake: {(_cpu_s(player.process.pid) - before) / HOLD_S:.2%}")
            await desk.sleeps("main")
            await _idle("when the device may sleep again", player.process.pid)
    _print(f"null sink, alone, woken {WOKEN_S} s before: message -> Ended, minus the sound", late)
    _print("null sink, alone: the same for a sentence sent at the first one's end (the gap between them)", gaps)


async def _late(stage: FakeStage, name: str) -> float:
    sent = await stage.speak(name, tone(0.5))
    ended = await stage.told(Ended, id=name)
    return stage.said_at[stage.said.index(ended)] - sent - 0.5


async def _speech(desk: SoundDesk, stage: FakeStage, runs: int) -> None:
    firsts, reports = [], []
    for run in range(runs):
        async with desk.record() as tape:
            sent = await stage.speak(f"s{run}", tone(0.3))
            firsts.append(await tape.loud(sent) - sent)
            ended = await stage.told(Ended, id=f"s{run}")
            await tape.quiet()
            reports.append(stage.said_at[stage.said.index(ended)] - (tape.last_loud() or 0.0))
    _print("speech: message -> first sample in the sink", firsts)
    _print("speech: last sample in the sink -> Ended at the stage", reports)


async def _clips(desk: SoundDesk, stage: FakeStage, runs: int) -> None:
    first = await _clip(desk, stage, "first")
    again = [await _clip(desk, stage, f"c{run}") for run in range(runs)]
    _print("clip, fetched for it: message -> first sample", [first])
    _print("clip, known: message -> first sample", again)


async def _clip(desk: SoundDesk, stage: FakeStage, name: str) -> float:
    async with desk.record() as tape:
        sent = time.monotonic()
        await stage.send(Clip(id=name, name="beep", src="/sounds/beep.wav"))
        heard = await tape.loud(sent)
        await stage.told(Ended, id=name)
    return heard - sent


async def _hush(desk: SoundDesk, stage: FakeStage, runs: int) -> None:
    silences = []
    for run in range(runs):
        async with desk.record() as tape:
            began = await stage.speak(f"h{run}", tone(5))
            await tape.loud(began)
            await tape.loud(time.monotonic() + 0.1)
            hushed = time.monotonic()
            await stage.send(Hush())
            silences.append(await tape.quiet(hushed) - hushed)
            await stage.told(Ended, id=f"h{run}")
    _print("hush: message -> silence in the sink", silences)


async def _hush_clip(desk: SoundDesk, stage: FakeStage, runs: int) -> None:
    silences = []
    for run in range(runs):
        async with desk.record() as tape:
            await _long_clip(stage, tape, f"hc{run}")
            hushed = time.monotonic()
            await stage.send(Hush())
            silences.append(await tape.quiet(hushed) - hushed)
            await stage.told(Ended, id=f"hc{run}")
    _print("hush of a clip: message -> silence in the sink", silences)


async def _ducking(desk: SoundDesk, stage: FakeStage, runs: int) -> None:
    dips = []
    for run in range(runs):
        async with desk.record() as tape:
            await _long_clip(stage, tape, f"d{run}")
            await stage.speak(f"over{run}", tone(0.5, hz=400, volume=0.2), duck=DUCK)
            await stage.told(Ended, id=f"over{run}")
            await tape.loud(time.monotonic() + 1.1)
            dips.append(dip(tape, 2000, 400))
            await stage.send(Hush())
            await stage.told(Ended, id=f"d{run}")
    print(f"a clip before, beside (to {DUCK}) and after speech: {describe(dips)}")


async def _long_clip(stage: FakeStage, tape: Tape, name: str) -> None:
    await stage.send(Clip(id=name, name="long", src="/sounds/long.wav"))
    await tape.loud(await tape.loud() + 0.3)


async def _holes(desk: SoundDesk, stage: FakeStage, runs: int) -> None:
    holes = 0
    for run in range(runs):
        async with desk.record() as tape:
            await stage.speak(f"l{run}", tone(1.5))
            await stage.told(Ended, id=f"l{run}")
            holes += len(tape.bursts_ms()) - 1
    print(f"holes of 3 ms or more in {runs} sentences of 1.5 s: {holes} (load {os.getloadavg()[0]:.1f})")


async def _idle(when: str, pid: int) -> None:
    before = _cpu_s(pid)
    await anyio.sleep(IDLE_S)
    print(f"idle CPU {when}: {(_cpu_s(pid) - before) / IDLE_S:.3%} over {IDLE_S:.0f} s; {_memory(pid)}")


async def _while_sounding(stage: FakeStage, pid: int) -> None:
    before = _cpu_s(pid)
    began = time.monotonic()
    await stage.speak("talk", tone(5))
    await stage.told(Started, id="talk")
    await stage.told(Ended, id="talk")
    print(f"CPU while speaking: {(_cpu_s(pid) - before) / (time.monotonic() - began):.2%} over 5 s")


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> str:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines if line.startswith(("Rss", "Pss:"))}
    return f"RSS {sizes['Rss:']:.0f} MB, PSS {sizes['Pss:']:.0f} MB"


def _print(what: str, seconds: Sequence[float]) -> None:
    each = [second * 1000 for second in seconds]
    load = os.getloadavg()[0]
    median = statistics.median(each)
    print(f"{what}: {median:.1f} ms ({min(each):.1f} to {max(each):.1f}, n = {len(each)}, load {load:.1f})")


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else 20)
