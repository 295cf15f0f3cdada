"""The errors of the house tell no secret, whoever put it into them."""

from performer.errors import ConfigError, ServiceError
from performer.redaction import know


def test_an_error_does_not_repeat_a_secret() -> None:
    know("correct-horse")

    assert str(ServiceError("It said: wrong key 'correct-horse'.", retry=False)) == "It said: wrong key '***'."
    assert str(ConfigError("http://me:hunter22@pc is no address")) == "http://me:***@pc is no address"
