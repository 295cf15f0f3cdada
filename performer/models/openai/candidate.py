"""A model of a server of OpenAI's kind, from what the settings say to a driver that may lead."""

import logging

from performer.clock import Clock
from performer.models.address import is_loopback
from performer.models.manners import Manners
from performer.models.openai.address import openai_url, usual_variable
from performer.models.openai.choice import choose
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIServer
from performer.models.settings import ModelSettings
from performer.models.spec import OpenAISpec
from performer.server_key import ServerKey

_log = logging.getLogger(__name__)


def openai_server(spec: OpenAISpec, settings: ModelSettings, clock: Clock) -> OpenAIServer:
    """Make the client of the server at a spec's address; a context manager.

    Raises:
        ConfigError: when that is no address.
    """
    url = openai_url(spec.url)
    key = ServerKey.named(settings.key_variable or usual_variable(url), f"key_variable of openai:{spec.name}")
    if key.secret and not url.startswith("https") and not is_loopback(url):
        _log.warning("The key in %s goes to %s unencrypted; write https:// if it can do that.", key.variable, url)
    return OpenAIServer(url, clock, key)


async def openai_candidate(
    server: OpenAIServer, spec: OpenAISpec, settings: ModelSettings, clock: Clock, manners: Manners
) -> OpenAI:
    """Look the model up and make its driver, to be warmed up.

    Raises:
        ServiceError: when there is no server, or it wants another key.
    """
    return OpenAI(server, await choose(server, spec.name, settings), settings, clock, manners)
