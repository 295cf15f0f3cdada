"""A change of one item of a list: two who change different items of it do not undo each other."""

from collections.abc import Sequence
from typing import Any

from performer.config.toml_text import redact_value
from performer.core.errors import ConfigError
from performer.core.own_text import own


def replace_item(
    items: Sequence[Any], name: str, *, remove: object = None, add: object = None, at: int | None = None
) -> list[Any]:
    """Return the list without one item and with another, which takes its place; without a place it is the last.

    What is to be removed and is gone already, or to be added and there already, leaves the list as it is.

    Args:
        items: The list as it stands.
        name: The name of the setting, which decides what of an item is secret.
        remove: An item as a surface was shown it, without secrets.
        add: An item.
        at: The place of an item that is only added, from 0 on; None: the last.

    Raises:
        ConfigError: when the item whose place is to be taken is not there any more.
    """
    found = (place for place, each in enumerate(items) if remove is not None and redact_value(each, name) == remove)
    gone = next(found, None)
    if add is None:
        return [each for place, each in enumerate(items) if place != gone]
    if remove is not None and gone is None:
        raise ConfigError(own("{name} was changed elsewhere meanwhile: {item} is gone.", name=name, item=repr(remove)))
    if gone is not None:
        return [*items[:gone], add, *items[gone + 1 :]]
    if add in items:
        return list(items)
    place = len(items) if at is None else at
    return [*items[:place], add, *items[place:]]
