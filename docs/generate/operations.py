"""The operations of the control socket: name, arguments and sentence of each, made from their methods."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from docs.generate.markdown import code, table
from performer.agent.game_keys.operations import GameKeyOperations
from performer.agent.listening.operations import SpokenOperations
from performer.agent.operations import ShowOperations
from performer.agent.pause_triggers.operations import WindowOperations
from performer.agent.personas.operations import PersonaOperations
from performer.agent.schedule.operations import ScheduleOperations
from performer.agent.unwanted_lines import UnwantedLines
from performer.chats.operations import ChatOperations
from performer.config.operations import ConfigOperations
from performer.core.operation_table import OperationTable
from performer.doctor.log_tail import LogTail
from performer.doctor.operations import DoctorOperations
from performer.doctor.report_operations import ReportOperations
from performer.guard.list_operations import ListOperations
from performer.guard.operations import GuardOperations
from performer.memory.journal.recorder import JournalRecorder
from performer.memory.operations import MemoryOperations
from performer.memory.search import MemorySearch
from performer.models.operations import ModelOperations
from performer.speech.hearing.ears_operations import EarsOperations
from performer.speech.hearing.operations import HearingOperations
from performer.speech.operations import VoiceOperations
from performer.speech.store_operations import StoreOperations
from performer.stage.desktop.operations import DesktopOperations
from performer.stage.obs_studio.operations import ObsOperations
from performer.stage.operations import StageOperations
from performer.stage.server.first_run import FirstRun
from performer.stage.server.lately import Lately
from performer.stage.sound.choice import SoundChoice
from performer.tools.approvals.operations import ApprovalOperations
from performer.tools.jobs.operations import JobOperations
from performer.tools.mcp.operations import McpOperations
from performer.tools.operations import ToolOperations
from performer.tools.plugin_operations import PluginOperations
from performer.vision.operations import FrameOperations
from performer.wiring.end_operations import ShowEndOperations
from performer.wiring.replay import StageReplay

GROUPS: Final[Mapping[str, type]] = {
    "The show": ShowOperations,
    "What it did lately": Lately,
    "What it is to say less of": UnwantedLines,
    "Its end": ShowEndOperations,
    "The first run": FirstRun,
    "This list": OperationTable,
    "Chats": ChatOperations,
    "Plug-ins": PluginOperations,
    "Keys of the game": GameKeyOperations,
    "The desktop": DesktopOperations,
    "Settings, state and tokens": ConfigOperations,
    "Personas": PersonaOperations,
    "The voice": VoiceOperations,
    "Voices to download": StoreOperations,
    "Orders to the voice": SpokenOperations,
    "The sound": SoundChoice,
    "The microphone": HearingOperations,
    "The ears": EarsOperations,
    "What it sees": FrameOperations,
    "Open windows": WindowOperations,
    "The guard": GuardOperations,
    "Your own lists of words": ListOperations,
    "Calls that wait for your yes": ApprovalOperations,
    "What is remembered": MemoryOperations,
    "The search in it": MemorySearch,
    "What is planned": ScheduleOperations,
    "Models": ModelOperations,
    "Tools": ToolOperations,
    "Servers of tools": McpOperations,
    "The look of the stage": StageOperations,
    "OBS Studio": ObsOperations,
    "Long calls": JobOperations,
    "The doctor": DoctorOperations,
    "The log": LogTail,
    "Journals": JournalRecorder,
    "A journal on the stage": StageReplay,
    "A report for whoever helps": ReportOperations,
}
_READERS: Final = {
    "read_text": "text",
    "read_place": "a channel",
    "read_number": "whole number",
    "read_share": "0 to 1",
    "read_flag": "true or false",
    "read_choice": "a word",
    "read_choices": "list of words",
    "get": "any value",
}
"""By the function that reads an argument: what it takes."""
_WITH_DEFAULT: Final = {"read_text": 3, "read_number": 3, "read_share": 3, "read_choice": 4}
"""How many values a reader is given when the argument may be left out."""


def operations() -> str:
    """Return a table of the operations, a group a section."""
    head = ("operation", "arguments", "what it does")
    return "\n".join(
        f"## {title}\n\n{table(head, (_row(name, what) for name, what in by_name(kind).items()))}\n"
        for title, kind in GROUPS.items()
    )


def names() -> set[str]:
    """Return the names of all operations."""
    return {name for kind in GROUPS.values() for name in by_name(kind)}


def by_name(kind: type) -> Mapping[str, Callable[..., Any]]:
    """Return the operations of a class by their names; to be named they need nothing of what the class is made with."""
    bare: Any = object.__new__(kind)
    found: Mapping[str, Callable[..., Any]] = bare.by_name()
    return found


def _row(name: str, operation: Callable[..., Any]) -> tuple[str, str, str]:
    arguments = ", ".join(f"`{each}` ({what})" for each, what in arguments_of(operation).items())
    return code(name), arguments or "none", (inspect.getdoc(operation) or "").split("\n\nRaises:")[0]


def arguments_of(operation: Callable[..., Any]) -> dict[str, str]:
    """Return what an operation takes, by name: read off its signature, or off what it reads out of `arguments`."""
    given = {name: each for name, each in inspect.signature(operation).parameters.items() if "arguments" not in name}
    if given:
        return {name: inspect.formatannotation(each.annotation) for name, each in given.items()}
    kind = type(operation.__self__)  # type: ignore[attr-defined]  # it is a bound method
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    methods = {each.name: each for each in ast.walk(tree) if isinstance(each, ast.AsyncFunctionDef | ast.FunctionDef)}
    nodes = list(_nodes(operation.__name__, methods, set()))
    asked = {ast.In: set[str](), ast.NotIn: set[str]()}
    for node in nodes:
        if isinstance(node, ast.Compare) and type(node.ops[0]) in asked and _is_all(node.comparators[0]):
            asked[type(node.ops[0])].add(_constant(node.left))
    found = {}
    for node in nodes:
        if isinstance(node, ast.Call) and _reads(node):
            name, what, is_optional = _read(node)
            may_lack = name in asked[ast.In] or (is_optional and name not in asked[ast.NotIn])
            found[name] = f"{what}, may be left out" if may_lack else what
    return found


def _nodes(name: str, methods: Mapping[str, ast.AST], seen: set[str]) -> Iterator[ast.AST]:
    """Yield what a method is made of, and the methods to which it refers."""
    if name in seen:
        return
    seen.add(name)
    for node in ast.walk(methods[name]):
        yield node
        if isinstance(node, ast.Attribute) and node.attr in methods and _is_named(node.value, "self"):
            yield from _nodes(node.attr, methods, seen)


def _reads(call: ast.Call) -> bool:
    """Return whether a call reads one named argument out of all that came."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr == "get" and _is_all(call.func.value)
    return len(call.args) > 1 and _is_all(call.args[0]) and isinstance(call.args[1], ast.Constant)


def _read(call: ast.Call) -> tuple[str, str, bool]:
    """Return the name that a call reads, what it takes, and whether the call has a value in its place."""
    if isinstance(call.func, ast.Attribute):
        return _constant(call.args[0]), _READERS["get"], len(call.args) > 1
    reader = call.func.id if isinstance(call.func, ast.Name) else ""
    is_optional = len(call.args) >= _WITH_DEFAULT.get(reader, 2)
    return _constant(call.args[1]), _READERS.get(reader, "text"), is_optional


def _is_all(node: ast.AST) -> bool:
    return _is_named(node, "arguments")


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _constant(node: ast.AST) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""
