"""The modules of the systems: each has every name that the show asks for, to be called alike."""

import inspect

import pytest

from performer.core import platform
from performer.core.platform import (
    posix,
    windows_access,
    windows_alarm,
    windows_display,
    windows_end,
    windows_jobs,
    windows_message,
    windows_output,
    windows_paths,
    windows_privacy,
)

_OF_WINDOWS = (
    windows_access,
    windows_alarm,
    windows_display,
    windows_end,
    windows_jobs,
    windows_output,
    windows_message,
    windows_paths,
    windows_privacy,
)


@pytest.mark.parametrize("name", platform.__all__)
def test_each_system_has_it_and_it_is_called_alike(name: str) -> None:
    of_windows = next(getattr(each, name) for each in _OF_WINDOWS if hasattr(each, name))
    of_posix = getattr(posix, name)

    assert type(of_windows) is type(of_posix)
    if callable(of_posix):
        assert inspect.signature(of_windows) == inspect.signature(of_posix)
