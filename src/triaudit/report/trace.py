"""The steps of a trace with what each of them supports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from triaudit.types import ProcessAudit, Step, Trace

LONGEST = 20_000
"""Characters of a step that its page shows; what is left out is counted there."""


class StepView(NamedTuple):
    """One step of a trace."""

    step: Step
    action: str
    text: Markup
    """What it says, with the words marked that claims rest on."""
    cut: int
    """Characters left out at its end."""
    claims: tuple[int, ...]
    """Numbers of the claims that rest on it."""
    findings: tuple[int, ...]
    """Numbers of the findings made in it."""


def steps(
    trace: Trace | None, audit: ProcessAudit | None, numbers: Mapping[str, int]
) -> tuple[StepView, ...]:
    """The steps of a trace; none where there is no trace.

    Args:
        trace: What the system did.
        audit: What rests on which step.
        numbers: Claim id to the number that people see.
    """
    if trace is None:
        return ()
    claims: defaultdict[int, list[int]] = defaultdict(list)
    quotes: defaultdict[int, list[str]] = defaultdict(list)
    findings: defaultdict[int, list[int]] = defaultdict(list)
    actions = {item.step: item.action.value for item in audit.actions} if audit else {}
    for item in audit.supported if audit else ():
        if item.supported and item.step is not None:
            quotes[item.step].append(item.quote)
            if item.claim in numbers:
                claims[item.step].append(numbers[item.claim])
    for number, finding in enumerate(audit.findings if audit else (), 1):
        for index in dict.fromkeys(finding.steps):
            findings[index].append(number)
    return tuple(
        StepView(
            step,
            actions.get(step.index, ""),
            quoted(step.text[:LONGEST], quotes[step.index]),
            max(0, len(step.text) - LONGEST),
            tuple(dict.fromkeys(claims[step.index])),
            tuple(findings[step.index]),
        )
        for step in trace.steps
    )


def quoted(text: str, quotes: Sequence[str]) -> Markup:
    """A text with every quote marked that stands in it to the letter."""
    spans = sorted(
        (at, at + len(q)) for q in dict.fromkeys(quotes) if q.strip() and (at := text.find(q)) >= 0
    )
    parts: list[Markup] = []
    done = 0
    for start, end in spans:
        if end > done:
            parts.append(escape(text[done : max(start, done)]))
            parts.append(Markup("<mark>{}</mark>").format(text[max(start, done) : end]))
            done = end
    return Markup("").join([*parts, escape(text[done:])])
