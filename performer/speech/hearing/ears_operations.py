"""The operations of the control socket about what the ears can: their models, the room, and the streamer's voice."""

from collections.abc import Callable
from typing import Any, Final

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_text
from performer.core.own_text import OwnText, join_own, own
from performer.core.values import dataclass
from performer.core.work_board import BoardWatcher, BoardWork, WorkBoard
from performer.speech.hearing.model_store import ModelStore
from performer.speech.hearing.models import OFF, RecognitionModel, find_packaged
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import MicSettings
from performer.speech.hearing.voiceprint import forget_voiceprint

KIND: Final = "ears"
"""The kind of works on the board that are downloads of models, or an enrolment."""
VOICEPRINT: Final = "voiceprint"
"""The work that is an enrolment."""
_MOST_NAME: Final = 40
_SHARES: Final = 100
"""An enrolment is measured in hundredths."""


@dataclass(frozen=True, kw_only=True)
class EarsOperations:
    """`ears.models ears.get ears.stop ears.remove ears.room ears.enrol ears.forget`, as `performer ears` has."""

    clock: Clock
    board: WorkBoard
    hearing: HearingService
    set: Operation
    """Sets a setting: config.set."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "ears.models": self.list_models,
            "ears.get": self.get,
            "ears.stop": self.stop,
            "ears.remove": self.remove,
            "ears.room": self.learn_room,
            "ears.enrol": self.enrol,
            "ears.forget": self.forget,
        }

    async def list_models(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the `models` that can be had, whether the streamer's voice is `known`, and the `works` on them."""
        store = self._open()
        return {
            "models": [_describe(each, store.is_there(each)) for each in store.models],
            "known": self.hearing.home.voiceprint_file.is_file(),
            "works": [each for each in self.board.list_all() if each["kind"] == KIND],
        }

    async def get(self, arguments: Arguments) -> str:
        """Download the model `name`, from where that broke off; it is used as soon as it is there and chosen."""
        store = self._open()
        model = store.find(read_text(arguments, "name", most=_MOST_NAME))

        async def download(work: BoardWork, tell: Callable[[], None]) -> None:
            watcher = BoardWatcher(self.clock, work, tell)
            await store.get(model.name, show=watcher.show, note=watcher.note)
            self.hearing.listen_again()

        self.board.start(KIND, model.name, download)
        return own("{name} is downloaded", name=model.name)

    async def stop(self, arguments: Arguments) -> str:
        """Stop the download of the model `name`, of which what has come is kept, or the enrolment `voiceprint`."""
        name = read_text(arguments, "name", most=_MOST_NAME)
        self.board.stop(KIND, name)
        return own("{name} is stopped", name=name)

    async def remove(self, arguments: Arguments) -> str:
        """Remove the model `name` from the disk; the settings must not name it."""
        name = read_text(arguments, "name", most=_MOST_NAME)
        return await remove_model(self._open(), name, self.hearing.settings)

    async def learn_room(self, _arguments: Arguments) -> str:
        """Listen to the silent room for three seconds, and write from how loud on it is speech: mic.speech_from_db."""
        self._refuse_deaf()
        gate_db = await self.hearing.lessons.learn_room()
        await self.set({"key": "mic.speech_from_db", "value": gate_db})
        return own(
            "Learnt: your room stays below {gate_db} dB. What is louder may be speech, what is quieter is none.",
            gate_db=f"{gate_db:.0f}",
        )

    async def enrol(self, _arguments: Arguments) -> str:
        """Learn the streamer's voice from some sentences that they read aloud now; no sound is kept."""
        self._refuse_deaf()

        async def learn(work: BoardWork, tell: Callable[[], None]) -> None:
            def note(share: float, left_out: str) -> None:
                work.done, work.words = round(_SHARES * share), left_out
                tell()

            work.total = _SHARES
            await self.hearing.lessons.learn_voice(note)

        self.board.start(KIND, VOICEPRINT, learn)
        return own("Read some sentences aloud.")

    async def forget(self, _arguments: Arguments) -> str:
        """Remove what is kept of the streamer's voice."""
        forget_voiceprint(self.hearing.home.voiceprint_file)
        self.hearing.listen_again()
        return own("Nothing is kept of your voice.")

    def _open(self) -> ModelStore:
        return ModelStore.open(self.clock, self.hearing.home.ears_folder)

    def _refuse_deaf(self) -> None:
        if not self.hearing.is_on:
            raise ConfigError(own("The microphone is off. Set mic.enabled to true."))


async def remove_model(store: ModelStore, name: str, settings: MicSettings) -> str:
    """Remove a model, and return what was done.

    Raises:
        ConfigError: when it is not there, or the settings need it.
    """
    model = store.find(name)
    if settings.recognition in {model.name, str(store.folder / model.name)}:
        raise _make_needed_error(model, "mic.recognition", OFF, own("without it nothing that you say is understood"))
    if settings.only_me and not model.is_recogniser:
        raise _make_needed_error(model, "mic.only_me", "false", own("without it your voice is not told from others"))
    await store.remove(model.name)
    return own("{name} is removed.", name=model.name)


def _make_needed_error(model: RecognitionModel, setting: str, off: str, why: OwnText) -> ConfigError:
    remedy = own("Change that first: {command} config set {setting} {off}", command=COMMAND, setting=setting, off=off)
    said = own("'{name}' is in use by {setting}: {why}.", name=model.name, setting=setting, why=why)
    return ConfigError(join_own(" ", [said, remedy]))


def _describe(model: RecognitionModel, is_there: bool) -> dict[str, Any]:
    is_packaged = find_packaged(model.name) is not None
    return {
        "name": model.name,
        "size": model.size,
        "licence": model.licence,
        "recognises": model.is_recogniser,
        "installed": is_there,
        "usable": is_there or is_packaged,
    }
