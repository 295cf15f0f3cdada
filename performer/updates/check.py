"""The look for a newer version, once a day beside a show, where the streamer has switched it on; and what is known."""

import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.atomic import write_atomically
from performer.core.own_text import OwnText, own
from performer.core.values import dataclass
from performer.updates.newest import NewestVersion, fetch_newest, find_built_in_address, find_version, is_newer
from performer.updates.settings import UpdateSettings

FIRST_S: Final = 60.0
"""A show that starts has other things to do."""
EVERY: Final = timedelta(days=1)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class LastLook:
    """What came of the last look."""

    at: str
    """When it was, as ISO 8601."""
    address: str
    version: str = ""
    """The newest version; empty when the look failed."""
    page: str = ""
    why: str = ""
    """Why it failed."""


def read_last_look(file: Path) -> LastLook | None:
    """Read what came of the last look; None: there was none, or the file is damaged."""
    try:
        kept = json.loads(file.read_bytes())
        datetime.fromisoformat(kept["at"])
        return LastLook(**{name: str(value) for name, value in kept.items()})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def describe_updates(settings: UpdateSettings, last: LastLook | None, version: str) -> OwnText:
    """Return the line about versions, for the page, the status and the doctor."""
    if not settings.enabled:
        return own("Version {version}. Updates are not looked for.", version=version)
    address = find_address(settings)
    if not address:
        return own(
            "Version {version}. Updates cannot be looked for: no address is known. Set updates.address.",
            version=version,
        )
    if last is None or last.address != address:
        return own("Version {version}. A newer one will be looked for.", version=version)
    if last.why:
        return own(
            "Version {version}. Whether there is a newer one is not known: {why}.", version=version, why=last.why
        )
    if not is_newer(last.version, version):
        return own("Version {version}. There is no newer one.", version=version)
    if not last.page:
        return own("Version {newest} is there. This is {version}.", newest=last.version, version=version)
    return own(
        "Version {newest} is there: {page} (this is {version})", newest=last.version, page=last.page, version=version
    )


def find_address(settings: UpdateSettings) -> str:
    """Return where the newest version is told; empty where nobody has set it."""
    return settings.address or find_built_in_address()


class UpdateCheck:
    """Looks for a newer version while a show is on; what came of it is kept in a file, for the next show too."""

    def __init__(
        self,
        clock: Clock,
        settings: UpdateSettings,
        file: Path,
        *,
        fetch: Callable[[str, Clock], Awaitable[NewestVersion]] = fetch_newest,
    ) -> None:
        self._clock, self._settings, self._file, self._fetch = clock, settings, file, fetch
        self._changed = anyio.Event()
        self._last = read_last_look(file)
        self._version = find_version()

    def state(self) -> dict[str, str]:
        """Return the line about versions, and the page of a newer one; it is empty where there is none."""
        words = describe_updates(self._settings, self._last, self._version)
        page = self._last.page if self._last and self._last.page in words else ""  # where the line names it
        return {"words": words, "page": page}

    async def follow_settings(self, _section: Any) -> None:
        """Look whether there is something to look for now."""
        self._changed.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Look once a day until cancelled, as long as it is switched on."""
        task_status.started()
        await self._clock.sleep(FIRST_S)
        while True:
            self._changed = anyio.Event()
            address = find_address(self._settings) if self._settings.enabled else ""
            if address and self._find_wait_s(address) <= 0:
                await self._look(address)
            if not address:
                await self._changed.wait()
            else:
                with self._clock.move_on_after(self._find_wait_s(address)):
                    await self._changed.wait()

    def _find_wait_s(self, address: str) -> float:
        if self._last is None or self._last.address != address:
            return 0.0
        since = self._clock.utc() - datetime.fromisoformat(self._last.at)
        # A clock that was set back must not put the next look off for years.
        return (EVERY - since).total_seconds() if since >= timedelta() else 0.0

    async def _look(self, address: str) -> None:
        at = self._clock.utc().isoformat()
        try:
            newest = await self._fetch(address, self._clock)
            self._last = LastLook(at=at, address=address, version=newest.version, page=newest.page)
        except ServiceError as error:
            self._last = LastLook(at=at, address=address, why=str(error))
        _log.info("%s", describe_updates(self._settings, self._last, self._version))
        with suppress(OSError):  # the next show asks once more
            write_atomically(self._file, json.dumps(asdict(self._last)).encode())
