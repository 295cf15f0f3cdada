"""Servers of models as they are configured for a test, and what is told of them."""

import io
from typing import Any

from rich.console import Console

from performer.cli.models import table
from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.models import installed
from performer.models.settings import EndpointSettings, ModelSettings
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import FakeModel

LONG = FakeModel(name="hf.co/unsloth/Qwen3-VL-4B-Instruct-GGUF:Q4_K_M-and-a-name-beyond-all-measure")


def config(ollama: FakeOllama, **settings: Any) -> Config:
    return Config(model=ModelSettings(url=ollama.url, **settings))


async def list_all(config: Config) -> list[installed.InstalledModels]:
    return await installed.list_installed(config.model, config.models, SystemClock())


async def shown(config: Config, *, width: int = 80) -> str:
    console, clock = Console(file=io.StringIO(), width=width), SystemClock()
    table.print_installed(installed.put_leader_first(await list_all(config)), console, clock.utc())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def several(*specs: str) -> Config:
    return Config(models=tuple(EndpointSettings(spec=each) for each in specs))
