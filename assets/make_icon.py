"""Make the program's icon of the owl's head: PNG of 256 x 256 for launchers, and of 64 x 64 for the tray.

    python assets/make_icon.py [--into FOLDER]

The same picture gives the same files.
"""

import argparse
from pathlib import Path
from typing import Final

from PIL import Image

ASSETS: Final = Path(__file__).parent
OWL: Final = ASSETS / "mascot" / "happy-idle@2x.png"
HEAD: Final = (60, 20, 700, 660)
"""The owl's head in its picture, in pixels."""
SIZES: Final = {"performer": 256, "tray": 64}


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--into", type=Path, default=ASSETS / "icon", metavar="FOLDER")
    into: Path = words.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    head = Image.open(OWL).convert("RGBA").crop(HEAD)
    for name, size in SIZES.items():
        icon = head.resize((size, size), Image.Resampling.LANCZOS)
        icon.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            into / f"{name}.png", optimize=True
        )


if __name__ == "__main__":
    main()
