"""The app commands that a bot has put up, and what Discord makes of a person's use of one."""

import re
from typing import Any

from aiohttp import web

from tests.fakes.discord import shown, shown_places
from tests.fakes.discord.numbers import ALL, THREADS
from tests.fakes.discord.refusal import invalid, too_long, unknown
from tests.fakes.discord.rest import Ask, Rest
from tests.fakes.discord.values import Body, Channel, Guild, Person, Role
from tests.fakes.discord.world import World

_NAME = re.compile(r"[-_'\w]{1,32}")
SUBCOMMAND, GROUP, TEXT, WHOLE, FLAG, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
_BASE = "/applications/{application}/commands"
_OF_A_GUILD = "/applications/{application}/guilds/{guild}/commands"


class Commands:
    """What is put up, for everywhere and for single servers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._put_up: dict[str, list[Body]] = {}

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        return [
            rest.route(method, base, handler)
            for base in (_BASE, _OF_A_GUILD)
            for method, handler in (("GET", self._list), ("PUT", self._overwrite), ("POST", self._add))
        ]

    def for_a(self, guild: Guild | None) -> list[Body]:
        """Return the commands that can be used on a server, or in direct messages."""
        return [*self._put_up.get("", ()), *(self._put_up.get(guild.id, ()) if guild else ())]

    async def _list(self, ask: Ask) -> list[Body]:
        self._check_application(ask)
        return self._put_up.get(ask.at.get("guild", ""), [])

    async def _overwrite(self, ask: Ask) -> list[Body]:
        self._check_application(ask)
        if not isinstance(ask.body, list):
            raise invalid("_", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        known = {each["name"]: each["id"] for each in self._put_up.get(ask.at.get("guild", ""), ())}
        commands = [self._whole(each, ask, known.get(each.get("name"))) for each in ask.body]
        if len(commands) > 100:
            raise too_long("_", 100)
        self._put_up[ask.at.get("guild", "")] = commands
        return commands

    async def _add(self, ask: Ask) -> Body:
        self._check_application(ask)
        there = self._put_up.setdefault(ask.at.get("guild", ""), [])
        old = next((each for each in there if each["name"] == ask.fields.get("name")), None)
        command = self._whole(ask.fields, ask, old["id"] if old else None)
        there[:] = [each for each in there if each is not old] + [command]
        return command

    def _check_application(self, ask: Ask) -> None:
        if ask.at["application"] != self._world.bot.id:
            raise unknown("User")

    def _whole(self, given: Body, ask: Ask, number: str | None) -> Body:
        if given.get("type", 1) == 1:
            _check_named(given, "command")
            _check_options(given.get("options") or [], "options")
        return {
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            "name_localizations": None,
            "description_localizations": None,
            "options": [],
            "type": 1,
            "description": "",
            **given,
            "id": number or self._world.ids.next(),
            "application_id": self._world.bot.id,
            "version": self._world.ids.next(),
            **({"guild_id": ask.at["guild"]} if "guild" in ask.at else {}),
        }

    def used(self, person: Person, path: str, given: dict[str, Any], *, guild: Guild | None, focused: str = "") -> Body:
        """Write the data of an interaction by a command.

        Args:
            person: Whose use it is.
            path: As it is typed, such as `/monitor add`.
            given: Values by the options' names: text, numbers, people, channels, roles.
            guild: Where.
            focused: The option that is still being typed.

        Raises:
            AssertionError: when a person could not use it so.
        """
        first, *rest = path.lstrip("/").split()
        there = {each["name"]: each for each in self.for_a(guild)}
        assert first in there, f"there is no command /{first}; there are {sorted(there)}"
        command = there[first]
        assert _is_offered(command, person, guild), f"{person.name} is not offered /{first} there"
        resolved: Body = {}
        options = _filled(command.get("options") or [], rest, given, focused, resolved, guild)
        data: Body = {"id": command["id"], "name": first, "type": 1, "options": options}
        data |= {"resolved": resolved} if resolved else {}
        return data | ({"guild_id": guild.id} if guild and command.get("guild_id") else {})


def _is_offered(command: Body, person: Person, guild: Guild | None) -> bool:
    """Return whether Discord shows a command to somebody: where, and by the permissions that it asks for."""
    contexts = command.get("contexts")
    if contexts is not None and (0 if guild else 1) not in contexts:
        return False
    needs = command.get("default_member_permissions")
    if guild is None or needs is None:
        return True
    may = guild.permissions(person)
    return may == ALL or (needs != "0" and may & int(needs) == int(needs))


def _filled(
    offered: list[Body], path: list[str], given: dict[str, Any], focused: str, resolved: Body, guild: Guild | None
) -> list[Body]:
    if path:
        below = {each["name"]: each for each in offered if each["type"] in {SUBCOMMAND, GROUP}}
        assert path[0] in below, f"there is no subcommand {path[0]}; there are {sorted(below)}"
        inner = _filled(below[path[0]].get("options") or [], path[1:], given, focused, resolved, guild)
        return [{"type": below[path[0]]["type"], "name": path[0], "options": inner}]
    by_name = {each["name"]: each for each in offered}
    assert not any(each["type"] in {SUBCOMMAND, GROUP} for each in offered), f"one of {sorted(by_name)} must follow"
    assert set(given) <= set(by_name), f"it takes {sorted(by_name)}, not {sorted(set(given) - set(by_name))}"
    if not focused:
        lacking = [name for name, each in by_name.items() if each.get("required") and name not in given]
        assert not lacking, f"{lacking} must be given"
    return [_option(by_name[name], value, resolved, guild, is_focused=name == focused) for name, value in given.items()]


def _option(offered: Body, value: Any, resolved: Body, guild: Guild | None, *, is_focused: bool) -> Body:
    kind = offered["type"]
    option: Body = {"name": offered["name"], "type": kind, "value": value}
    if is_focused:
        assert offered.get("autocomplete"), f"{offered['name']} offers no choices while it is typed"
        return option | {"value": str(value), "focused": True}
    if isinstance(value, Person | Channel | Role):
        expected = {Person: USER, Channel: CHANNEL, Role: ROLE}[type(value)]
        assert kind in {expected, MENTIONABLE}, f"{offered['name']} takes no {type(value).__name__}"
        _resolve(value, resolved, guild)
        return option | {"value": value.id}
    takes: dict[int, tuple[type, ...]] = {TEXT: (str,), WHOLE: (int,), FLAG: (bool,), NUMBER: (int, float)}
    assert kind in takes, f"{offered['name']} takes a person, channel or role"
    assert isinstance(value, takes[kind]), f"{offered['name']} takes {takes[kind]}"
    choices = [each["value"] for each in offered.get("choices") or ()]
    assert not choices or value in choices, f"{offered['name']} is one of {choices}"
    assert not isinstance(value, str) or len(value) <= offered.get("max_length", 6000), "it is too long"
    return option


def _resolve(value: Person | Channel | Role, resolved: Body, guild: Guild | None) -> None:
    if isinstance(value, Person):
        resolved.setdefault("users", {})[value.id] = shown.person(value)
        if guild is not None and value.id in guild.members:
            member = shown.member(guild.members[value.id], with_person=False)
            resolved.setdefault("members", {})[value.id] = {**member, "permissions": str(guild.permissions(value))}
    elif isinstance(value, Channel):
        about = {"id": value.id, "name": value.name, "type": int(value.kind), "permissions": "0"}
        thread = shown_places.channel(value) if value.kind in THREADS else {}
        resolved.setdefault("channels", {})[value.id] = {**thread, **about}
    else:
        resolved.setdefault("roles", {})[value.id] = shown_places.role(value, 1)


def _check_named(given: Body, where: str) -> None:
    name, description = str(given.get("name") or ""), str(given.get("description") or "")
    if not _NAME.fullmatch(name) or name != name.lower():
        raise invalid(f"{where}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    if not 1 <= len(description) <= 100:
        raise invalid(f"{where}.description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")


def _check_options(options: list[Body], where: str) -> None:
    if len(options) > 25:
        raise too_long(where, 25)
    required = [bool(each.get("required")) for each in options]
    if sorted(required, reverse=True) != required:
        raise invalid(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed first")
    names = [each.get("name") for each in options]
    if len(set(names)) != len(names):
        raise invalid(where, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
    for number, each in enumerate(options):
        _check_named(each, f"{where}.{number}")
        if each.get("choices") and each.get("autocomplete"):
            raise invalid(f"{where}.{number}", "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Not both")
        _check_options(each.get("options") or [], f"{where}.{number}.options")
