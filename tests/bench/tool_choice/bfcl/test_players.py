"""The harness's own players have known scores on BFCL's cases as well."""

import pytest

from bench.tool_choice.bfcl.cases import BfclCase
from bench.tool_choice.bfcl.play import play_bfcl
from bench.tool_choice.bfcl.players import open_player
from bench.tool_choice.trial import Label
from performer.core.errors import ConfigError
from tests.bench.tool_choice.bfcl.copies import bell, bfcl_case, lamp

pytestmark = pytest.mark.anyio

_CASES = (
    bfcl_case("simple_python", [lamp(level=["", 0.5])], name="simple"),
    bfcl_case("parallel", [lamp(), bell()], name="parallel"),
    bfcl_case("multi_turn_base", [lamp()], [], [bell(), lamp()], name="turns"),
    bfcl_case("irrelevance", [], name="irrelevance"),
    bfcl_case("live_relevance", [], name="relevance"),
)


async def play(name: str) -> dict[str, Label]:
    labels: dict[str, Label] = {}
    player = open_player(name, _CASES, seed=1)
    await play_bfcl(_CASES, player, "", lambda case, verdict: labels.update({case.id: verdict.label}))
    return labels


async def test_the_oracle_is_always_right() -> None:
    assert await play("oracle") == dict.fromkeys(("simple", "parallel", "turns", "irrelevance", "relevance"), "right")


async def test_the_silent_player_is_right_where_no_call_is() -> None:
    labels = await play("silent")

    assert [each for each, label in labels.items() if label == "right"] == ["irrelevance"]


@pytest.mark.parametrize("name", ["first-tool", "random"])
async def test_who_calls_at_random_is_wrong_where_no_call_is_right(name: str) -> None:
    labels = await play(name)

    assert (labels["irrelevance"], labels["relevance"]) == ("false call", "right")


def test_a_player_that_is_none_is_refused_with_the_nearest() -> None:
    none: tuple[BfclCase, ...] = ()

    with pytest.raises(ConfigError, match="There is no player 'decoy' of BFCL"):
        open_player("decoy", none, seed=1)
