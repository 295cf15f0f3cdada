"""Which installed model to take: each that fits is measured on the short set, and one is chosen with its reason."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console

from bench.tool_choice.cases.selection import SHORT, Selection
from bench.tool_choice.figures.comparison import compare_trials
from bench.tool_choice.figures.figures import Figures, build_figures
from bench.tool_choice.measure import CALLING, Measurement, MeasurePlan, measure
from bench.tool_choice.reports.wording import format_percent, format_rate, format_seconds
from bench.tool_choice.trial import GradedTrial
from performer.config.config import Config
from performer.config.layers import load
from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.models.ollama.installed import OllamaModel
from performer.models.selection.build import apply_spec, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, parse_model

CASES: Final = 60
_WITHIN_S: Final = 180.0
"""Seconds for each model, over all its modes."""
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


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A model in one mode, and what it came to."""

    model: str
    mode: str
    graded: Sequence[GradedTrial] = field(repr=False)
    figures: Figures = field(repr=False)

    @property
    def score(self) -> float:
        """The share of cases in which it was right."""
        return self.figures.right.value or 0.0

    @property
    def answer_s(self) -> float:
        """The seconds that a turn takes, the median."""
        return self.figures.costs.took_s.median if self.figures.costs.took_s else 0.0

    def describe(self) -> str:
        """Return its figures in a clause."""
        found = self.figures
        return (
            f"{self.model} in {self.mode} mode: right {format_rate(found.right)},"
            f" right tool {format_rate(found.right_tool)}, false calls {format_percent(found.false_calls_per_turn)},"
            f" {format_seconds(self.answer_s)} a turn, {found.cases} cases"
        )


@dataclass(frozen=True, kw_only=True)
class Advice:
    """The choice among candidates."""

    best: Candidate
    reason: str
    others: tuple[Candidate, ...]
    left_out: tuple[str, ...]
    """Models that were not measured, with the reason."""


async def fit(size: float, seed: int, console: Console) -> Advice:
    """Measure the models of the configured Ollama that fit into so many bytes, and choose.

    Raises:
        ConfigError: when none fits.
        ServiceError: when there is no Ollama.
    """
    settings = _find_ollama(load(Home.find().config_file).config)
    fitting, left_out = [], []
    for model in await _list_installed(settings):
        needs = model.size * _BESIDE
        if needs > size:
            left_out.append(f"{model.name} needs about {needs / 1e9:.1f} GB")
        else:
            fitting.append(model.name)
    if not fitting:
        raise ConfigError(f"No installed model fits: {'; '.join(left_out) or 'none is installed'}. Pull a smaller one.")
    candidates: list[Candidate] = []
    for name in fitting:
        console.print(f"Measuring {name} …", markup=False, highlight=False)
        try:
            candidates += await _measure_model(f"ollama:{name}@{settings.url}", seed, console)
        except (ServiceError, ConfigError) as failure:
            left_out.append(f"{name} could not be measured: {failure}")
    return choose(candidates, tuple(left_out))


def _find_ollama(config: Config) -> ModelSettings:
    spec = parse_model(config.model.spec)
    return apply_spec(config.model, spec) if isinstance(spec, OllamaSpec) else config.model


async def _list_installed(settings: ModelSettings) -> Sequence[OllamaModel]:
    async with make_ollama_server(settings, SystemClock(), "") as server:
        return await server.listed(settings.probe_s)


async def _measure_model(spec: str, seed: int, console: Console) -> list[Candidate]:
    """Measure a model in each mode that calls tools, the time shared out evenly among them."""
    plan = MeasurePlan(
        model=spec,
        modes=CALLING,
        selection=Selection(tags=(SHORT,), limit=CASES),
        seed=seed,
        mode_within_s=_WITHIN_S / len(CALLING),
    )
    done = await measure(plan, console)
    return [each for mode in done.measured.modes if (each := _make_candidate(done, mode)).figures.cases]


def _make_candidate(done: Measurement, mode: str) -> Candidate:
    graded = [each for each in done.report.graded if each.trial.mode == mode]
    return Candidate(model=done.report.about.model, mode=mode, graded=graded, figures=build_figures(graded))


def choose(candidates: Sequence[Candidate], left_out: tuple[str, ...] = ()) -> Advice:
    """Choose the best score; of those that are not shown to be worse, the one that answers soonest.

    Raises:
        ConfigError: when nothing could be measured.
    """
    if not candidates:
        raise ConfigError(f"Nothing could be measured: {'; '.join(left_out)}.")
    ranked = sorted(candidates, key=lambda each: -each.score)
    top = ranked[0]
    alike = [each for each in ranked if each is top or not compare_trials(top.graded, each.graded).shows_difference]
    best = min(alike, key=lambda each: each.answer_s)
    others = tuple(each for each in ranked if each is not best)
    return Advice(best=best, reason=_explain(best, top, others), others=others, left_out=left_out)


def _explain(best: Candidate, top: Candidate, others: Sequence[Candidate]) -> str:
    if not others:
        return "It is the only one that could be measured."
    if best is top:
        return "It has the best score."
    words = compare_trials(top.graded, best.graded).words
    return f"{top.model} in {top.mode} mode has a higher score, but {words.rstrip('.')}; this one answers sooner."


def format_advice(advice: Advice) -> str:
    """Format an advice for people, with the commands that follow it."""
    best = advice.best
    lines = [
        f"Take {best.describe()}.",
        advice.reason,
        f'Set it: "{COMMAND} config set model.name {best.model}" and "{COMMAND} config set model.mode {best.mode}".',
        *(f"Also measured: {each.describe()}." for each in advice.others),
        *(f"Left out: {each}." for each in advice.left_out),
    ]
    return "\n".join(lines)
