"""The table of installed models: readable on every terminal, and complete as JSON."""

import json
from dataclasses import replace

import pytest

from performer.cli.models import table
from performer.core.command_line import COMMAND
from performer.guard.guard import Guard
from performer.models import installed
from tests.fakes.ollama import BLIND, EMBEDDING, SEEING, SEEING_ONLY, THINKING, FakeOllama
from tests.fakes.ollama_wire import FakeModel
from tests.fakes.openai import FakeOpenAI
from tests.performer.cli.models.servers import LONG, config, list_all, several, shown

pytestmark = pytest.mark.anyio


async def test_the_table_tells_what_each_can_and_which_leads(ollama: FakeOllama) -> None:
    ollama.models = [EMBEDDING, BLIND, SEEING, THINKING]
    ollama.put_in_memory(SEEING, size=100, size_vram=62, context_length=4096)
    text = await shown(config(ollama))
    rows = [line.split() for line in text.splitlines()]

    assert [each.path for each in ollama.requests].count("/api/show") == len(ollama.models)
    assert [SEEING.name, "yes", "yes", "–", "3.3", "GB", "256k"] in rows
    assert [BLIND.name, "–", "yes", "–", "3.3", "GB", "256k"] in rows
    assert "  only for embedding" in text
    assert "  in memory, 62% on the card" in text
    assert f"{SEEING.name} leads: the first installed one that sees and calls tools." in text
    assert "38% of it is on the CPU, which is slow" in text
    assert "set model.num_ctx to 4096." in text


@pytest.mark.parametrize("width", [30, 50, 64, 80, 200])
async def test_it_fits_every_terminal_and_no_name_is_cut(ollama: FakeOllama, width: int) -> None:
    ollama.models = [LONG, EMBEDDING, SEEING]
    ollama.put_in_memory(LONG)
    text = (await shown(config(ollama), width=width)).partition(" leads: ")[0]
    lines = text.splitlines()[1:-1]  # a sentence is left to the terminal to wrap: what is copied out of it is whole

    assert max(map(len, lines)) <= width
    assert LONG.name[-10:] in text
    assert "…" not in text


async def test_of_a_server_with_very_many_sixty_are_shown_and_the_others_counted(ollama: FakeOllama) -> None:
    ollama.models = [replace(SEEING, name=f"model-{number}:4b") for number in range(62)]
    lines = (await shown(config(ollama))).splitlines()

    assert sum(line.startswith("model-") and " leads: " not in line for line in lines) == 60
    assert "… and 2 more; --json lists them all." in lines


async def test_as_json_there_are_bytes_tokens_and_null_for_the_unknown(ollama: FakeOllama) -> None:
    ollama.models = [FakeModel(name="old:1b", capabilities=None, context=0), SEEING]
    ollama.put_in_memory(SEEING)
    ollama.version = "0.12.0"
    (server,) = json.loads(table.format_json(await list_all(config(ollama))))["servers"]

    assert (server["leads"], server["trouble"]) == (SEEING.name, None)
    assert "0.12.0 is old" in server["warnings"][-1]
    assert [each["context"] for each in server["models"]] == [None, 262_144]
    assert server["models"][0]["loaded"] is None
    assert server["models"][1]["loaded"] == {
        "size": SEEING.size + 1_000_000_000,
        "on_card": 1.0,
        "context": 8192,
        "until": None,
    }


async def test_an_old_server_is_warned_of_in_a_line_of_its_own_under_its_heading(ollama: FakeOllama) -> None:
    ollama.version = "0.12.0"
    heading, warning, *rest = (await shown(config(ollama))).splitlines()

    assert heading == f"Ollama 0.12.0 at {ollama.url}"
    assert warning == "Ollama 0.12.0 is old and loses tool calls: update it to 0.17.1 or later."
    assert "is old" not in " ".join(rest)


async def test_a_server_without_a_list_has_no_lead_that_is_sure() -> None:
    async with FakeOpenAI() as server:
        server.models = None
        told = await shown(several(f"openai:x@{server.url}"))

    assert told.splitlines()[1] == f'It has no list of models; "{COMMAND} doctor" tries whether x is there.'


async def test_who_describes_is_shown_and_what_is_not_told_has_its_legend(ollama: FakeOllama) -> None:
    ollama.models = [BLIND, SEEING_ONLY]
    async with FakeOpenAI() as other:
        here = await shown(config(ollama, describe=f"ollama:{SEEING_ONLY.name}"))
        missing = await shown(config(ollama, describe="ollama:moondream"))
        there = await shown(config(ollama, describe=f"openai:fake-vl@{other.url}"))

    assert here.splitlines()[-1] == f"{SEEING_ONLY.name} describes pictures."
    assert "Nobody describes pictures: no model 'moondream'" in missing
    assert there.splitlines()[-2:] == ["? is what the server does not tell.", "fake-vl describes pictures."]


async def test_what_is_blocked_or_secret_is_shown_of_no_server(ollama: FakeOllama) -> None:
    ollama.models = [replace(SEEING, name="pl0nk:4b"), replace(BLIND, name=f"ann/sk-proj-{'a1B2c3D4' * 5}:1b")]
    found = await list_all(config(ollama))

    told = table.format_json(table.mask_words(installed.put_leader_first(found), Guard(words=["plonk"], finders=())))

    assert ("pl0nk" in told, "a1B2c3D4" in told, "●●●" in told, ollama.url in told) == (False, False, True, True)
