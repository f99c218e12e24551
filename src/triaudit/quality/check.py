"""A judge's scores checked against what was asked: ids as exact sets, quotes found in the report."""

from __future__ import annotations

from collections.abc import Sequence

from triaudit.questions import ScoreDraft
from triaudit.text import find_quote
from triaudit.types import Criterion, CriterionScore, Unanswered, UnansweredReason


def checked(
    criteria: Sequence[Criterion], drafts: Sequence[ScoreDraft], report: str
) -> tuple[list[CriterionScore], list[str]]:
    """A score or Unanswered for every criterion in its order, and the ids that nobody asked for.

    A criterion without a score, or with two different ones, is unanswered; scores for other ids are
    ignored. A quote that is not in the report stays beside the score, marked as not found.
    """
    known = {criterion.id for criterion in criteria}
    extra = sorted({draft.criterion for draft in drafts} - known)
    made = []
    for criterion in criteria:
        mine = [draft for draft in drafts if draft.criterion == criterion.id]
        values = sorted({draft.score for draft in mine})
        if len(values) != 1:
            what = f"scored {len(values)} times differently" if values else "the reply has no score for it"
            made.append(unscored(criterion, Unanswered(reason=UnansweredReason.UNPARSABLE, detail=what)))
            continue
        draft = mine[0]
        made.append(
            CriterionScore(
                criterion=criterion.id,
                score=draft.score,
                reason=draft.reason,
                quote=draft.quote,
                quote_found=bool(draft.quote) and find_quote(draft.quote, report) is not None,
            )
        )
    return made, extra


def unscored(criterion: Criterion, why: Unanswered) -> CriterionScore:
    """A criterion that has no score, with the reason."""
    return CriterionScore(criterion=criterion.id, unanswered=why)
