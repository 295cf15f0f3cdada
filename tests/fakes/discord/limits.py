"""What a message may hold, as Discord's documentation has it."""

from collections.abc import Mapping
from typing import Any

from tests.fakes.discord.refusal import Refusal, invalid, rate_limited, too_long
from tests.fakes.discord.values import Body, Channel

MOST_CONTENT = 2000
MOST_EMBEDS = 10
MOST_IN_EMBEDS = 6000
MOST_FILE = 10 * 1024 * 1024
_OF_AN_EMBED = {"title": 256, "description": 4096}


def check_message(body: Body, files: Mapping[int, tuple[str, str, bytes]], *, is_edit: bool = False) -> None:
    """Check the body of a message.

    Raises:
        Refusal: as Discord refuses it.
    """
    if len(str(body.get("content") or "")) > MOST_CONTENT:
        raise too_long("content", MOST_CONTENT)
    holds = any(body.get(each) for each in ("content", "embeds", "components", "sticker_ids", "poll")) or files
    if not holds and not is_edit:
        raise Refusal(400, 50006, "Cannot send an empty message")
    if any(len(data) > MOST_FILE for _, _, data in files.values()):
        raise Refusal(413, 40005, "Request entity too large")
    if len(files) > 10:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    check_embeds(body.get("embeds") or [])
    check_components(body.get("components") or [])
    allowed = body.get("allowed_mentions") or {}
    if "users" in allowed.get("parse", ()) and allowed.get("users"):
        raise invalid("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "Mutually exclusive.")


def check_rules(channel: Channel, content: str, now_s: float) -> None:
    """Check a message against what a server's moderators have set: AutoMod's words, and slow mode, which it begins.

    Raises:
        Refusal: as Discord refuses it.
    """
    blocked = channel.guild.blocked_words if channel.guild else ()
    if any(word in content.casefold() for word in blocked):
        raise Refusal(400, 200000, "Message was blocked by automatic moderation")
    if channel.free_at_s > now_s:
        why = "This action cannot be performed due to slowmode rate limit"
        raise rate_limited(channel.free_at_s - now_s, code=20016, message=why)
    channel.free_at_s = now_s + channel.slow_mode_s


def check_embeds(embeds: list[Body]) -> None:
    """Check the frames of a message, each and together."""
    if len(embeds) > MOST_EMBEDS:
        raise too_long("embeds", MOST_EMBEDS)
    total = 0
    for number, embed in enumerate(embeds):
        for name, most in _texts(embed, _OF_AN_EMBED):
            _check_length(f"embeds.{number}.{name}", embed[name], most)
            total += len(embed[name])
        total += _checked_parts(embed, f"embeds.{number}")
    if total > MOST_IN_EMBEDS:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _texts(embed: Body, limits: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(name, most) for name, most in limits.items() if embed.get(name)]


def _checked_parts(embed: Body, where: str) -> int:
    footer = str((embed.get("footer") or {}).get("text", ""))
    author = str((embed.get("author") or {}).get("name", ""))
    _check_length(f"{where}.footer.text", footer, 2048)
    _check_length(f"{where}.author.name", author, 256)
    fields = embed.get("fields") or []
    if len(fields) > 25:
        raise too_long(f"{where}.fields", 25)
    total = len(footer) + len(author)
    for number, field in enumerate(fields):
        for name, most in (("name", 256), ("value", 1024)):
            text = str(field.get(name) or "")
            if not text:
                raise invalid(f"{where}.fields.{number}.{name}", "BASE_TYPE_REQUIRED", "This field is required")
            _check_length(f"{where}.fields.{number}.{name}", text, most)
            total += len(text)
    return total


def _check_length(field: str, text: str, most: int) -> None:
    if len(text) > most:
        raise too_long(field, most)


def check_components(components: list[Body]) -> None:
    """Check rows of buttons; other components are taken as they are."""
    if len(components) > 5:
        raise too_long("components", 5)
    ids: list[Any] = []
    for at, row in enumerate(components):
        buttons = [each for each in row.get("components", ()) if each.get("type") == 2]
        if len(buttons) > 5:
            raise too_long(f"components.{at}.components", 5)
        for number, button in enumerate(buttons):
            where = f"components.{at}.components.{number}"
            _check_length(f"{where}.label", str(button.get("label") or ""), 80)
            _check_length(f"{where}.custom_id", str(button.get("custom_id") or ""), 100)
            ids.append(button.get("custom_id"))
    if len(ids) != len(set(ids)):
        raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
