"""Each installed model that fits is measured on the short set, so that one can be advised."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console

from bench.tool_choice.advice import Advice, Candidate, choose
from bench.tool_choice.cases.selection import SHORT, Selection
from bench.tool_choice.figures.figures import build_figures
from bench.tool_choice.measure import CALLING, Measurement, measure
from bench.tool_choice.plan import MeasurePlan
from performer.config.config import Config
from performer.config.layers import load
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.models.ollama.installed import OllamaModel
from performer.models.selection.build import apply_spec, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, parse_model

CASES: Final = 60
_WITHIN_S: Final = 180.0
"""Seconds for each model, over all its modes, its loading and its probe too."""
_SIZE: Final = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*(?:(g|m)i?b?)\s*", re.IGNORECASE)
_BYTES: Final = {"g": 1e9, "m": 1e6}
_BESIDE: Final = 1.2
"""Times its file that a model needs: what it computes with, and a context of 8,192 tokens, come on top."""


def parse_size(text: str) -> float:
    """Parse a size of memory such as `8GB`, `6.5 GB` or `900MB`, in bytes; raise ConfigError for what is none."""
    written = _SIZE.fullmatch(text)
    if written is None or float(written[1].replace(",", ".")) == 0:
        raise ConfigError(f"--fit '{text}' is no size. Write the memory that the game leaves free, such as 8GB.")
    return float(written[1].replace(",", ".")) * _BYTES[written[2].lower()]


async def fit(size: float, seed: int, console: Console) -> Advice | None:
    """Measure the models of the configured Ollama that fit into so many bytes, and choose; None: it was stopped.

    Raises:
        ConfigError: when none fits.
        ServiceError: when there is no Ollama.
    """
    config = load(Home.find().config_file).config
    settings = _find_ollama(config)
    fitting, left_out = _part(await _list_installed(settings), size)
    if not fitting:
        raise ConfigError(f"No installed model fits: {'; '.join(left_out) or 'none is installed'}. Pull a smaller one.")
    candidates: list[Candidate] = []
    pages: list[Path] = []
    for name in fitting:
        console.print(f"Measuring {name} …", markup=False, highlight=False)
        try:
            done = await _measure_model(f"ollama:{name}@{settings.url}", seed, console)
        except (ServiceError, ConfigError) as failure:
            left_out.append(f"{name} could not be measured: {str(failure).rstrip('.')}")
            continue
        if done.is_interrupted:
            return None
        if done.stopped:
            left_out.append(f"{name} was not measured to the end: {done.stopped.rstrip('.')}")
        pages.append(done.write_page())
        done.write_report()
        candidates += _make_candidates(done, name_setting(config.model.spec, name))
    return choose(candidates, tuple(left_out), tuple(pages))


def _part(installed: Sequence[OllamaModel], size: float) -> tuple[list[str], list[str]]:
    """Return the names of the models that fit, and why each of the others is left out."""
    fitting, left_out = [], []
    for model in installed:
        needs = model.size * _BESIDE
        if model.remote or not model.size:
            left_out.append(f"{model.name} runs on another machine, and its size here says nothing")
        elif needs > size:
            left_out.append(f"{model.name} needs about {needs / 1e9:.1f} GB")
        else:
            fitting.append(model.name)
    return fitting, left_out


def _find_ollama(config: Config) -> ModelSettings:
    spec = parse_model(config.model.spec)
    return apply_spec(config.model, spec) if isinstance(spec, OllamaSpec) else config.model


def name_setting(configured: str, name: str) -> str:
    """Return what is to be set so that a model leads: the name in a spec wins over `model.name`."""
    spec = parse_model(configured)
    if not isinstance(spec, OllamaSpec):
        return f"model.spec ollama:{name}"
    at = f"@{spec.url}" if spec.url else ""
    return f"model.spec ollama:{name}{at}" if spec.name or at else f"model.name {name}"


async def _list_installed(settings: ModelSettings) -> Sequence[OllamaModel]:
    async with make_ollama_server(settings, SystemClock(), "") as server:
        return await server.listed(settings.probe_s)


async def _measure_model(spec: str, seed: int, console: Console) -> Measurement:
    """Measure a model in each mode that calls tools; whatever time cuts off is as much of each group."""
    plan = MeasurePlan(
        model=spec,
        modes=CALLING,
        selection=Selection(tags=(SHORT,), limit=CASES, is_in_rounds=True),
        seed=seed,
        within_s=_WITHIN_S,
    )
    return await measure(plan, console)


def _make_candidates(done: Measurement, setting: str) -> list[Candidate]:
    """Return the model in each mode in which it played any case."""
    by_mode = {mode: [each for each in done.report.graded if each.trial.mode == mode] for mode in done.measured.modes}
    made = [
        Candidate(
            model=done.report.about.model, mode=mode, graded=graded, figures=build_figures(graded), setting=setting
        )
        for mode, graded in by_mode.items()
    ]
    return [each for each in made if each.cases]
