"""The routes by which a bot answers interactions: the first answer within 3 s, then 15 minutes of changes and more."""

import time
from typing import Any

from aiohttp import web

from tests.fakes.discord import shown
from tests.fakes.discord.interaction import BUTTON, CHOICES, Use, metadata
from tests.fakes.discord.limits import check_message
from tests.fakes.discord.messages import change, uploads
from tests.fakes.discord.numbers import Flag
from tests.fakes.discord.refusal import Refusal, invalid, unknown
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.values import Body, Post
from tests.fakes.discord.world import World

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, OFFER, MODAL = 4, 5, 6, 7, 8, 9
_MAY_BE_SET = Flag.EPHEMERAL | Flag.SUPPRESS_EMBEDS | Flag.SILENT | Flag.COMPONENTS_V2
_W = "/webhooks/{application}/{token}"


class Callbacks:
    """Takes answers to what people have done."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.uses: dict[str, Use] = {}
        """By their numbers."""
        self.says_little = False
        """Whether a callback is answered with nothing even if it asks for more."""

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        return [
            rest.route("POST", "/interactions/{interaction}/{token}/callback", self._first, is_open=True),
            rest.route("POST", _W, self._follow, is_open=True),
            rest.route("GET", _W + "/messages/{message}", self._one, is_open=True),
            rest.route("PATCH", _W + "/messages/{message}", self._edit, is_open=True),
            rest.route("DELETE", _W + "/messages/{message}", self._delete, is_open=True),
        ]

    async def _first(self, ask: Ask) -> Body | None:
        use = self.uses.get(ask.at["interaction"])
        if use is None or use.token != ask.at["token"] or use.is_too_late or use.is_over:
            raise unknown("Interaction")
        if use.answered_after_s is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        self._acknowledge(use, ask)
        use.callbacks.append(ask.fields)
        use.answered_after_s = time.monotonic() - use.at_s
        wants_more = ask.query.get("with_response", "").lower() in {"1", "true"}
        return self._told(use) if wants_more and not self.says_little else None

    def _acknowledge(self, use: Use, ask: Ask) -> None:
        kind, data = ask.fields.get("type"), ask.fields.get("data") or {}
        if (use.type == CHOICES) != (kind == OFFER) or (kind in {UPDATE, DEFER_UPDATE} and use.type != BUTTON):
            raise invalid("type", "INTERACTION_CALLBACK_TYPE_INVALID", "Invalid callback type")
        match kind:
            case 4:
                check_message(data, ask.files)
                use.original = self._post(use, data, ask)
            case 5:
                use.is_loading = True
            case 6:
                use.original = use.message
            case 7:
                assert use.message is not None
                self._change(use.message, data, ask)
                use.original = use.message
            case 8:
                use.choices = _checked_choices(data)
            case 9:
                pass
            case _:
                raise invalid("type", "BASE_TYPE_CHOICES", "Value must be one of (4, 5, 6, 7, 8, 9).")

    def _told(self, use: Use) -> Body:
        kind = int(use.callbacks[-1]["type"])
        about: Body = {"id": use.id, "type": use.type, "response_message_loading": use.is_loading}
        about["response_message_ephemeral"] = use.is_private
        told: Body = {"interaction": about, "resource": {"type": kind}}
        if use.original is not None:
            about["response_message_id"] = use.original.id
        if use.original is not None and kind in {MESSAGE, UPDATE}:
            told["resource"]["message"] = shown.post(use.original, self._world.cdn_url)
        return told

    def _use(self, ask: Ask) -> Use:
        """Find what a token belongs to; before the first answer nothing may follow."""
        use = next((each for each in self.uses.values() if each.token == ask.at["token"]), None)
        if use is None or ask.at["application"] != self._world.bot.id or use.answered_after_s is None:
            raise unknown("Webhook")
        if use.is_over:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return use

    async def _follow(self, ask: Ask) -> Body:
        use = self._use(ask)
        check_message(ask.fields, ask.files)
        if use.is_loading:
            return self._filled(use, ask)
        post = self._post(use, ask.fields, ask)
        use.follow_ups.append(post)
        return shown.post(post, self._world.cdn_url)

    def _filled(self, use: Use, ask: Ask) -> Body:
        """Put the awaited answer where the person sees the bot thinking; it is private if that was."""
        check_message(ask.fields, ask.files)
        flags = int(ask.fields.get("flags") or 0) & ~int(Flag.EPHEMERAL)
        kept = int(Flag.EPHEMERAL) if use.is_private else 0
        use.original = self._post(use, {**ask.fields, "flags": flags | kept}, ask)
        use.is_loading = False
        return shown.post(use.original, self._world.cdn_url)

    def _found(self, use: Use, number: str) -> Post:
        known = [each for each in (use.original, *use.follow_ups) if each is not None and not each.is_deleted]
        for post in known:
            if number == post.id or (number == "@original" and post is use.original):
                return post
        raise unknown("Message")

    async def _one(self, ask: Ask) -> Body:
        use = self._use(ask)
        return shown.post(self._found(use, ask.at["message"]), self._world.cdn_url)

    async def _edit(self, ask: Ask) -> Body:
        use = self._use(ask)
        if ask.at["message"] == "@original" and use.is_loading:
            return self._filled(use, ask)
        post = self._found(use, ask.at["message"])
        change(self._world, post, ask)
        return shown.post(post, self._world.cdn_url)

    async def _delete(self, ask: Ask) -> None:
        use = self._use(ask)
        if ask.at["message"] == "@original" and use.is_loading:
            use.is_loading = False
            return
        self._world.delete([self._found(use, ask.at["message"])])

    def _post(self, use: Use, body: Body, ask: Ask) -> Post:
        return self._world.post(
            use.channel,
            self._world.bot,
            str(body.get("content") or ""),
            uploads=uploads(self._world, ask, body),
            embeds=body.get("embeds") or (),
            components=body.get("components") or (),
            flags=int(body.get("flags") or 0) & int(_MAY_BE_SET),
            allowed=body.get("allowed_mentions"),
            interaction=metadata(use),
            is_webhook=True,
        )

    def _change(self, post: Post, body: Body, ask: Ask) -> None:
        check_message(body, ask.files, is_edit=True)
        change(self._world, post, ask, body)


def _checked_choices(data: Body) -> list[Body]:
    choices: list[Any] = data.get("choices") or []
    if len(choices) > 25:
        raise invalid("data.choices", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 25 in length.")
    for number, choice in enumerate(choices):
        if not 1 <= len(str(choice.get("name", ""))) <= 100:
            raise invalid(f"data.choices.{number}.name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    return choices
