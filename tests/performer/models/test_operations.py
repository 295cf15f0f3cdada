"""The operations on models: which are at hand, and what is downloaded, measured and chosen."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.operations import Arguments
from performer.core.work_board import WorkBoard
from performer.guard.guard import Guard
from performer.models.inventory import ModelInventory
from performer.models.operations import ModelOperations
from performer.models.settings import EndpointSettings, ModelSettings
from tests.fakes.ollama import BLIND, SEEING, FakeOllama
from tests.fakes.openai import FakeOpenAI

pytestmark = pytest.mark.anyio


class ModelShow:
    """The operations of a show with these settings."""

    def __init__(
        self,
        models: tuple[EndpointSettings, ...] = (),
        *,
        is_performing: bool = False,
        can_measure: bool = True,
        **settings: Any,
    ) -> None:
        clock, model = SystemClock(), ModelSettings(**settings)
        self.told: list[Any] = []
        self.set: list[Arguments] = []
        self.begins = 0
        self.board = WorkBoard(clock, self._tell, ("pull", "measure"))
        self._news = anyio.Event()
        inventory = ModelInventory(model=model, models=models, guard=Guard(), scores=Path("none"), judge="judge")
        self.operations = ModelOperations(
            clock,
            model,
            models,
            inventory,
            self.board,
            is_performing=lambda: is_performing,
            set=self._set,
            begin_again=self._begin_again,
            can_measure=can_measure,
        ).by_name()

    async def ask(self, op: str, **arguments: Any) -> Any:
        return await self.operations[f"models.{op}"](arguments)

    async def until(self, is_so: Callable[[Any], bool]) -> Any:
        """Wait until the newest news of works are so, and return the last work."""
        with anyio.fail_after(10):
            while not (self.told and self.told[-1] and is_so(self.told[-1][-1])):
                self._news = anyio.Event()
                await self._news.wait()
        return self.told[-1][-1]

    def _tell(self, works: Any) -> None:
        self.told.append(works)
        self._news.set()

    async def _set(self, arguments: Arguments) -> None:
        self.set.append(arguments)

    def _begin_again(self) -> None:
        self.begins += 1


@asynccontextmanager
async def working(show: ModelShow) -> AsyncIterator[None]:
    async with anyio.create_task_group() as tasks:
        await tasks.start(show.board.run)
        yield
        tasks.cancel_scope.cancel()


async def test_the_names_are_those_of_the_ollama_wherever_its_address_stands() -> None:
    async with FakeOllama(SEEING, BLIND) as ollama:
        by_url = await ModelShow(url=ollama.url).ask("names")
        by_spec = await ModelShow(spec=f"ollama:{BLIND.name}@{ollama.url}", url="http://127.0.0.1:1").ask("names")

    assert by_url == by_spec == [SEEING.name, BLIND.name]


async def test_those_of_an_openai_server_are_named_and_none_where_it_keeps_no_list() -> None:
    async with FakeOpenAI("one", "two") as openai:
        show = ModelShow(spec=f"openai:one@http://127.0.0.1:{openai.port}/v1")
        named = await show.ask("names")
        openai.models = None

        assert named == ["one", "two"]
        assert await show.ask("names") is None


async def test_a_server_that_is_not_there_and_a_lead_of_no_server_are_said() -> None:
    async with FakeOllama() as ollama:
        address = ollama.url
    with pytest.raises(ServiceError, match="Ollama"):
        await ModelShow(url=address).ask("names")
    with pytest.raises(ConfigError, match="'understudy' leads"):
        await ModelShow(spec="understudy").ask("names")


async def test_each_model_is_told_with_what_it_can_needs_and_is_used_for() -> None:
    async with FakeOllama(SEEING, BLIND) as ollama:
        listed = await ModelShow(url=ollama.url).ask("list")

    (server,) = listed["servers"]
    seeing, blind = server["models"]
    assert (seeing["sees"], seeing["uses"], seeing["spec"]) == (True, ["lead"], f"ollama:{SEEING.name}")
    assert (blind["sees"], blind["uses"], blind["score"]) == (False, [], None)
    assert seeing["quantisation"] == "Q4_K_M"
    assert seeing["needs"] > seeing["size"]


async def test_without_an_ollama_the_trouble_is_told_with_what_is_advised() -> None:
    async with FakeOllama() as ollama:
        address = ollama.url

    listed = await ModelShow(url=address).ask("look")

    assert "no Ollama at" in listed["servers"][0]["trouble"]
    assert listed["advised"]["eyes"] == "moondream"


async def test_a_model_is_downloaded_with_its_progress() -> None:
    async with FakeOllama(SEEING) as ollama:
        ollama.offer(BLIND, layers=(1000,))
        show = ModelShow(url=ollama.url)
        async with working(show):
            await show.ask("pull", name=BLIND.name)
            done = await show.until(lambda work: work["state"] == "done")

        assert (done["done"], done["total"]) == (1000, 1000)
        assert BLIND in ollama.models


async def test_a_full_disk_is_told_and_the_download_asked_again_goes_on() -> None:
    async with FakeOllama(SEEING) as ollama:
        ollama.offer(BLIND, fails_with="write: no space left on device")
        show = ModelShow(url=ollama.url)
        async with working(show):
            await show.ask("pull", name=BLIND.name)
            broken = await show.until(lambda work: work["state"] == "broken")
            ollama.offer(BLIND, layers=(1000,), there=250)
            await show.ask("pull", name=BLIND.name)
            await show.until(lambda work: work["state"] == "done")

    assert "the disk is full" in broken["words"]


async def test_a_download_can_be_stopped() -> None:
    async with FakeOllama(SEEING) as ollama:
        ollama.offer(BLIND, holds=True)
        show = ModelShow(url=ollama.url)
        async with working(show):
            await show.ask("pull", name=BLIND.name)
            await show.until(lambda work: work["state"] == "runs" and work["done"] > 0)
            await show.ask("stop_pull", name=BLIND.name)

            assert show.told[-1][-1]["state"] == "stopped"
            with pytest.raises(ConfigError, match="Nothing is under way"):
                await show.ask("stop_pull", name=BLIND.name)


async def test_nothing_is_measured_beside_a_show_unless_it_is_asked_for_twice() -> None:
    async with FakeOllama(SEEING) as ollama:
        show = ModelShow(url=ollama.url, is_performing=True)
        with pytest.raises(ConfigError, match="It performs now"):
            await show.ask("measure", name=SEEING.name)

        await show.ask("measure", name=SEEING.name, confirm=True)

    assert [(each["kind"], each["state"]) for each in show.board.list_all()] == [("measure", "waits")]


async def test_a_copy_without_benches_measures_nothing_and_tells_the_page() -> None:
    async with FakeOllama(SEEING) as ollama:
        show = ModelShow(url=ollama.url, can_measure=False)
        listed = await show.ask("list")
        with pytest.raises(ConfigError, match="An installed copy has nothing that measures"):
            await show.ask("measure", name=SEEING.name)

    assert not listed["can_measure"]
    assert ModelOperations.can_measure  # a checkout has them


async def test_the_chosen_model_is_set_and_the_show_begins_again() -> None:
    show = ModelShow()

    assert await show.ask("choose", spec="ollama:gemma3:4b") == "The show begins again with ollama:gemma3:4b."

    assert (show.set, show.begins) == ([{"key": "model.spec", "value": "ollama:gemma3:4b"}], 1)


async def test_where_several_may_lead_the_chosen_one_comes_first() -> None:
    show = ModelShow(models=(EndpointSettings(spec="ollama:a"), EndpointSettings(spec="ollama:b")))

    await show.ask("choose", spec="ollama:b")

    assert show.set == [{"key": "models", "value": [{"spec": "ollama:b"}, {"spec": "ollama:a"}]}]


async def test_what_is_no_model_is_not_chosen() -> None:
    show = ModelShow()

    with pytest.raises(ConfigError, match="is no model"):
        await show.ask("choose", spec="nonsense")

    assert (show.set, show.begins) == ([], 0)
