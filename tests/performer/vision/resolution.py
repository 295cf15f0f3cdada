"""A test display changes its resolution and its monitors, as when a cable is pulled; DISPLAY says which."""

import subprocess


def set_resolution(width: int, height: int) -> None:
    """Switch the display to a resolution, at most the one it was started with."""
    name = f"{width}x{height}"
    known = subprocess.run(["xrandr"], check=True, capture_output=True, text=True).stdout
    if f" {name} " not in known:
        timings = ["0", str(width), "0", "0", "0", str(height), "0", "0", "0"]
        _xrandr("--newmode", name, *timings)
        _xrandr("--addmode", "screen", name)
    _xrandr("--output", "screen", "--mode", name)


def plug_second_monitor() -> None:
    """Make two monitors of the display: 400 pixels on the left, 240 on the right, 480 high."""
    _xrandr("--setmonitor", "left", "400/0x480/0+0+0", "screen")
    _xrandr("--setmonitor", "right", "240/0x480/0+400+0", "none")


def unplug_second_monitor() -> None:
    """Leave one monitor, as wide as both: what the other showed can still be read from the display's memory."""
    _xrandr("--delmonitor", "right")
    _xrandr("--delmonitor", "left")


def _xrandr(*words: str) -> None:
    subprocess.run(["xrandr", *words], check=True, stdout=subprocess.DEVNULL)
