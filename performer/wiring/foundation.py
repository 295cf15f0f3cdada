"""What turns and tools stand on: stage, ears, queue, memory, plans, approvals and chats."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from performer.agent.director.turns import TurnRegister
from performer.agent.queue.inbox import CueInbox
from performer.agent.queue.kept import CueKeeper
from performer.agent.schedule.scheduler import Scheduler
from performer.chats.discord.channels import format_channel
from performer.core.images.developed import DevelopedPictures
from performer.core.images.store import PictureStore
from performer.core.values import dataclass
from performer.core.work_board import WorkBoard
from performer.guard.runtime import Runtime
from performer.memory.memory import Memory
from performer.models.summarizer import Summarizer
from performer.speech.hearing.service import HearingService
from performer.speech.output.overheard import OverheardOutput
from performer.speech.output.pronunciation.pronunciation import Pronunciation
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import Manner, find_manner, measure_hype
from performer.stage.service import StageService
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.jobs.job import JobTable
from performer.tools.jobs.jobs import Jobs
from performer.wiring.engines import Base, Engines

if TYPE_CHECKING:  # a show that does not go to Discord loads nothing of it
    from performer.chats.discord.link import DiscordLink


@dataclass(frozen=True)
class Foundation:
    """What turns and tools stand on: the stage, the queue of cues, the turns that are on, and what outlives the run."""

    stage: StageService
    hearing: HearingService
    speaker: Speaker
    inbox: CueInbox
    cues: CueKeeper
    turns: TurnRegister
    memory: Memory
    schedule: Scheduler
    approvals: ApprovalQueue
    jobs: Jobs
    discord: "DiscordLink | None"
    pictures: PictureStore
    """The pictures that were made, or kept on request, for chats to show."""
    seen: DevelopedPictures
    """The pictures that calls came to, for a turn that is told of them later."""
    works: WorkBoard
    """Models that are downloaded and measured beside the show."""
    voice_works: WorkBoard
    """Voices that are downloaded beside it."""


def build_foundation(base: Base, engines: Engines) -> Foundation:
    """Build all that cues, turns and tools lead to, and whatever keeps something in the database."""
    run, config, home, database = base.runtime, base.config, base.home, base.database
    hearing = HearingService(run.clock, run.stream, config.mic, home)
    seen = DevelopedPictures(run.clock)
    options = base.options
    stage = StageService(run, config, home, desktop=options.desktop, early=base.early, port_before=options.port_before)
    speaker = _build_speaker(base, engines, stage, hearing)
    inbox = CueInbox(run.stream, config.director)
    cues = CueKeeper(run.clock, run.stream, database, inbox.put)
    turns = TurnRegister(run.clock, run.stream, speaker, floor=hearing.floor, keeper=cues, wake=inbox.wake)
    lead, channel = engines.models.lead, config.discord.stage_channel
    memory = Memory(
        run,
        database,
        config.memory,
        file=home.memory_file,
        condense=Summarizer(lead, turns.is_idle) if lead else None,
        stage_channel=format_channel(channel) if channel else "",
    )
    schedule = Scheduler(run.clock, run.stream, config.schedule, database, give=cues.give, room=cues.room)
    approvals = ApprovalQueue(run, ApprovalTable(run.clock, database), config.tools.confirm_s, drop=turns.drop)
    jobs = Jobs(run, JobTable(run.clock, database), config.tools.long_s, cues.keep, seen.keep)
    rest = approvals, jobs, _make_discord_link(base, memory), PictureStore(), seen, *_make_boards(run, stage)
    return Foundation(stage, hearing, speaker, inbox, cues, turns, memory, schedule, *rest)


def _build_speaker(base: Base, engines: Engines, stage: StageService, hearing: HearingService) -> Speaker:
    config, voice = base.config, base.config.voice
    pronunciation = Pronunciation(voice, lambda: engines.voice.languages)

    def choose_manner(line: str) -> Manner:
        manner = find_manner(stage.avatar.mood, measure_hype(line), voice.liveliness)
        return replace(manner, language=pronunciation.detect_language(line))

    return Speaker(
        base.runtime.clock,
        base.runtime.stream,
        engines.voice,
        OverheardOutput(stage.mixer, hearing.microphone.own_sound),
        hearing.floor,
        duck=config.sound.duck,
        pronounce=pronunciation.speak,
        choose_manner=choose_manner,
    )


def _make_boards(run: Runtime, stage: StageService) -> tuple[WorkBoard, WorkBoard]:
    """Make the boards of what is done with models, and with voices and ears."""
    tell = stage.state_feed.watched.tell
    models = WorkBoard(run.clock, partial(tell, "models"), ("pull", "measure"))
    return models, WorkBoard(run.clock, partial(tell, "voices"), ("voice", "ears"))


def _make_discord_link(base: Base, memory: Memory) -> "DiscordLink | None":
    if not base.config.discord.enabled:
        return None
    from performer.chats.discord.link import make_link

    return make_link(base.runtime, base.config.discord, base.home, keeps=memory.kept, store=base.database)
