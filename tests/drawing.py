"""Draws fixed lists of examples from Hypothesis strategies."""

from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


def drawn(strategy: SearchStrategy[T], examples: int = 20) -> list[T]:
    """A fixed list of examples."""
    values: list[T] = []

    @seed(1)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )
    @given(strategy)
    def take(value: T) -> None:
        values.append(value)

    take()
    return values
