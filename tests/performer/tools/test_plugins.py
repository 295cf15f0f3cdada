"""Plug-ins: what a file gives, what is wrong with it by file and line, and a call that breaks."""

from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ToolFailedError
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream
from performer.tools.plugins import PluginTools, list_names, read_plugin, read_plugins, write_skeleton
from performer.tools.tool import ToolCall
from tests.pipes import make_pipe

pytestmark = pytest.mark.anyio

DICE = '''"""Dice."""

async def roll_dice(sides: int = 6) -> str:
    """Roll a die for the viewers.

    Args:
        sides: How many sides it has, 2 to 100.
    """
    return f"It shows {sides}."

def toss(coin: str) -> str:
    """Toss a coin."""
    return f"{coin}: heads"

def _helper() -> None:
    """Not a tool."""
'''

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, text: str) -> Path:
        file = tmp_path / f"{name}.py"
        file.write_text(text, encoding="utf-8")
        return file

    return write


async def test_each_public_function_is_a_tool_that_asks_first(write: Write) -> None:
    plugin = read_plugin(write("dice", DICE), ())

    dice, toss = plugin.tools
    assert plugin.refused == ()
    assert (dice.spec.name, dice.spec.description) == ("roll_dice", "Roll a die for the viewers.")
    assert dice.spec.parameters["properties"]["sides"]["description"] == "How many sides it has, 2 to 100."
    assert {(tool.asks, tool.privilege) for tool in plugin.tools} == {(True, "outside")}
    assert (await dice.run(ToolCall(id="1", name="roll_dice", arguments={"sides": 20}))).text == "It shows 20."
    assert (await toss.run(ToolCall(id="2", name="toss", arguments={"coin": "a penny"}))).text == "a penny: heads"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("def roll(:\n", 1, "SyntaxError: invalid syntax"),
        ("import nowhere_to_be_found\n", 1, "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("def f() -> int:\n    return 1 // 0\n\nf()\n", 2, "ZeroDivisionError: "),
        ("A = 1\n", 0, "it has no function: "),
        ("A = 1\n\ndef roll() -> str:\n    return ''\n", 3, "roll has no docstring: "),
        ("def roll(sides) -> str:\n    '''Roll.'''\n    return ''\n", 1, "roll: the argument 'sides' has no type, "),
        ("def say(text: str) -> str:\n    '''Say.'''\n    return ''\n", 1, "there is a tool say already"),
    ],
)
async def test_a_broken_file_is_named_with_its_line(write: Write, text: str, line: int, reason: str) -> None:
    plugin = read_plugin(write("broken", text), ("say",))

    (refused,) = plugin.refused
    assert plugin.tools == ()
    assert (refused.path.name, refused.line) == ("broken.py", line)
    assert refused.reason.startswith(reason)


@pytest.mark.parametrize("fun", ["FUN = ('roll_dice',)", "FUN = 'roll_dice'", "FUN = {'roll_dice'}"])
async def test_a_function_of_which_the_file_says_so_does_no_more_than_play(write: Write, fun: str) -> None:
    dice, toss = read_plugin(write("dice", f"{DICE}\n{fun}\n"), ()).tools

    assert ((dice.privilege, dice.asks), (toss.privilege, toss.asks)) == (("fun", True), ("outside", True))


async def test_a_good_function_stays_beside_a_bad_one(write: Write) -> None:
    plugin = read_plugin(write("dice", DICE + "\ndef bare() -> None:\n    pass\n"), ())

    assert [tool.spec.name for tool in plugin.tools] == ["roll_dice", "toss"]
    assert [refused.name for refused in plugin.refused] == ["line 18 of dice.py"]


async def test_a_name_is_taken_once(write: Write, tmp_path: Path) -> None:
    write("a", DICE)
    write("b", DICE)

    first, second = await read_plugins(SystemClock(), tmp_path)

    assert len(first.tools) == 2
    assert [refused.reason for refused in second.refused] == [
        "there is a tool roll_dice already",
        "there is a tool toss already",
    ]


@pytest.mark.expects_log
async def test_a_call_that_breaks_fails_alone_and_says_where(write: Write) -> None:
    (tool,) = read_plugin(write("dice", "def roll() -> int:\n    '''Roll.'''\n    return [][1]\n"), ()).tools

    with pytest.raises(ToolFailedError, match=r"^roll broke: IndexError in line 3 of dice.py.$"):
        await tool.run(ToolCall(id="1", name="roll"))


@pytest.mark.expects_log
async def test_a_running_show_has_what_is_put_there_and_hears_what_is_wrong(write: Write, tmp_path: Path) -> None:
    clock = SystemClock()
    stream = EventStream(clock)
    refused = stream.lossy("test", FileRefused)
    plugins = PluginTools(clock, stream, tmp_path)
    write("dice", DICE)
    write("broken", "1 +\n")

    async with anyio.create_task_group() as tasks:
        await tasks.start(plugins.run)
        told = (await anext(aiter(refused))).event
        tasks.cancel_scope.cancel()

    assert [tool.spec.name for tool in plugins.tools()] == ["roll_dice", "toss"]
    assert [role.plays for role in plugins.roles()] == ["roll_dice, toss, of yours"]
    assert isinstance(told, FileRefused)
    assert (told.file, told.reason) == ("line 1 of broken.py", "SyntaxError: invalid syntax")
    assert [each.name for each in tmp_path.iterdir() if each.is_dir()] == []


async def test_a_skeleton_is_a_tool_at_once_and_never_written_over(tmp_path: Path) -> None:
    file = write_skeleton(tmp_path / "tools", "roll_dice")

    plugin = read_plugin(file, ())
    assert ([tool.spec.name for tool in plugin.tools], plugin.refused) == (["roll_dice"], ())
    assert (await plugin.tools[0].run(ToolCall(id="1", name="roll_dice"))).text == "It was done 1 times."
    with pytest.raises(ConfigError, match=r"already\. Take another name"):
        write_skeleton(tmp_path / "tools", "roll_dice")
    with pytest.raises(ConfigError, match="cannot be called 'a b'"):
        write_skeleton(tmp_path / "tools", "a b")
    with pytest.raises(ConfigError, match=r"cannot be called 'aux'\. Windows takes .* Take another name"):
        write_skeleton(tmp_path / "tools", "aux")


async def test_a_pipe_among_the_plug_ins_is_not_waited_for(tmp_path: Path) -> None:
    make_pipe(tmp_path / "pipe.py")

    (refused,) = read_plugin(tmp_path / "pipe.py", ()).refused

    assert refused.reason == "it is no file"
    assert list_names(tmp_path) == frozenset()
