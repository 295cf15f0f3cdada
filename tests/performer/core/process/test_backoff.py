"""Back-off: waiting times double up to a limit."""

from itertools import islice

from performer.core.process.backoff import generate_delays_s


def test_delays_double_up_to_the_longest() -> None:
    assert [*islice(generate_delays_s(5, 80), 7)] == [5, 10, 20, 40, 80, 80, 80]
