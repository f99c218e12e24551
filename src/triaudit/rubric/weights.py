"""Weights that sum to one: normalised, capped by projection, and exact in six decimals."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

UNIT = 10**6
"""Weights are whole millionths, so that files keep them exactly and every sum is 1."""
TOLERANCE = 1e-3
"""How far a sum may be from 1 before normalising it is worth a note."""


def shares(weights: Mapping[str, float], total: float = 1.0) -> dict[str, float]:
    """Weights scaled to `total` (0-1), in whole millionths by largest remainder.

    Args:
        weights: Non-negative weight of each id; their sum is positive.
        total: What the result sums to, to a millionth.

    Raises:
        ValueError: No weight is above 0.
    """
    whole = fsum(weights.values())
    if not weights or whole <= 0:
        raise ValueError("weights need a positive sum")
    units = round(total * UNIT)
    exact = {key: weight / whole * units for key, weight in weights.items()}
    floors = {key: int(value) for key, value in exact.items()}
    left = units - sum(floors.values())
    for key in sorted(exact, key=lambda k: (floors[k] - exact[k], k))[:left]:
        floors[key] += 1
    return {key: floor / UNIT for key, floor in floors.items()}


def off(weights: Mapping[str, float]) -> str:
    """The note that a sum calls for: empty where the weights sum to 1 within TOLERANCE."""
    whole = fsum(weights.values())
    return "" if abs(whole - 1) <= TOLERANCE else f"weights summed to {whole:.6g} and were normalised to 1"


def capped(fixed: Mapping[str, float], dynamic: Mapping[str, float], cap: float | None) -> dict[str, float]:
    """Weights of all dimensions, the dynamic ones together at most `cap`.

    Where their sum D exceeds the cap, dynamic weights are scaled by cap/D and fixed ones by
    (1 - cap)/F, F being the fixed ones' sum: proportions within each group stay. Without fixed weight
    there is nothing to give to, and the cap is not applied.

    Args:
        fixed: Weights of the fixed dimensions; together with `dynamic` they have a positive sum.
        dynamic: Weights of the dimensions made for the task.
        cap: 0-1, or None for no cap.
    """
    both = shares({**fixed, **dynamic})
    d = fsum(both[key] for key in dynamic)
    f = fsum(both[key] for key in fixed)
    if cap is None or d <= cap or f <= 0:
        return both
    low = shares({key: fixed[key] for key in fixed}, 1 - cap)
    return {**low, **shares({key: dynamic[key] for key in dynamic}, cap)}
