"""The operations on OBS Studio: how the stage is there, and to add it."""

import base64
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, asdict
from typing import Any, Final, Literal
from urllib.parse import urlsplit, urlunsplit

from performer.core.clock import Clock
from performer.core.operations import Arguments, Operation, read_text
from performer.core.redact.redact import EncodedPicture
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.stage.obs_studio import browser_source
from performer.stage.obs_studio.browser_source import SourceProof, SourceState
from performer.stage.obs_studio.connection import ObsConnection, ObsError, connect
from performer.stage.obs_studio.password import ObsPassword, register
from performer.stage.obs_studio.reach import StageReach
from performer.stage.obs_studio.settings import ObsSettings

ObsState = Literal["apart", "absent", "old", "password", "gone", "refused", "nowhere", "elsewhere", "size", "here"]
"""OBS runs on a machine that cannot reach the stage; no OBS; an OBS before 28; it wants a password; it ended meanwhile;
it refuses; the source is in no scene, in another one than that on air, not as large as the canvas, or on air."""
_MOST_PASSWORD: Final = 200
_MOST_REASON: Final = 400
_MOST_NAME: Final = 120
_PICTURES: Final = 4
_PAUSE_S: Final = 0.5


@dataclass(eq=False)
class ObsOperations:
    """`obs.state` and `obs.add`; each connects to OBS, asks, and leaves."""

    _clock: Clock
    _guard: Guard
    _settings: ObsSettings
    _password: ObsPassword
    _: KW_ONLY
    find_url: Callable[[], str]
    """Returns the address of the page for OBS."""
    find_reach: Callable[[], Awaitable[StageReach]]
    """Returns where OBS reaches the stage."""
    count_pages: Callable[[], int]
    """Returns how many pages show the stage now."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"obs.state": self.state, "obs.add": self.add}

    async def state(self, _arguments: Arguments) -> Any:
        """Return how the stage is in OBS: `state`, `why`, the `scene` on air, the sizes, and how many `pages` show it.

        `state` is apart, absent, old, password, gone, refused, nowhere, elsewhere, size or here. `origin` begins the
        address that OBS has to be given; empty: the stage's own one will do.
        """
        reach = await self.find_reach()
        if reach.trouble:
            return self._describe_apart(reach)
        return {**await self._look(), "origin": reach.origin}

    async def _look(self) -> dict[str, Any]:
        try:
            async with connect(self._settings.host, self._settings.port, self._password.read()) as obs:
                return self._describe(await browser_source.read_state(obs))
        except ObsError as error:
            return self._describe_trouble(error)

    async def add(self, arguments: Arguments) -> Any:
        """Add the stage to the scene on air, or mend it, and prove it by a picture; answer as `obs.state` does.

        A `password` that OBS takes is kept for the next time, for its owner alone. The answer also has `see_through`
        (null if OBS gives no picture) and the picture itself, `jpeg` in Base64.
        """
        reach = await self.find_reach()
        if reach.trouble:
            return self._describe_apart(reach)
        url = _move(self.find_url(), reach.origin)
        return {**await self._add(url, arguments), "origin": reach.origin}

    async def _add(self, url: str, arguments: Arguments) -> dict[str, Any]:
        given = register(read_text(arguments, "password", most=_MOST_PASSWORD)) if "password" in arguments else ""
        try:
            async with connect(self._settings.host, self._settings.port, given or self._password.read()) as obs:
                state = await browser_source.add(obs, url)
                if given:
                    self._password.keep(given)
                return {**self._describe(state), **_describe_proof(await self._prove(obs))}
        except ObsError as error:
            return self._describe_trouble(error)

    async def _prove(self, obs: ObsConnection) -> SourceProof | None:
        """Return what a picture of the source shows; a new source has none for a moment."""
        for _ in range(_PICTURES):
            try:
                return await browser_source.prove(obs)
            except ObsError as error:
                if error.trouble != "refused":
                    raise
                await self._clock.sleep(_PAUSE_S)
        return None

    def _describe(self, state: SourceState) -> dict[str, Any]:
        found: ObsState = state.place if state.place != "here" or state.fits else "size"
        scene = self._guard.passed(state.scene, limit=_MOST_NAME, where="panel")
        facts = {name: value for name, value in asdict(state).items() if name != "place"}
        return {**facts, "state": found, "why": "", "scene": scene, "pages": self.count_pages()}

    def _describe_apart(self, reach: StageReach) -> dict[str, Any]:
        why = str(self._guard.tell(reach.trouble, limit=_MOST_REASON, where="panel"))
        return {"state": "apart", "why": why, "pages": self.count_pages(), "origin": ""}

    def _describe_trouble(self, error: ObsError) -> dict[str, Any]:
        why = str(self._guard.tell(str(error), limit=_MOST_REASON, where="panel"))
        return {"state": error.trouble, "why": why, "pages": self.count_pages()}


def _move(url: str, origin: str) -> str:
    """Return an address of the stage as it is at another origin; of none as it was."""
    scheme, place, *rest = urlsplit(url)
    if origin:
        scheme, place = urlsplit(origin)[:2]
    return urlunsplit((scheme, place, *rest))


def _describe_proof(proof: SourceProof | None) -> dict[str, Any]:
    if proof is None:
        return {"see_through": None, "jpeg": ""}
    return {"see_through": proof.is_see_through, "jpeg": EncodedPicture(base64.b64encode(proof.jpeg).decode("ascii"))}
