"""Authentication of requests: Host and Origin keep strange web pages out, tokens keep strange programs out."""

from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.typedefs import Handler

from performer.core.http_security.auth_failures import AuthFailures
from performer.core.http_security.connection_limits import LimitedRequestHandler
from performer.core.http_security.origin import AllowedHosts
from performer.stage.access_tokens import ROLES, AccessTokens, Role
from performer.stage.server import cue_post, key_post, refusal_page
from performer.stage.server.session import has_session

RoleHandler = Callable[[web.Request, Role], Awaitable[web.StreamResponse]]


class StageAuth:
    """Checks every request; `failures` delays those without a valid token.

    `public_host` is the name of a TLS proxy in front of the stage, with its port if that is not 443; empty for none.
    """

    def __init__(self, tokens: AccessTokens, host: str, public_host: str, failures: AuthFailures) -> None:
        self.hosts = AllowedHosts(host, public_host, hint="stage.host and stage.public_host")
        self.tokens = tokens
        """The valid tokens; replaced when some are renewed."""
        self._failures = failures

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests addressed to others or from another site's page (403), and odd ones (400, 413)."""
        self.hosts.check(request)
        has_body = request.content_length or "Transfer-Encoding" in request.headers
        if has_body and not (cue_post.is_cue_post(request) or key_post.is_key_post(request)):
            raise web.HTTPRequestEntityTooLarge(0, text="Only /cue and /do take a body.\n")
        return await handler(request)

    def opens_to(self, *roles: Role) -> Callable[[RoleHandler], Handler]:
        """Make a decorator of handlers that refuses (403) requests without a token of these roles.

        The token is in the path, in `?token=`, or in a header `Authorization: Bearer`; a page that was opened with the
        control token has a session in its place.
        """

        def guarded(handler: RoleHandler) -> Handler:
            async def handle(request: web.Request) -> web.StreamResponse:
                role = self._find_role(request)
                if role is None:
                    await self._failures.turn_away()
                if role not in roles:
                    raise _make_refusal(request)
                if isinstance(request.protocol, LimitedRequestHandler):
                    request.protocol.is_stranger = False
                return await handler(request, role)

            return handle

        return guarded

    def is_still_allowed(self, request: web.Request, role: Role) -> bool:
        """Whether a request would still be let in with this role: tokens may be renewed at any time."""
        return self._find_role(request) == role

    def allow_everyone(self, handler: Callable[[web.Request, Role | None], Awaitable[web.StreamResponse]]) -> Handler:
        """Make a handler that needs no token; a request with a wrong token is refused (403)."""
        with_token = self.opens_to(*ROLES)(handler)

        async def handle(request: web.Request) -> web.StreamResponse:
            return await (with_token(request) if _read_token(request) else handler(request, None))

        return handle

    def _find_role(self, request: web.Request) -> Role | None:
        token = _read_token(request)
        if not token and has_session(request, self.tokens.control):
            return "control"
        return self.tokens.role(token)


def _make_refusal(request: web.Request) -> web.HTTPException:
    if cue_post.is_cue_post(request):
        return cue_post.make_unauthorized()
    if request.method == "POST" and request.path.startswith(key_post.FOLDER):
        return key_post.make_unauthorized()
    if refusal_page.wants_page(request):
        return refusal_page.make_refusal(request)
    return web.HTTPForbidden(text="A token is missing or wrong: copy the whole address again.\n")


def _read_token(request: web.Request) -> str:
    scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
    in_header = bearer.strip() if scheme.lower() == "bearer" else ""
    return request.match_info.get("token") or in_header or request.query.get("token", "")
