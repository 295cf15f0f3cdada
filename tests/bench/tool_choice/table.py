"""What trials of the tests share: the settings, the persona and the table, made once."""

from bench.tool_choice.cases.case import Case, ExpectedCall
from bench.tool_choice.playing.play import Table
from performer.agent.persona import load_persona
from performer.config.config import Config

CONFIG = Config()
PERSONA = load_persona("pip")
TABLE = Table(CONFIG, PERSONA)


def make_case(**how: object) -> Case:
    """Make a case in which "GG" is to be put on the screen."""
    given: dict[str, object] = {
        "id": "custom-gg",
        "group": "custom",
        "why": "A plain order.",
        "says": 'Put "GG" on the screen!',
        "offers": ("overlay_text", "play_sfx", "read_tally"),
        "expects": (ExpectedCall(tool="overlay_text", arguments={"text": "GG"}),),
    }
    return Case(**{**given, **how})  # type: ignore[arg-type]  # a test's own words
