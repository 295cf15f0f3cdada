"""What a setting names and this machine lacks: a voice, or a model of the ears, looked for when the setting is set."""

from collections.abc import Iterable

from performer.config.config import Config
from performer.config.keys import Key
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.own_text import OwnText, join_own, own
from performer.core.text import find_nearest, format_guess
from performer.speech.hearing.models import OFF, explain_missing_recogniser, find_model, list_models
from performer.speech.hearing.recognition import list_speaker_words
from performer.speech.voices.catalogue import load_catalogue
from performer.speech.voices.families import CONFIG
from performer.speech.voices.installed import explain_absence, find_voices_folder, list_installed_voices
from performer.speech.voices.settings import VoiceKind, VoiceSpec, parse_voice


def explain_missing(key: Key, config: Config) -> OwnText:
    """Return what the value of a setting names and is not installed, with the remedy; empty when nothing is missing.

    Raises:
        ConfigError: when nobody knows what it names.
    """
    match key:
        case ("mic", "recognition"):
            return _explain_model(config.mic.recognition)
        case ("mic", "only_me") if config.mic.only_me:
            return _explain_own_voice(Home.find())
        case ("voice", "engine"):
            return _explain_voices([config.voice.engine])
        case ("voice", "fallback"):
            return _explain_voices(config.voice.fallback)
        case ("voice", "languages", *_):
            return _explain_voices(config.voice.languages.values())
    return own("")


def _explain_model(wanted: str) -> OwnText:
    if wanted == OFF:
        return own("")
    try:
        find_model(wanted, Home.find().ears_folder)
    except ConfigError as error:
        if wanted not in {each.name for each in list_models() if each.is_recogniser}:
            raise
        return join_own(" ", filter(None, [explain_missing_recogniser(), OwnText.of(error.args[0])]))
    return explain_missing_recogniser()


def _explain_own_voice(home: Home) -> OwnText:
    try:
        list_speaker_words(home)
    except ConfigError as error:
        return OwnText.of(error.args[0])
    return own("")


def _explain_voices(texts: Iterable[str]) -> OwnText:
    specs = dict.fromkeys(each for each in map(parse_voice, texts) if each.kind is VoiceKind.NEURAL)
    return join_own(" ", filter(None, map(_explain_voice, specs)))


def _explain_voice(spec: VoiceSpec) -> OwnText:
    folder = find_voices_folder() / spec.voice
    if not (folder / CONFIG).is_file():
        known = [each.name for each in (*load_catalogue().voices, *list_installed_voices())]
        if spec.voice not in known:
            near = find_nearest(spec.voice, known)
            guess = format_guess(near) if near else own("")
            hint = join_own(" ", [guess, own("The names: {command} voice list", command=COMMAND)])
            raise ConfigError(own("There is no voice '{name}'. {hint}", name=spec.voice, hint=hint))
    why = explain_absence(folder, spec.speaker)
    return own("The voice '{name}' cannot speak yet: {why}", name=spec.voice, why=why) if why else own("")
