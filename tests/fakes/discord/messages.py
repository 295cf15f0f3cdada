"""The routes of messages: reading, sending, changing, deleting, typing, reacting."""

from typing import Any

from aiohttp import web
from multidict import MultiMapping

from tests.fakes.discord import shown
from tests.fakes.discord.limits import check_message, check_rules
from tests.fakes.discord.numbers import Flag
from tests.fakes.discord.refusal import Refusal, invalid, missing_access, missing_permissions, unknown
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.upload import Upload, upload
from tests.fakes.discord.values import Body, Channel, Post
from tests.fakes.discord.world import Typed, World

_MAY_BE_SET = Flag.SUPPRESS_EMBEDS | Flag.SILENT | Flag.COMPONENTS_V2
_M = "/channels/{channel}/messages"


class Messages:
    """Answers for all channels."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        return [
            rest.route("GET", _M, self._history),
            rest.route("POST", _M, self._send),
            rest.route("POST", _M + "/bulk-delete", self._delete_several),
            rest.route("GET", _M + "/{message}", self._one),
            rest.route("PATCH", _M + "/{message}", self._edit),
            rest.route("DELETE", _M + "/{message}", self._delete),
            rest.route("PUT", _M + "/{message}/reactions/{emoji}/@me", self._react),
            rest.route("POST", "/channels/{channel}/typing", self._typing),
        ]

    def channel(self, ask: Ask) -> Channel:
        """Find the channel of a request, if the bot may see it."""
        channel = self._world.channels.get(ask.at["channel"])
        if channel is None:
            raise unknown("Channel")
        if channel.is_hidden:
            raise missing_access()
        return channel

    def post(self, ask: Ask) -> Post:
        """Find the message of a request."""
        post = self.channel(ask).posts.get(ask.at["message"])
        if post is None or post.is_deleted:
            raise unknown("Message")
        return post

    def shown(self, post: Post) -> Body:
        """Write a message as the bot may read it."""
        has_content = self._world.sees_content() or self._world.is_open(post)
        return shown.post(post, self._world.cdn_url, with_content=has_content)

    async def _history(self, ask: Ask) -> list[Body]:
        posts = self.channel(ask).in_order()
        return [self.shown(post) for post in reversed(window(posts, ask.query))]

    async def _one(self, ask: Ask) -> Body:
        return self.shown(self.post(ask))

    async def _send(self, ask: Ask) -> Body:
        channel = self.channel(ask)
        if channel.is_read_only:
            raise missing_permissions()
        if channel.person is not None and not channel.person.takes_dms:
            raise Refusal(403, 50007, "Cannot send messages to this user")
        body = ask.fields
        nonce = None if body.get("nonce") is None else str(body["nonce"])
        if nonce is not None and len(nonce) > 25:
            raise invalid("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be 25 characters or fewer.")
        known = None if nonce is None else self._world.posted_with(channel, nonce)
        if known is not None and body.get("enforce_nonce"):
            return self.shown(known)
        check_message(body, ask.files)
        check_rules(channel, str(body.get("content") or ""), ask.at_s)
        post = self._world.post(
            channel,
            self._world.bot,
            str(body.get("content") or ""),
            reply_to=_replied(channel, body),
            uploads=uploads(self._world, ask, body),
            embeds=body.get("embeds") or (),
            components=body.get("components") or (),
            flags=int(body.get("flags") or 0) & int(_MAY_BE_SET),
            allowed=body.get("allowed_mentions"),
            nonce=nonce,
        )
        return self.shown(post)

    async def _edit(self, ask: Ask) -> Body:
        post = self.post(ask)
        if post.author is not self._world.bot:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        change(self._world, post, ask)
        return self.shown(post)

    async def _delete(self, ask: Ask) -> None:
        post = self.post(ask)
        if post.author is not self._world.bot:
            raise missing_permissions()
        self._world.delete([post])

    async def _delete_several(self, ask: Ask) -> None:
        self.channel(ask)
        raise missing_permissions()

    async def _react(self, ask: Ask) -> None:
        emoji = ask.at["emoji"]
        if not emoji or (emoji.isascii() and ":" not in emoji):
            raise Refusal(400, 10014, "Unknown Emoji")
        self.post(ask).reactions.append(emoji)

    async def _typing(self, ask: Ask) -> None:
        channel = self.channel(ask)
        if channel.is_read_only:
            raise missing_permissions()
        self._world.typing.append(Typed(channel=channel, at_s=ask.at_s))


def change(world: World, post: Post, ask: Ask, given: Body | None = None) -> None:
    """Change a message of the bot's own: what is not named stays, what is null goes.

    Args:
        world: Where it stands.
        post: Which.
        ask: By which request.
        given: What is changed; None takes the whole body.
    """
    body = ask.fields if given is None else given
    check_message(body, ask.files, is_edit=True)
    changed: dict[str, Any] = {}
    if "content" in body:
        changed["content"] = str(body["content"] or "")
    for name in ("embeds", "components"):
        if name in body:
            changed[name] = body[name] or ()
    if "attachments" in body:
        kept = {str(each["id"]) for each in body["attachments"] or () if "filename" not in each}
        post.uploads = [each for each in post.uploads if each.id in kept]
    post.uploads += uploads(world, ask, body)
    if "flags" in body:
        settable = int(Flag.SUPPRESS_EMBEDS)
        post.flags = post.flags & ~settable | int(body["flags"] or 0) & settable
    world.edit(post, **changed)


def uploads(world: World, ask: Ask, body: Body) -> list[Upload]:
    """Take the files of a form, named as the body says."""
    named = {str(each.get("id")): each for each in (body.get("attachments") or ()) if isinstance(each, dict)}
    return [
        upload(
            world.ids.next(),
            data,
            filename=named.get(str(number), {}).get("filename") or name,
            description=named.get(str(number), {}).get("description") or "",
        )
        for number, (name, _, data) in sorted(ask.files.items())
    ]


def _replied(channel: Channel, body: Body) -> Post | None:
    refers = body.get("message_reference")
    if not refers:
        return None
    post = channel.posts.get(str(refers.get("message_id")))
    if post is not None and not post.is_deleted:
        return post
    if refers.get("fail_if_not_exists", True):
        raise invalid("message_reference", "REPLYING_UNKNOWN_MESSAGE", "Unknown message")
    return None


def window(posts: list[Post], query: MultiMapping[str]) -> list[Post]:
    """Choose the asked part of a channel, the oldest first."""
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
    if "before" in query:
        return [post for post in posts if int(post.id) < int(query["before"])][-limit:]
    if "after" in query:
        return [post for post in posts if int(post.id) > int(query["after"])][:limit]
    if "around" in query:
        middle = int(query["around"])
        older = [post for post in posts if int(post.id) < middle]
        older = older[max(0, len(older) - limit // 2) :]
        newer = [post for post in posts if int(post.id) >= middle][: limit - limit // 2]
        return [*older, *newer]
    return posts[-limit:]
