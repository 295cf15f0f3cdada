"""The download of a model: which one is pulled, from where, and what is printed of it."""

import io
import re
from typing import Any

import pytest
from rich.console import Console

from performer.cli.models import download
from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.models.settings import ModelSettings
from tests.fakes.ollama import BLIND, EMBEDDING, PLAIN, SEEING, FakeOllama
from tests.performer.cli.models.servers import config, several

pytestmark = pytest.mark.anyio


async def pulled(ollama: FakeOllama, name: str = "", **settings: Any) -> str:
    """Pull as into a pipe, and give what is printed."""
    console = Console(file=io.StringIO(), width=80)
    await download.fetch(download.list_download_requests(config(ollama, **settings), name, ""), SystemClock(), console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


async def test_into_a_pipe_go_plain_lines_and_what_the_model_can_do(ollama: FakeOllama) -> None:
    ollama.offer(SEEING, layers=(3_000_000_000, 485), steps=100)
    first, manifest, *tenths, second, verifying, writing, there, leads = (await pulled(ollama)).splitlines()

    assert first == f"Ollama 0.33.0 at {ollama.url} pulls {SEEING.name}, the recommended one: it sees and calls tools."
    assert (manifest, verifying, writing) == ("pulling manifest", "verifying sha256 digest", "writing manifest")
    assert len(tenths) == 11
    assert tenths[4] == "00a1a1a1a1a1  40 %  1.2 GB of 3.0 GB"
    assert second == "01a1a1a1a1a1 100 %  485 bytes of 485 bytes"
    is_there = rf"{re.escape(SEEING.name)} is there, 3\.0 GB after \d s: it sees and calls tools\."
    assert re.fullmatch(is_there, there), there
    assert leads.startswith("It leads from the next start on; a running show")


async def test_a_model_that_would_not_lead_is_told_how_to(ollama: FakeOllama) -> None:
    ollama.models = [SEEING]
    ollama.offer(BLIND, layers=(10,))

    assert f"{COMMAND} config set model.name {BLIND.name}" in await pulled(ollama, BLIND.name)


async def test_without_a_name_the_configured_model_is_pulled(ollama: FakeOllama) -> None:
    ollama.offer(PLAIN, layers=(10,))

    assert f"pulls {PLAIN.name}, as configured." in await pulled(ollama, spec=f"ollama:{PLAIN.name}")


async def test_a_model_that_cannot_chat_and_an_old_server_are_told(ollama: FakeOllama) -> None:
    ollama.version = "0.16.1"
    ollama.offer(EMBEDDING, layers=(10,))
    told = await pulled(ollama, EMBEDDING.name)

    assert "it cannot chat, and so not lead" in told
    assert told.endswith("Ollama 0.16.1 is old and loses tool calls: update it to 0.17.1 or later.\n")


async def test_the_first_ollama_of_a_list_that_answers_has_what_stands_there(ollama: FakeOllama) -> None:
    ollama.models, pc2 = [], "http://127.0.0.1:1"
    ollama.offer(BLIND, layers=(10,))
    config = several(
        "openai:x@http://127.0.0.1:1/v1", f"ollama:{SEEING.name}@{pc2}", f"ollama:{BLIND.name}@{ollama.url}"
    )
    console = Console(file=io.StringIO(), width=80)
    await download.fetch(download.list_download_requests(config, "", ""), SystemClock(), console)
    assert isinstance(console.file, io.StringIO)
    off, pulls, *_ = console.file.getvalue().splitlines()

    assert off.endswith(f'then "{COMMAND} pull {SEEING.name} --url {pc2}". On to the next one.')
    assert pulls == f"Ollama 0.33.0 at {ollama.url} pulls {BLIND.name}, as configured."


def test_a_named_model_goes_first_to_whom_it_is_meant_for_and_an_address_wins() -> None:
    config = several("ollama:a:8b@pc2", "ollama:b:2b@pc3", "ollama:c:1b@pc2")

    def where(name: str, url: str = "") -> list[tuple[str, str]]:
        return [(each.name, each.settings.url) for each in download.list_download_requests(config, name, url)]

    assert where("") == [("a:8b", "http://pc2:11434"), ("b:2b", "http://pc3:11434")]
    assert where("b:2b") == [("b:2b", "http://pc3:11434"), ("b:2b", "http://pc2:11434")]
    assert where("", "pc3") == [("b:2b", "http://pc3:11434")]
    assert where("", "pc4") == [(SEEING.name, "http://pc4:11434")]
    assert (
        download.list_download_requests(config, "", "pc3")[0].lead_by
        == 'write spec = "ollama:b:2b" under [[models]] in config.toml'
    )
    assert not download.list_download_requests(config, "d", "pc4")[0].lead_by


async def test_a_remedy_goes_where_the_trouble_was() -> None:
    one, there = Config(model=ModelSettings(url="http://127.0.0.1:1", spec="ollama:a:1b")), "http://127.0.0.1:1"

    async def remedy(config: Config, url: str = "") -> str:
        with pytest.raises(ServiceError) as caught:
            await download.fetch(
                download.list_download_requests(config, "", url), SystemClock(), Console(file=io.StringIO())
            )
        return str(caught.value).partition("then ")[2]

    assert await remedy(one) == f'"{COMMAND} pull a:1b"'
    assert await remedy(Config(), there) == f'"{COMMAND} pull {SEEING.name} --url {there}"'
    assert await remedy(several(f"ollama:b:2b@{there}")) == f'"{COMMAND} pull b:2b --url {there}"'


async def test_without_ollama_the_remedy_is_told() -> None:
    async with FakeOllama() as gone:
        settings = config(gone)

    with pytest.raises(ServiceError, match=r"no Ollama at .*; install it"):
        await download.fetch(
            download.list_download_requests(settings, "", ""), SystemClock(), Console(file=io.StringIO())
        )
