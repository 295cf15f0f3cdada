"""A replay: a journal is played on the stage again, without vision, models and director."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from performer.app import perform
from performer.chats.console.output import ConsoleMirror
from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.layers import Tree
from performer.config.operations import ConfigOperations
from performer.core.clock import Clock, SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home, expand_home
from performer.core.files.instance_lock import hold_instance_lock
from performer.core.operations import Operation
from performer.core.own_text import own
from performer.core.plain_console import make_plain_console
from performer.core.process.lifetime import ShowEnd
from performer.core.process.thread import WorkerThread
from performer.core.show import Service, Show
from performer.core.status import Role
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.live import LiveGuard
from performer.guard.operations import GuardOperations, list_guard_roles
from performer.guard.runtime import build_runtime
from performer.memory.journal.file import JournalRecord, read_journal
from performer.memory.journal.replay import PLAYED, JournalReplay
from performer.speech.output.pronunciation.pronunciation import Pronunciation
from performer.speech.output.speaker import Speaker
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import select_voice
from performer.stage.server.status import Status
from performer.stage.service import StageService
from performer.stage.sound.mixer import SoundMixer
from performer.wiring.replay import make_toolboxes

_VIEWER_WITHIN_S: Final = 6.0
"""How long the replay waits for a viewer: a page in OBS looks for the stage every 5 s."""
_LAST_LOOK_S: Final = 0.5
"""How long the last events stay on the stage: a journal may break off where a line begins."""


@dataclass(frozen=True, kw_only=True)
class ReplayOptions:
    """The options of one replay, beside the configuration."""

    journal: Path
    speed: float = 1.0
    voice: bool = False
    """Speak the lines anew, by the configured voice."""
    console: bool = True
    """Print the replay in the terminal."""
    desktop: bool = True
    """Show the overlay window, where there is a display."""
    overrides: Tree


async def run(config: Config, home: Home, options: ReplayOptions) -> None:
    """Play a journal until its end, Ctrl+C or SIGTERM."""
    if options.voice and options.speed != 1:
        raise ConfigError("A voice speaks at its own pace: with --voice leave --speed at 1.")
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(hold_instance_lock(home))
        ending = ShowEnd()
        stack.enter_context(ending.end_on_signal())
        clock = SystemClock()
        stream = EventStream(clock)
        config = _apply_pace(config, options)
        with ending.cancel_at_end():
            record = await _read_record(expand_home(str(options.journal)))
            voice = await select_voice(clock, stream, config.voice, stack)
        if not ending.has_come:
            console = make_plain_console()
            show = build_replay(config, home, options, Replayed(clock, stream, voice, record), console)
            await perform(show, ending, console, home.log_file)


@dataclass(frozen=True)
class Replayed:
    """What is played again, by which voice, and where it is published."""

    clock: Clock
    stream: EventStream
    voice: FallbackVoice
    record: JournalRecord


def build_replay(config: Config, home: Home, options: ReplayOptions, replayed: Replayed, console: Console) -> Show:
    """Build the show that plays a journal's events."""
    clock, stream, voice, record = replayed.clock, replayed.stream, replayed.voice, replayed.record
    runtime = build_runtime(clock, stream, config.guard, home)
    guard = runtime.guard
    stage = StageService(runtime, config, home, desktop=options.desktop)
    say = Pronunciation(config.voice).speak
    speaker = Speaker(clock, stream, voice, stage.mixer, duck=config.sound.duck, pronounce=say)
    toolbox = make_toolboxes(runtime, stage, config.tools.timeout_s)
    playback = JournalReplay(runtime, toolbox, speed=options.speed, speaker=speaker if options.voice else None)
    roles = partial(_list_roles, guard, stage, voice, _describe_record(options, record))
    status = Status(stream, guard, roles=roles, on_change=stage.state_feed.publish)
    guard_operations = GuardOperations(guard, stream, _refuse_words)
    in_force = SettingsInForce(config, {**stage.live, **LiveGuard(guard, stream).live})
    changes = ConfigChanges(in_force, ConfigFile(home.config_file, options=options.overrides))
    operations: dict[str, Operation] = {
        **ConfigOperations(changes, status, stage.renew_tokens).by_name(),
        **guard_operations.by_name(),
        "hush": partial(_hush, playback, stage.mixer),
    }
    mirror = ConsoleMirror(stream, guard, console) if options.console else None
    return Show(
        clock=clock,
        stream=stream,
        filter_text=guard.recorded,
        begin=stage.begin,
        before_stage=(Service("status", status.run, is_reader=True), Service("voice", voice.run)),
        open_stage=partial(stage.open, operations=operations, health=status.health),
        before_table=(Service("speaker", speaker.run),),
        settle=stage.wait_for_clients,
        on_ready=(status.refresh, *((mirror.drop_startup_lines,) if mirror else ()), guard.tables.read_beside),
        roles=status.roles,
        after_table=(Service("console", mirror.run, is_reader=True),) if mirror else (),
        play=partial(_play, clock, stage, playback, record),
        closing=(stage.close,),
        farewells=(stage.mixer.hush,),
    )


async def _play(clock: Clock, stage: StageService, playback: JournalReplay, record: JournalRecord) -> None:
    """Wait for a viewer, and play the journal to its end."""
    with clock.move_on_after(_VIEWER_WITHIN_S):
        await stage.clients.come("renderer", "window")
    await playback.run(record)
    await clock.sleep(_LAST_LOOK_S)


async def _hush(playback: JournalReplay, mixer: SoundMixer, _arguments: Mapping[str, Any]) -> str:
    await playback.hush()
    await mixer.hush()
    return "silent until the next turn"


def _describe_record(options: ReplayOptions, record: JournalRecord) -> Role:
    plays = f"{len(record.events)} events of {record.length_s:.0f} s at speed {options.speed:g}"
    skipped = f"lines left out that are no journal's: {record.skipped}" if record.skipped else ""
    return Role(part="replay", plays=own("{journal}: {plays}", journal=options.journal, plays=plays), why=skipped)


def _list_roles(guard: Guard, stage: StageService, voice: FallbackVoice, journal: Role) -> tuple[Role, ...]:
    return (journal, voice.role(), *stage.roles(), *list_guard_roles(guard))


async def _read_record(journal: Path) -> JournalRecord:
    """Read a journal in a thread: a drive that hangs must not keep anybody from ending the replay."""
    thread = WorkerThread("journal")
    try:
        return await thread.run(partial(read_journal, journal, *PLAYED))
    finally:
        thread.close()


def _refuse_words(_words: str) -> str:
    raise ConfigError("A replay says what is in its journal, and nothing else.")


def _apply_pace(config: Config, options: ReplayOptions) -> Config:
    """Return the configuration with a silent voice, unless it is asked for, and with times by the replay's speed."""
    stage = config.stage
    return config.model_copy(
        update={
            "voice": config.voice if options.voice else config.voice.model_copy(update={"engine": "silent"}),
            "stage": stage.model_copy(
                update={
                    "emote_s": stage.emote_s / options.speed,
                    "caption_linger_s": stage.caption_linger_s / options.speed,
                }
            ),
        }
    )
