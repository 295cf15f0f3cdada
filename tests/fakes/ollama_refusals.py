"""Every error that an Ollama answers with instead of an answer, in its own words."""

from collections.abc import Callable

from aiohttp import web

from tests.fakes.ollama_wire import Trouble, error_response

Refusal = Callable[[str], web.Response]
"""Makes the response, for the model that was asked."""


def _said(status: int, words: str) -> Refusal:
    return lambda model: error_response(status, words.replace("MODEL", model))


def _html(status: int) -> Refusal:
    page = "<!doctype html><title>Router</title><h1>Please log in</h1>"
    return lambda _: web.Response(text=page, status=status, content_type="text/html")


def _sign_in(_: str) -> web.Response:
    body = {"error": "unauthorized", "signin_url": "https://ollama.com/connect?name=pc&key=c3NoLWVk"}
    return web.json_response(body, status=401)


REFUSALS: dict[Trouble | None, Refusal] = {
    Trouble.NO_TOOLS: _said(400, "registry.ollama.ai/library/MODEL does not support tools"),
    Trouble.NO_THINKING: _said(400, '"MODEL" does not support thinking'),
    Trouble.NO_LEVELS: _said(400, "json: cannot unmarshal string into Go struct field ChatRequest.think of type bool"),
    Trouble.NO_CHAT: _said(400, '"MODEL" does not support chat'),
    Trouble.BAD_JSON: _said(400, "json: cannot unmarshal number into Go struct field ChatRequest.model of type string"),
    Trouble.NO_FORMAT: _said(400, 'invalid format: "{}"; expected "json" or a JSON schema'),
    Trouble.NO_GRAMMAR: _said(500, "failed to load model vocabulary required for format"),
    Trouble.SIGN_IN: _sign_in,
    Trouble.NO_CLOUD: _said(403, "ollama cloud is disabled: remote model details are unavailable"),
    Trouble.FORBIDDEN: lambda _: web.Response(status=403),
    Trouble.NOT_FOUND: _said(404, "model 'MODEL' not found"),
    Trouble.NOT_FOUND_LATE: _said(404, 'model "MODEL" not found, try pulling it first'),
    Trouble.WRONG_METHOD: lambda _: web.Response(text="405 method not allowed", status=405),
    Trouble.CANCELED: _said(499, "request canceled"),
    Trouble.BLIND: _said(500, "this model is missing data required for image input"),
    Trouble.BLIND_RUNNER: _said(500, "image input is not supported - hint: you may need to provide the mmproj"),
    Trouble.BAD_OPTION: _said(500, 'option "num_ctx" must be of type integer'),
    Trouble.BAD_TEMPLATE: _said(500, 'template: :3:14: executing "" at <.Foo>: can\'t evaluate field Foo'),
    Trouble.LOAD_FAILED: _said(500, "model requires more system memory (9.1 GiB) than is available (5.0 GiB)"),
    Trouble.LOAD_ABORTED: _said(500, "timed out waiting for llama runner to start: context canceled"),
    Trouble.CLOUD_DOWN: _said(502, "upstream connect error"),
    Trouble.PARSE_ERROR: _said(500, "error parsing tool call: raw='{\"na', err=unexpected end"),
    Trouble.NO_PARSE: _said(500, "Failed to parse input at pos 12: <tool_call>"),
    Trouble.CRASH: _said(500, "model runner has unexpectedly stopped"),
    Trouble.BUSY: _said(503, "server busy, please try again.  maximum pending requests exceeded"),
    Trouble.HTML: _html(200),
    Trouble.HTML_ERROR: _html(502),
    Trouble.REDIRECT: lambda _: web.Response(status=302, headers={"Location": "http://127.0.0.1:1/login"}),
}
