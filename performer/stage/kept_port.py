"""The port a stage was given last time: an address that was pasted into OBS stays right where that is possible."""

import json
from pathlib import Path
from typing import Final

from performer.private import write_private
from performer.stage.settings import DEFAULT_PORT

MORE_PORTS: Final = 20
"""How many ports after the wished-for one are tried."""


class KeptPort:
    """Remembers, in a file, which port stood in for the default one."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def candidates(self, wished: int | None) -> list[int]:
        """List the ports to try, in order: the wish and the ones after it; without a wish, the kept one first."""
        first = DEFAULT_PORT if wished is None else wished
        ports = list(range(first, min(first + MORE_PORTS, 65535) + 1))
        kept = self._read()
        if wished is not None or kept not in ports:
            return ports
        return [kept, *(port for port in ports if port != kept)]

    def keep(self, wished: int | None, port: int) -> str:
        """Remember what stood in for the default port; tell why the port is another than expected, or nothing."""
        if wished is not None:
            return f"port {wished} is taken" if wished not in {0, port} else ""
        if port == DEFAULT_PORT:
            return ""
        if self._read() == port:
            return f"the port it was given when {DEFAULT_PORT} was taken; delete {self._file.name} to begin anew"
        write_private(self._file, json.dumps({"port": port}) + "\n")
        return f"port {DEFAULT_PORT} is taken"

    def _read(self) -> int | None:
        try:
            return int(json.loads(self._file.read_text(encoding="utf-8"))["port"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
