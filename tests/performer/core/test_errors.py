"""The errors of the product tell no secret, whoever put it into them."""

from performer.core.errors import ConfigError, ServiceError
from performer.core.redact.redact import add_secret


def test_an_error_does_not_repeat_a_secret() -> None:
    add_secret("correct-horse")

    assert str(ServiceError("It said: wrong key 'correct-horse'.", retry=False)) == "It said: wrong key '***'."
    assert str(ConfigError("http://me:hunter22@pc is no address")) == "http://me:***@pc is no address"
