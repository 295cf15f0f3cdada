"""The desktop of Windows, as far as it can be tried elsewhere: that it is Windows' own."""

import sys

import pytest

from performer.agent.pause_triggers.windows import WindowsDesktop
from performer.core.errors import ServiceError


@pytest.mark.skipif(sys.platform == "win32", reason="there it works")
def test_elsewhere_it_is_said_that_it_is_windows_own() -> None:
    for ask in (WindowsDesktop().foreground, WindowsDesktop().idle_s):
        with pytest.raises(ServiceError, match="is Windows' own"):
            ask()
