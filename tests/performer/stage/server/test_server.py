import json
import logging
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core.errors import ServiceError
from performer.stage.access_tokens import AccessTokens
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Bubble
from performer.stage.protocol.messages import Put, Snapshot
from performer.stage.server.server import StageServer
from performer.stage.settings import StageSettings
from tests.performer.stage.standing import page, standing
from tests.systems import is_private


def listener(port: int = 0) -> socket.socket:
    taken = socket.socket()
    taken.bind(("127.0.0.1", port))
    taken.listen()
    return taken


@pytest.mark.anyio
async def test_a_taken_port_gives_the_next_free_one_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "performer.stage")
    with listener() as taken:
        port = taken.getsockname()[1]
        async with standing(tmp_path, port=port) as house:
            addresses = house.server.addresses

            assert port < addresses.port <= port + 20
            assert f":{addresses.port}/" in addresses.url
            assert house.server.moved == f"port {port} is taken"
            assert house.server.moved in caplog.text
            async with house.session.get(f"http://127.0.0.1:{addresses.port}/health") as answer:
                assert answer.status == 200


@pytest.mark.anyio
async def test_the_wished_port_is_taken_again_at_the_next_start(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        first = house.server.addresses
    async with standing(tmp_path, port=first.port) as house:
        assert house.server.addresses == first


@pytest.mark.anyio
async def test_a_host_that_is_not_ours_is_said_with_the_remedy(tmp_path: Path) -> None:
    async with standing(tmp_path / "a") as house:
        routes = house.server._routes
        settings = StageSettings(host="192.0.2.1", port=0)
        other = StageServer(house.clock, settings, tmp_path / "b", routes, StageClients())

        with pytest.raises(ServiceError, match=r"192\.0\.2\.1.*Set stage\.host"):
            await other.run()


@pytest.mark.anyio
async def test_the_doorplate_names_everything_and_goes_at_the_end(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        file = tmp_path / "run" / "stage.json"
        facts = json.loads(file.read_text(encoding="utf-8"))
        assert is_private(file)
        urls = {f"{name}url" for name in ("", "agent_", "audio_", "control_", "cue_", "panel_", "sound_", "window_")}
        assert set(facts) == {"pid", "port", "tokens", *urls}
        assert set(facts["tokens"]) == {"renderer", "sound", "window", "control", "cue", "agent"}
        assert facts["pid"] == os.getpid()

        async with house.peer(facts["url"].replace("http", "ws").replace("/stage?", "/stage/ws?")) as peer:
            assert isinstance(await peer.hear(), Snapshot)
        async with house.peer(facts["sound_url"]) as peer:
            assert isinstance(await peer.hear(), Snapshot)
        async with house.peer(facts["control_url"]):
            pass
    assert not file.exists()
    for name, url in (("stage.html", facts["url"]), ("stage-audio.html", facts["audio_url"])):
        page = tmp_path / name
        assert is_private(page)
        assert url in page.read_text(encoding="utf-8")
        assert "{{" not in page.read_text(encoding="utf-8")


@pytest.mark.anyio
async def test_the_address_without_sound_does_not_hold_the_sounds_token(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        addresses, tokens = house.server.addresses, house.server.tokens

    assert tokens.sound in addresses.audio_url
    assert addresses.audio_url.endswith("&audio=1")
    assert tokens.sound not in addresses.url
    assert tokens.sound not in (tmp_path / "stage.html").read_text(encoding="utf-8")


@pytest.mark.anyio
async def test_the_end_says_goodbye_to_everybody(tmp_path: Path) -> None:
    codes: list[int | None] = []

    async def stay(url: str) -> None:
        async with house.peer(url) as peer:
            joined.release()
            codes.append((await peer.goodbye())[0])

    async with anyio.create_task_group() as tasks, standing(tmp_path) as house:
        joined = anyio.Semaphore(0)
        addresses = house.server.addresses
        for url in (addresses.sound_url, addresses.control_url):
            tasks.start_soon(stay, url)
        await joined.acquire()
        await joined.acquire()
        house.scope.cancel()
        await anyio.sleep_forever()

    assert codes == [1001, 1001]


@pytest.mark.anyio
async def test_a_renewed_token_opens_nothing_any_more_and_the_doorplate_names_the_new_one(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        before = house.server.addresses
        house.server.renew(["renderer"])
        after = house.server.addresses

        async with house.session.get(before.url) as stale, house.session.get(after.url) as fresh:
            assert (stale.status, fresh.status) == (403, 200)
        assert json.loads((tmp_path / "run" / "stage.json").read_text(encoding="utf-8"))["url"] == after.url
        assert after.url in (tmp_path / "stage.html").read_text(encoding="utf-8")
        assert before.url not in (tmp_path / "stage.html").read_text(encoding="utf-8")
        assert after.control_url == before.control_url
    assert AccessTokens.kept(tmp_path / "tokens.json") == house.server.tokens


@pytest.mark.anyio
async def test_who_came_by_a_renewed_token_is_seen_off_and_the_others_stay(tmp_path: Path) -> None:
    async with standing(tmp_path) as house, page(house) as seen, house.sounding() as heard:
        house.server.renew(["renderer"])
        code, why = await seen.goodbye()

        house.stage.show(Bubble(id="b", alt="Still here?", born_ms=0))
        assert isinstance(await heard.hear(), Put)
    assert (code, why) == (1008, "Its token was renewed: copy the whole address again.")


@pytest.mark.anyio
async def test_who_asks_for_a_new_control_token_has_an_answer_and_is_seen_off_too(tmp_path: Path) -> None:
    async def renew(_args: Mapping[str, Any]) -> str:
        house.server.renew(["control"])
        return "renewed"

    async with standing(tmp_path, operations={"tokens.renew": renew}) as house:
        async with house.peer(house.server.addresses.control_url) as asking:
            assert (await asking.ask(id=1, op="tokens.renew"))["value"] == "renewed"
            assert (await asking.goodbye())[0] == 1008
        async with house.peer(house.server.addresses.control_url):
            pass


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_stage_that_other_machines_can_reach_is_said_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with standing(tmp_path, host="0.0.0.0"):
        pass

    assert "Other machines can reach the stage on host '0.0.0.0'" in caplog.text
    assert "not encrypted" in caplog.text
