"""The process of a server's program: started in a group of its own, its complaints in the log, ended with the show."""

import logging
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import Process

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import expand_home
from performer.core.process.child import kill_process, make_environment, open_piped
from performer.core.process.exit_code import describe_exit, was_ended_from_outside
from performer.core.redact.redact import redact
from performer.core.text import make_printable
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.settings import fill_variables

_log = logging.getLogger(__name__)

_FAREWELL_S: Final = 1.0
"""A good server ends when its standard input closes; one that does not within this time is killed."""
_LAST_WORDS_S: Final = 0.2
_LINE: Final = 500
"""Characters of a line of its complaints."""
_LINES_PER_MIN: Final = 100
_LAST: Final = 5
"""Lines among which its last words are looked for; to read each of a flood would stop the show."""
_GIVEN: Final = frozenset(
    "HOME LOGNAME PATH SHELL TERM USER LANG LC_ALL LC_CTYPE TZ TMPDIR TMP TEMP NODE_EXTRA_CA_CERTS SSL_CERT_FILE"
    " SSL_CERT_DIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR APPDATA COMSPEC HOMEDRIVE HOMEPATH"
    " LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT USERNAME USERPROFILE"
    " WINDIR".split()
)
"""The variables that a server gets of ours; any other has to be given to it by name."""
_HOW_TO_GET: Final = {
    **dict.fromkeys(("npx", "npm", "node"), "install Node.js (nodejs.org)"),
    **dict.fromkeys(("uvx", "uv"), "install uv (docs.astral.sh/uv)"),
    **dict.fromkeys(("docker", "podman"), "install Docker"),
}


class ServerProcess:
    """A server's process: its pipes, and what became of it."""

    pulse_s: Final = 60.0
    """Between two pings: its pipes tell when it ends, and so a ping only finds one that hangs."""
    refusal: Final = None
    outage: Final = None
    """Only a server at an address refuses us, or stands behind a gateway."""

    def __init__(self, clock: Clock, spec: ServerSpec, process: Process) -> None:
        self._clock = clock
        self.name = spec.name
        self.longest = spec.longest
        """The most bytes of a message."""
        self._last_words = ""
        self._wordless = anyio.Event()
        self.process = process
        self.is_given_up = False
        """Whether nothing good is expected of it: it gets no time to end by itself."""

    async def listen(self) -> None:
        """Log what the program complains of, so much a minute and no more, until its output ends."""
        assert self.process.stderr is not None
        rest, told, since_s = b"", 0, self._clock.now()
        try:
            while True:
                *whole, rest = (rest + await self.process.stderr.receive())[-65536:].split(b"\n")
                if self._clock.now() - since_s > 60:
                    told, since_s = 0, self._clock.now()
                for line in filter(None, map(_format_line, whole[: _LINES_PER_MIN - told])):
                    told += 1
                    _log.info("mcp %s: %s", self.name, line)
                self._last_words = next(filter(None, map(_format_line, reversed(whole[-_LAST:]))), self._last_words)
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            self._last_words = _format_line(rest) or self._last_words
        finally:
            self._wordless.set()

    async def ended_soon(self) -> str:
        """Wait a moment for the program to end, and return why: its pipes close a little sooner."""
        with self._clock.move_on_after(_FAREWELL_S):
            return await self.ended()
        return "it has closed its output"

    async def ended(self) -> str:
        """Wait for the program to end, and return why: by its last words, unless somebody ended it."""
        code = await self.process.wait()
        if was_ended_from_outside(code):
            return f"it {describe_exit(code)}"
        with self._clock.move_on_after(_LAST_WORDS_S):
            await self._wordless.wait()
        return f"it {describe_exit(code)}{': ' if self._last_words else ''}{self._last_words}"


@asynccontextmanager
async def run_process(clock: Clock, spec: ServerSpec) -> AsyncIterator[ServerProcess]:
    """Run a server's process for as long as the block.

    Raises:
        ServiceError: when it cannot be started; with the remedy.
    """
    settings, ours = spec.settings, make_environment(environ=spec.environ)
    given = {key: value for key, value in ours.items() if key.upper() in _GIVEN}
    environment = {**given, **fill_variables(settings.env, f"mcp.{spec.name}.env", spec.environ)}
    command = [find_program(spec, environment.get("PATH")), *settings.args]
    try:
        process = await open_piped(command, environment, expand_home(settings.cwd) if settings.cwd else None)
    except (OSError, ValueError) as error:
        raise ServiceError(f"{settings.command} cannot be started: {error}.") from None
    started = ServerProcess(clock, spec, process)
    failure: ServiceError | None = None
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(started.listen)
            try:
                yield started
            except ServiceError as error:
                failure = error  # the group would wrap it, and whoever waits for a sentence would miss it
            finally:
                if not started.is_given_up and process.stdin:
                    with anyio.move_on_after(_FAREWELL_S, shield=True):
                        await process.stdin.aclose()
                        await process.wait()
                tasks.cancel_scope.cancel()
    finally:
        await kill_process(process, with_strays=True)
    if failure is not None:
        raise failure


def find_program(spec: ServerSpec, path: str | None) -> str:
    """Find a server's program as a shell would; one in a folder is looked for from where it is to run.

    Raises:
        ServiceError: when there is none; with the remedy.
    """
    folder, command, setting = expand_home(spec.settings.cwd), spec.settings.command, f"mcp.{spec.name}"
    if not folder.is_dir():
        raise ServiceError(f"{setting}.cwd has value '{spec.settings.cwd}', which is no folder.", retry=False)

    def find(command: str) -> str:
        program = expand_home(command)
        where = (folder / program).absolute() if program.parent != Path() else program
        return str(shutil.which(where, path=path) or "")

    if found := find(command):
        return found
    how = _HOW_TO_GET.get(Path(command).stem, f"install it, or write its path into {setting}.command")
    first, *more = command.split() or [""]
    if more and find(first):  # often a setting holds the program together with its arguments
        how = f"write '{first}' into {setting}.command, and each word that follows into {setting}.args"
    raise ServiceError(f"there is no program '{expand_home(command)}'; {how}.", retry=False)


def _format_line(line: bytes) -> str:
    return make_printable(redact(line[: _LINE * 4].decode(errors="replace"))).strip()[:_LINE]
