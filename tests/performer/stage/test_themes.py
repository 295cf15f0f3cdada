import sys
import tomllib
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.files import home
from performer.core.files.refused import RefusedFile
from performer.core.images.formats import UnfitPicture
from performer.stage.connections import StageClients
from performer.stage.layout import LandscapeSettings, LayoutSettings
from performer.stage.protocol.elements import Avatar, Bubble
from performer.stage.protocol.messages import Look, Put
from performer.stage.protocol.theme import Theme
from performer.stage.state import Stage
from performer.stage.themes import Themes, read_theme
from tests.performer.stage.standing import standing
from tests.pipes import make_pipe
from tests.systems import posix_only

BUILT_IN = home.ASSETS / "themes"


def themes(own: Path | None = None, worn: str = "night") -> Themes:
    clients = StageClients()
    return Themes(BUILT_IN, own, worn, Stage(VirtualClock(), clients), clients)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_three_themes_are_built_in() -> None:
    assert {"bold", "night", "paper"} <= set(themes()._themes)


def test_the_file_night_says_what_is_built_in() -> None:
    assert read_theme(BUILT_IN / "night.toml", {}) == Theme()
    assert set(tomllib.loads((BUILT_IN / "night.toml").read_text(encoding="utf-8"))) == set(
        Theme.__dataclass_fields__
    ) - {
        "name",
        "__pydantic_config__",
    }


@pytest.mark.anyio
async def test_a_theme_says_only_what_it_changes_of_its_base(tmp_path: Path) -> None:
    write(tmp_path, "mine", 'base = "paper"\n[caption]\nsize = 52\n')
    all_of_them = themes(tmp_path, worn="mine")
    assert all_of_them.current == Theme()

    await all_of_them.reload()
    mine = all_of_them.current

    assert mine.caption.size == 52
    assert mine.bubble == themes(worn="paper").current.bubble
    assert mine.name == "mine"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[caption]\nsize = 3", "caption.size has value 3"),
        ("[caption]\nsise = 30", "there is no 'caption.sise'. Did you mean 'size'"),
        ('[caption]\ntext = "red"', "caption.text has value 'red'. Expected #RRGGBB"),
        ("[caption", "cannot be read"),
        ('base = "nigth"', "its base 'nigth' is not there. Did you mean 'night'"),
        ('base = "broken"', "its base is based on it"),
        ("[motion]\nin_curve = [0, 0, 1]", "motion.in_curve"),
        ('base = ["night"]', "base has value ['night']. Expected the name of a theme"),
        (f"caption = {'[' * 20_000}", "nested more than 50 deep"),
        (f"caption.size{'.a' * 4_000} = 1", "nested more than 50 deep"),
        (f"caption.size{'.a' * 60} = 1", "nested more than 50 deep"),
        (f"# {'x' * 100_000}", "larger than 100 kB"),
    ],
)
def test_a_mistake_names_the_field_and_the_value_but_no_folder(tmp_path: Path, text: str, told: str) -> None:
    path = write(tmp_path, "broken", text)

    with pytest.raises(UnfitPicture) as mistake:
        read_theme(path, {"night": BUILT_IN / "night.toml", "broken": path})

    assert told in str(mistake.value)
    assert str(tmp_path) not in str(mistake.value)
    assert len(str(mistake.value)) < 200


@pytest.mark.anyio
@posix_only("Windows has no pipes among its files")
@pytest.mark.expects_log
async def test_a_pipe_among_the_themes_holds_nobody_up(tmp_path: Path) -> None:
    if sys.platform != "win32":
        make_pipe(tmp_path / "pipe.toml")
    write(tmp_path, "mine", "[caption]\nsize = 52\n")
    all_of_them = themes(tmp_path, worn="mine")

    with anyio.fail_after(20):
        await all_of_them.reload()

    assert all_of_them.current.caption.size == 52
    assert all_of_them.refused == (RefusedFile(path=tmp_path / "pipe.toml", reason="it is no file"),)


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_theme_that_breaks_while_it_is_worn_stays_as_it_was_until_it_is_mended(tmp_path: Path) -> None:
    write(tmp_path, "mine", "[caption]\nsize = 52\n")
    all_of_them = themes(tmp_path, worn="mine")
    await all_of_them.reload()

    write(tmp_path, "mine", "[caption]\nsize = 1\n")
    await all_of_them.reload()
    assert all_of_them.current.caption.size == 52
    assert [each.path.name for each in all_of_them.refused] == ["mine.toml"]

    write(tmp_path, "mine", "[caption]\nsize = 60\n")
    await all_of_them.reload()
    assert all_of_them.current.caption.size == 60
    assert not all_of_them.refused


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_theme_that_goes_while_it_is_worn_gives_way_to_night(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine", "[caption]\nsize = 52\n")
    all_of_them = themes(tmp_path, worn="mine")
    await all_of_them.reload()

    mine.unlink()
    await all_of_them.reload()

    assert all_of_them.current == Theme()
    assert all_of_them.refused == (RefusedFile(path=mine, reason="there is no such theme, so 'night' is used"),)


@pytest.mark.anyio
async def test_a_theme_that_is_not_there_cannot_be_worn() -> None:
    with pytest.raises(ConfigError, match="Did you mean 'paper'"):
        await themes().choose("papr")


@pytest.mark.anyio
async def test_a_theme_can_be_worn_the_moment_its_file_is_written(tmp_path: Path) -> None:
    all_of_them = themes(tmp_path)
    write(tmp_path, "mine", "[caption]\nsize = 52\n")

    await all_of_them.choose("mine")

    assert all_of_them.current.caption.size == 52


@pytest.mark.anyio
async def test_a_change_of_theme_reaches_every_client_but_those_that_chose_their_own(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        url = f"ws://127.0.0.1:{house.server.addresses.port}/stage/ws?token={house.server.tokens.renderer}"
        async with house.peer(url) as any_page, house.peer(f"{url}&theme=bold") as own_page:
            await any_page.hear()  # its snapshot
            await own_page.hear()

            await house.themes.choose("paper")
            look = await any_page.hear()
            house.stage.show(Bubble(id="b", alt="Hm.", born_ms=0))

            assert isinstance(look, Look)
            assert look.theme.name == "paper"
            assert isinstance(await own_page.hear(), Put)


@pytest.mark.anyio
async def test_a_client_is_told_anew_what_steps_aside_when_the_avatar_changes_sides(tmp_path: Path) -> None:
    layout = LayoutSettings(landscape=LandscapeSettings(keep_clear=((0.0, 0.1, 0.15, 0.9),)))
    async with standing(tmp_path) as house:
        house.themes.arrange(layout)
        url = f"ws://127.0.0.1:{house.server.addresses.port}/stage/ws?token={house.server.tokens.renderer}"
        async with house.peer(url) as page:
            await page.hear()  # its snapshot

            house.stage.show(Avatar(id="a", alt="", born_ms=0, side="left", srcs=(), srcs2x=()))

            heard = [await page.hear(), await page.hear()]
            look = next(each for each in heard if isinstance(each, Look))
            assert look.layout.landscape.avatar[0] == pytest.approx(0.15)
