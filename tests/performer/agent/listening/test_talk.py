from performer.agent.listening.talk import StreamersTalk, UnsaidRest


def test_the_newest_four_of_half_a_minute_are_told() -> None:
    talk = StreamersTalk()
    for at_s in range(6):
        talk.hear(f"line {at_s}", at_s=float(at_s))

    assert talk.list_lines(6.0) == ("line 2", "line 3", "line 4", "line 5")
    assert talk.list_lines(33.5) == ("line 4", "line 5")
    assert talk.list_lines(6.0, but="line 5") == ("line 2", "line 3", "line 4")


def test_a_rest_is_told_once_and_for_a_minute() -> None:
    talk, rest = StreamersTalk(), UnsaidRest(said="One.", unsaid="Two.", at_s=0.0)
    talk.interrupt(rest)

    assert talk.find_rest(59.0) == rest
    assert talk.take_rest(59.0) == rest
    assert talk.take_rest(59.0) is None
    talk.interrupt(rest)
    assert talk.find_rest(60.0) is None
