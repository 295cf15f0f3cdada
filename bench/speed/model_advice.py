"""The advice of `performer bench model`: the picture and the context with which a line comes in time, and the settings.

A width or a context is good when 95 of 100 lines came within the target; of the good ones the largest is best.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bench.figures import find_percentile
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.keys import get_value, split_key
from performer.core.errors import ConfigError

WIDTH_KEY: Final = "scene.picture_width"
CONTEXT_KEY: Final = "model.num_ctx"
_FROM_WHEN: Final = "It holds from the next start on."


@dataclass(frozen=True, kw_only=True)
class ModelAdvice:
    """What to set for a target time."""

    target_s: float
    """Seconds in which a line is to come, from its question to its end."""
    width: int | None
    """The best value of `scene.picture_width`; None where no picture was measured, or none is read in time."""
    context: int | None
    """The best value of `model.num_ctx`; None where none was measured, or no line came in time."""
    sentences: tuple[str, ...]
    """Why, for the streamer."""

    @property
    def settings(self) -> Mapping[str, int]:
        """Return what to set, by key."""
        chosen = {WIDTH_KEY: self.width, CONTEXT_KEY: self.context}
        return {key: value for key, value in chosen.items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class MeasuredLines:
    """The seconds that whole lines took."""

    text_s: list[float]
    """Without a picture."""
    by_width: Mapping[int, list[float]]
    """With one, by the value of `scene.picture_width`."""
    by_context: Mapping[int, list[float]]
    """By the value of `model.num_ctx`; empty where only the one that is set was asked for."""
    longest_tokens: int
    """Tokens of the longest question, with room for its answer; 0 where the server counts none."""
    context: int
    """The value of `model.num_ctx` that is set."""


def advise(lines: MeasuredLines, target_s: float, where_from: str) -> ModelAdvice:
    """Choose the best picture and context.

    Args:
        lines: What was measured.
        target_s: Seconds in which a line is to come.
        where_from: What the target is, for the sentences: `turn.freshness_s`.
    """
    target = f"within {target_s:g} s ({where_from})"
    width = _find_largest(lines.by_width, target_s)
    fitting = {tokens: took for tokens, took in lines.by_context.items() if tokens >= lines.longest_tokens}
    context = _find_largest(fitting, target_s)
    return ModelAdvice(
        target_s=target_s,
        width=width,
        context=context,
        sentences=(*_describe_width(lines, width, target), *_describe_context(lines, context, target)),
    )


def _find_largest(took_s: Mapping[int, list[float]], target_s: float) -> int | None:
    return max((size for size, values in took_s.items() if _find_slowest(values) <= target_s), default=None)


def _find_slowest(values: list[float]) -> float:
    """Return the seconds that 95 of 100 lines do not exceed."""
    return find_percentile(values, 95) or 0.0


def _describe_width(lines: MeasuredLines, width: int | None, target: str) -> Iterator[str]:
    text_s = _find_slowest(lines.text_s)
    if not lines.by_width:
        yield f"Without a picture 95 of 100 lines came within {text_s:.1f} s; they are wanted {target}."
        return
    if width is None:
        least = min(lines.by_width)
        took = f"{_find_slowest(lines.by_width[least]):.1f} s even with {WIDTH_KEY} = {least}"
        yield f"No line about a picture came {target}: {took}, and {text_s:.1f} s without one. Take a smaller model."
        return
    best_s = _find_slowest(lines.by_width[width])
    wider = min((each for each in lines.by_width if each > width), default=None)
    more = f", and at {wider} {_find_slowest(lines.by_width[wider]):.1f} s" if wider else ", at the widest there is"
    within = f"95 of 100 lines came within {best_s:.1f} s"
    yield f"For a line {target} the best {WIDTH_KEY} is {width}: {within}{more}."


def _describe_context(lines: MeasuredLines, context: int | None, target: str) -> Iterator[str]:
    there, needed = sorted(lines.by_context), lines.longest_tokens
    short = max((each for each in (*there, lines.context) if each < needed), default=None)
    if short:
        yield f"A context of {short} tokens is too short: the longest question with its answer may have {needed}."
    if not there:
        return
    if context is None:
        yield f"With none of the contexts {', '.join(map(str, there))} a line came {target}."
        return
    took_s = _find_slowest(lines.by_context[context])
    yield f"For a line {target} the best {CONTEXT_KEY} is {context}: 95 of 100 lines came within {took_s:.1f} s."


def write_advice(advice: ModelAdvice, config: Config, file: ConfigFile) -> list[str]:
    """Write the settings of an advice into the configuration file, where they differ.

    Returns:
        A sentence for each, with the value before, or with why it could not be written.
    """
    if not advice.settings:
        return ["Nothing was written: no setting was found that is good enough."]
    return [_write(key, value, config, file) for key, value in advice.settings.items()]


def _write(key: str, value: int, config: Config, file: ConfigFile) -> str:
    before = get_value(config, split_key(key))
    if before == value:
        return f"{key} stays {value}."
    try:
        told = file.set(key, value).describe(_FROM_WHEN)
    except ConfigError as error:  # the figures are worth more than the writing
        return f"{key} = {value} was not written: {error}"
    return f"{told} It is {value} now, and was {before}."
