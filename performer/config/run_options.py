"""The options of one run."""

from dataclasses import field
from pathlib import Path

from performer.config.layers import Tree
from performer.core.values import dataclass


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of one run, beside the configuration."""

    seconds: float | None = None
    """End by itself after this long."""
    journal: Path | None = None
    console: bool = True
    """Print the show in the terminal, and read chat lines from there."""
    desktop: bool = True
    """Show the overlay window, where there is one."""
    port_before: int | None = None
    """The port that the stage had before the show began again; None: it is the first time, or another is wished."""
    overrides: Tree = field(default_factory=dict)
    """Settings of the command line, which win over those of the file."""
