"""What is asked of one run, beside the configuration."""

from dataclasses import dataclass, field
from pathlib import Path

from performer.config.layers import Tree


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What is asked of one run, beside the configuration."""

    seconds: float | None = None
    """End by itself after this long."""
    journal: Path | None = None
    console: bool = True
    """Tell the show in the terminal, and take lines from there."""
    desktop: bool = True
    """Show the overlay window, where there is one."""
    overrides: Tree = field(default_factory=dict)
    """What the command line has set: it wins over whatever is written into the file."""
