"""Values: dataclasses whose methods are written when the first of them is made.

To write the methods of a dataclass takes 0.6 ms of CPU, and of the five hundred that a start imports few make a value
before the show is ready. A class is used as any dataclass is; only a mistake in its fields shows at its first value.
"""

import dataclasses
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

_LOCK: Final = RLock()

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # what checkers know is that one
else:

    def dataclass(cls: type | None = None, /, **options: Any) -> Any:
        """Make a class a dataclass, as `dataclasses.dataclass` does with the same options, when it is first used.

        It is used when a value is made, when its fields are asked for, and when a dataclass that inherits from it is
        used. One with slots, or with an `__init__` of its own, is a dataclass at once.
        """

        def decorate(cls: type) -> type:
            if options.get("slots") or "__init__" in cls.__dict__:
                return dataclasses.dataclass(**options)(cls)
            _LateDataclass(cls, options).stand_in()
            return cls

        return decorate if cls is None else decorate(cls)


class _LateDataclass:
    """What is still to be done for a class; it stands in the class for its fields."""

    def __init__(self, cls: type[Any], options: dict[str, Any]) -> None:
        self._cls = cls
        self._options = options
        self._is_written = False

    def stand_in(self) -> None:
        """Put into the class what writes it when its fields are asked for, or when a value is made."""
        cls = self._cls

        def __init__(value: object, /, *args: object, **kwargs: object) -> None:  # noqa: N807
            self._write()
            cls.__init__(value, *args, **kwargs)

        cls.__init__ = __init__
        cls.__dataclass_fields__ = self

    def __get__(self, value: object, cls: type) -> Any:
        self._write()
        return self._cls.__dict__["__dataclass_fields__"]

    def _write(self) -> None:
        """Write all methods; `__init__` comes last, so that other threads make no value before that."""
        with _LOCK:
            if not self._is_written:
                self._is_written = True
                dataclasses.dataclass(**self._options, init=False)(self._cls)
                self._cls.__init__ = _write_init(self._cls)


def _write_init(cls: type[Any]) -> Any:
    """Return what makes the values of a dataclass; one that has an `__init__` already would keep that."""
    fields = cls.__dataclass_fields__
    members = {
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": "",
        "__annotations__": {name: field.type for name, field in fields.items()},
        **({"__post_init__": None} if hasattr(cls, "__post_init__") else {}),
        **fields,
    }
    frozen = cls.__dataclass_params__.frozen
    twin = dataclasses.dataclass(frozen=frozen, repr=False, eq=False, match_args=False)
    return vars(twin(type(cls.__name__, (), members)))["__init__"]
