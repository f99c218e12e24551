"""Figures as bars: an estimate with its interval, and counts of verdicts beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from markupsafe import Markup

from triaudit.report.states import STATES
from triaudit.types import Estimate


def bar(estimate: Estimate) -> Markup:
    """A figure on 0-100 as a bar with its interval as whiskers; words where it was not measured."""
    if estimate.value is None:
        return Markup('<span class="gone">not measured</span>')
    parts = [
        Markup('<rect class="rail" x="0" y="3" width="100%" height="10" rx="2"/>'),
        Markup('<rect class="bar" x="0" y="3" width="{}%" height="10" rx="2"/>').format(
            _short(estimate.value)
        ),
    ]
    if estimate.low is not None and estimate.high is not None:
        low, high = _short(estimate.low), _short(estimate.high)
        parts.append(Markup('<line class="whisker" x1="{}%" x2="{}%" y1="8" y2="8"/>').format(low, high))
        parts += [
            Markup('<line class="whisker" x1="{0}%" x2="{0}%" y1="5" y2="11"/>').format(x)
            for x in (low, high)
        ]
    parts.append(Markup('<circle class="dot" cx="{}%" cy="8" r="3.5"/>').format(_short(estimate.value)))
    return Markup('<svg class="scale" aria-hidden="true" focusable="false">{}</svg>').format(
        Markup("").join(parts)
    )


def strip(counts: Mapping[str, int]) -> Markup:
    """Counts of claims by their state's key as one bar, in its words for those who hear the page."""
    states = [state for key, state in STATES.items() if counts.get(key)]
    total = sum(counts[state.key] for state in states)
    if not total:
        return Markup('<span class="gone">no claims</span>')
    ends = list(accumulate(counts[state.key] for state in states))
    parts = [
        Markup('<rect class="part {}" x="{}%" y="0" width="{}%" height="100%"/>').format(
            state.key,
            _short(100 * (end - counts[state.key]) / total),
            _short(100 * counts[state.key] / total),
        )
        for state, end in zip(states, ends, strict=True)
    ]
    heard = ", ".join(f"{counts[state.key]} {state.title.lower()}" for state in states)
    return Markup('<svg class="strip" role="img"><title>{}</title>{}</svg>').format(
        heard, Markup("").join(parts)
    )


def _short(number: float) -> str:
    return f"{number + 0.0:.2f}".rstrip("0").rstrip(".")
