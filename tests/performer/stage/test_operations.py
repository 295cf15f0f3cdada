"""What may be asked of the look of the stage."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.files import home
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.stage.connections import StageClients
from performer.stage.layout import LandscapeSettings, LayoutSettings
from performer.stage.library.library import MediaLibrary
from performer.stage.operations import StageOperations
from performer.stage.state import Stage
from performer.stage.themes import Themes

pytestmark = pytest.mark.anyio
LIBRARY = MediaLibrary.of([home.ASSETS / "emotes"], [], cache=Path("/nonexistent/cache"))


class Kit:
    """A stage whose settings are noted as they are written."""

    def __init__(self, layout: LayoutSettings | None = None) -> None:
        clients = StageClients()
        self.stage = Stage(VirtualClock(seed=3), clients)
        themes = Themes(home.ASSETS / "themes", None, "night", self.stage, clients, layout=layout)
        guard = Guard(GuardSettings(), ["plonk"])
        self.written: dict[str, Any] = {}
        self._operations = StageOperations(self.stage, themes, LIBRARY, guard, self._write).by_name()

    async def ask(self, name: str, **arguments: Any) -> Any:
        return await self._operations[f"stage.{name}"](arguments)

    async def _write(self, arguments: Mapping[str, Any]) -> None:
        self.written[arguments["key"]] = arguments["value"]


async def test_without_settings_things_stand_where_the_theme_has_them() -> None:
    told = await Kit().ask("layout.get")

    landscape, portrait = told["landscape"], told["portrait"]
    assert (landscape["size"], portrait["size"]) == ([1920, 1080], [1080, 1920])
    caption = landscape["elements"]["caption"]
    assert (caption["own"], caption["shown"]) == (False, True)
    assert caption["y"] == pytest.approx(64 / 1080, abs=1e-3)
    for spot in (*landscape["elements"].values(), *portrait["elements"].values()):
        assert min(spot["x"], spot["y"]) >= 0
        assert max(spot["x"] + spot["w"], spot["y"] + spot["h"]) <= 1.0001


async def test_a_place_is_told_as_the_streamers_own() -> None:
    board = LandscapeSettings(caption=(0.1, 0.2, 0.3, 0.4), hidden=("avatar",), keep_clear=((0, 0, 0.5, 0.1),))
    told = (await Kit(LayoutSettings(landscape=board)).ask("layout.get"))["landscape"]

    assert told["elements"]["caption"] == {
        **{name: pytest.approx(value) for name, value in zip("xywh", (0.1, 0.2, 0.3, 0.4), strict=True)},
        "shown": True,
        "own": True,
    }
    assert not told["elements"]["avatar"]["shown"]
    assert told["keep_clear"] == [{"x": 0, "y": 0, "w": 0.5, "h": 0.1}]


async def test_what_steps_aside_is_told_with_where_to() -> None:
    board = LandscapeSettings(
        caption=(0.25, 0.75, 0.5, 0.15), card=(0, 0, 0.9, 0.98), keep_clear=((0.4, 0.88, 0.2, 0.06),)
    )
    elements = (await Kit(LayoutSettings(landscape=board)).ask("layout.get"))["landscape"]["elements"]

    assert elements["caption"]["aside"] == pytest.approx({"x": 0.25, "y": 0.73, "w": 0.5, "h": 0.15})
    assert elements["caption"]["y"] == 0.75
    assert elements["card"]["aside"] is None, "there is no room for so large a thing"
    assert "aside" not in elements["avatar"]


async def test_a_place_is_written_as_one_setting() -> None:
    kit = Kit()

    await kit.ask("layout.set", board="portrait", element="bubble", x=0.1, y=0.2, w=0.3, h=0.4)

    assert kit.written == {"layout.portrait.bubble": [0.1, 0.2, 0.3, 0.4]}


async def test_a_reset_removes_the_setting_and_hiding_keeps_the_place() -> None:
    kit = Kit(LayoutSettings(landscape=LandscapeSettings(hidden=("card",))))

    await kit.ask("layout.set", board="landscape", element="bubble", reset=True)
    await kit.ask("layout.set", board="landscape", element="avatar", shown=False)

    assert kit.written == {"layout.landscape.bubble": None, "layout.landscape.hidden": ["card", "avatar"]}


@pytest.mark.parametrize("wrong", [{"board": "square"}, {"element": "toast"}, {"x": 2}, {"shown": "no"}])
async def test_a_wrong_place_is_refused_by_its_argument(wrong: Mapping[str, Any]) -> None:
    order = {"board": "landscape", "element": "caption", "x": 0.1, "y": 0.1, "w": 0.5, "h": 0.2, **wrong}

    with pytest.raises(ConfigError, match=f"'{next(iter(wrong))}'"):
        await Kit().ask("layout.set", **order)


async def test_the_themes_are_told_with_what_they_look_like() -> None:
    themes = {each["name"]: each for each in await Kit().ask("themes")}

    assert {"night", "paper", "bold"} <= themes.keys()
    assert themes["night"]["chosen"]
    assert not themes["paper"]["chosen"]
    assert themes["night"]["bubble"]["fill"] == "#FBFAF4"


async def test_a_test_line_shows_one_of_each_for_a_while() -> None:
    kit = Kit()

    await kit.ask("test", caption="Hello there.", bubble="First!")

    shown = {each.kind: each for each in kit.stage.snapshot().elements}
    assert shown.keys() == {"caption", "bubble", "card", "emote"}
    assert (shown["caption"].alt, shown["bubble"].alt) == ("Hello there.", "First!")
    assert all(each.until_ms == 6000 for each in shown.values())


async def test_a_test_line_that_the_guard_stops_is_not_shown() -> None:
    kit = Kit()

    with pytest.raises(ConfigError, match="guard stops"):
        await kit.ask("test", caption="You plonk.")

    assert kit.stage.snapshot().elements == ()
