"""The operations of the control socket on plug-ins: what was read of each file, and what is wrong with it."""

from typing import Any, Final

from performer.core.files.refused import RefusedFile
from performer.core.operations import Arguments, Operation
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.tools.plugins import Plugin, PluginTools

_LONGEST: Final = 300


@dataclass(frozen=True)
class PluginOperations:
    """`plugins.list plugins.reload`."""

    _plugins: PluginTools
    _guard: Guard

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"plugins.list": self.all, "plugins.reload": self.reload}

    async def all(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the `folder` of the plug-ins, and its `files`: `name`, the `tools` in it, and what is `wrong` where.

        Each thing that is wrong has the `line` (0: the whole file) and the `reason`.
        """
        files = [self._format(each) for each in self._plugins.read]
        return {"folder": str(self._plugins.folder), "files": files}

    async def reload(self, arguments: Arguments) -> dict[str, Any]:
        """Read every plug-in anew, and return what `plugins.list` does."""
        await self._plugins.read_again()
        return await self.all(arguments)

    def _format(self, plugin: Plugin) -> dict[str, Any]:
        wrong = [{"line": each.line, "reason": self._pass_reason(each)} for each in plugin.refused]
        return {"name": plugin.file.stem, "tools": [tool.spec.name for tool in plugin.tools], "wrong": wrong}

    def _pass_reason(self, refused: RefusedFile) -> str:
        return self._guard.passed(refused.reason, limit=_LONGEST, where="panel", instead=refused.path.name)
