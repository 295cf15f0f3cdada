"""A measurement of a model on BFCL's files: its cases in each mode, with the progress, and the scores by mode."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import Progress

from bench.model_spec import complete_spec
from bench.tool_choice.bfcl.cases import BfclCase
from bench.tool_choice.bfcl.files import BfclFolder, read_bfcl
from bench.tool_choice.bfcl.play import play_bfcl
from bench.tool_choice.bfcl.scores import BfclScores, score_bfcl
from bench.tool_choice.playing.models import open_measured
from bench.tool_choice.trial import AskedMode, TrialVerdict
from performer.agent.persona import load_persona
from performer.config.layers import load
from performer.core.files.home import Home

_SEED = 1


async def measure_bfcl(
    folder: Path, model: str, modes: tuple[AskedMode, ...], limit: int | None, console: Console
) -> tuple[BfclFolder, Mapping[AskedMode, BfclScores]]:
    """Measure a model on the files in a folder; a limit is drawn over all cases, the same each time.

    Raises:
        ConfigError: for a folder without such files, or files that are broken.
        ServiceError: when the model's server is not there.
    """
    read = read_bfcl(folder)
    cases = [*read.cases]
    if limit is not None:
        cases = Random(_SEED).sample(cases, min(limit, len(cases)))
    home = Home.find()
    config = load(home.config_file).config
    spec = complete_spec(model) or config.model.spec
    async with open_measured(spec, config, load_persona(), modes, probes=False) as measured:
        scores: dict[AskedMode, BfclScores] = {}
        with Progress(console=console, transient=True) as progress:
            for mode in measured.modes:
                if mode != "talk":  # which calls nothing
                    task = progress.add_task(f"{mode} mode", total=len(cases))

                    def count(_case: BfclCase, _verdict: TrialVerdict, task: object = task) -> None:
                        progress.advance(task)  # type: ignore[arg-type]

                    scores[mode] = score_bfcl(await play_bfcl(cases, measured, mode, count), read)
    return read, scores
