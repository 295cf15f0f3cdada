"""The playbill: who plays which part of the show, and why nobody better does."""

from performer.company import Company
from performer.guard_shown import guard_roles
from performer.roles import Role


def playbill(company: Company) -> tuple[Role, ...]:
    """Tell who plays what, once the house is open."""
    return (
        company.cast.eyes,
        *company.cast.brain.roles(),
        company.cast.mouth,
        *company.house.roles(),
        company.hearing.role(),
        *company.pacing.roles(),
        *company.lookout.roles(),
        *([company.cast.judge.role()] if company.cast.judge else []),
        *guard_roles(company.guard),
        *company.archive.roles(),
        *company.hands.roles(),
        *([company.foyer.role()] if company.foyer else []),
        *([Role(part="reads", plays="no words", why=company.unread)] if company.unread else []),
        Role(part="chat", plays="console" if company.options.console else "none"),
    )
