"""The control socket and the command line's `say`, on a running performer."""

import json
import sys
from pathlib import Path

import aiohttp
import anyio
import pytest
from PIL import Image

from performer.core.command_line import COMMAND
from performer.core.files.home import CHECKOUT
from performer.stage.access_tokens import ROLES
from tests.e2e.performing import clean_environment, performing
from tests.pulse import open_desk
from tests.systems import is_private


@pytest.mark.anyio
async def test_every_operation_answers(tmp_path: Path) -> None:
    quiet = {"PERFORMER_PACING__TALKATIVENESS": "silent", "PERFORMER_VOICE__ENGINE": "silent"}
    async with performing(tmp_path / "home", "--no-sound", "--model", "understudy", environment=quiet) as it:
        await it.printed("A line and Enter speaks to it")

        assert await it.ask("pause") == {"id": 1, "ok": True, "value": "paused"}
        status = (await it.ask("status"))["value"]
        assert (status["paused"], status["pauses"], status["down"]) == (True, {"asked": "by hand"}, {})
        assert (await it.ask("resume"))["value"] == "resumed"
        assert (await it.ask("config.get", key="stage.host"))["value"] == "127.0.0.1"
        assert "Did you mean 'host'" in (await it.ask("config.get", key="stage.hots"))["error"]
        assert "has value ''" in (await it.ask("say", text=""))["error"]
        assert "There is no operation 'hsuh'. Did you mean 'hush'" in (await it.ask("hsuh"))["error"]

        assert (await it.ask("cue", text="hello", author="Ann", direct=True))["ok"]
        chat = await it.journalled("CueTaken", lambda line: line["kind"] == "chat")
        assert (await it.ask("hush"))["ok"]
        assert (await it.ask("react"))["ok"]
        react = await it.journalled("CueTaken", lambda line: line["kind"] == "operator")

    assert chat["text"] == "Ann: hello"
    assert react["text"] == ""


@pytest.mark.slow
@pytest.mark.anyio
async def test_say_is_heard_word_for_word(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound") as it:
        await it.journalled("FrameSeen")

        said = await anyio.run_process(
            [sys.executable, "-m", "performer", "say", "Good evening."], env=clean_environment(it.home), cwd=CHECKOUT
        )
        spoken = await it.journalled("SpeechStarted", lambda line: line["text"] == "Good evening.")

    assert said.stdout.decode().strip() == "it will be said next"
    assert spoken["turn"]


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_pause_is_told_with_its_reason_until_it_is_over(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound") as it:
        await it.printed("Ctrl+C ends the show")
        command = [sys.executable, "-m", "performer"]
        environment = clean_environment(it.home)
        paused = await anyio.run_process([*command, "pause", "--reason", "dinner"], env=environment, cwd=CHECKOUT)
        told = await it.journalled("Paused")
        resumed = await anyio.run_process([*command, "resume"], env=environment, cwd=CHECKOUT)
        over = await it.journalled("Resumed")

    assert (paused.stdout.decode().strip(), resumed.stdout.decode().strip()) == ("paused", "resumed")
    assert (told["by"], told["reason"], over["by"]) == ("asked", "dinner", "asked")


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_line_about_the_game_is_cut_when_the_streamer_asks_for_something(tmp_path: Path) -> None:
    script, dark = tmp_path / "script.json", tmp_path / "dark"
    boss = "A boss, and what a boss it is, as tall as a house and twice as rude."
    script.write_text(json.dumps([{"text": boss}, {"text": "Gladly."}]), encoding="utf-8")
    dark.mkdir()
    Image.new("RGB", (64, 36)).save(dark / "1.png")
    options = ["--no-sound", "--voice", "silent", "--frames", f"clip:{dark}", "--model", f"scripted:{script}"]
    async with performing(tmp_path / "home", *options) as it:
        await it.ask("cue", kind="game", text="boss_appears")
        comment = await it.journalled("SpeechStarted")
        await it.ask("react")
        cut = await it.journalled("TurnCut")
        ended = await it.journalled("SpeechEnded")
        answer = await it.journalled("SpeechStarted", lambda line: line["text"] == "Gladly.")

    assert (comment["text"], ended["cut"]) == (boss, True)
    assert (cut["turn"], cut["reason"]) == (comment["turn"], "for the streamer")
    assert answer["turn"] == comment["turn"] + 1


@pytest.mark.anyio
async def test_say_without_a_show_tells_how_to_begin_one(tmp_path: Path) -> None:
    said = await anyio.run_process(
        [sys.executable, "-m", "performer", "say", "hello"],
        env=clean_environment(tmp_path),
        cwd=CHECKOUT,
        check=False,
    )

    assert said.returncode == 1
    assert said.stderr.decode().strip() == f"No performer runs in {tmp_path}. Start one with: {COMMAND}"


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_doorplate_is_private_and_says_where_everything_is(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound") as it:
        await it.journalled("FrameSeen")
        is_kept = is_private(it.home / "run" / "stage.json")
        facts = it.stage
        async with aiohttp.ClientSession() as session:
            address = f"http://127.0.0.1:{facts['port']}/health"
            async with session.get(address) as answer:
                health = await answer.json()
            async with session.get(f"{address}?token={facts['tokens']['control']}") as answer:
                told = await answer.json()
            async with session.ws_connect(facts["url"].replace("http", "ws", 1).replace("?", "/ws?")) as socket:
                first = [json.loads(await socket.receive_str())["op"] for _ in range(2)]

    assert is_kept
    assert set(facts) >= {"pid", "port", "url", "control_url", "tokens"}
    assert facts["pid"] == it.process.pid
    assert health == {"ok": False}
    assert told == {"ok": False, "down": ["brain"]}
    assert first == ["look", "snapshot"]


@pytest.mark.slow
@pytest.mark.anyio
async def test_tokens_are_in_no_log_and_no_journal(tmp_path: Path) -> None:
    async with performing(tmp_path / "home") as it:
        await it.type("hello\n")
        await it.journalled("SpeechEnded")
        tokens = list(it.stage["tokens"].values())

    log = (it.home / "logs" / "performer.log").read_text(encoding="utf-8")
    journal = json.dumps(it.lines)
    assert len(tokens) == len(ROLES)
    assert not [token for token in tokens if token in log or token in journal]


@pytest.mark.slow
@pytest.mark.anyio
async def test_tokens_are_renewed_in_a_show_and_its_player_goes_on_with_its_own(tmp_path: Path) -> None:
    async with open_desk("main") as desk, performing(tmp_path / "home", environment=desk.address) as it:
        await it.printed("Ctrl+C ends the show")
        await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
        before, children = it.stage, it.children()
        mark = len(it.lines)

        renewed = await anyio.run_process(
            [sys.executable, "-m", "performer", "tokens", "renew"], env=clean_environment(it.home), cwd=CHECKOUT
        )
        await it.journalled("ServiceUp", lambda line: line["service"] == "sound", after=mark)
        async with (
            aiohttp.ClientSession() as session,
            session.get(before["url"]) as stale,
            session.get(it.stage["url"]) as fresh,
        ):
            statuses = (stale.status, fresh.status)
        answer = await it.ask("status")

    said = renewed.stdout.decode()
    assert said.startswith("New tokens for: renderer, sound, window, control, cue, agent.")
    assert not [token for token in before["tokens"].values() if token in said]
    assert statuses == (403, 200)
    assert answer["value"]["down"] == {"brain": answer["value"]["down"]["brain"]}
    assert not set(children) & set(it.children())


async def configure(home: Path, *words: str) -> str:
    """Call `performer config` and give back what it says, for good or ill."""
    done = await anyio.run_process(
        [sys.executable, "-m", "performer", "config", *words],
        env=clean_environment(home),
        cwd=CHECKOUT,
        check=False,
    )
    return (done.stdout + done.stderr).decode().strip()


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_setting_is_written_with_and_without_a_show(tmp_path: Path) -> None:
    variable = {"PERFORMER_STAGE__EMOTE_S": "2"}
    async with performing(tmp_path / "home", "--no-sound", "--model", "understudy", environment=variable) as it:
        await it.journalled("FrameSeen")
        file = it.home / "config.toml"

        by_socket = (await it.ask("config.set", key="director.chat_age_s", value=40))["value"]
        by_option = await configure(it.home, "set", "model.spec", "ollama")
        by_variable = (await it.ask("config.set", key="stage.emote_s", value="3"))["value"]
        refused = (await it.ask("config.set", key="stage.port", value="many"))["error"]
        still = (await it.ask("config.get", key="director.chat_age_s"))["value"]
        out = (await it.ask("config.set", key="director.chat_age_s", value=None))["value"]
        unknown = (await it.ask("config.set", value=1))["error"]

    assert by_socket == f"director.chat_age_s is saved in {file}. It holds now."
    assert by_option == f"model.spec is saved in {file}. An option of the command line is set and wins."
    assert by_variable == f"stage.emote_s is saved in {file}. PERFORMER_STAGE__EMOTE_S is set and wins."
    assert refused.startswith(f"Config 'stage.port' ({file}) has value 'many'.")
    assert still == 40
    assert out == f"director.chat_age_s is removed from {file}. It holds now."
    assert "'key' has value None" in unknown
    assert await configure(it.home, "set", "director.chat_age_s", "50") == f"director.chat_age_s is saved in {file}."
    assert '"chat_age_s": 50.0' in await configure(it.home, "--json")


@pytest.mark.anyio
@pytest.mark.slow
async def test_the_show_is_hushed_from_the_command_line(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", "--no-sound", "--model", "understudy") as it:
        await it.journalled("FrameSeen")
        await it.ask("say", text=f"This is a long line, {'which goes on and on, ' * 8}and is not heard to its end.")
        await it.journalled("SpeechStarted")

        hushed = await anyio.run_process(
            [sys.executable, "-m", "performer", "hush"], env=clean_environment(it.home), cwd=CHECKOUT
        )
        await it.journalled("SpeechEnded", lambda line: line["cut"])

    assert hushed.stdout.decode().strip() == "silent"
