"""What is played, on the microphone's count of samples."""

from array import array

from sfx.microphone.own_sound import OwnSound


def sound(*samples: int) -> bytes:
    return array("h", samples).tobytes()


def test_sound_lies_where_it_was_placed_and_silence_around_it() -> None:
    own = OwnSound()
    own.put(2, sound(1, 2, 3))

    assert own.read(0, 4) == sound(0, 0, 1, 2)
    assert own.read(4, 4) == sound(3, 0, 0, 0)


def test_a_piece_follows_right_after_the_one_before() -> None:
    own = OwnSound()
    own.put(1, sound(1))
    own.append(sound(2))

    assert own.read(0, 4) == sound(0, 1, 2, 0)


def test_a_sound_that_is_cut_is_silent_from_there_on_and_the_next_takes_its_place() -> None:
    own = OwnSound()
    own.put(0, sound(1, 2, 3, 4))
    own.cut(3)
    own.put(5, sound(7))
    own.put(2, sound(8, 9))

    assert own.read(0, 6) == sound(1, 2, 8, 9, 0, 0)


def test_what_should_have_sounded_before_is_left_out() -> None:
    own = OwnSound()
    own.read(0, 4)
    own.put(2, sound(1, 2, 3))

    assert own.end == 5
    assert own.read(4, 2) == sound(3, 0)
