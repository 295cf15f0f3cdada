"""Where the checkout keeps what is not code; user data lives in PERFORMER_HOME and is the configuration's business."""

from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parent.parent
ASSETS: Final = CHECKOUT / "assets"
PROMPTS: Final = CHECKOUT / "prompts"
PAGE: Final = CHECKOUT / "overlay" / "page"
