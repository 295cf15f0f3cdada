"""Plug-ins: the streamer's own tools, one Python file each in `PERFORMER_HOME/tools`.

Every public function of a file that has a docstring is a tool: a coroutine, or a plain function, which runs in a
thread. A plug-in runs with all rights of the performer, so each call waits for the owner's yes unless its table
`[tools.NAME]` says `confirm = "never"`; and where chat led to the call, unless the file names it in `FUN` as well.
"""

import ast
import functools
import inspect
import logging
import sys
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import anyio.to_thread

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.files.file_name import explain_unfit_file_name
from performer.core.files.refused import RefusalReporter, RefusedFile
from performer.core.files.watch import FolderWatch
from performer.core.own_text import own
from performer.core.status import Role
from performer.core.values import dataclass
from performer.tools.names import OURS
from performer.tools.tool import Tool

_log = logging.getLogger(__name__)

_READ_WITHIN_S: Final = 5.0
"""How long a file may take to be read: what it does at its top holds up nobody but itself."""
_MOST_BYTES: Final = 1_000_000

SKELETON: Final = '''"""{name}: say here what this plug-in is for."""


async def {name}(times: int = 1) -> str:
    """Say what the tool does: a model reads this sentence, and decides by it.

    Args:
        times: What the argument means, 1 to 10.
    """
    return f"It was done {{times}} times."
'''
"""What a new plug-in begins as."""


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """What was read of one file."""

    file: Path
    tools: tuple[Tool, ...] = ()
    refused: tuple[RefusedFile, ...] = ()


class PluginTools:
    """The tools of all plug-ins of a folder, which need not be there; read again whenever a file changes."""

    def __init__(self, clock: Clock, stream: EventStream, folder: Path) -> None:
        self._clock = clock
        self.folder = folder
        self._refusals = RefusalReporter(stream)
        self.read: tuple[Plugin, ...] = ()
        """What was read of each file the last time."""
        self.run = FolderWatch(clock, {"plug-ins": (folder, self.read_again)}).run
        """Watch the folder until cancelled; ready when every file has been read once, or after 5 s."""

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools that there are now."""
        return tuple(tool for plugin in self.read for tool in plugin.tools)

    def roles(self) -> tuple[Role, ...]:
        """Return a line for the start-up table with the names of the tools; nothing when there are none."""
        names = ", ".join(tool.spec.name for tool in self.tools())
        return (Role(part="tools", plays=own("{names}, of yours", names=names)),) if names else ()

    async def read_again(self) -> None:
        """Read every file of the folder anew."""
        plugins = await read_plugins(self._clock, self.folder)
        self.read = tuple(plugins)
        self._refusals.tell([refused for plugin in plugins for refused in plugin.refused])


async def read_plugins(clock: Clock, folder: Path) -> list[Plugin]:
    """Read every plug-in of a folder, in the order of their names; no tool's name is taken twice."""
    files = await anyio.to_thread.run_sync(lambda: sorted(folder.glob("[!_.]*.py")))
    plugins: list[Plugin] = []
    for file in files:
        taken = OURS | {tool.spec.name for plugin in plugins for tool in plugin.tools}
        plugin = _refuse(file, f"what stands outside its functions took longer than {_READ_WITHIN_S:g} s")
        with clock.move_on_after(_READ_WITHIN_S):
            plugin = await anyio.to_thread.run_sync(read_plugin, file, taken, abandon_on_cancel=True)
        plugins.append(plugin)
    return plugins


def list_names(folder: Path) -> frozenset[str]:
    """Return the names of the functions that plug-ins may bring, without running any: settings may be about them."""
    names: set[str] = set()
    for file in filter(Path.is_file, folder.glob("[!_.]*.py")):
        with suppress(OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            tree = ast.parse(file.read_bytes())
            names |= {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    return frozenset(names)


def write_skeleton(folder: Path, name: str) -> Path:
    """Write a new plug-in that works, and return its file.

    Raises:
        ConfigError: when the name is none for a function, is taken, or the file cannot be written.
    """
    file = folder / f"{name}.py"
    if not name.isidentifier() or name.startswith("_") or name in OURS:
        raise ConfigError(f"A plug-in cannot be called '{name}'. Take small letters, digits and _, such as roll_dice.")
    if why := explain_unfit_file_name(file.name):
        raise ConfigError(f"A plug-in cannot be called '{name}'. {why}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(SKELETON.format(name=name))
    except FileExistsError:
        raise ConfigError(f"There is a plug-in {file} already. Take another name, or edit that file.") from None
    except OSError as error:
        raise ConfigError(f"The plug-in {file} cannot be written: {error}.") from None
    return file


def read_plugin(file: Path, taken: Collection[str]) -> Plugin:
    """Read one file, which runs what stands at its top; no function is a tool whose name is `taken`."""
    if file.exists() and not file.is_file():
        return _refuse(file, "it is no file")  # nobody may ever write to the other end of a pipe
    try:
        module = _run_module(file)
    except Exception as error:  # noqa: BLE001  a plug-in may raise anything
        said = error.msg if isinstance(error, SyntaxError) else error
        return _refuse(file, f"{type(error).__name__}: {said}", line=_find_line(file, error))
    functions = list(_find_functions(module))
    if not functions:
        return _refuse(file, "it has no function: each public function with a docstring is a tool")
    named = getattr(module, "FUN", ())
    fun = named if isinstance(named, tuple | list | set | frozenset) else (str(named),)
    tools, refused = list[Tool](), list[RefusedFile]()
    for each in functions:
        if why := _find_fault(each, taken):
            refused.append(RefusedFile(path=file, reason=why, line=each.__code__.co_firstlineno))
        else:
            privilege = "fun" if each.__name__ in fun else "outside"
            tools.append(Tool.of(_contain(file, each), privilege=privilege, asks=True))
    return Plugin(file=file, tools=tuple(tools), refused=tuple(refused))


def _run_module(file: Path) -> ModuleType:
    """Run a file as a module; unlike an import it leaves no folder of compiled files beside the plug-ins."""
    if file.stat().st_size > _MOST_BYTES:
        raise ConfigError(f"it is larger than {_MOST_BYTES // 1_000_000} MB")
    module = ModuleType(f"performer_plugin_{file.stem}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # annotations are looked up there
    exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)  # noqa: S102  it is what a plug-in is
    return module


def _find_functions(module: ModuleType) -> Iterator[FunctionType]:
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            yield value


def _find_fault(function: FunctionType, taken: Collection[str]) -> str:
    """Return why a function is no tool; empty when it is one."""
    if function.__name__ in taken:
        return f"there is a tool {function.__name__} already"
    if not inspect.getdoc(function):
        return f"{function.__name__} has no docstring: a model would not know what it is for"
    bare = [name for name in inspect.signature(function).parameters if name not in function.__annotations__]
    if bare:
        return f"{function.__name__}: the argument '{bare[0]}' has no type, such as `{bare[0]}: int`"
    try:
        Tool.of(function)
    except Exception as error:  # noqa: BLE001  pydantic raises many things about annotations
        return f"{function.__name__}: {type(error).__name__}: {error}".partition("\n")[0]
    return ""


def _contain(file: Path, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function so that what it raises is told by file and line, and fails the one call."""

    @functools.wraps(function)
    async def run(**arguments: Any) -> Any:
        try:
            if inspect.iscoroutinefunction(function):
                return await function(**arguments)
            return await anyio.to_thread.run_sync(partial(function, **arguments), abandon_on_cancel=True)
        except (ToolRefusedError, ToolFailedError):
            raise
        except Exception as error:  # noqa: BLE001  a plug-in may raise anything
            line = _find_line(file, error)
            _log.exception("Line %s of plug-in '%s' broke.", line, file)
            what = f"{type(error).__name__} in line {line} of {file.name}"
            raise ToolFailedError(own("{name} broke: {what}.", name=function.__name__, what=what)) from None

    return run


def _refuse(file: Path, reason: str, *, line: int = 0) -> Plugin:
    return Plugin(file=file, refused=(RefusedFile(path=file, reason=reason.partition("\n")[0], line=line),))


def _find_line(file: Path, error: Exception) -> int:
    """Return the line of a file where an error came from; 0 where none of its lines had a part in it."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno or 0
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    return (lines[-1] if lines else 0) or 0
