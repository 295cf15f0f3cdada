"""A PulseAudio server of its own, which nobody finds but those who get its address."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import Process

_PATIENT_S: Final = 60.0
_LOOK_S: Final = 0.01


class SoundServer:
    """The server; its home has to be a short path, for a socket's path may have 107 bytes."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._socket = home / "pulse" / "native"
        self._process: Process | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Return a whole environment for a program that is to play here, and nowhere else."""
        return {**os.environ, **self.address}

    @property
    def address(self) -> dict[str, str]:
        """Return the variables by which a program finds this server, and no other."""
        return {
            "XDG_RUNTIME_DIR": str(self._home),
            "PULSE_SERVER": f"unix:{self._socket}",
            "PULSE_COOKIE": str(self._home / "cookie"),
            "QT_AUDIO_BACKEND": "pulseaudio",
        }

    async def start(self, *modules: str) -> None:
        """Start the server with more modules, and return when it takes connections."""
        options = ["--daemonize=no", "-n", "--disable-shm=yes", "--exit-idle-time=-1"]
        loaded = [word for module in ("module-native-protocol-unix", *modules) for word in ("-L", module)]
        self._process = await anyio.open_process(
            ["pulseaudio", *options, *loaded],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with anyio.fail_after(_PATIENT_S):
            while not await self._is_open():  # noqa: ASYNC110  only builds for systemd tell
                await anyio.sleep(_LOOK_S)

    async def stop(self) -> None:
        """End the server, if it runs, as a crash or an update would."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.aclose()
            self._process = None

    async def _is_open(self) -> bool:
        with suppress(OSError):
            async with await anyio.connect_unix(self._socket):
                return True
        return False
