"""The way from the settings to the driver of a model at a server of OpenAI's kind."""

import logging

from performer.core.clock import Clock
from performer.core.redact.secret_value import ServerKey
from performer.models.address import find_key_variable, is_loopback, make_openai_url
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIServer, choose
from performer.models.settings import ModelSettings, OpenAISpec

_log = logging.getLogger(__name__)


def make_openai_server(spec: OpenAISpec, settings: ModelSettings, clock: Clock) -> OpenAIServer:
    """Make the client of the server at a spec's address, a context manager; raise ConfigError when that is none."""
    url = make_openai_url(spec.url)
    key = ServerKey.named(settings.key_variable or find_key_variable(url), f"key_variable of openai:{spec.name}")
    if key.secret and not url.startswith("https") and not is_loopback(url):
        _log.warning("The key in %s goes to %s unencrypted; write https:// if it can do that.", key.variable, url)
    return OpenAIServer(url, clock, key)


async def make_openai_candidate(
    server: OpenAIServer, spec: OpenAISpec, settings: ModelSettings, clock: Clock, manners: ServerQuirks
) -> OpenAI:
    """Make the driver of a model that is looked up; raise ServiceError without a server, or when it refuses the key."""
    return OpenAI(server, await choose(server, spec.name, settings), settings, clock, manners)
