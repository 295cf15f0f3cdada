"""The port a stage was given last time: an address that was pasted into OBS stays right where that is possible."""

import json
from pathlib import Path
from typing import Final

from performer.stage.private import write_private

MORE_PORTS: Final = 20
"""How many ports after the wished-for one are tried."""


class KeptPort:
    """Remembers, in a file, which port stood in for which wish."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def candidates(self, wished: int) -> list[int]:
        """List the ports to try, in order: the one kept for this wish, the wish, and the ones after it."""
        ports = list(range(wished, min(wished + MORE_PORTS, 65535) + 1))
        kept = self._read(wished)
        return [kept, *(port for port in ports if port != kept)] if kept in ports else ports

    def keep(self, wished: int, port: int) -> None:
        """Remember what came of a wish; a wish for any port (0) keeps nothing."""
        if wished != 0 and self._read(wished) != port:
            write_private(self._file, json.dumps({"wished": wished, "port": port}) + "\n")

    def _read(self, wished: int) -> int | None:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return int(kept["port"]) if kept["wished"] == wished else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
