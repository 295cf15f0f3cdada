"""How the guard is, for the start-up table and whoever asks for the state."""

from typing import Any

from performer.guard import Guard
from performer.guard.watch import SERVICE
from performer.roles import Role


def guard_facts(guard: Guard) -> dict[str, Any]:
    """Tell how strict it is and what it stopped since the start, in numbers, as JSON holds it."""
    return {
        "level": guard.settings.level,
        "dry_run": guard.settings.dry_run,
        "counts": guard.log.counts,
        "newest": guard.log.newest,
        "held": guard.log.held,
    }


def guard_roles(guard: Guard) -> tuple[Role, ...]:
    """Tell the streamer that texts go out which should not, or that none does; nothing while all is well."""
    if guard.watch.trouble:
        return (Role(part=SERVICE, plays="nobody", why=guard.watch.trouble),)
    why = "what it would stop is let out; guard.dry_run = false ends that"
    return (Role(part=SERVICE, plays="dry run: it only reports", why=why),) if guard.settings.dry_run else ()
