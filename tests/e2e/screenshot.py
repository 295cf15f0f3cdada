"""Make the README's picture of the stage: `python -m tests.e2e.screenshot`. The page over a picture of the arcade."""

import tempfile
from pathlib import Path

import anyio
from PIL import Image

from performer.core.files.home import CHECKOUT
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from tests.chromium import launched
from tests.e2e.performing import performing

PICTURE = CHECKOUT / "docs" / "stage.png"
SCRIPT = """\
{"calls": [{"name": "set_mood", "arguments": {"mood": "happy"}},
 {"name": "overlay_text", "arguments": {"text": "First try. I'll tell everyone.", "duration_s": 20}},
 {"name": "show_emote", "arguments": {"name": "laugh", "size": "large"}},
 {"name": "spawn_particle", "arguments": {"shape": "confetti", "intensity": "medium", "duration_s": 5}}],
 "preface": "Five hearts left and he goes for the chest. Naturally."}
"""
EVERYTHING = """["caption", "bubble", "emote", "avatar[data-mood=happy]"]
    .every((kind) => document.querySelector(`.${kind}`)) && document.getElementById("particles").width > 0"""
IN_FLIGHT_S = 1.1
"""Then the confetti has spread."""


async def main() -> None:
    """Perform one scripted turn, take the page when its line is up, and lay it over the game."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.json"
        script.write_text(f'[{SCRIPT}, {{"text": ""}}]', encoding="utf-8")
        async with launched(Path(folder) / "profile") as chromium:
            options = ["--model", f"scripted:{script}", "--no-sound"]
            quiet = {"PERFORMER_PACING__TALKATIVENESS": "silent"}
            async with performing(Path(folder) / "home", *options, environment=quiet) as it:
                await it.journalled("FrameSeen")
                page = await chromium.open(it.stage["url"])
                await page.until("document.querySelector('#stage[data-connection=up]')")
                await it.ask("react")
                await page.until(EVERYTHING)
                await page.at_rest()
                await anyio.sleep(IN_FLIGHT_S)
                stage = await page.screenshot()
    game = draw(DemoGame(7).state_at(30.0)).resize(stage.size).convert("RGBA")
    game.alpha_composite(stage)
    PICTURE.parent.mkdir(exist_ok=True)
    game.convert("RGB").resize((1280, 720), Image.Resampling.LANCZOS).save(PICTURE, optimize=True)
    print(f"Wrote {PICTURE.relative_to(CHECKOUT)}.")


if __name__ == "__main__":
    anyio.run(main)
