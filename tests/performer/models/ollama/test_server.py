"""What to do about an Ollama that is not there, by where it is and why."""

import socket
from dataclasses import replace

import pytest

from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.models.http.lines import Unreached, find_unreached_reason
from performer.models.ollama.server import SMALL_MODEL, OllamaServer
from tests.fakes.ollama import SEEING, FakeOllama

pytestmark = pytest.mark.anyio

PC2 = "http://pc2:11434"
TOO_LARGE = "model requires more system memory (9.1 GiB) than is available (4.2 GiB)"


def caused(cause: BaseException) -> OSError:
    """Have a connection fail as the library tells it."""
    error = OSError("All connection attempts failed")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (caused(ConnectionRefusedError(111, "")), "refused"),
        (caused(ExceptionGroup("", [TimeoutError(), ConnectionRefusedError(111, "")])), "refused"),
        (caused(socket.gaierror(-2, "Name or service not known")), "unknown"),
        (OSError("Network is unreachable"), "other"),
    ],
)
def test_why_a_machine_is_not_reached_is_found_in_the_causes(error: OSError, why: Unreached) -> None:
    assert find_unreached_reason(error) == why


class AnotherPC(OllamaServer):
    """An Ollama of which each remedy can be read."""

    def remedies(self) -> list[str]:
        late = ServiceError("It is silent.")
        return [self._absent("unknown"), self._absent("refused"), self._absent("other"), str(self._silent(late))]


async def test_another_pc_has_its_own_remedies_and_installing_is_none_of_them(clock: SystemClock) -> None:
    async with AnotherPC(PC2, clock, wanted="a:8b", is_usual=False) as pc2:
        told = pc2.remedies()

    assert "is it right, and that PC on?" in told[0]
    assert told[1].endswith(f'start it there with OLLAMA_HOST=0.0.0.0, then "{COMMAND} pull a:8b --url {PC2}"')
    assert all("is that PC on, OLLAMA_HOST=0.0.0.0 set there" in each for each in told[2:])
    assert not any("install" in each for each in told)


async def test_a_model_too_large_for_the_memory_names_a_smaller_one(ollama: FakeOllama, server: OllamaServer) -> None:
    ollama.load_error = TOO_LARGE
    ollama.models.append(replace(SEEING, name=SMALL_MODEL))
    with pytest.raises(ServiceError) as caught:
        await server.load({"model": SEEING.name}, 5)
    with pytest.raises(ServiceError) as small:
        await server.load({"model": SMALL_MODEL}, 5)

    assert str(caught.value).endswith(
        f'than is available (4.2 GiB); take a smaller one ("{COMMAND} pull {SMALL_MODEL}"), '
        "or set model.url to a PC that has the memory"
    )
    assert str(small.value).endswith("; take a smaller one, or set model.url to a PC that has the memory")
