"""The hook that has the guard look at all that a call says: to people, or to a program."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from performer.core import events
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.text import MOST_DEPTH, format_json_line, is_too_deep, restore_lines
from performer.core.values import dataclass
from performer.guard.guard import Guard, GuardedTrail
from performer.guard.settings import Judge
from performer.guard.verdict import Dropped, Masked, Verdict
from performer.tools.hooks.sent import SendingRefusal, find_refusal
from performer.tools.hooks.traced import make_called_event, make_refused_event
from performer.tools.masked_arguments import mask_arguments_aside
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_LONG_NUMBER: Final = 1_000_000
"""A longer one may be somebody's: of a telephone, a card or an account."""
_MOST_NAMES: Final = 500
_MOST_LOGGED: Final = 2000
"""Characters of a text that may not be shown."""
_UNSHOWN: Final = own("That text cannot go on stage; say something else.")


def make_guard_hook(
    guard: Guard,
    stream: EventStream,
    judge: Judge | None = None,
    *,
    is_shown: Callable[[ToolCall], bool] = lambda call: call.tool is not None and call.tool.shows != "no",
) -> Hook:
    """Return a hook that sends a call's tool name and texts through the guard, and the texts past a judge, if any.

    Belongs outermost, so that no other hook, event or refusal repeats a word that may not be said; hence it states the
    call and its own refusal, without the arguments. A text for people is masked as it must be, and cut at the tool's
    own length, or else that of an overlay's; a program that calls is held to the strictest level. The judge is asked
    about all texts of a call together.

    What goes to a program (`Tool.texts_for`) goes as it is, or the call is refused; so whoever shows or keeps a call's
    arguments further in masks them. `is_shown` returns whether a call's pictures go on stage: then its words are such
    as could stand there.
    """
    texts = _StageTexts(guard)

    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        is_sent = call.tool is not None and call.tool.texts_for != "stage"
        try:
            _require_flat(call)
            name = texts.pass_name(call.name, strictly=call.is_of_program)
            if is_sent:
                await _check_sent(call)
            arguments = call.arguments if is_sent else texts.pass_arguments(call)
            if judge and (is_shown(call) or not is_sent):
                await _pass_judge(arguments, guard, judge)
        except _Blocked as blocked:
            stream.publish(events.SentenceBlocked(turn=call.turn, reason=str(blocked), where=blocked.where))
            told = guard.overlay(call.name)
            tool = "(blocked)" if isinstance(told, Dropped) else told.text
            wordless = replace(call, name=tool, arguments={}, asked_s=None)
            stream.publish(make_called_event(wordless))
            stream.publish(make_refused_event(wordless, str(blocked)))
            raise ToolRefusedError(blocked.told) from None
        return await proceed(replace(call, name=name, arguments=arguments))

    async def _check_sent(call: ToolCall) -> None:
        refusal = await find_refusal(call, guard, is_shown=is_shown(call))
        if refusal:
            where = f"mcp {call.tool.server}" if call.tool else "tool"
            await _log_refusal(refusal, call, guard, where)
            raise _Blocked(refusal.rule, told=refusal.told, where=where)

    return check


async def _log_refusal(refusal: SendingRefusal, call: ToolCall, guard: Guard, where: str) -> None:
    """Write into the guard's log, which the panel shows, that a call was not made, and why; never the secret in it."""
    if refusal.stopped:
        guard.check(refusal.stopped, limit=_MOST_LOGGED, where=where)
    elif refusal.is_private:
        masked = await mask_arguments_aside(call.arguments, guard.recorded)
        text = f"{call.name} {format_json_line(masked)}"
        guard.log.take(text, category="private", rule=refusal.rule, action="drop", where=where)


class _Blocked(Exception):
    """A call that the guard stopped; carries the reason, without a word of the call, and the sentence for the model."""

    def __init__(self, reason: str, *, told: str = _UNSHOWN, where: str = "tool") -> None:
        super().__init__(reason)
        self.told = told
        self.where = where


class _StageTexts:
    """Passes the texts of calls that people see or hear through the guard."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._trail = guard.trail()
        """A word may be split over the texts of two calls."""
        self._passed_names: set[tuple[str, bool]] = set()
        """Names that passed as they are, for they come again and again; and whether strictly."""
        self._basis = guard.verdict_basis

    def pass_arguments(self, call: ToolCall) -> dict[str, object]:
        """Return a call's arguments as people may see or hear them; raises _Blocked where they may not."""
        passing = _Passing(self._guard, self._trail, call.tool.chars if call.tool else None, call.is_of_program)
        given = call.arguments.items()
        return {self.pass_name(key, strictly=call.is_of_program): passing.pass_value(each, key) for key, each in given}

    def pass_name(self, name: str, *, strictly: bool) -> str:
        """Return a name as people may see it; raises _Blocked where they may not."""
        if self._basis != self._guard.verdict_basis or len(self._passed_names) > _MOST_NAMES:
            self._passed_names.clear()
            self._basis = self._guard.verdict_basis
        if (name, strictly) in self._passed_names:
            return name
        passed = _require_text(self._guard.overlay(name, strictly=strictly))
        if passed == name:
            self._passed_names.add((name, strictly))
        return passed


@dataclass(frozen=True)
class _Passing:
    """The way of one call's values through the guard."""

    guard: Guard
    trail: GuardedTrail
    chars: int | None
    strictly: bool

    def pass_value(self, value: object, of: str) -> object:
        match value:
            case str():
                passed = _require_text(self.trail.overlay(value, of=of, limit=self.chars, strictly=self.strictly))
                return restore_lines(value, passed) if self.chars else passed
            case list() | tuple():
                return [self.pass_value(each, of) for each in value]
            case Mapping():
                return {self._pass_text(str(key)): self.pass_value(each, key) for key, each in value.items()}
            case int() | float() if abs(value) >= _LONG_NUMBER and self._pass_text(str(value)) != str(value):
                raise _Blocked(own("a number that reaches somebody"))
            case _:
                return value

    def _pass_text(self, text: str) -> str:
        return _require_text(self.guard.overlay(text, strictly=self.strictly))


async def _pass_judge(arguments: Mapping[str, object], guard: Guard, judge: Judge) -> None:
    """Send all texts of a call to the judge together.

    What is masked in speech is dropped here, for nobody knows which of the texts it is.
    """
    text = "\n".join(_list_texts(arguments))
    objection = await judge.objection(text) if text else ""
    verdict = guard.decide_objection(text, objection, where="tool") if objection else None
    if isinstance(verdict, Dropped | Masked):
        raise _Blocked(verdict.reason)


def _list_texts(value: object) -> Iterator[str]:
    match value:
        case str() if value:
            yield value
        case list() | tuple():
            for each in value:
                yield from _list_texts(each)
        case Mapping():
            for each in value.values():
                yield from _list_texts(each)


def _require_flat(call: ToolCall) -> None:
    if is_too_deep(call.arguments):
        deep = own("its arguments are nested deeper than {most} times. Call it again, plainly.", most=MOST_DEPTH)
        raise _Blocked(own("arguments that are nested too deep"), told=own("{name}: {deep}", name=call.name, deep=deep))


def _require_text(verdict: Verdict) -> str:
    if isinstance(verdict, Dropped):
        raise _Blocked(verdict.reason)
    return verdict.text
