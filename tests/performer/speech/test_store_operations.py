"""The operations on neural voices: listed, downloaded beside the show, used and removed."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.operations import Arguments
from performer.core.own_text import own
from performer.core.work_board import WorkBoard
from performer.speech import store_operations
from performer.speech.store_operations import StoreOperations
from performer.speech.voices.catalogue import VoiceCatalogue
from performer.speech.voices.installed import AboutVoice
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.store import VoiceStore
from tests.fakes.mirror import FakeMirror
from tests.performer.speech.voices.shop import FILES, describe, put_together

pytestmark = pytest.mark.anyio


@dataclass
class Desk:
    """The operations, and what they act on."""

    operations: StoreOperations
    mirror: FakeMirror
    board: WorkBoard
    news: list[Any] = field(default_factory=list)
    heard: anyio.Event = field(default_factory=anyio.Event)
    settings: VoiceSettings = field(default_factory=VoiceSettings)
    looks: int = 0

    async def set(self, change: Arguments) -> str:
        self.settings = self.settings.model_copy(update={change["key"].split(".")[1]: change["value"]})
        return f"{change['key']} = {change['value']}"

    async def look_again(self) -> None:
        self.looks += 1

    def hear(self, works: list[dict[str, Any]]) -> None:
        self.news.append(works)
        self.heard.set()
        self.heard = anyio.Event()

    async def wait_for(self, true: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """Wait until something is true of the newest work."""
        while not true(self.board.list_all()[-1]):
            await self.heard.wait()
        return self.board.list_all()[-1]

    async def until_over(self) -> Mapping[str, Any]:
        return await self.wait_for(lambda work: work["state"] not in ("waits", "runs"))


async def measure(_voice: AboutVoice, _folder: Path, _speaker: int) -> float:
    return -25.0


@pytest.fixture
async def desk(clock: SystemClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    board = WorkBoard(clock, lambda works: made.hear(works), ("voice",))
    async with FakeMirror(FILES) as mirror, anyio.create_task_group() as tasks:
        rude = describe(mirror, name="rude", streams="no")
        store = VoiceStore(
            clock,
            tmp_path,
            VoiceCatalogue(voices=[describe(mirror), rude]),
            patience_s=0.5,
            prepare=put_together,
            explain_missing=lambda _: own(""),
            measure=measure,
        )
        monkeypatch.setattr(VoiceStore, "open", lambda _clock: store)
        monkeypatch.setattr(store_operations, "explain_missing_engine", lambda: own(""))
        operations = StoreOperations(
            clock=clock,
            board=board,
            settings=lambda: made.settings,
            set=lambda change: made.set(change),
            look_again=lambda: made.look_again(),
        )
        made = Desk(operations, mirror, board)
        await tasks.start(board.run)
        yield made
        tasks.cancel_scope.cancel()


async def test_the_list_advises_a_voice_of_the_language_and_leaves_out_forbidden_ones(desk: Desk) -> None:
    listed = await desk.operations.list_all({})
    everything = await desk.operations.list_all({"all": True})

    assert [each["name"] for each in listed["voices"]] == ["bob"]
    assert (listed["advised"]["name"], listed["missing"]) == ("bob", "")
    assert [(each["name"], each["streams"]) for each in everything["voices"]] == [("bob", "yes"), ("rude", "no")]
    assert not listed["voices"][0]["heavy"]


async def test_a_voice_is_downloaded_beside_the_show_and_taken_up(desk: Desk) -> None:
    said = await desk.operations.get({"name": "bob", "use": True})
    work = await desk.until_over()
    listed = await desk.operations.list_all({})

    assert said == "bob is downloaded"
    assert (work["state"], work["done"], work["total"]) == (
        "done",
        work["total"],
        256_000 + len(FILES["bob.onnx.json"]),
    )
    assert (desk.settings.engine, desk.looks) == ("neural:bob", 1)
    assert [(each["installed"], each["in_use"]) for each in listed["voices"]] == [(True, True)]
    assert listed["advised"] is None
    assert desk.news[-1][0]["state"] == "done"


async def test_a_download_that_is_stopped_goes_on_when_it_is_asked_for_again(desk: Desk) -> None:
    desk.mirror.is_stalling, desk.mirror.breaks = True, [1000]
    await desk.operations.get({"name": "bob"})
    await desk.mirror.wait_for(lambda mirror: mirror.talking > 0)
    await desk.wait_for(lambda work: work["done"] == 1000)
    await desk.operations.stop_get({"name": "bob"})
    stopped = (await desk.until_over())["state"]
    await anyio.wait_all_tasks_blocked()
    await desk.operations.get({"name": "bob"})

    assert (stopped, (await desk.until_over())["state"]) == ("stopped", "done")
    assert desk.mirror.asked[1].range == "bytes=1000-"
    assert desk.settings.engine == "auto"


@pytest.mark.slow
async def test_a_download_without_network_is_told_on_the_board(desk: Desk) -> None:
    await desk.mirror.stop()
    await desk.operations.get({"name": "bob"})
    work = await desk.until_over()

    assert work["state"] == "broken"
    assert "it cannot be reached" in work["words"]


async def test_a_voice_from_a_file_is_there_at_once(desk: Desk, tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    said = await desk.operations.get({"file": str(tmp_path / "bob.onnx"), "name": "bob"})

    assert (said, desk.looks) == ("bob is installed.", 1)


async def test_what_is_not_there_is_refused_by_name(desk: Desk) -> None:
    for operation in (desk.operations.get, desk.operations.use, desk.operations.remove):
        with pytest.raises(ConfigError, match="'bib'"):
            await operation({"name": "bib"})


@pytest.mark.parametrize(
    ("setting", "value"), [("fallback", ["espeak", "neural:bob"]), ("languages", {"de": "neural:bob:3"})]
)
async def test_a_voice_that_stands_in_is_not_removed_either(desk: Desk, setting: str, value: object) -> None:
    await desk.operations.get({"name": "bob"})
    await desk.until_over()
    desk.settings = VoiceSettings.model_validate({setting: value})

    with pytest.raises(ConfigError, match=rf"'bob' is the voice of voice\.{setting}.* config set voice\.{setting}"):
        await desk.operations.remove({"name": "Bob"})


async def test_a_voice_that_is_used_is_removed_only_after_another_was_chosen(desk: Desk) -> None:
    await desk.operations.get({"name": "bob"})
    await desk.until_over()
    await desk.operations.use({"name": "Bob"})
    with pytest.raises(ConfigError, match=r"'bob' is the voice of voice\.engine\. Choose another first"):
        await desk.operations.remove({"name": "bob"})
    desk.settings = VoiceSettings()

    assert await desk.operations.remove({"name": "bob"}) == "bob is removed."
    assert [each["installed"] for each in (await desk.operations.list_all({}))["voices"]] == [False]


async def test_a_speaker_must_be_one_of_the_voice(desk: Desk) -> None:
    await desk.operations.get({"name": "bob"})
    await desk.until_over()
    for wrong in (1, -1, True, "a"):
        with pytest.raises(ConfigError, match=r"There is no speaker .*: bob has one speaker, who needs no number"):
            await desk.operations.use({"name": "bob", "speaker": wrong})

    assert await desk.operations.use({"name": "bob", "speaker": 0}) == "voice.engine = neural:bob:0"


async def test_another_program_s_voice_is_looked_for(desk: Desk) -> None:
    await desk.operations.look({})

    assert desk.looks == 1
