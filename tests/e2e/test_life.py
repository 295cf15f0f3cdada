"""A performer's life: it begins with nothing there, takes lines, and ends without leaving anything behind."""

import signal
import socket
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from performer.core.command_line import COMMAND
from performer.core.files.home import CHECKOUT
from performer.core.prompt_files import load_prompt_lines
from tests.e2e.performing import PATIENCE_S, clean_environment, gone, is_alive, performing
from tests.fakes.ollama import SEEING, FakeOllama
from tests.pipes import make_pipe
from tests.systems import posix_only


@pytest.mark.slow
@pytest.mark.anyio
async def test_with_nothing_there_it_says_who_plays_what_and_performs(tmp_path: Path) -> None:
    brief = {"PERFORMER_VOICE__WORDS_PER_MIN": "450"}
    async with performing(tmp_path / "home", environment=brief) as it:
        await it.printed("A line and Enter speaks to it")
        await it.type("hello\n")
        await it.journalled("SpeechEnded")
        no_sound = await it.journalled("ServiceDown", lambda line: line["service"] == "sound")

    assert no_sound["reason"] == "sfx: no sound device found"
    assert "arcade seed 1" in it.said
    assert "no display found" in it.said
    assert f'no Ollama at http://127.0.0.1:9; install it, then "{COMMAND} pull"' in it.said
    assert f"{it.home}/stage.html" in it.said
    assert "(silent)" in it.said


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_lead_that_is_there_is_named_in_the_table_also_while_it_loads(tmp_path: Path) -> None:
    async with FakeOllama(SEEING) as ollama:
        ollama.hold_loads()
        async with performing(tmp_path / "home", "--no-sound", environment={"OLLAMA_HOST": ollama.url}) as it:
            await it.printed("A line and Enter speaks to it")
            loading = it.said
            ollama.release_loads()
            await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
            status = await it.ask("status")

    assert f"brain  ollama {SEEING.name}" in loading
    assert "the model is loading, and the understudy plays until then" in loading
    assert "back" not in it.said
    assert {role["part"]: role["plays"] for role in status["value"]["roles"]}["brain"] == f"ollama {SEEING.name}"


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_line_typed_before_the_model_is_there_is_excused_and_answered_once_it_is_loaded(tmp_path: Path) -> None:
    async with FakeOllama(SEEING) as ollama:
        await ollama.stop()
        ollama.hold_loads()
        ollama.reply("I am the owl.")
        excuses = load_prompt_lines("unanswered/missing-typed")
        async with performing(tmp_path / "home", "--no-sound", environment={"OLLAMA_HOST": ollama.url}) as it:
            await it.printed("A line and Enter speaks to it")
            await it.type("who are you?\n")
            excuse = await it.journalled("SentenceReady", lambda line: line["text"] in excuses)
            await it.type("/status\n")
            await it.printed("brain works only partly: no Ollama at")
            await ollama.start()
            await it.printed(f"(brain: ollama {SEEING.name} is loading)")
            status = await it.ask("status")
            ollama.release_loads()
            answer = await it.journalled("SentenceReady", lambda line: line["text"] == "I am the owl.")

    assert excuse["turn"] < answer["turn"]
    assert status["value"]["down"]["brain"] == "the model is loading, and the understudy plays until then"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "how",
    [
        "SIGTERM",
        pytest.param("SIGINT", marks=pytest.mark.slow),
        pytest.param("SIGHUP", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
@posix_only("signals; what Windows has instead is tried in core/platform")
async def test_it_ends_when_asked_and_leaves_nothing_behind(tmp_path: Path, how: str) -> None:
    async with performing(tmp_path / "home") as it:
        await it.type("hello\n")
        await it.journalled("SpeechStarted")
        children = it.children()
        assert children, "the sound player should be there"

        code = await it.end(signal.Signals[how])

    assert code == 0
    assert not any(is_alive(child) for child in children)
    assert not (it.home / "run" / "stage.json").exists()
    assert it.events("TurnCut")


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_killed_performer_takes_its_children_along(tmp_path: Path) -> None:
    async with performing(tmp_path / "home") as it:
        await it.journalled("FrameSeen")
        children = it.children()

        await it.end(signal.SIGKILL)
        with anyio.fail_after(10):
            for child in children:
                await gone(child)


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_typed_line_is_the_streamers_and_is_answered(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound") as it:
        await it.journalled("FrameSeen")
        await it.type("hello owl\n")

        taken = await it.journalled("CueTaken", lambda line: line["kind"] == "operator")
        spoken = await it.journalled("SpeechStarted", lambda line: line["turn"] == taken["turn"])

    assert (taken["text"], taken["channel"]) == ("hello owl", "console")
    assert spoken["text"] in it.said


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_time_that_was_asked_for_ends_it(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound", "--seconds", "10") as it:
        await it.journalled("FrameSeen")

        assert await it.process.wait() == 0

    assert len(it.events("FrameSeen")) > 1


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_second_performer_in_the_same_home_is_refused_by_the_first_ones_number(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound") as it:
        await it.journalled("FrameSeen")

        second = await anyio.run_process(
            [sys.executable, "-m", "performer", "run"], env=clean_environment(it.home), cwd=CHECKOUT, check=False
        )

    assert second.returncode == 1
    assert f"A performer (pid {it.process.pid}) runs in {it.home} already." in second.stderr.decode()


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_taken_port_is_passed_over_and_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with performing(tmp_path / "home", "--no-sound", "--port", str(port)) as it:
            await it.journalled("FrameSeen")

            assert it.stage["port"] != port
            assert f"port {port} is taken" in it.said


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_wrong_option_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = await anyio.run_process(
        [sys.executable, "-m", "performer", "run", "--frames", "scren"],
        env=clean_environment(tmp_path),
        cwd=CHECKOUT,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr.decode().startswith("Config 'frames.source' (options) has value 'scren'.")
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.anyio
async def test_the_performer_never_imports_qt_and_discords_library_only_where_it_is_used() -> None:
    heavy = ("PySide6", "discord", "mcp", "performer.chats.discord.service", "performer.chats.discord.bot")
    look = f"import sys, performer.app; print([each for each in {heavy} if each in sys.modules])"

    done = await anyio.run_process([sys.executable, "-c", look], cwd=CHECKOUT)

    assert done.stdout.decode().strip() == "[]"


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_can_be_ended_while_it_is_still_starting(tmp_path: Path) -> None:
    async with performing(tmp_path / "home") as it:
        await it.journalled("ServiceDown", lambda line: line["service"] == "brain")

        assert await it.end() == 0

    assert not (it.home / "run" / "stage.json").exists()


@pytest.mark.anyio
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("command", ["run", "replay"])
@pytest.mark.slow
async def test_what_tries_the_voice_out_goes_along_when_the_start_is_ended(
    tmp_path: Path, command: str, how: str
) -> None:
    pipe = tmp_path / "pid"
    make_pipe(pipe)
    journal = tmp_path / "show.jsonl"
    journal.write_text('{"v": 1, "t": 0, "event": "FrameSeen"}', encoding="utf-8")
    options = {"run": ("--frames", "arcade"), "replay": (str(journal), "--voice")}[command]
    voice = {"PERFORMER_VOICE__ENGINE": f"command:sh -c 'echo $$ > {pipe}; sleep 20'"}
    process = await anyio.open_process(
        [sys.executable, "-m", "performer", command, *options, "--no-desktop", "--no-sound", "--port", "0"],
        env=clean_environment(tmp_path / "home", voice),
        cwd=CHECKOUT,
    )
    try:
        with anyio.fail_after(PATIENCE_S):
            child = int(await anyio.to_thread.run_sync(pipe.read_text, abandon_on_cancel=True))
            process.send_signal(signal.Signals[how])

            assert await process.wait() == 0
        assert not is_alive(child)
    finally:
        if process.returncode is None:
            process.kill()
        with anyio.CancelScope(shield=True):
            await process.aclose()


@pytest.mark.anyio
@pytest.mark.slow
async def test_without_a_standard_input_it_performs_all_the_same(tmp_path: Path) -> None:
    done = await anyio.run_process(
        ["sh", "-c", f"exec {sys.executable} -m performer run --port 0 --no-sound --seconds 0.5 <&-"],
        env=clean_environment(tmp_path),
        cwd=CHECKOUT,
    )

    assert "chat   console" in done.stdout.decode()
