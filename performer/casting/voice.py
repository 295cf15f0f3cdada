"""Who speaks: the voice that is asked for, and those that may take over."""

from contextlib import AsyncExitStack

from performer.clock import Clock
from performer.events import EventStream
from performer.voices.chain import VoiceChain
from performer.voices.engines import make_chain
from performer.voices.settings import VoiceSettings


async def cast_voice(clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack) -> VoiceChain:
    """Take the voice that is asked for and those that may take over, and have it speak once, unheard."""
    chain = await make_chain(clock, stream, settings, stack)
    await chain.audition()
    return chain
