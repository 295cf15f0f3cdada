"""All texts inside a JSON value, such as a call's arguments, changed alike."""

from collections.abc import Callable, Mapping


def each_text(value: object, change: Callable[[str], str]) -> object:
    """Change each text of it, keys too, however deep it stands."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return of_arguments(value, change)
        case list() | tuple():
            return [each_text(each, change) for each in value]
        case _:
            return value


def of_arguments(arguments: Mapping[str, object], change: Callable[[str], str]) -> dict[str, object]:
    """Change each text of a call's arguments."""
    return {change(str(key)): each_text(each, change) for key, each in arguments.items()}
