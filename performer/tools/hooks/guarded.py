"""The hook that sends all that a call says through the guard."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from performer.core import events
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.text import restore_lines
from performer.guard.guard import Guard, GuardedTrail
from performer.guard.settings import Judge
from performer.guard.verdict import Dropped, Masked, Verdict
from performer.tools.hooks.traced import make_called_event, make_refused_event
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_LONG_NUMBER = 1_000_000
"""A longer one may be somebody's: of a telephone, a card or an account."""
_MOST_NAMES = 500


def make_guard_hook(guard: Guard, stream: EventStream, judge: Judge | None = None) -> Hook:
    """Return a hook that sends a call's tool name and texts through the guard, and the texts past a judge, if any.

    Belongs outermost, so that no other hook, event or refusal repeats a word that may not be said; hence it states the
    call and its own refusal, without the arguments. A text is cut at the tool's own length, or else that of an
    overlay's; the judge is asked about all texts of a call together.
    """
    trail = guard.trail()  # a word may be split over the texts of two calls
    check_name = _make_name_check(guard)

    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        chars = call.tool.chars if call.tool else None
        try:
            name = check_name(call.name)
            given = call.arguments.items()
            arguments = {check_name(key): _pass_value(value, key, trail, guard, chars) for key, value in given}
            if judge:
                await _pass_judge(arguments, guard, judge)
        except _Blocked as blocked:
            stream.publish(events.SentenceBlocked(turn=call.turn, reason=str(blocked), where="tool"))
            told = guard.overlay(call.name)
            tool = "(blocked)" if isinstance(told, Dropped) else told.text
            wordless = replace(call, name=tool, arguments={}, asked_s=None)
            stream.publish(make_called_event(wordless))
            stream.publish(make_refused_event(wordless, str(blocked)))
            raise ToolRefusedError("That text cannot go on stage; say something else.") from None
        return await proceed(replace(call, name=name, arguments=arguments))

    return check


def _make_name_check(guard: Guard) -> Callable[[str], str]:
    """Return a function that passes names; it knows those that passed as they are, for they come again and again."""
    known, basis = set[str](), guard.verdict_basis

    def check_name(name: str) -> str:
        nonlocal basis
        if basis != guard.verdict_basis or len(known) > _MOST_NAMES:
            known.clear()
            basis = guard.verdict_basis
        passed = name if name in known else _pass_text(name, guard)
        if passed == name:
            known.add(name)
        return passed

    return check_name


class _Blocked(Exception):
    """A text that the guard dropped; carries its reason."""


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


def _pass_value(value: object, of: str, trail: GuardedTrail, guard: Guard, chars: int | None) -> object:
    match value:
        case str():
            passed = _require_text(trail.overlay(value, of=of, limit=chars))
            return restore_lines(value, passed) if chars else passed
        case list() | tuple():
            return [_pass_value(each, of, trail, guard, chars) for each in value]
        case Mapping():
            items = value.items()
            return {_pass_text(str(key), guard): _pass_value(each, key, trail, guard, chars) for key, each in items}
        case int() | float() if abs(value) >= _LONG_NUMBER and _pass_text(str(value), guard) != str(value):
            raise _Blocked("a number that reaches somebody")
        case _:
            return value


def _pass_text(text: str, guard: Guard) -> str:
    return _require_text(guard.overlay(text))


def _require_text(verdict: Verdict) -> str:
    if isinstance(verdict, Dropped):
        raise _Blocked(verdict.reason)
    return verdict.text
