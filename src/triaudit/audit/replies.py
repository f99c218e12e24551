"""Strict readings of a judge's replies: ids as sets, steps that exist, quotes that are there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from triaudit.answers import matched, unparsable
from triaudit.audit.draft import research
from triaudit.audit.flags import Flag
from triaudit.questions import (
    Answer,
    ClaimRef,
    ContradictionDraft,
    FindingDraft,
    FindingRef,
    FindingsReply,
    RatingsReply,
    RealisedReply,
    SupportedDraft,
    SupportedReply,
)
from triaudit.text import place, tokens
from triaudit.types import (
    Contradiction,
    Rating,
    Realised,
    Step,
    StepAction,
    Supported,
    Unanswered,
    Vote,
)

A = TypeVar("A", bound=Answer)
_STEP = re.compile(r"(?:\bsteps?|\bSchritte?n?|步骤|第)\s*(\d+)", re.IGNORECASE)
_STEPS = re.compile(rf"{_STEP.pattern}(?:\s*(?:[,、&-]|and|und|vs\.?|和|与)\s*\d+)*", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def by_id(items: Iterable[A], asked: Sequence[str], notes: Counter[Flag]) -> dict[str, A | Unanswered]:
    """One answer for every id asked about; ids that were not asked about are left out and noted."""
    answers, extra = matched(items, asked)
    notes[Flag.IDS_UNKNOWN] += len(extra)
    return answers


def _known(steps: Iterable[int], shown: frozenset[int], notes: Counter[Flag]) -> tuple[int, ...]:
    cited = sorted(set(steps))
    notes[Flag.STEPS_UNKNOWN] += sum(step not in shown for step in cited)
    return tuple(step for step in cited if step in shown)


class Structure(NamedTuple):
    """What one window's reply is worth."""

    actions: tuple[StepAction, ...]
    findings: tuple[FindingDraft, ...]
    unanswered: Unanswered | None
    """Steps without an action."""


def structure(reply: FindingsReply, steps: Sequence[Step], notes: Counter[Flag]) -> Structure:
    """Actions of the steps shown and findings with at least one step that was shown and is no answer."""
    asked = list(dict.fromkeys(str(step.index) for step in steps))
    answers = by_id(reply.actions, asked, notes)
    shown = frozenset(step.index for step in steps)
    actions = [
        StepAction(
            step=item.step,
            action=item.action,
            depends_on=tuple(at for at in _known(item.depends_on, shown, notes) if at < item.step),
        )
        for item in answers.values()
        if not isinstance(item, Unanswered)
    ]
    missing = [name for name, item in answers.items() if isinstance(item, Unanswered)]
    found_in = frozenset(step.index for step in research(steps))
    findings = []
    for draft in reply.findings:
        known = _known(draft.steps, shown, notes)
        cited = tuple(step for step in known if step in found_in)
        notes[Flag.FINDINGS_FROM_DRAFT] += bool(known) and not cited
        if cited and draft.text.strip():
            findings.append(draft.model_copy(update={"steps": cited}))
    return Structure(
        tuple(actions),
        tuple(findings),
        unparsable(f"no action for step {', '.join(missing)}") if missing else None,
    )


def ratings(
    reply: RatingsReply, dimensions: Sequence[str], shown: frozenset[int], notes: Counter[Flag]
) -> tuple[Rating, ...]:
    """One rating for each dimension; steps that a justification names and that don't exist are noted."""
    result, votes = [], reply.beside.votes
    for name, item in by_id(reply.ratings, dimensions, notes).items():
        if isinstance(item, Unanswered):
            result.append(Rating(dimension=name, unanswered=item, votes=votes.get(name, ())))
            continue
        cited = _known(item.steps, shown, notes)
        named = {int(number) for number in _STEP.findall(item.reason)} - set(item.steps)
        notes[Flag.STEPS_UNKNOWN] += len(named - shown)
        result.append(
            Rating(
                dimension=name,
                score=item.score,
                reason=item.reason,
                steps=cited,
                votes=votes.get(name, ()),
                repeats=item.repeats,
            )
        )
    return tuple(result)


def realised(
    reply: RealisedReply | Unanswered, findings: Sequence[FindingRef], report: str, notes: Counter[Flag]
) -> tuple[Realised, ...]:
    """One answer for each finding; realised only with words that the report holds."""
    asked = [finding.id for finding in findings]
    if isinstance(reply, Unanswered):
        return tuple(Realised(finding=name, unanswered=reply) for name in asked)
    result = []
    for name, item in by_id(reply.findings, asked, notes).items():
        if isinstance(item, Unanswered):
            result.append(Realised(finding=name, unanswered=item))
        elif not item.realised:
            result.append(Realised(finding=name, realised=False, reason=item.reason, repeats=item.repeats))
        else:
            at = place(item.quote, report)
            if at is None:
                notes[Flag.QUOTES_NOT_FOUND] += 1
                reason = f"not accepted, the words quoted are not in the report: {item.reason}"
                result.append(Realised(finding=name, realised=False, reason=reason, repeats=item.repeats))
            else:
                start, end = at
                result.append(
                    Realised(
                        finding=name,
                        realised=True,
                        quote=report[start:end],
                        start=start,
                        end=end,
                        reason=item.reason,
                        repeats=item.repeats,
                    )
                )
    votes = reply.beside.votes
    return tuple(one.model_copy(update={"votes": votes.get(one.finding, ())}) for one in result)


def supported(
    claims: Sequence[ClaimRef],
    windows: Sequence[tuple[Sequence[Step], SupportedReply | Unanswered]],
    notes: Counter[Flag],
) -> tuple[Supported, ...]:
    """One answer for each claim from all windows: supported where words of any window's step support it.

    Where no window supports a claim and one of them did not answer, the claim is unanswered. Without
    a window nothing was asked, and there are no answers.
    """
    if not windows:
        return ()
    asked = [claim.id for claim in claims]
    answers: list[_Window] = []
    for steps, reply in windows:
        texts: dict[int, str] = {}
        for step in steps:
            texts[step.index] = texts.get(step.index, "") + step.text
        if isinstance(reply, Unanswered):
            answers.append(_Window(texts, dict.fromkeys(asked, reply)))
        else:
            drafts = by_id(reply.claims, asked, notes)
            answers.append(_Window(texts, drafts, reply.beside.votes))
    return tuple(_supported(claim, answers, notes) for claim in claims)


class _Window(NamedTuple):
    """What one window's reply says of the claims."""

    texts: Mapping[int, str]
    drafts: Mapping[str, SupportedDraft | Unanswered]
    votes: Mapping[str, tuple[Vote, ...]] = {}


def _supported(
    claim: ClaimRef,
    answers: Sequence[_Window],
    notes: Counter[Flag],
) -> Supported:
    unanswered: Unanswered | None = None
    reasons: list[str] = []
    repeats = _any([drafts[claim.id] for _, drafts, _ in answers])
    for texts, drafts, votes in answers:
        draft = drafts[claim.id]
        if isinstance(draft, Unanswered):
            unanswered = unanswered or draft
        elif not draft.supported:
            reasons.append(draft.reason)
        elif draft.step is not None and draft.step in texts and place(draft.quote, texts[draft.step]):
            return Supported(
                claim=claim.id,
                conclusion=claim.conclusion,
                supported=True,
                step=draft.step,
                quote=draft.quote,
                reason=draft.reason,
                votes=votes.get(claim.id, ()),
                repeats=repeats,
            )
        else:
            notes[Flag.QUOTES_NOT_FOUND] += 1
            reasons.append(f"not accepted, step {draft.step} does not hold the words quoted: {draft.reason}")
    if unanswered is not None:
        return Supported(claim=claim.id, conclusion=claim.conclusion, unanswered=unanswered)
    told = sorted(set(reasons), key=lambda reason: (-len(reason), reason))
    return Supported(
        claim=claim.id,
        conclusion=claim.conclusion,
        supported=False,
        reason=told[0] if told else "",
        votes=answers[0].votes.get(claim.id, ()) if len(answers) == 1 else (),
        repeats=repeats,
    )


def _any(drafts: Sequence[SupportedDraft | Unanswered]) -> tuple[bool | None, ...]:
    """Whether any window supports a claim, in each repeat; None where none does and one did not answer."""
    told = [draft.repeats for draft in drafts if not isinstance(draft, Unanswered)]
    return tuple(
        True if True in one else None if None in one or len(told) < len(drafts) else False
        for one in zip(*told, strict=True)
    )


def contradictions(
    drafts: Iterable[ContradictionDraft], shown: frozenset[int], notes: Counter[Flag]
) -> tuple[Contradiction, ...]:
    """Contradictions with at least one step that was shown."""
    found = []
    for draft in drafts:
        steps = _known(draft.steps, shown, notes)
        if steps:
            found.append(
                Contradiction(
                    steps=steps,
                    what=draft.what,
                    noticed=draft.noticed,
                    resolved=draft.resolved,
                    reason=draft.reason,
                )
            )
    return tuple(found)


SAME_WORDS = 0.6
"""Share of the words of the shorter of two descriptions without figures that make them one."""


def joined(found: Iterable[Contradiction]) -> tuple[Contradiction, ...]:
    """Contradictions by steps, each once, noticed and resolved if any mention of it was.

    Two mentions are one where steps and content agree: the figures of one are all in the other, or,
    where one names none, most words are the same. The same steps can disagree on several things.
    """
    kept: list[Contradiction] = []
    for item in found:
        same = next((n for n, old in enumerate(kept) if _same(old, item)), None)
        if same is None:
            kept.append(item)
        elif (item.noticed, item.resolved) > (kept[same].noticed, kept[same].resolved):
            kept[same] = item
    return tuple(sorted(kept, key=lambda item: item.steps))


def _same(one: Contradiction, other: Contradiction) -> bool:
    if one.steps != other.steps:
        return False
    what = [_STEPS.sub(" ", item.what) for item in (one, other)]
    few, many = sorted((frozenset(_NUMBER.findall(text)) for text in what), key=len)
    if few:
        return few <= many
    short, long = sorted((frozenset(tokens(text)) for text in what), key=len)
    return len(short & long) >= SAME_WORDS * len(short)
