from hypothesis import given
from hypothesis import strategies as st

from performer.core.clock import VirtualClock
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Bubble, Particles, Shape
from performer.stage.state import MOST_PARTICLES, Stage
from performer.stage.tools import PARTICLE_COUNT, Intensity, make_burst


def particles(id_: str, count: int, until_ms: int = 9000) -> Particles:
    return Particles(id=id_, alt="", born_ms=0, until_ms=until_ms, shape="sparks", count=count, seed=1)


def empty_stage() -> Stage:
    return Stage(VirtualClock(seed=3), StageClients())


def flying(stage: Stage) -> list[int]:
    return [each.count for each in stage.snapshot().elements if isinstance(each, Particles)]


def after(*intensities: Intensity) -> list[int]:
    """Return how many fly in each burst after these were shown."""
    stage = empty_stage()
    for intensity in intensities:
        stage.show(make_burst(stage, "confetti", intensity, 4))
    return flying(stage)


def test_a_burst_takes_what_is_left_when_that_is_enough() -> None:
    assert after("high") == [72]
    assert after("high", "medium") == [72, 28]
    assert after("medium", "medium", "medium") == [36, 36, 28]


def test_a_burst_for_which_too_little_is_left_sends_the_oldest_away() -> None:
    assert after("medium", "high") == [36, 64]
    assert after("high", "high") == [72]
    assert after("high", "medium", "low") == [28, 16]


def test_a_burst_shown_again_makes_room_for_its_new_size() -> None:
    stage = empty_stage()
    stage.show(particles("old", 60))
    stage.show(particles("new", 40))

    stage.show(particles("new", 50))
    assert flying(stage) == [50]
    stage.show(particles("new", 70))
    assert flying(stage) == [70]


def test_particles_send_only_particles_away() -> None:
    stage = empty_stage()
    stage.show(Bubble(id="words", alt="Hm.", born_ms=0))
    stage.show(particles("one", 90))
    stage.show(particles("two", 90))

    assert [each.id for each in stage.snapshot().elements] == ["words", "two"]


@given(
    st.lists(
        st.tuples(st.sampled_from(list(PARTICLE_COUNT)), st.sampled_from(["snow", "hearts"]), st.integers(0, 3000))
    )
)
def test_never_more_than_the_budget_flies_whatever_is_asked_for(steps: list[tuple[Intensity, Shape, int]]) -> None:
    clock = VirtualClock(seed=3)
    stage = Stage(clock, StageClients())
    for intensity, shape, pause_ms in steps:
        clock._now += pause_ms / 1000
        stage._remove_expired()
        stage.show(make_burst(stage, shape, intensity, 4))

        counts = flying(stage)
        assert sum(counts) <= MOST_PARTICLES
        assert counts[-1] >= PARTICLE_COUNT[intensity] / 2


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(1, MOST_PARTICLES))))
def test_the_stage_holds_the_budget_by_itself(steps: list[tuple[int, int]]) -> None:
    stage = empty_stage()
    for number, count in steps:
        stage.show(particles(str(number), count))

        assert sum(flying(stage)) <= MOST_PARTICLES
