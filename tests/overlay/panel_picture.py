"""Make the README's picture of the panel: `python -m tests.overlay.panel_picture [FILE] [WIDTHxHEIGHT] [dry]`."""

import sys
import tempfile
from pathlib import Path

import anyio

from performer.core import events
from performer.core.files.home import CHECKOUT
from performer.guard.verdict import Action, Category
from tests.chromium import launched
from tests.overlay.test_panel import Show, panel, press, show

PICTURE = CHECKOUT / "docs" / "panel.png"
URL = "http://127.0.0.1:8766/stage"
NO_MODEL = "no Ollama at http://127.0.0.1:11434; install it, then “python3 run.py pull”"
SAID = "Two hit points left and he goes for the chest. Naturally."
STOPPED: tuple[tuple[str, Category, str, Action], ...] = (
    ("chat", "slurs", "slurs", "mask"),
    ("speech", "profanity", "profanity", "mask"),
    ("speech", "profanity", "profanity", "mask"),
    ("chat", "private", "e-mail address", "mask"),
    ("overlay", "sexual", "sexual", "drop"),
    ("speech", "denial", "topic: denial of a genocide", "drop"),
    ("speech", "mild", "mild", "replace"),
)


async def main(file: Path, width: int, height: int, *, is_dry: bool) -> None:
    """Show what a panel has to tell, and take it."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            launched(Path(folder) / "profile") as chromium,
            show(Path(folder) / "home", url=URL, why=NO_MODEL, actions={"own": "hold"}, dry_run=is_dry) as it,
            panel(chromium, it, width=width, height=height) as page,
        ):
            tell(it)
            await page.until(f"document.getElementById('said').textContent === '{SAID}'")
            await page.until(f"document.querySelectorAll('#log li').length === {len(STOPPED) + 1}")
            if not is_dry:
                await press(page, "#held button")
                await page.until("document.querySelector('#held .text') !== null")
            await page.at_rest()
            (await page.screenshot()).convert("RGB").save(file, optimize=True)
    print(f"Wrote {file}.")


def tell(it: Show) -> None:
    """Have things happen that a panel tells."""
    for number, (where, category, rule, action) in enumerate(STOPPED):
        it.guard.log.take(f"{number} …", category=category, rule=rule, action=action, where=where, only_reported=False)
    it.guard.sentence("Only a plonk would open that chest.")
    ended = events.SpeechEnded(turn=1, sentence="1", text=SAID, heard_s=3)
    it.stream.publish(events.SpeechStarted(turn=1, sentence="1", text=SAID, duration_s=3, audible=True))
    it.stream.publish(ended)


if __name__ == "__main__":
    words = [*sys.argv[1:], *(str(PICTURE), "1120x760")[len(sys.argv) - 1 :]]
    across, down = map(int, words[1].split("x"))
    anyio.run(lambda: main(Path(words[0]), across, down, is_dry="dry" in words))
