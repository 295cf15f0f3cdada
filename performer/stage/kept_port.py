"""The port a stage was given last time: an address that was pasted into OBS stays right where that is possible."""

import json
from pathlib import Path
from typing import Final

from performer.stage.private import write_private
from performer.stage.settings import DEFAULT_PORT

MORE_PORTS: Final = 20
"""How many ports after the wished-for one are tried."""


class KeptPort:
    """Remembers, in a file, which port stood in for the default one."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def candidates(self, wished: int) -> list[int]:
        """List the ports to try, in order: the one kept for this wish, the wish, and the ones after it.

        Only the default wish keeps a stand-in: a port that somebody asked for by number comes first.
        """
        ports = list(range(wished, min(wished + MORE_PORTS, 65535) + 1))
        kept = self._read()
        if wished != DEFAULT_PORT or kept not in ports:
            return ports
        return [kept, *(port for port in ports if port != kept)]

    def keep(self, wished: int, port: int) -> str:
        """Remember what came of the default wish; tell why the port is another than wished, or nothing."""
        if port == wished or wished == 0:
            return ""
        if wished == DEFAULT_PORT and self._read() == port:
            return f"the port it was given when {wished} was taken; delete {self._file.name} to begin anew"
        if wished == DEFAULT_PORT:
            write_private(self._file, json.dumps({"port": port}) + "\n")
        return f"port {wished} is taken"

    def _read(self) -> int | None:
        try:
            return int(json.loads(self._file.read_text(encoding="utf-8"))["port"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
