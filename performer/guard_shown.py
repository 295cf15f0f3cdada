"""How the guard is, for the start-up table and whoever asks for the state."""

from typing import Any

from performer.guard import Guard, GuardSettings
from performer.guard.category import Category
from performer.guard.labels import label
from performer.guard.watch import SERVICE
from performer.roles import Role


def guard_facts(guard: Guard) -> dict[str, Any]:
    """Tell how strict it is and what it stopped since the start, in numbers, as JSON holds it."""
    return {
        "level": guard.settings.level,
        "dry_run": guard.settings.dry_run,
        "counts": guard.log.counts,
        "newest": guard.log.newest,
        "changes": guard.log.changes,
        "held": guard.log.held,
    }


def guard_roles(guard: Guard) -> tuple[Role, ...]:
    """Tell the streamer that texts go out which should not, or that none does; nothing while all is well."""
    if guard.watch.trouble:
        return (Role(part=SERVICE, plays="nobody", why=guard.watch.trouble),)
    if guard.settings.dry_run:
        why = "what it would stop is let out; guard.dry_run = false ends that"
        return (Role(part=SERVICE, plays="dry run: it only reports", why=why),)
    return let_out_roles(guard.settings)


def let_out_roles(settings: GuardSettings) -> tuple[Role, ...]:
    """Tell the streamer what goes out that no level lets out."""
    if not settings.let_out:
        return ()
    why = f'every level stops that; {" and ".join(map(_key, settings.let_out))} = "level" ends that'
    return (Role(part=SERVICE, plays=f"lets out: {', '.join(map(label, settings.let_out))}", why=why),)


def _key(category: Category) -> str:
    return f"guard.actions.{category.replace('-', '_')}"
