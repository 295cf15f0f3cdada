"""Changes of a running show's settings: by hand in the file, of many at once, and of two who change the same."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigChange, ConfigFile, TakeUp
from performer.config.in_force import SettingsInForce
from performer.config.keys import get_value
from performer.config.layers import LoadedConfig
from performer.core.errors import ConfigError

pytestmark = pytest.mark.anyio


class Told:
    """Settings whose changes are noted."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "config.toml"
        self.file.write_text("# mine\n[frames]\nrate_hz = 3.0\n", encoding="utf-8")
        self.heard: list[Mapping[str, Any]] = []
        file = ConfigFile(self.file, environ={})
        self.changes = ConfigChanges(SettingsInForce(file.load().config, {}), file, self.heard.append)


@pytest.fixture
async def it(tmp_path: Path) -> Told:
    it = Told(tmp_path)
    await it.changes.take_over()
    return it


async def test_what_won_when_the_show_began_stays_until_its_own_line_is_edited(tmp_path: Path) -> None:
    it = Told(tmp_path)
    await it.changes.in_force.take_up(Config.model_validate({"frames": {"rate_hz": 7}}), [("frames", "rate_hz")])
    await it.changes.take_over()
    it.file.write_text("[frames]\nrate_hz = 3.0\nfrozen_s = 90\n", encoding="utf-8")
    await it.changes.take_over()

    assert (it.changes.config.frames.rate_hz, it.changes.config.frames.frozen_s) == (7.0, 90.0)


async def test_what_is_edited_by_hand_holds_and_is_told_and_can_be_undone(it: Told) -> None:
    it.file.write_text("# mine\n[frames]\nrate_hz = 5.0\n\n[stage]\nport = 9001\n", encoding="utf-8")
    await it.changes.take_over()

    assert (it.changes.config.frames.rate_hz, it.changes.config.stage.port) == (5.0, None)
    assert it.heard[-1] == {"keys": ["frames.rate_hz", "stage.port"], "by": "hand", "number": 1, "trouble": ""}
    await it.changes.undo()
    assert it.changes.config.frames.rate_hz == 3.0
    assert "rate_hz = 3.0" in it.file.read_text(encoding="utf-8")


async def test_an_own_change_is_not_taken_for_an_edit(it: Told) -> None:
    await it.changes.set("frames.rate_hz", 4)
    told = len(it.heard)
    await it.changes.take_over()

    assert len(it.heard) == told
    assert [each.by for each in it.changes.history.made] == ["order"]


@pytest.mark.parametrize(
    ("text", "said"),
    [("[frames]\nrate_hz = \n", "line 2"), ("[frames]\n# so often\nrate_hz = 99\n", "Line 3 of config.toml")],
)
async def test_a_broken_edit_is_told_by_its_line_and_changes_nothing(it: Told, text: str, said: str) -> None:
    it.file.write_text(text, encoding="utf-8")
    await it.changes.take_over()

    assert said in it.changes.trouble
    assert said in it.changes.roles()[0].why
    assert it.changes.config.frames.rate_hz == 3.0
    it.file.write_text("[frames]\nrate_hz = 6.0\n", encoding="utf-8")
    await it.changes.take_over()
    assert (it.changes.trouble, it.changes.config.frames.rate_hz) == ("", 6.0)


async def test_everything_is_reset_with_a_copy_and_comes_back_with_one_undo(it: Told) -> None:
    await it.changes.set("stage.theme", "bold")

    said = await it.changes.reset()

    copy = next(each for each in it.file.parent.iterdir() if each.name.startswith("config.toml.2"))
    assert str(copy) in said
    assert (it.changes.config.frames.rate_hz, it.changes.config.stage.theme) == (2.0, "night")
    assert "# mine" in it.file.read_text(encoding="utf-8")
    await it.changes.undo()
    assert (it.changes.config.frames.rate_hz, it.changes.config.stage.theme) == (3.0, "bold")


async def test_only_a_section_is_reset(it: Told) -> None:
    await it.changes.set("stage.theme", "bold")
    await it.changes.reset("frames")

    assert (it.changes.config.frames.rate_hz, it.changes.config.stage.theme) == (2.0, "bold")
    with pytest.raises(ConfigError, match="Nothing is set there"):
        await it.changes.reset("frames")


async def test_a_value_that_somebody_else_has_changed_is_not_overwritten(it: Told) -> None:
    await it.changes.set("stage.theme", "bold", expected=["night"])

    with pytest.raises(ConfigError, match="changed elsewhere"):
        await it.changes.set("stage.theme", "paper", expected=["night"])
    assert it.changes.config.stage.theme == "bold"


async def test_an_older_change_is_undone_by_itself(it: Told) -> None:
    await it.changes.set("stage.theme", "bold")
    await it.changes.set("frames.rate_hz", 4)

    assert [each["number"] for each in it.heard] == [1, 2]
    await it.changes.undo(1)
    assert it.heard[-1]["number"] == 0
    assert (it.changes.config.frames.rate_hz, it.changes.config.stage.theme) == (4.0, "night")
    assert [each.number for each in it.changes.history.made] == [2]


async def test_what_was_changed_since_is_put_back_only_on_purpose_and_that_is_a_change(it: Told) -> None:
    await it.changes.set("frames.rate_hz", 4)
    await it.changes.set("frames.rate_hz", 5)

    with pytest.raises(ConfigError, match=r"frames\.rate_hz was changed since: it is 5\.?0? now\. Nothing was undone"):
        await it.changes.undo(1)
    assert [stands for _, stands in await it.changes.list_undoable()] == [False, True]
    await it.changes.undo(1, anyway=True)
    assert it.changes.config.frames.rate_hz == 3.0
    await it.changes.undo()
    assert it.changes.config.frames.rate_hz == 5.0


async def test_two_who_add_to_one_list_do_not_undo_each_other(it: Told) -> None:
    async with anyio.create_task_group() as tasks:
        for name in ("vault*", "bank*"):
            tasks.start_soon(partial(it.changes.change_item, "pauses.programs", add=name))
    await it.changes.change_item("pauses.programs", remove="vault*")

    assert list(it.changes.config.pauses.programs) == ["bank*"]
    assert "is so already" in await it.changes.change_item("pauses.programs", add="bank*")
    with pytest.raises(ConfigError, match=r"stage\.theme is no list"):
        await it.changes.change_item("stage.theme", add="bold")


async def test_a_mask_is_moved_where_it_stands(it: Told) -> None:
    for at in (0.1, 0.2, 0.3):
        await it.changes.change_item("frames.masks", add=[at, 0.1, 0.1, 0.1])
    await it.changes.change_item("frames.masks", remove=[0.2, 0.1, 0.1, 0.1], add=[0.5, 0.1, 0.1, 0.1, "chat"])

    assert [each[0] for each in it.changes.config.frames.masks] == [0.1, 0.5, 0.3]


async def test_the_newest_change_of_a_section_is_undone_and_no_other(it: Told) -> None:
    await it.changes.set("frames.rate_hz", 4)
    await it.changes.set("stage.theme", "bold")
    await it.changes.undo(key="frames")

    assert (it.changes.config.frames.rate_hz, it.changes.config.stage.theme) == (3.0, "bold")
    with pytest.raises(ConfigError, match="no change that could be undone"):
        await it.changes.undo(key="frames")


class AskerLeaves(ConfigFile):
    """A file whose asker has gone by the time that it is written."""

    asking: anyio.CancelScope

    def change(self, key: str, value: object, take_up: TakeUp = lambda _: None) -> ConfigChange:
        change = super().change(key, value, take_up)
        anyio.from_thread.run_sync(self.asking.cancel)
        return change

    def set_all(self, values: Mapping[str, Any], take_up: Callable[[Config], None] = lambda _: None) -> LoadedConfig:
        loaded = super().set_all(values, take_up)
        anyio.from_thread.run_sync(self.asking.cancel)
        return loaded


@pytest.mark.parametrize(
    ("order", "theme", "number"),
    [
        (lambda changes: changes.set("stage.theme", "paper"), "paper", 2),
        (lambda changes: changes.undo(), None, 0),
        (lambda changes: changes.reset("stage"), None, 2),
    ],
    ids=["set", "undo", "reset"],
)
async def test_what_was_written_is_noted_though_whoever_asked_has_gone(
    it: Told, order: Callable[[ConfigChanges], Awaitable[str]], theme: str | None, number: int
) -> None:
    await it.changes.set("stage.theme", "bold")
    file = it.changes.file = AskerLeaves(it.file, environ={})
    with anyio.CancelScope() as file.asking:
        await order(it.changes)
    await it.changes.take_over()

    assert file.asking.cancel_called
    assert get_value(file.read(), ("stage", "theme")) == theme
    assert it.heard[1:] == [{"keys": ["stage.theme"], "by": "order", "number": number, "trouble": ""}]


async def test_what_could_not_be_written_is_told_when_it_is_though_whoever_asked_has_gone(
    it: Told, block: Path
) -> None:
    await it.changes.set("stage.theme", "bold")
    block.rmdir()
    file = it.changes.file = AskerLeaves(it.file, environ={})
    with anyio.CancelScope() as file.asking:
        await it.changes.save_unsaved()
    await it.changes.take_over()

    assert it.heard[1:] == [{"keys": ["stage.theme"], "by": "order", "number": 0, "trouble": ""}]


@pytest.mark.parametrize("order", [lambda changes: changes.set("stage.theme", "bold"), lambda changes: changes.undo()])
async def test_a_change_that_is_broken_off_before_it_was_written_holds_nowhere(
    it: Told, order: Callable[[ConfigChanges], Awaitable[str]]
) -> None:
    await it.changes.set("stage.theme", "paper")
    taken_up: list[str] = []
    text, told = it.file.read_text(encoding="utf-8"), len(it.heard)

    async def wear(theme: str) -> None:
        taken_up.append(theme)
        if theme != "paper":
            asking.cancel()
            await anyio.sleep_forever()

    it.changes.in_force = SettingsInForce(it.changes.config, {"stage.theme": wear})
    with anyio.CancelScope() as asking:
        await order(it.changes)

    assert (it.changes.config.stage.theme, taken_up[1:]) == ("paper", ["paper"])
    assert (it.file.read_text(encoding="utf-8"), len(it.heard)) == (text, told)


@pytest.fixture
def block(it: Told) -> Path:
    """What keeps the file from being written, also by an administrator."""
    block = it.file.with_name("config.toml.bak")
    block.mkdir()
    return block


@pytest.mark.usefixtures("block")
async def test_what_cannot_be_written_is_undone_in_the_running_show(it: Told) -> None:
    await it.changes.set("frames.rate_hz", 4)
    await it.changes.set("frames.rate_hz", 5)

    assert [stands for _, stands in await it.changes.list_undoable()] == [False, True]
    await it.changes.undo()
    assert (it.changes.config.frames.rate_hz, len(it.changes.roles())) == (4.0, 1)
    await it.changes.undo()
    assert (it.changes.config.frames.rate_hz, it.changes.roles()) == (3.0, ())


@pytest.mark.usefixtures("block")
@pytest.mark.parametrize("section", ["", "frames"])
async def test_what_cannot_be_written_is_reset_in_the_running_show(it: Told, section: str) -> None:
    await it.changes.set("frames.rate_hz", 4)
    await it.changes.set("frames.frozen_s", 90)

    said = await it.changes.reset(section)

    assert "until the end of the show" in said
    assert (it.changes.config.frames.rate_hz, it.changes.config.frames.frozen_s) == (2.0, 60.0)
    assert "rate_hz = 3.0" in it.file.read_text(encoding="utf-8")
    await it.changes.undo()
    assert (it.changes.config.frames.rate_hz, it.changes.config.frames.frozen_s) == (4.0, 90.0)


@pytest.mark.usefixtures("block")
async def test_a_value_that_is_unsaved_is_put_back_to_its_default(it: Told) -> None:
    await it.changes.set("frames.frozen_s", 90)
    await it.changes.set("frames.frozen_s", None)

    assert (it.changes.config.frames.frozen_s, it.changes.roles()) == (60.0, ())


async def test_what_could_not_be_written_is_written_with_the_next_change(it: Told, block: Path) -> None:
    await it.changes.set("frames.rate_hz", 4)
    block.rmdir()
    await it.changes.set("stage.theme", "bold")

    text = it.file.read_text(encoding="utf-8")
    assert ("rate_hz = 4" in text, 'theme = "bold"' in text, it.changes.roles()) == (True, True, ())
    assert [stands for _, stands in await it.changes.list_undoable()] == [True, True]


@pytest.mark.usefixtures("block")
async def test_a_line_that_is_edited_by_hand_wins_over_what_could_not_be_written(it: Told) -> None:
    await it.changes.set("frames.rate_hz", 4)
    it.file.write_text("[frames]\nrate_hz = 7.0\n", encoding="utf-8")
    await it.changes.take_over()

    assert (it.changes.config.frames.rate_hz, it.changes.roles()) == (7.0, ())
