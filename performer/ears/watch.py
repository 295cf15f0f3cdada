"""Who listens: which device by which detector, stated once when somebody does or nobody any more."""

import anyio

from performer import events
from performer.ears.lines import Device
from performer.events import EventStream
from performer.roles import Role


class MicWatch:
    """Follows whether the microphone is heard, and states the changes."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._known = anyio.Event()
        self._device: Device | None = None
        self._why = "the listener has not answered yet"
        self._is_down = False

    async def known(self) -> None:
        """Return when it is known whether anything is heard."""
        await self._known.wait()

    def changed(self, device: Device) -> None:
        """Take in what is heard now."""
        if not device.device:
            self.lost(device.why)
            return
        self._device, self._why = device, device.why
        self._known.set()
        if self._is_down:
            self._is_down = False
            self._stream.publish(events.ServiceUp(service="mic", reason=device.device))

    def lost(self, why: str) -> None:
        """Take in that nothing is heard; the show goes on as if nobody spoke."""
        self._device, self._why = None, why
        self._known.set()
        if not self._is_down:
            self._is_down = True
            self._stream.publish(events.ServiceDown(service="mic", reason=why))

    def doubted(self, is_on: bool) -> None:
        """Take in whether what is heard counts for nothing, for it has not paused for a minute."""
        if not is_on:
            self._stream.publish(events.ServiceUp(service="ears", reason="the microphone has been quiet"))
            return
        reason = "the microphone has heard speech for a minute without a pause: music, a television? "
        reason += "Until it is quiet you are talked over. "
        has_better = self._device is None or self._device.detector == "silero"
        remedy = "set another mic.device" if has_better else "python3 run.py add mic, or set another mic.device"
        self._stream.publish(events.ServiceDown(service="ears", reason=f"{reason}Remedy: {remedy}."))

    def ignore_the_end(self) -> None:
        """State nothing more: at the end of the show the listener leaves, as it should."""
        self._is_down = True

    def role(self, *, enabled: bool) -> Role:
        """Tell who listens."""
        if not enabled:
            return Role(part="ears", plays="off", why="mic.enabled = true has it fall silent when you speak")
        if self._device is None:
            return Role(part="ears", plays="none", why=self._why)
        return Role(part="ears", plays=f"{self._device.device}, {self._device.detector}", why=self._why)
