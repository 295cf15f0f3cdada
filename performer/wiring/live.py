"""The settings that hold at once, and what takes a new value up where a part keeps more than its section.

Most readers read their section at each use, and need nothing; a part that keeps a value itself is named here.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from performer.agent.personas.files import PersonaFiles
from performer.agent.personas.played import PlayedPersona
from performer.agent.profiles.registry import build_show_profile, find_own_prompt
from performer.config.changes import ConfigChanges, OnChange
from performer.config.file import ConfigFile
from performer.config.history import ConfigHistory
from performer.config.in_force import SettingsInForce
from performer.core.named_settings import join_live
from performer.core.operations import LiveSettings
from performer.core.values import dataclass
from performer.guard.live import LiveGuard
from performer.guard.speakable.speakable import Speakable
from performer.speech.voices.choice import VoiceChoice
from performer.stage.obs_studio.operations import ObsOperations
from performer.wiring.acting import narrow_turn
from performer.wiring.parts import Parts

Act = Callable[[Any], object]
RESTARTING: Final = frozenset({"model", "models"})
"""The sections for which the show begins again by itself, where a setting of theirs cannot hold at once."""


@dataclass(frozen=True)
class LiveParts:
    """What changes the settings of a show, and the parts that are there to take them up."""

    changes: ConfigChanges
    obs: ObsOperations
    personas: PersonaFiles
    played: PlayedPersona
    voice: VoiceChoice


def build_live(parts: Parts, on_change: OnChange) -> LiveParts:
    """Build what changes the settings of a show while it runs."""
    base = parts.base
    obs, personas = parts.ground.stage.make_obs_operations(), PersonaFiles(base.home.config)
    played = _make_played_persona(parts, personas)
    voice = VoiceChoice(base.runtime.clock, parts.engines.voice, base.config.voice)
    fixed: LiveSettings = {**_list_kept(parts), **_list_own(parts), **played.live, **voice.live}
    live = join_live(fixed, parts.tools.toolboxes.chain.live, parts.tools.servers.live)
    file = ConfigFile(base.home.config_file, options=base.options.overrides)
    history = ConfigHistory(base.home.history_file)
    changes = ConfigChanges(SettingsInForce(base.config, live, restarting=RESTARTING), file, on_change, history=history)
    return LiveParts(changes, obs, personas, played, voice)


def _list_own(parts: Parts) -> LiveSettings:
    """Return what the parts themselves take up."""
    ground, acting = parts.ground, parts.acting
    return {
        **ground.stage.live,
        **acting.pacing.live,
        **({"model.understudy": lead.follow_policy} if (lead := parts.engines.models.lead) else {}),
        **acting.follow_settings(parts.engines.source),
        **ground.hearing.live,
        **LiveGuard(parts.base.runtime.guard, parts.base.runtime.stream).live,
        **parts.desktop.keys.live,
        "pauses": acting.pauses.follow_settings,
        "updates": parts.health.updates.follow_settings,
    }


def _list_kept(parts: Parts) -> LiveSettings:
    """Return what puts a new value, by `section.key`, or all values of a section, where a part has kept the old one."""
    config, engines, ground, sight, acting = parts.base.config, parts.engines, parts.ground, parts.sight, parts.acting
    kept: dict[str, Act] = {
        "model": lambda _value: engines.ask_anew(),
        "sound.duck_db": lambda _value: setattr(ground.speaker, "duck", config.sound.duck),
        "guard.judge_s": lambda value: setattr(engines.judge, "within_s", value) if engines.judge else None,
        "scene.remembered_lines": sight.scene.remember_lines,
        "scene.words_within_s": lambda value: setattr(sight.text, "within_s", value),
        "listening.names": lambda _value: ground.hearing.renew_expected(),
        "schedule": lambda _value: ground.schedule.look_again(),
        "director": lambda _value: acting.director.follow_settings(),
        "turn": partial(_follow_turn, parts),
        "tools.long_s": lambda value: setattr(ground.jobs, "within_s", value),
        "tools.confirm_s": ground.approvals.wait_for,
        "tools.program_calls_per_min": parts.tools.programs.limit,
    }
    return {key: _make_waiting(act) for key, act in kept.items()}


def _follow_turn(parts: Parts, _value: object) -> None:
    performer = parts.acting.performer
    performer.settings = narrow_turn(parts.base.config)
    if performer.unanswered:
        performer.unanswered.every_s = performer.settings.away_every_s


def _make_waiting(act: Act) -> Callable[[Any], Awaitable[None]]:
    async def take_up(value: Any) -> None:
        act(value)

    return take_up


def _make_played_persona(parts: Parts, files: PersonaFiles) -> PlayedPersona:
    config, performer, lead = parts.base.config, parts.acting.performer, parts.engines.models.lead

    def prepare(speakable: Speakable) -> None:
        parts.ground.hearing.renew_expected()
        if lead:
            lead.prepare(performer.opening, speakable)
            lead.rest()

    own_prompt = find_own_prompt(build_show_profile(config.prototypes))
    return PlayedPersona(files, performer, config.scene.persona, own_prompt=own_prompt, prepare=prepare)
