"""A small game of grey cells: scenery that moves, a sky with a HUD that keeps still, and a menu."""

from random import Random

from performer.vision.frame import FINE_SIZE, Frame

COLUMNS, ROWS = FINE_SIZE
HUD = [row * COLUMNS + column for row in (2, 3) for column in (4, 5)]
"""The cells of a number in the sky."""
BANNER = [row * COLUMNS + column for row in (9, 10, 11) for column in range(16, 48)]


class SmallGame:
    """Makes one picture after the other, `hz` a second.

    Args:
        hz: Pictures a second.
        wild: How many rows from the bottom move.
    """

    def __init__(self, hz: float = 2.0, *, wild: int = 12) -> None:
        self.at_s = 0.0
        self.hud = 200
        self.banner: int | None = None
        self.wild = wild
        self.sky = 120
        self.dark = 0.0
        self._hz = hz
        self._chance = Random(1)

    def frame(self) -> Frame:
        """Show the game, and let time pass."""
        cells = bytearray([self.sky] * (COLUMNS * ROWS))
        first = (ROWS - self.wild) * COLUMNS
        cells[first:] = bytes(self._chance.choices((60, 60, 60, 90), k=self.wild * COLUMNS))
        for cell in HUD:
            cells[cell] = self.hud
        for cell in BANNER if self.banner else ():
            cells[cell] = self.banner or 0
        return self.shown(cells)

    def menu(self) -> Frame:
        """Show a title screen on which a word blinks, and let time pass."""
        cells = bytearray([30] * (COLUMNS * ROWS))
        cells[900:930] = bytes([220 if self.at_s % 1 < 0.5 else 30] * 30)
        return self.shown(cells)

    def shown(self, cells: bytes | bytearray) -> Frame:
        """Make a picture of these cells, and let time pass."""
        dimmed = bytes(round(grey * (1 - self.dark)) for grey in cells)
        now_s, self.at_s = self.at_s, self.at_s + 1 / self._hz
        return Frame(
            source="small", at_s=now_s, size=(4, 4), jpeg=b"", luma=bytes([90] * 576), fine=dimmed, digest=str(now_s)
        )
