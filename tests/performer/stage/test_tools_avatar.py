import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.files.home import ASSETS
from performer.core.moods import MOODS
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import SHAPES, Emote, Particles
from performer.stage.state import Stage
from performer.stage.tools import make_acting_tools
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox


class Kit:
    def __init__(self, *, place: str = "right") -> None:
        self.clock = VirtualClock(seed=3)
        self.stage = Stage(self.clock, StageClients())
        self.mascot = StageAvatar(
            self.clock, self.stage, AvatarSprites(ASSETS / "mascot"), AvatarSettings.model_validate({"place": place})
        )
        self.mascot._is_up = True
        self.mascot.set(AvatarSettings.model_validate({"place": place}))
        self.box = Toolbox(make_acting_tools(self.stage, self.mascot), [make_clamp_hook()])

    async def call(self, name: str, /, **arguments: object) -> str:
        return (await self.box.call(ToolCall(id="c1", name=name, arguments=arguments))).text

    @property
    def bursts(self) -> list[Particles]:
        return [each for each in self.stage.snapshot().elements if isinstance(each, Particles)]


@pytest.mark.anyio
async def test_the_mood_changes_on_stage() -> None:
    kit = Kit()

    assert await kit.call("set_mood", mood="surprised") == "The mascot looks surprised for 20 s."
    (avatar,) = kit.stage.snapshot().elements
    assert avatar.alt == "The mascot, surprised"


@pytest.mark.anyio
@pytest.mark.parametrize(("wished", "given"), [(0.1, "3"), (1e9, "120"), (float("nan"), "20"), (7.5, "7.5")])
async def test_a_moods_time_is_clamped(wished: float, given: str) -> None:
    came = await Kit().call("set_mood", mood="sad", duration_s=wished)

    assert came.startswith(f"The mascot looks sad for {given} s.")


@pytest.mark.anyio
async def test_a_mascot_that_is_off_refuses_a_mood() -> None:
    with pytest.raises(ToolRefusedError, match=r"mascot\.place is off"):
        await Kit(place="off").call("set_mood", mood="sad")


@pytest.mark.anyio
async def test_particles_fly_in_the_middle_of_the_stage() -> None:
    kit = Kit()

    answer = await kit.call("spawn_particle", shape="hearts", intensity="low", duration_s=3)

    assert answer == "Hearts in the air for 3 s."
    (burst,) = kit.bursts
    assert (burst.shape, burst.count, burst.until_ms, burst.x, burst.y) == ("hearts", 16, 3000, 0.5, 0.4)
    assert 0 <= burst.seed < 2**32


@pytest.mark.anyio
async def test_particles_fly_around_the_newest_emote() -> None:
    kit = Kit()
    for number, x in enumerate((0.2, 0.7)):
        kit.stage.show(Emote(id=f"e{number}", alt="wow", born_ms=0, src="", src2x="", x=x, y=0.3))
    await kit.call("spawn_particle", shape="confetti")

    assert (kit.bursts[0].x, kit.bursts[0].y) == (0.7, 0.3)


@pytest.mark.anyio
@pytest.mark.parametrize(("wished", "given"), [(0.1, 2000), (99, 6000), (float("nan"), 4000)])
async def test_particles_live_two_to_six_seconds(wished: float, given: int) -> None:
    kit = Kit()
    await kit.call("spawn_particle", shape="snow", duration_s=wished)

    assert kit.bursts[0].until_ms == given


@pytest.mark.anyio
async def test_an_unknown_mood_or_shape_is_refused() -> None:
    kit = Kit()
    for call in ({"name": "set_mood", "mood": "hungry"}, {"name": "spawn_particle", "shape": "frogs"}):
        arguments = dict(call)
        with pytest.raises(ToolRefusedError, match="Input should be"):
            await kit.call(arguments.pop("name"), **arguments)


def test_the_model_reads_its_choices() -> None:
    specs = {spec.name: spec.parameters["properties"] for spec in Kit().box.specs}

    assert specs["set_mood"]["mood"]["enum"] == list(MOODS)
    assert specs["spawn_particle"]["shape"]["enum"] == list(SHAPES)
    assert specs["spawn_particle"]["intensity"]["enum"] == ["low", "medium", "high"]
