"""`performer bench model`: how fast the streamer's own model server answers what the performer asks it.

Each round begins with a mark that the server has never read: the first question behind it is read whole, the others
only in what is new, as in a show. Beside them stands the shortest question there is, so that what the performer adds is
told apart from the model.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from bench.speed.model_advice import MeasuredLines, advise, write_advice
from bench.speed.model_asking import AskedModel, choose_settings, open_asked_model
from bench.speed.model_figures import ModelFigures, QuestionArm
from bench.speed.model_questions import QuestionMaker, begin_with, find_picture_size
from bench.speed.report import SpeedReport
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets
from performer.models.settings import OllamaSpec, parse_model

_WIDTHS: Final = (1500, 480, 320)
"""Values of `scene.picture_width`: a screen of 1,920 columns is shown with 960, 480 and 320."""
_FRESHNESS: Final = "turn.freshness_s"
_MOST_LOADS: Final = 3

Say = Callable[[str], None]
"""Prints a line for whoever waits."""


@dataclass(frozen=True, kw_only=True)
class ModelPlan:
    """What is measured."""

    model: str = ""
    """A spec, or the bare name of an Ollama's; empty for the one that performs."""
    runs: int = 10
    """Rounds, in each of which every question is asked once."""
    target_s: float | None = None
    """Seconds in which a line is to come; None: as old as its picture may be."""
    contexts: tuple[int, ...] = ()
    """Values of `model.num_ctx` beside the one that is set; for each the model is loaded anew."""
    loads: bool = False
    """Whether the model is unloaded, and its loading is measured."""
    writes: bool = False
    """Whether the advice is written into the configuration file."""


async def run(plan: ModelPlan, config: Config, file: ConfigFile, say: Say = lambda _line: None) -> SpeedReport:
    """Measure the model that a plan names.

    Raises:
        ConfigError: for a spec that is none, or a plan that its server cannot do.
        ServiceError: when its server is not there, has no such model, is busy, or too slow; with the remedy.
    """
    settings, clock = choose_settings(config, plan.model), SystemClock()
    if (plan.loads or plan.contexts) and not isinstance(parse_model(settings.spec), OllamaSpec):
        raise ConfigError("--load and --context load a model anew, which only an Ollama does. Leave them out.")
    async with open_asked_model(settings, clock) as model:
        say(f"Loading {model.name}, which may take up to {config.model.warm_up_s:g} seconds …")
        await model.load()
        bench = _Bench(plan, config, model, say)
        await bench.measure()
        return SpeedReport(
            bench="model",
            series=tuple(bench.figures.list_series()),
            options={"model": model.name, "rounds": str(plan.runs)},
            notes=(*bench.describe(), *bench.finish(file)),
        )


class _Bench:
    """One run."""

    def __init__(self, plan: ModelPlan, config: Config, model: AskedModel, say: Say) -> None:
        self.figures = ModelFigures()
        self._plan, self._config, self._model, self._say = plan, config, model, say
        self._clock = SystemClock()
        self._chance = Random()
        """Without a seed: no run begins with the marks of another one, which its server may know yet."""
        self._text = QuestionMaker(self._clock, config, sees=False)
        self._by_width: dict[int, QuestionMaker] = {}
        self._left_out: list[str] = []

    @property
    def _usual(self) -> QuestionMaker:
        """Return the maker of questions as the settings have them."""
        return self._by_width.get(self._config.scene.picture_width, self._text)

    async def measure(self) -> None:
        """Measure all that the plan wants."""
        if self._model.sees:
            await self._prepare_pictures()
        await self._warm_up()
        for number in range(self._plan.runs):
            self._say(f"Round {number + 1} of {self._plan.runs} …")
            await self._ask_round()
        if self._plan.loads:
            await self._measure_loads()
        if self._plan.contexts:
            await self._measure_contexts()

    async def _prepare_pictures(self) -> None:
        """Prepare the questions with a picture of each width, named by what they show."""
        for width in sorted({*_WIDTHS, self._config.scene.picture_width}, reverse=True):
            scene = self._config.scene.model_copy(update={"picture_width": width})
            maker = QuestionMaker(self._clock, self._config.model_copy(update={"scene": scene}), sees=True)
            self.figures.add_width(width, find_picture_size(await maker.make_reaction()))
            self._by_width[width] = maker

    async def _warm_up(self) -> None:
        """Ask questions of each kind, unmeasured: a server's first answers are not like the others."""
        await self._model.ask_bare()
        for maker in dict.fromkeys((self._text, self._usual)):
            await self._model.ask(await maker.make_reaction())

    async def _ask_round(self) -> None:
        """Ask every question once: what follows another one with the same mark is warm."""
        figures, mark = self.figures, self._make_mark()
        figures.bare.times.append(await self._model.ask_bare())
        for arm in (figures.cold, figures.warm):
            await self._ask_reaction(arm, mark, self._text)
        for width in self._chance.sample(list(self._by_width), len(self._by_width)):
            await self._ask_reaction(figures.by_width[width], mark, self._by_width[width])
        mark = self._make_mark()  # a model that only talks reads the same beginning as in a reaction
        for arm in (figures.talk_cold, figures.talk):
            question = await self._usual.make_conversation()
            arm.times.append(await self._model.ask(begin_with(mark, question)))

    async def _ask_reaction(self, arm: QuestionArm, mark: str, maker: QuestionMaker) -> None:
        arm.times.append(await self._model.ask(begin_with(mark, await maker.make_reaction())))

    def _make_mark(self) -> str:
        return f"{self._chance.randrange(10**9):09d}."

    async def _measure_loads(self) -> None:
        for _ in range(min(self._plan.runs, _MOST_LOADS)):
            self._say(f"Loading {self._model.name} anew …")
            await self._model.unload()
            times = await self._model.ask(await self._text.make_reaction())
            self.figures.loads_s.append(times.first_s)

    async def _measure_contexts(self) -> None:
        """Measure reactions with each context alike, last with the one that is set, with which a show goes on."""
        usual, made_for = self._model.settings.num_ctx, await self._model.find_longest_context()
        for tokens in (*sorted({*self._plan.contexts} - {usual}), usual):
            if 0 < made_for < tokens:
                self._left_out.append(f"A context of {tokens} tokens was left out: the model was made for {made_for}.")
                continue
            self._say(f"Loading {self._model.name} for a context of {tokens} tokens …")
            await self._model.load(tokens)
            arm, mark = self.figures.add_context(tokens, usual), self._make_mark()
            await self._model.ask(begin_with(mark, await self._usual.make_reaction()))
            for _ in range(self._plan.runs):
                await self._ask_reaction(arm, mark, self._usual)

    def describe(self) -> Iterator[str]:
        """Yield sentences about what was measured, and what was not."""
        model, figures = self._model, self.figures
        mode = figures.warm.times[-1].usage.mode
        way = f", in mode {mode}," if mode else ""
        yield f"{model.name} was asked as a show asks it{way} with a context of {model.settings.num_ctx} tokens."
        yield figures.describe_speed() or "Its server counts no tokens, so only times were measured."
        yield from filter(None, (figures.describe_busy(), *self._left_out))
        if not model.sees:
            yield "It does not see: it gets descriptions in place of pictures, so no picture was measured."
        if model.driver.is_unproved:
            yield "No show has found out yet how it calls tools, so it was asked for words alone. Start one first."

    def finish(self, file: ConfigFile) -> Iterator[str]:
        """Yield the advice, and what was written of it."""
        target_s, where = self._plan.target_s, "--target"
        if target_s is None:
            target_s, where = self._config.turn.freshness_s, _FRESHNESS
        advice = advise(self._gather_lines(), target_s, where)
        yield from advice.sentences
        if self._plan.writes:
            yield from write_advice(advice, self._config, file)
            yield from self._describe_other_lead()
        elif advice.settings:
            yield "Nothing was written; --write sets that."

    def _describe_other_lead(self) -> Iterator[str]:
        lead, spec = choose_settings(self._config, ""), self._model.settings.spec
        if spec != lead.spec and self._model.name != lead.name:
            change = f"{COMMAND} config set model.spec {mask_secrets(spec)}"
            yield f'Another model performs; "{change}" has {self._model.name} do it.'

    def _gather_lines(self) -> MeasuredLines:
        figures, settings = self.figures, self._model.settings
        longest = figures.longest_question
        return MeasuredLines(
            text_s=figures.warm.lines_s,
            by_width={width: arm.lines_s for width, arm in figures.by_width.items()},
            by_context={tokens: arm.lines_s for tokens, arm in figures.by_context.items()},
            longest_tokens=longest + settings.num_predict if longest else 0,
            context=settings.num_ctx,
        )
