"""How Discord says no: a status, a number of its own, and a sentence."""

from collections.abc import Mapping
from typing import Literal

from tests.fakes.discord.values import Body

Scope = Literal["user", "global", "shared"]


class Refusal(Exception):
    """An answer that is none."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        more: Body | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body: Body = {"message": message, "code": code, **(more or {})}
        self.headers = dict(headers or {})


def unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def unknown(what: str) -> Refusal:
    """Say that something is not there: a Channel, Message, Guild, Member, User, Interaction, Webhook."""
    numbers = {
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "User": 10013,
        "Webhook": 10015,
        "Interaction": 10062,
    }
    return Refusal(404, numbers[what], f"Unknown {what}")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def invalid(field: str, code: str, message: str) -> Refusal:
    """Say that a field of the body is wrong."""
    errors: Body = {"_errors": [{"code": code, "message": message}]}
    for name in reversed(field.split(".")):
        errors = {name: errors}
    return Refusal(400, 50035, "Invalid Form Body", more={"errors": errors})


def too_long(field: str, most: int) -> Refusal:
    return invalid(field, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def rate_limited(
    retry_after: float,
    *,
    scope: Scope = "user",
    headers: Mapping[str, str] | None = None,
    code: int = 0,
    message: str = "",
) -> Refusal:
    """Say that it was too often."""
    shown = {"Via": "1.1 google", "Retry-After": str(int(retry_after) + 1), "X-RateLimit-Scope": scope}
    if scope == "global":
        shown["X-RateLimit-Global"] = "true"
    usual = "You are being rate limited." if scope != "shared" else "The resource is being rate limited."
    body: Body = {"retry_after": round(retry_after, 3), "global": scope == "global"}
    return Refusal(429, code, message or usual, more=body, headers={**shown, **(headers or {})})
