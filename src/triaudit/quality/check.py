"""A judge's scores checked against what was asked: ids as exact sets, quotes found in the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from triaudit.answers import matched
from triaudit.questions import ScoreDraft
from triaudit.text import has_quote
from triaudit.types import Criterion, CriterionScore, Unanswered, UnansweredReason, Vote


def checked(
    criteria: Sequence[Criterion],
    drafts: Sequence[ScoreDraft],
    report: str,
    votes: Mapping[str, tuple[Vote, ...]] | None = None,
    unread: Mapping[str, Unanswered] = MappingProxyType({}),
) -> tuple[list[CriterionScore], list[str]]:
    """A score or Unanswered for every criterion in its order, and the ids that nobody asked for.

    A criterion without a score, or with two different ones, is unanswered; scores for other ids are
    ignored. A quote that is not in the report stays beside the score, marked as not found. `votes` are what
    each judge of several gave; `unread` are criteria that nobody was asked about, since a part of the report
    was not read for them.
    """
    by_id, extra = matched(drafts, [criterion.id for criterion in criteria])
    each = votes or {}
    made = []
    for criterion in criteria:
        draft = unread.get(criterion.id) or by_id[criterion.id]
        if isinstance(draft, Unanswered):
            made.append(unscored(criterion, draft).model_copy(update={"votes": each.get(criterion.id, ())}))
            continue
        made.append(
            CriterionScore(
                criterion=criterion.id,
                score=draft.score,
                reason=draft.reason,
                quote=draft.quote,
                quote_found=has_quote(draft.quote, report),
                votes=each.get(criterion.id, ()),
                repeats=draft.repeats,
            )
        )
    return made, sorted(set(extra))


def unscored(criterion: Criterion, why: Unanswered) -> CriterionScore:
    """A criterion that has no score, with the reason."""
    if why.reason is UnansweredReason.TOO_LONG:
        why = why.model_copy(update={"detail": f"{why.detail}; lower quality.window_chars"})
    return CriterionScore(criterion=criterion.id, unanswered=why)
