"""The operations about what the ears can, with the true store, board and service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.operations import Arguments
from performer.core.work_board import WorkBoard
from performer.speech.hearing.ears_operations import EarsOperations
from performer.speech.hearing.model_store import ModelStore
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import MicSettings
from tests.fakes.mirror import FakeMirror
from tests.performer.speech.hearing.test_model_store import FILES, describe
from tests.performer.speech.hearing.test_models import make_whole
from tests.performer.speech.hearing.test_service import Silence, give_way
from tests.pulse import PATIENCE_S, open_desk
from tests.sfx.microphone.listener import play, plug_in_microphone
from tests.speakers import install_speaker_model, read_aloud

pytestmark = pytest.mark.anyio


@dataclass
class Desk:
    operations: EarsOperations
    board: WorkBoard
    over: anyio.Event
    """Set when a work is done."""
    changes: dict[str, object] = field(default_factory=dict)

    def works(self) -> list[tuple[str, str]]:
        return [(each["name"], each["state"]) for each in self.board.list_all()]


@asynccontextmanager
async def open_ears(clock: SystemClock, events: EventStream, folder: Path, mic: MicSettings) -> AsyncIterator[Desk]:
    (folder / "ears").mkdir()
    over = anyio.Event()

    def tell(works: Any) -> None:
        if any(each["state"] == "done" for each in works):
            over.set()

    board = WorkBoard(clock, tell, ("ears",))
    hearing = HearingService(clock, events, mic, Home(config=folder, data=folder))
    changes: dict[str, object] = {}

    async def note(arguments: Arguments) -> Any:
        changes[str(arguments["key"])] = arguments["value"]
        return "It is set."

    async with anyio.create_task_group() as tasks:
        await tasks.start(board.run)
        yield Desk(EarsOperations(clock=clock, board=board, hearing=hearing, set=note), board, over, changes)
        tasks.cancel_scope.cancel()


async def test_the_models_are_listed_with_their_sizes_and_what_is_there(
    clock: SystemClock, events: EventStream, tmp_path: Path
) -> None:
    async with open_ears(clock, events, tmp_path, MicSettings(recognition="base")) as desk:
        make_whole(tmp_path / "ears", "base")
        listed = await desk.operations.list_models({})

        assert [(each["name"], each["recognises"], each["installed"]) for each in listed["models"]] == [
            ("tiny", True, False),
            ("base", True, True),
            ("small", True, False),
            ("speaker", False, False),
        ]
        assert listed["known"] is False


@pytest.mark.parametrize(
    ("name", "mic", "said"),
    [
        ("Base", MicSettings(recognition="base"), "nothing that you say is understood.*mic.recognition off"),
        ("speaker", MicSettings(only_me=True), "your voice is not told from others.*mic.only_me false"),
    ],
)
async def test_a_model_that_the_settings_need_is_not_removed(
    clock: SystemClock, events: EventStream, tmp_path: Path, name: str, mic: MicSettings, said: str
) -> None:
    async with open_ears(clock, events, tmp_path, mic) as desk:
        folder = make_whole(tmp_path / "ears", name.lower())
        with pytest.raises(ConfigError, match=said):
            await desk.operations.remove({"name": name})

    assert folder.is_dir()


async def test_a_model_is_downloaded_beside_the_show_and_removed(
    clock: SystemClock, events: EventStream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with FakeMirror(FILES) as mirror, open_ears(clock, events, tmp_path, MicSettings()) as desk:
        store = ModelStore(clock, tmp_path / "ears", [describe(mirror.address("").rstrip("/"))])
        monkeypatch.setattr(ModelStore, "open", lambda _clock, _folder: store)
        await desk.operations.get({"name": "wee"})
        with anyio.fail_after(PATIENCE_S):
            await desk.over.wait()

        assert desk.works() == [("wee", "done")]
        assert store.is_there(store.find("wee"))
        assert await desk.operations.remove({"name": "wee"}) == "wee is removed."
        with pytest.raises(ConfigError, match="Nothing is under way"):
            await desk.operations.stop({"name": "wee"})


async def test_a_microphone_that_is_off_learns_nothing(clock: SystemClock, events: EventStream, tmp_path: Path) -> None:
    async with open_ears(clock, events, tmp_path, MicSettings()) as desk:
        for operation in (desk.operations.learn_room, desk.operations.enrol):
            with pytest.raises(ConfigError, match="The microphone is off"):
                await operation({})
        with pytest.raises(ConfigError, match="No voice is known"):
            await desk.operations.forget({})


@pytest.mark.slow
async def test_the_room_and_a_voice_are_learnt_from_a_true_microphone(
    clock: SystemClock, events: EventStream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = read_aloud(joe=True)
    async with open_desk("room") as room:
        await plug_in_microphone(room, "room")
        for name, value in room.address.items():
            monkeypatch.setenv(name, value)
        mic = MicSettings(enabled=True, device="Headset")
        async with open_ears(clock, events, tmp_path, mic) as desk, anyio.create_task_group() as tasks:
            install_speaker_model(tmp_path / "ears")
            hearing = desk.operations.hearing
            await tasks.start(
                lambda task_status: hearing.run(speaker=Silence(), give_way=give_way, task_status=task_status)
            )
            await desk.operations.learn_room({})
            await desk.operations.enrol({})
            with anyio.fail_after(2 * PATIENCE_S):
                while not desk.over.is_set():  # on a busy machine a part may be lost
                    await play(room, "room", sound)
            listed = await desk.operations.list_models({})
            await desk.operations.forget({})
            tasks.cancel_scope.cancel()

    assert desk.changes == {"mic.speech_from_db": -90.0}  # the room of a null sink is silence itself
    assert listed["known"] is True
    assert [each.name for each in tmp_path.iterdir()] == ["ears"]
