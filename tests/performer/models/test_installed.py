"""The models of each configured server: which are there, which one leads, and which are next."""

import json
from collections.abc import AsyncIterator

import pytest

from performer.cli.models import table
from performer.config.config import Config
from performer.models import installed
from performer.models.settings import EndpointSettings
from tests.fakes.ollama import BLIND, SEEING, FakeOllama
from tests.fakes.openai import FakeOpenAI
from tests.performer.cli.models.servers import config, list_all, several, shown

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(BLIND) as fake:
        yield fake


async def test_an_empty_ollama_and_one_that_is_gone_tell_what_to_do(ollama: FakeOllama) -> None:
    ollama.models = []
    empty = await shown(config(ollama))
    await ollama.stop()
    (gone,) = await list_all(config(ollama))

    assert "no model at" in empty
    assert "pull qwen3-vl:4b-instruct" in empty
    assert gone.trouble.startswith("no Ollama at")


async def test_every_server_of_a_list_is_looked_at_and_shown_once(ollama: FakeOllama) -> None:
    ollama.models = [BLIND, SEEING]
    at = f"@{ollama.url}"
    specs = (
        f"ollama:{BLIND.name}{at}",
        f"ollama:{at}",
        f"ollama:{BLIND.name}{at}",
        f"ollama:x{at}",
        "ollama:@127.0.0.1:1",
    )
    several = Config(models=tuple(EndpointSettings(spec=each) for each in specs))
    first, second = await list_all(several)

    assert (first.leads, first.why.split(";")[0]) == (BLIND.name, "as configured")
    assert [each.name for each in first.next] == [SEEING.name, ""]
    assert "no model 'x'" in first.next[1].why
    assert [each.path for each in ollama.requests].count("/api/ps") == 1
    assert second.trouble.startswith("no Ollama at http://127.0.0.1:1")
    assert f"{SEEING.name} is next in line: the first installed one" in await shown(several)


async def test_one_leads_and_the_others_are_next_in_line_unless_the_show_knows_better(ollama: FakeOllama) -> None:
    async with FakeOpenAI("big-vl") as second:
        both = several(f"ollama:{BLIND.name}@{ollama.url}", f"openai:big-vl@{second.url}")
        found = await list_all(both)
        by_order = installed.put_leader_first(found)
        by_show = installed.put_leader_first(found, installed.LeadingModel(name="big-vl", url=second.url))
    told = [[each["leads"] for each in json.loads(table.format_json(it))["servers"]] for it in (by_order, by_show)]

    assert told == [[BLIND.name, None], [None, "big-vl"]]
    assert [each.name for each in by_order[1].next] == ["big-vl"]
    assert [each.name for each in by_show[0].next] == [BLIND.name]
    assert by_show[1].why.startswith("as configured")
