"""OBS Studio as its WebSocket shows it: written from the specification of obs-websocket 5, with authentication.

It has scenes, inputs and scene items, refuses as OBS does, and draws its sources: `see_through` decides how.
"""

import base64
import hashlib
import io
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web
from PIL import Image

NOT_FOUND = 600
ALREADY_EXISTS = 601
UNKNOWN_REQUEST = 204
AUTHENTICATION_FAILED = 4009
NOT_IDENTIFIED = 4007
GOING_AWAY = 1001


class Refused(Exception):
    """Raised for a request that OBS refuses."""

    def __init__(self, code: int, comment: str) -> None:
        super().__init__(comment)
        self.code = code


@dataclass
class FakeObs:
    """One OBS; what it holds can be looked at and changed."""

    password: str = ""
    kinds: tuple[str, ...] = ("browser_source", "image_source")
    canvas: tuple[int, int] = (1920, 1080)
    scene: str = "Game"
    scenes: dict[str, list[str]] = field(default_factory=lambda: {"Game": [], "Break": []})
    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    see_through: bool = True
    is_picture: bool = True
    """Whether what it sends as a screenshot is one."""
    closes_at: str = ""
    """The request at which it is closed instead of answering."""
    port: int = 0
    asked: list[str] = field(default_factory=list)

    async def attend(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=["obswebsocket.json"])
        await socket.prepare(request)
        challenge, salt = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        hello: dict[str, Any] = {"obsWebSocketVersion": "5.5.2", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"challenge": challenge, "salt": salt}
        await socket.send_json({"op": 0, "d": hello})
        is_in = False
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            message = frame.json()
            if message["op"] == 1:
                if self.password and message["d"].get("authentication") != self._proof(challenge, salt):
                    await socket.close(code=AUTHENTICATION_FAILED, message=b"Authentication failed.")
                    break
                is_in = True
                await socket.send_json({"op": 2, "d": {"negotiatedRpcVersion": 1}})
            elif not is_in:
                await socket.close(code=NOT_IDENTIFIED, message=b"You are not identified.")
            elif message["op"] == 6 and message["d"]["requestType"] == self.closes_at:
                await socket.close(code=GOING_AWAY, message=b"OBS ends.")
            elif message["op"] == 6:
                await socket.send_json({"op": 7, "d": self._answer(message["d"])})
        return socket

    def _proof(self, challenge: str, salt: str) -> str:
        def mix(text: str) -> str:
            return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

        return mix(mix(self.password + salt) + challenge)

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kind = asked["requestType"]
        self.asked.append(kind)
        answer = {"requestType": kind, "requestId": asked["requestId"]}
        try:
            data = self._do(kind, asked.get("requestData", {}))
        except Refused as why:
            return {**answer, "requestStatus": {"result": False, "code": why.code, "comment": str(why)}}
        return {**answer, "requestStatus": {"result": True, "code": 100}, "responseData": data}

    def _do(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:  # noqa: C901  one case a request
        width, height = self.canvas
        match kind:
            case "GetVideoSettings":
                return {"baseWidth": width, "baseHeight": height, "outputWidth": width, "outputHeight": height}
            case "GetCurrentProgramScene":
                return {"currentProgramSceneName": self.scene, "sceneName": self.scene}
            case "GetInputKindList":
                return {"inputKinds": list(self.kinds)}
            case "GetInputList":
                return {"inputs": [{"inputName": name, "inputKind": data["inputKind"]} for name in self.inputs]}
            case "GetInputSettings":
                return {"inputSettings": self._input(data["inputName"]), "inputKind": "browser_source"}
            case "SetInputSettings":
                self._input(data["inputName"]).update(data["inputSettings"])
                return {}
            case "GetSceneItemList":
                return {"sceneItems": [{"sourceName": name} for name in self.scenes[data["sceneName"]]]}
            case "CreateInput" if data["inputName"] in self.inputs:
                raise Refused(ALREADY_EXISTS, "A source already exists by that input name.")
            case "CreateInput":
                self.inputs[data["inputName"]] = dict(data["inputSettings"])
                self.scenes[data["sceneName"]].append(data["inputName"])
                return {"inputUuid": "1", "sceneItemId": 1}
            case "CreateSceneItem":
                self._input(data["sourceName"])
                self.scenes[data["sceneName"]].append(data["sourceName"])
                return {"sceneItemId": 2}
            case "GetSourceScreenshot":
                self._input(data["sourceName"])
                return {
                    "imageData": self._draw(int(data["imageWidth"])) if self.is_picture else "data:image/png;base64,"
                }
            case _:
                raise Refused(UNKNOWN_REQUEST, "Your request type is not valid.")

    def _input(self, name: str) -> dict[str, Any]:
        if name not in self.inputs:
            raise Refused(NOT_FOUND, f"No source was found by the name of `{name}`.")
        return self.inputs[name]

    def _draw(self, width: int) -> str:
        size = width, width * self.canvas[1] // self.canvas[0]
        picture = Image.new("RGBA", size, (0, 0, 0, 0 if self.see_through else 255))
        out = io.BytesIO()
        picture.save(out, "PNG")
        return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


@asynccontextmanager
async def serve_obs(obs: FakeObs) -> AsyncIterator[FakeObs]:
    """Serve an OBS on a free port of loopback for as long as the block runs."""
    app = web.Application()
    app.router.add_get("/", obs.attend)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    obs.port = runner.addresses[0][1]
    try:
        yield obs
    finally:
        await runner.cleanup()
