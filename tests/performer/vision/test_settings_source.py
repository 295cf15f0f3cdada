"""What may be written for a source of pictures, and what is said about the rest."""

from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.vision.settings import (
    AutoFramesSpec,
    ClipSpec,
    DemoGameSpec,
    FramesSpec,
    RecorderSpec,
    ScreenSpec,
    parse_frames,
)
from tests.systems import posix_only


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("auto", AutoFramesSpec()),
        ("screen", ScreenSpec()),
        ("screen:2", ScreenSpec(monitor=2)),
        ("screen:1:10,20,300,400", ScreenSpec(rectangle=(10, 20, 300, 400))),
        ("arcade", DemoGameSpec()),
        ("arcade:42", DemoGameSpec(seed=42)),
        ("recorder", RecorderSpec()),
        ("recorder:2", RecorderSpec(monitor=2)),
        ("clip:shots", ClipSpec(path=Path("shots"))),
        ("clip:/my games/12:30 run.gif", ClipSpec(path=Path("/my games/12:30 run.gif"))),
        (r"clip:C:\clips\boss.webp", ClipSpec(path=Path(r"C:\clips\boss.webp"))),
        ("clip:~/shots", ClipSpec(path=Path.home() / "shots")),
    ],
)
def test_a_source_is_read(text: str, spec: FramesSpec) -> None:
    assert parse_frames(text) == spec


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scren:1", "'scren:1' is no source of pictures. .*Did you mean 'screen'"),
        ("screen:one", "'screen:one' has 'one' where a whole number belongs"),
        ("screen:1:5,5,10", "has the rectangle '5,5,10'. Expected x,y,width,height"),
        ("screen:1:5,5,0,10", "has the rectangle"),
        ("recorder:0.5", "has '0.5' where a whole number belongs"),
        ("clip", "names no clip. Expected clip:PATH"),
        ("clip: ", "names no clip"),
        pytest.param(
            "clip:~nobody-of-that-name/x",
            "home folder that is not known",
            marks=posix_only("Windows guesses where another's folder lies"),
        ),
        ("clap:x", "Did you mean 'clip'"),
        ("arcade:-3", "where a whole number belongs"),
        ("", "is no source of pictures"),
    ],
)
def test_anything_else_is_refused_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_frames(text)
