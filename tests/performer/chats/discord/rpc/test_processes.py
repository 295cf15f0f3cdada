"""A brain here, its Discord held by another process, with everything that is real but Discord itself."""

import signal
from collections import Counter, deque
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.wire.calls import ChannelMessages, Guilds, Send
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.rpc.cutting import Cutter
from tests.performer.chats.discord.rpc.load import cut_load
from tests.performer.chats.discord.rpc.processes import holding
from tests.performer.chats.discord.rpc.standing import TOKEN, Heard, brain

CALLS = 600

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        yield fake


async def test_a_brain_elsewhere_writes_reads_and_hears(tmp_path: Path, discord: FakeDiscord) -> None:
    guild = discord.guild("Stream")
    general, ann, heard = discord.channel(guild), discord.person("Ann", guild), Heard()
    async with holding(tmp_path / "io", discord) as io:
        await io.printed("The link is up")
        async with brain(f"ws://127.0.0.1:{io.port}", heard=heard, limit_s=60) as remote:
            sent = await remote.call(Send(channel_id=general.id, content="hello"))
            discord.say(general, ann, "hi there")
            await heard.until(lambda it: "hi there" in it.lines)
            page = await remote.call(ChannelMessages(channel_id=general.id))
            guilds = await remote.call(Guilds())
        code = await io.end()

    assert [each.content for each in page.messages] == ["hi there", "hello"]
    assert sent.message_id == discord.messages(general)[0].id
    assert [each.name for each in guilds] == ["Stream"]
    assert code == 0
    assert io.said.rstrip().endswith("Ended.")
    assert TOKEN not in io.said
    assert discord.token not in io.said


async def test_cut_at_random_moments_no_call_is_lost_and_none_done_twice(tmp_path: Path, discord: FakeDiscord) -> None:
    general = discord.channel(discord.guild())
    discord.rest.requests = deque()  # all of them

    async def written() -> list[str]:
        return [str(ask.body["content"]) for ask in discord.asked("POST", "/messages")]

    async with Cutter() as cutter, holding(tmp_path / "io", discord, "--public-host", cutter.name) as io:
        await io.printed("The link is up")
        cutter.port = io.port
        async with brain(cutter.address, limit_s=240) as remote:
            outcome = await cut_load(remote, cutter, written, calls=10_000, seed=7, channel=general.id)

    assert (outcome.asked, outcome.lost, outcome.doubled) == (10_000, 0, 0)
    assert outcome.lines > 20


async def test_killed_under_load_and_begun_anew_it_does_nothing_twice(tmp_path: Path, discord: FakeDiscord) -> None:
    general, outcomes, heard, over = discord.channel(discord.guild()), Counter[str](), Heard(), anyio.Event()
    numbers = iter(range(CALLS))

    async def send(remote: RemoteDiscord) -> None:
        for number in numbers:
            try:
                sent = await remote.call(Send(channel_id=general.id, content=f"message {number}"))
                outcomes[f"done {sent.content}"] += 1
            except DiscordFailed as failed:
                outcomes[failed.kind] += 1
                await heard.until(lambda it: it.links[-1].is_up)
        if outcomes.total() == CALLS:
            over.set()

    async with holding(tmp_path / "io", discord) as first:
        await first.printed("The link is up")
        async with (
            brain(f"ws://127.0.0.1:{first.port}", heard=heard, limit_s=240) as remote,
            anyio.create_task_group() as sending,
        ):
            for _ in range(8):
                sending.start_soon(send, remote)
            await discord.wait_for(lambda it: len(it.messages(general)) > CALLS // 4, limit_s=60)
            await first.end(signal.SIGKILL)
            async with holding(tmp_path / "io", discord, port=first.port):
                await over.wait()

    there = Counter(post.content for post in discord.messages(general))
    done = {name.removeprefix("done ") for name in outcomes if name.startswith("done ")}
    assert max(there.values()) == 1
    assert done <= set(there)
    assert len(set(there) - done) <= outcomes["unknown_outcome"]
    assert 0 < outcomes["unknown_outcome"] <= 8
    assert len(done) > CALLS / 2


async def test_asked_to_end_it_answers_what_is_under_way_and_says_goodbye(tmp_path: Path, discord: FakeDiscord) -> None:
    general, heard = discord.channel(discord.guild()), Heard()
    async with holding(tmp_path / "io", discord) as io:
        await io.printed("The link is up")
        async with brain(f"ws://127.0.0.1:{io.port}", heard=heard, limit_s=60) as remote:
            await remote.call(Send(channel_id=general.id, content="hello"))
            code = await io.end(signal.SIGINT)
            await heard.until(lambda it: not it.links[-1].is_up)

    assert code == 0
    assert "cannot be reached" in heard.links[-1].reason
