from overlay.motion import EVERY_FRAME, NEVER, ElementMotion, make_bezier_curve
from performer.stage.protocol.theme import Motion


def test_the_curves_are_those_of_css() -> None:
    overshoot = make_bezier_curve((0.34, 1.56, 0.64, 1.0))

    assert overshoot(0) == 0
    assert overshoot(1) == 1
    assert 1.05 < max(overshoot(step / 50) for step in range(51)) < 1.2
    assert abs(make_bezier_curve((0.42, 0.0, 1.0, 1.0))(0.5) - 0.3154) < 0.001  # ease-in


def test_an_element_pops_up_stays_and_fades() -> None:
    passage = ElementMotion(Motion())
    passage.enter(1_000)
    passage.leave_until(5_000)

    assert passage.find_state(1_000).scale == 0.7
    assert passage.find_state(1_000).opacity == 0
    assert passage.find_next_ms(1_000) == EVERY_FRAME
    assert passage.find_state(1_220).scale == 1
    assert passage.find_next_ms(1_220) == 5_000 - 180
    assert 0 < passage.find_state(4_950).opacity < 1
    assert passage.find_state(4_950).drop > 0
    assert not passage.is_over(4_999)
    assert passage.is_over(5_000)


def test_a_plan_to_leave_may_be_taken_back_and_a_drop_comes_first() -> None:
    passage = ElementMotion(Motion())
    passage.leave_until(5_000)
    passage.leave_until(None)
    assert passage.find_next_ms(9_000) == NEVER

    passage.leave(9_000)
    passage.leave(9_100)
    assert passage.is_over(9_180)


def test_without_motion_things_are_there_and_gone_at_once() -> None:
    passage = ElementMotion(Motion(in_ms=0, out_ms=0))
    passage.enter(1_000)
    assert passage.find_state(1_000).scale == 1

    passage.leave(2_000)
    assert passage.is_over(2_000)
