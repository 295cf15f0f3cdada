"""The desktop of Windows: its windows, which is in front, and the idle time."""

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.platform.windows_desktop import find_front_window, list_window_programs, read_idle_s


class WindowsDesktop:
    """The desktop of the person logged in."""

    name = "Windows"

    def foreground(self) -> ForegroundWindow | None:
        """Ask for the window in front, its title, its program's file, and whether it fills its screen."""
        window = find_front_window()
        if window is None:
            return None
        return ForegroundWindow(program=window.program, title=window.title, fills_screen=window.fills_screen)

    def programs(self) -> list[str]:
        """Ask for the open windows."""
        return list_window_programs()

    def idle_s(self) -> float:
        """Ask for the last input."""
        idle_s = read_idle_s()
        if idle_s is None:
            raise ServiceError(own("Windows does not tell how long nobody has touched it"))
        return idle_s

    def close(self) -> None:
        """Nothing is held."""
