"""Tools: a name, a JSON schema and a coroutine, made from a typed function and its docstring.

Nothing asks where a tool comes from: local, MCP and remote ones are the same.
"""

import inspect
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import field
from functools import partial
from types import CodeType
from typing import Any, Final, Literal, Protocol, TypeAlias, get_type_hints

import anyio.to_thread
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from performer.core.cues import Cue, find_reply_place
from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.tools.result import Progress, Report, ToolResult, join_results

Privilege = Literal["fun", "outside"]
"""fun: it plays with the show, and no worse. outside: what it does reaches beyond the show."""
Shows = Literal["no", "emote", "card"]
"""How a picture that a tool made goes on stage."""
TextsFor = Literal["stage", "program", "remote program"]
"""Who gets the texts of a call. stage: people see, hear or read them, so the guard masks and cuts them as it must.
program: a program on this machine works with them, so that the call is made exactly as its model wrote it, or refused
for a secret in it. remote program: one elsewhere, for which it is refused for private data too."""
PROGRAM: Final = "mcp "
"""So the name of a program begins that uses the tools from outside."""
Function: TypeAlias = Callable[..., object]
"""A coroutine function; a plain one, which runs in a thread; or an async generator: what it yields is its result, part
by part, and each is reported as it comes. What it gives is made a `ToolResult`."""


@dataclass(frozen=True, kw_only=True)
class ToolSpec:
    """The part of a tool that a model reads."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """A JSON schema of type object."""


def is_of_program(agent: str) -> bool:
    """Whether an agent is a program, and not a sub-agent or the show."""
    return agent.startswith(PROGRAM)


@dataclass(frozen=True, kw_only=True)
class PersonsApproval:
    """A person's yes to one call, which runs by now without its turn."""

    turn: int | None
    """Which turn had asked for it; None: one of an earlier run, or none."""


class CalledToolbox(Protocol):
    """A toolbox as a call, its hooks and its tool see it."""

    @property
    def hooks_in_use(self) -> tuple[object, ...]:
        """The hooks that the call passes."""
        ...

    def offered(self, may: Privilege) -> tuple[ToolSpec, ...]:
        """Return what the box may offer in a further step that may do so much."""
        ...


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """A call that a model wants, not yet checked."""

    id: str
    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    strays: tuple[str, ...] = field(default=(), compare=False)
    """The names of arguments that the model wrote besides, and that were left out: the tool has none such."""
    turn: int | None = None
    step: int = 0
    """Which step of the turn made it, counted from 1; 0: none, it is somebody else's call."""
    asked_s: float | None = None
    """When the model was asked in that step, an instant of the clock."""
    may: Privilege = "fun"
    """The most that it may do: its turn decides before the model is asked, or the owner by saying yes to this call."""
    needs: Privilege = "fun"
    """What its tool needs; the toolbox writes it in before the first hook."""
    cue: Cue | None = field(default=None, repr=False)
    """Why its turn began, as the model read it: whose channel it is, and who speaks there; None: nobody's turn."""
    said: str = field(default="", repr=False)
    """What its turn had said by then."""
    agent: str = ""
    """Who calls: empty: the show itself; else a sub-agent by its id (`researcher-1`), or a program (`mcp NAME`)."""
    lineage: tuple[str, ...] = ()
    """The prototypes of the sub-agents that led to it, its own last; empty: no sub-agent makes it."""
    yes: PersonsApproval | None = None
    """None: it was made just now, and nobody was asked."""
    tool: "Tool | None" = field(default=None, repr=False, compare=False)
    """Whose call it is; the toolbox writes it in before the first hook, and leaves it out where there is none."""
    toolbox: "CalledToolbox | None" = field(default=None, repr=False, compare=False)
    """The box that it came through; the toolbox writes it in likewise."""
    report: Callable[[Report], None] = field(default=lambda _report: None, repr=False, compare=False)
    """Takes what is told while it runs."""
    within_s: float | None = field(default=None, compare=False)
    """How long it may take, in seconds, where its tool keeps the time; the hook of timeouts writes it in."""

    @property
    def channel(self) -> str:
        """The channel in which the turn is answered; empty: none."""
        return find_reply_place(self.cue)[0] if self.cue else ""

    @property
    def is_of_program(self) -> bool:
        """Whether neither the show nor a sub-agent makes the call, but a program that uses the tools from outside."""
        return is_of_program(self.agent)


def _stay_in(_call: ToolCall) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool that can be run; make one with `Tool.of`."""

    spec: ToolSpec
    run: Callable[[ToolCall], Awaitable[ToolResult]]
    """Check the arguments, do it, and give what it came to; cancelling it ends it."""
    privilege: Privilege = "fun"
    """What a call of it needs, at the least."""
    server: str = ""
    """Whose it is: an MCP server's name, `discord`, or empty for our own."""
    check: Callable[[ToolCall], object] = lambda _call: None
    """Raise ToolRefusedError for arguments that it would refuse anyway; a person is not asked about such a call."""
    reaches_out: Callable[[ToolCall], bool] = _stay_in
    """Returns whether one call reaches beyond the show although the tool may be offered for fun: by where it leads."""
    asks: bool = False
    """Whether a person is asked before each call, unless the settings of the tool say otherwise."""
    is_read_only: bool = False
    """Whether it changes nothing anywhere."""
    is_repeatable: bool = False
    """Whether a call that failed may be made once more: twice does no more than once."""
    answers_as_ours: bool = False
    """Whether `ours` holds where it says so of an answer; else whatever it answers is others' words."""
    is_offered: bool = True
    """Whether models are told of it; else it can be called all the same, and says what is the matter."""
    tells: bool = True
    """Whether what it answers is news to a model; what only shows or sounds tells nothing, and no turn goes on."""
    is_long: bool = False
    """Whether it takes long: a turn does not wait for it, and is told later."""
    timeout_s: float | None = None
    """How long a call may take, in seconds; None: as the settings have it for all tools. A turn waits no longer than
    for any other tool: it is told later of a call that still runs then."""
    keeps_time: bool = False
    """Whether it ends a call itself that takes longer than `ToolCall.within_s`."""
    is_seen: bool = False
    """Whether its pictures are shown to the model that calls it, if that sees; its own words say what its own show."""
    shows: Shows = "no"
    """How its pictures go on stage, unless the settings of the tool say otherwise."""
    is_closed: bool = False
    """Whether it drops arguments that its schema does not name."""
    texts_for: TextsFor = "stage"
    """Who gets the texts of its calls; a tool that hands them to another program says so."""
    chars: int | None = None
    """How long texts for people may be, in characters, where they go elsewhere than on the overlay; these keep their
    lines."""

    def find_needed_privilege(self, call: ToolCall) -> Privilege:
        """Return what a call needs."""
        return "outside" if self.reaches_out(call) else self.privilege

    @property
    def may_reach_out(self) -> bool:
        """Whether a call of it may reach beyond the show."""
        return self.privilege == "outside" or self.reaches_out is not _stay_in

    @classmethod
    def of(cls, function: Function, *, choices: Mapping[str, Sequence[str]] | None = None, **marks: Any) -> "Tool":
        """Return the tool of a function.

        Its name is the tool's name, the first paragraph of its docstring the description, the `Args:` lines describe
        the parameters, and the annotations are the schema. A parameter that is a `ToolCall` gets the call itself; the
        model does not know of it. `choices` closes a `str` parameter to the given values; `marks` are the other
        fields of a tool. A tool that changes anything beyond the show must say so by its `privilege`.
        """
        form = _get_form(function, choices or {})

        def check(call: ToolCall) -> dict[str, Any]:
            return _check(call, form.taken, form.choices)

        async def run(call: ToolCall) -> ToolResult:
            return await _run(partial(function, **check(call), **dict.fromkeys(form.itself, call)), call)

        return cls(spec=form.spec, run=run, check=check, is_closed=True, **marks)


async def _run(function: Function, call: ToolCall) -> ToolResult:
    """Run a function of any of the three kinds, and return its result."""
    if inspect.isasyncgenfunction(function):
        return await _gather(function(), call)
    if inspect.iscoroutinefunction(function):
        return ToolResult.of(await function())
    return ToolResult.of(await anyio.to_thread.run_sync(function, abandon_on_cancel=True))


async def _gather(coming: AsyncGenerator[object, None], call: ToolCall) -> ToolResult:
    """Report what an async generator yields as it comes; all of it but the progress is the result."""
    came: list[ToolResult] = []
    async with aclosing(coming):
        async for each in coming:
            if isinstance(each, Progress):
                call.report(each)
                continue
            came.append(ToolResult.of(each))
            for part in came[-1].parts:
                call.report(part)
    return join_results(came)


def is_within(needed: Privilege, may: Privilege) -> bool:
    """Whether what is needed is no more than what may be done."""
    return needed == "fun" or may == "outside"


@dataclass(frozen=True, kw_only=True)
class _Form:
    """The parts of a function that a tool is made of."""

    basis: tuple[object, ...]
    """All that was read."""
    choices: Mapping[str, Sequence[str]]
    itself: tuple[str, ...]
    """The parameters that want the call itself."""
    taken: type[BaseModel]
    spec: ToolSpec


_FORMS: Final[dict[CodeType, _Form]] = {}
"""The newest form of each function, by its code: tools are made anew for every turn, mostly as they were before."""


def _get_form(function: Function, choices: Mapping[str, Sequence[str]]) -> _Form:
    """Return what is read of a function; it is read again only if something about it is new."""
    written = inspect.unwrap(function)
    choices = {name: tuple(values) for name, values in choices.items()}
    code: CodeType = written.__code__
    texts, defaults = (written.__name__, written.__doc__), (written.__defaults__, written.__kwdefaults__)
    basis = (*texts, dict(written.__annotations__), *defaults, choices)
    form = _FORMS.get(code)
    if form is None or form.basis != basis:
        itself = tuple(name for name, hint in get_type_hints(function).items() if hint is ToolCall)
        taken = _make_model(function, choices, itself)
        description = (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " ")
        spec = ToolSpec(name=function.__name__, description=description, parameters=_make_schema(taken, choices))
        form = _FORMS[code] = _Form(basis=basis, choices=choices, itself=itself, taken=taken, spec=spec)
    return form


def _make_model(function: Function, choices: Mapping[str, Sequence[str]], leave_out: Sequence[str]) -> type[BaseModel]:
    section = (inspect.getdoc(function) or "").partition("Args:\n")[2]
    described = dict(re.findall(r"^ +(\w+): (.+)$", section, flags=re.MULTILINE))
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in leave_out:
            continue
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = (hints[name], Field(default, description=described.get(name)))
    unknown = set(choices) - set(fields)
    assert not unknown, f"{function.__name__} has no parameter {unknown}"
    return create_model(function.__name__, __config__=ConfigDict(extra="ignore"), **fields)


def _make_schema(taken: type[BaseModel], choices: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    schema = taken.model_json_schema()
    properties: dict[str, dict[str, Any]] = schema["properties"]
    for each in properties.values():
        each.pop("title", None)  # which pydantic adds, and is of no use to a model
    for name, values in choices.items():
        properties[name]["enum"] = list(values)
    definitions = {"$defs": schema["$defs"]} if "$defs" in schema else {}
    return {"type": "object", "properties": properties, "required": schema.get("required", []), **definitions}


def _check(call: ToolCall, taken: type[BaseModel], choices: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the arguments in their types.

    Raises:
        ToolRefusedError: with what is wrong with which argument, and the nearest choices.
    """
    try:
        model = taken.model_validate(dict(call.arguments))
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(str(part) for part in wrong["loc"])
        raise ToolRefusedError(
            own("{name}: argument '{where}': {wrong}.", name=call.name, where=where, wrong=wrong["msg"])
        ) from None
    arguments = {name: getattr(model, name) for name in taken.model_fields}
    for name, values in choices.items():
        if (given := arguments[name]) not in values:
            near = format_near_miss(str(given), values)
            raise ToolRefusedError(
                own("{tool}: there is no {name} '{given}'. {near}", tool=call.name, name=name, given=given, near=near)
            )
    return arguments
