"""The hooks that ship: functions around a call. Each says no with ToolRefused and a sentence for the model."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from performer import events
from performer.clock import Clock
from performer.errors import ToolFailed, ToolRefused
from performer.events import EventStream
from performer.guard import Drop, Guard, Judge, Masked, Trail, Verdict
from performer.texts import in_its_lines
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_WINDOW_S = 60.0
_LONG_NUMBER = 1_000_000
"""A longer one may be somebody's: of a telephone, a card or an account."""


def guarded(
    guard: Guard, stream: EventStream, judge: Judge | None = None, *, chars: Mapping[str, int] | None = None
) -> Hook:
    """Send the tool's name and every text argument through the guard, and the arguments past a judge, if there is one.

    Belongs outermost, so that no other hook, event or refusal repeats a word that may not be said; hence it states the
    call and its own refusal, without the arguments.

    Args:
        guard: Decides of each text, and cuts it at the length of an overlay's.
        stream: Told of what is blocked.
        judge: Asked about all texts of a call together.
        chars: Another length, in characters, for the tools whose texts go elsewhere; these keep their lines.
    """
    lengths = chars or {}
    trail = guard.trail()  # a word may be split over the texts of two calls

    async def check(call: ToolCall, proceed: Proceed) -> str:
        try:
            name = _passed(call.name, guard)
            arguments = {
                _passed(key, guard): _passed_value(value, key, trail, guard, lengths.get(call.name))
                for key, value in call.arguments.items()
            }
            if judge:
                await _pass_judge(arguments, guard, judge)
        except _Blocked as blocked:
            stream.publish(events.SentenceBlocked(turn=call.turn, reason=str(blocked), where="tool"))
            told = guard.overlay(call.name)
            tool = "(blocked)" if isinstance(told, Drop) else told.text
            wordless = replace(call, name=tool, arguments={}, asked_s=None)
            stream.publish(_called(wordless))
            stream.publish(_refused(wordless, str(blocked)))
            raise ToolRefused("That text cannot go on stage; say something else.") from None
        return await proceed(replace(call, name=name, arguments=arguments))

    return check


def traced(stream: EventStream, clock: Clock, told: Callable[[str], str] = str) -> Hook:
    """State each call and what became of it, once: returned, refused, or failed.

    Args:
        stream: Where.
        clock: Times the call.
        told: Writes what a tool answered as it may be told to others than the model: a tool's words are a stranger's.
    """

    async def trace(call: ToolCall, proceed: Proceed) -> str:
        began_s = clock.now()
        stream.publish(_called(call, began_s))
        became: events.ToolReturned | events.ToolRefused | events.ToolFailed
        became = _failed(call, "its turn ended before it was done")
        try:
            text = await proceed(call)
            became = _returned(call, told(text))
        except ToolRefused as refusal:
            became = _refused(call, told(str(refusal)))
            raise
        except ToolFailed as failure:
            became = _failed(call, told(str(failure)))
            raise
        finally:
            stream.publish(replace(became, after_s=round(clock.now() - began_s, 4)))
        return text

    return trace


def rate_limit(clock: Clock, calls_per_min: Mapping[str, int]) -> Hook:
    """Allow each named tool so many calls in any sixty seconds; tools without a number are free."""
    taken: defaultdict[str, deque[float]] = defaultdict(deque)

    async def limit(call: ToolCall, proceed: Proceed) -> str:
        allowed = calls_per_min.get(call.name)
        if allowed is None:
            return await proceed(call)
        now = clock.now()
        recent = taken[call.name]
        while recent and recent[0] <= now - _WINDOW_S:
            recent.popleft()
        if len(recent) >= allowed:
            raise ToolRefused(_too_often(call.name, allowed, recent, now))
        recent.append(now)
        return await proceed(call)

    return limit


def timeout(clock: Clock, limit_s: float) -> Hook:
    """End a call that takes longer, and tell the model so."""

    async def watch(call: ToolCall, proceed: Proceed) -> str:
        with clock.move_on_after(limit_s):
            return await proceed(call)
        raise ToolFailed(f"{call.name} took longer than {limit_s:g} s and was ended.")

    return watch


def _called(call: ToolCall, at_s: float = 0.0) -> events.ToolCalled:
    after_s = 0.0 if call.asked_s is None else round(at_s - call.asked_s, 4)
    return events.ToolCalled(
        turn=call.turn, step=call.step, call=call.id, tool=call.name, arguments=call.arguments, after_s=after_s
    )


def _returned(call: ToolCall, text: str) -> events.ToolReturned:
    return events.ToolReturned(turn=call.turn, step=call.step, call=call.id, tool=call.name, text=text, after_s=0.0)


def _refused(call: ToolCall, reason: str) -> events.ToolRefused:
    return events.ToolRefused(turn=call.turn, step=call.step, call=call.id, tool=call.name, reason=reason)


def _failed(call: ToolCall, reason: str) -> events.ToolFailed:
    return events.ToolFailed(turn=call.turn, step=call.step, call=call.id, tool=call.name, reason=reason)


class _Blocked(Exception):
    """A text that the guard dropped; carries its reason."""


async def _pass_judge(arguments: Mapping[str, object], guard: Guard, judge: Judge) -> None:
    """Have all texts of a call judged together; what is masked in speech is dropped here, for nobody knows which."""
    text = "\n".join(_texts(arguments))
    objection = await judge.objection(text) if text else ""
    verdict = guard.objected(text, objection, where="tool") if objection else None
    if isinstance(verdict, Drop | Masked):
        raise _Blocked(verdict.reason)


def _texts(value: object) -> Iterator[str]:
    match value:
        case str() if value:
            yield value
        case list() | tuple():
            for each in value:
                yield from _texts(each)
        case Mapping():
            for each in value.values():
                yield from _texts(each)


def _passed_value(value: object, of: str, trail: Trail, guard: Guard, chars: int | None) -> object:
    match value:
        case str():
            passed = _said(trail.overlay(value, of=of, limit=chars))
            return in_its_lines(value, passed) if chars else passed
        case list() | tuple():
            return [_passed_value(each, of, trail, guard, chars) for each in value]
        case Mapping():
            return {
                _passed(str(key), guard): _passed_value(each, key, trail, guard, chars) for key, each in value.items()
            }
        case int() | float() if abs(value) >= _LONG_NUMBER and _passed(str(value), guard) != str(value):
            raise _Blocked("a number that reaches somebody")
        case _:
            return value


def _passed(text: str, guard: Guard) -> str:
    return _said(guard.overlay(text))


def _said(verdict: Verdict) -> str:
    if isinstance(verdict, Drop):
        raise _Blocked(verdict.reason)
    return verdict.text


def _too_often(name: str, allowed: int, recent: "deque[float]", now: float) -> str:
    if allowed == 0:
        return f"{name} is switched off."
    wait_s = recent[0] + _WINDOW_S - now
    return f"{name} may be used {allowed} times a minute; it is free again in {wait_s:.0f} s."
