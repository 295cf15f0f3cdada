"""The names of models as people write them: with or without `:latest`, in capital or small letters."""

from collections.abc import Iterable

_USUAL_TAG = ":latest"


def is_same_model(one: str, other: str) -> bool:
    """Whether two names are of one model of one server, as Ollama reads them: `Owl` is `owl:latest`."""
    return _normalize(one) == _normalize(other)


def find_model_name(name: str, listed: Iterable[str]) -> str | None:
    """Return the name under which a server lists a model, the one that is written alike first; None: it has none."""
    names = tuple(listed)
    return name if name in names else next((each for each in names if is_same_model(each, name)), None)


def is_address(name: str) -> bool:
    """Whether what stands in the place of a model's name is an address, which is never one."""
    return "//" in name


def _normalize(name: str) -> str:
    return name.strip().casefold().removesuffix(_USUAL_TAG)
