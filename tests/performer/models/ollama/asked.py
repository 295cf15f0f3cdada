"""A question to a model of Ollama's, and what it plays."""

from performer.core.clock import SystemClock
from performer.core.untrusted_text import Prompt
from performer.models.model import Step, StepRequest, SystemMessage, UserMessage
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import FakeModel
from tests.performer.agent.expression.offered import tool
from tests.performer.models.proved import prove_able
from tests.performer.models.toolcalls.text.tools import TOOLS

WAVE = ("show_emote", {"name": "wave"})
ASKED = StepRequest(
    messages=(
        SystemMessage(text=Prompt("Be brief.")),
        UserMessage(text=Prompt("What now?"), pictures=(b"\xff\xd8jpeg",)),
    ),
    tools=TOOLS,
)
SHORT = (SystemMessage(text=Prompt("You are Pip.")), UserMessage(text=Prompt("Ann asks: what now?")))
REACTION = StepRequest(messages=SHORT, phase="react", tools=(tool("show_emote", "name", "laugh", "skull"),))


async def made(
    kind: FakeModel, ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> Ollama:
    ollama.models = [kind]
    model = Ollama(server, await choose(server, settings), settings, clock)
    await prove_able(model)
    return model


async def played(model: Ollama, request: StepRequest = ASKED) -> tuple[Step, str]:
    heard: list[str] = []
    step = await model.step(request, heard.append)
    return step, "".join(heard)
