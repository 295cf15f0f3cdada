"""The browser source in OBS that shows the stage: added, found and proved by a picture of it."""

import base64
import io
from typing import Any, Final, Literal

from PIL import Image

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.stage.obs_studio.connection import ObsConnection, ObsError

NAME: Final = "Stream Performer"
_KIND: Final = "browser_source"
_SHOT_WIDTH: Final = 480

Place = Literal["nowhere", "elsewhere", "here"]
"""Where the source is: in no scene, in another one than that on air, or in it."""


@dataclass(frozen=True, kw_only=True)
class SourceState:
    """The state of the stage's source in OBS."""

    place: Place
    scene: str
    """The scene on air."""
    width: int
    height: int
    canvas_width: int
    canvas_height: int

    @property
    def fits(self) -> bool:
        """Whether the source is as large as the canvas."""
        return (self.width, self.height) == (self.canvas_width, self.canvas_height)


@dataclass(frozen=True, kw_only=True)
class SourceProof:
    """What a picture of the source showed."""

    is_see_through: bool
    """Whether parts of it are wholly transparent, as a stage is where nothing is shown."""
    jpeg: bytes
    """The picture, small, on grey."""


async def read_state(obs: ObsConnection) -> SourceState:
    """Read where the source is, and its size."""
    video = await obs.request("GetVideoSettings")
    scene = str((await obs.request("GetCurrentProgramScene"))["currentProgramSceneName"])
    settings = await _find_settings(obs)
    return SourceState(
        place=await _find_place(obs, scene, settings),
        scene=scene,
        width=int((settings or {}).get("width", 0)),
        height=int((settings or {}).get("height", 0)),
        canvas_width=int(video["baseWidth"]),
        canvas_height=int(video["baseHeight"]),
    )


async def add(obs: ObsConnection, url: str) -> SourceState:
    """Add the source to the scene on air, as large as the canvas; one that is there gets the address and the size.

    Raises:
        ObsError: when OBS refuses, for instance because it has no browser sources.
    """
    state = await read_state(obs)
    wanted = {"url": url, "width": state.canvas_width, "height": state.canvas_height, "css": "", "shutdown": False}
    if await _find_settings(obs) is None:
        await _check_kind(obs)
        made = {"sceneName": state.scene, "inputName": NAME, "inputKind": _KIND, "inputSettings": wanted}
        await obs.request("CreateInput", {**made, "sceneItemEnabled": True})
    else:
        await obs.request("SetInputSettings", {"inputName": NAME, "inputSettings": wanted, "overlay": True})
        if state.place != "here":
            await obs.request("CreateSceneItem", {"sceneName": state.scene, "sourceName": NAME})
    return await read_state(obs)


async def prove(obs: ObsConnection) -> SourceProof:
    """Return what a picture of the source shows: its size, and whether one sees through it.

    Raises:
        ObsError: when OBS gives no picture of it.
    """
    shot = await obs.request(
        "GetSourceScreenshot", {"sourceName": NAME, "imageFormat": "png", "imageWidth": _SHOT_WIDTH}
    )
    _, _, data = str(shot.get("imageData")).partition(",")
    try:
        with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
            return _look(picture.convert("RGBA"))
    except (ValueError, OSError) as error:
        raise ObsError(own("OBS gave no picture of the source."), "refused") from error


def _look(picture: Image.Image) -> SourceProof:
    least, _ = picture.getchannel("A").getextrema()
    grey = Image.new("RGBA", picture.size, (64, 64, 64, 255))
    grey.alpha_composite(picture)
    out = io.BytesIO()
    grey.convert("RGB").save(out, "JPEG", quality=80)
    return SourceProof(is_see_through=least == 0, jpeg=out.getvalue())


async def _find_settings(obs: ObsConnection) -> dict[str, Any] | None:
    inputs = (await obs.request("GetInputList", {"inputKind": _KIND}))["inputs"]
    if not any(each.get("inputName") == NAME for each in inputs):
        return None
    return dict((await obs.request("GetInputSettings", {"inputName": NAME}))["inputSettings"])


async def _find_place(obs: ObsConnection, scene: str, settings: dict[str, Any] | None) -> Place:
    if settings is None:
        return "nowhere"
    items = (await obs.request("GetSceneItemList", {"sceneName": scene}))["sceneItems"]
    return "here" if any(each.get("sourceName") == NAME for each in items) else "elsewhere"


async def _check_kind(obs: ObsConnection) -> None:
    kinds = (await obs.request("GetInputKindList"))["inputKinds"]
    if _KIND not in kinds:
        raise ServiceError(
            own("This OBS has no browser sources. Take the one of obsproject.com, of Flathub or of OBS's own PPA."),
            retry=False,
        )
