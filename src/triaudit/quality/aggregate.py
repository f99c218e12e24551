"""S = Σ_d W_d Σ_c w_dc s_dc, on the criteria's scale of 0-10.

W sums to 1 over a rubric's dimensions and w over a dimension's criteria. Nothing is re-normalised over
what is there: a dimension with an unscored criterion has no score, and a report with such a dimension
has no total. A criterion or dimension of weight 0 cannot change a score and cannot make one missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum

from triaudit.types import CriterionScore, Dimension, Grade, Rubric


def by_id(scores: Iterable[CriterionScore]) -> dict[str, float | None]:
    """Criterion id to score; None where it has none."""
    return {score.criterion: score.score for score in scores}


def dimension_score(dimension: Dimension, scores: Mapping[str, float | None]) -> float | None:
    """Σ_c w_c s_c, 0-10; None where a criterion of positive weight has no score.

    Args:
        dimension: Criteria with weights that sum to 1.
        scores: Criterion id to score (see `by_id`); other ids are ignored.
    """
    parts = []
    for criterion in dimension.criteria:
        if criterion.weight == 0:
            continue
        score = scores.get(criterion.id)
        if score is None:
            return None
        parts.append(criterion.weight * score)
    return fsum(parts) if parts else None


def dimension_scores(rubric: Rubric, grade: Grade) -> dict[str, float | None]:
    """Dimension id to score, in the rubric's order; all None where the grade is missing."""
    scores = by_id(grade.scores)
    return {dimension.id: dimension_score(dimension, scores) for dimension in rubric.dimensions}


def total(rubric: Rubric, grade: Grade) -> float | None:
    """Σ_d W_d S_d, 0-10; None where a dimension of positive weight has no score."""
    return _mean(
        [one for one in rubric.dimensions if one.weight > 0], dimension_scores(rubric, grade), whole=1.0
    )


def specificity(rubric: Rubric, grade: Grade) -> float | None:
    """Mean of the dynamic dimensions weighted by W, 0-10; None where one has no score or there is none."""
    dynamic = [one for one in rubric.dimensions if one.dynamic and one.weight > 0]
    return _mean(dynamic, dimension_scores(rubric, grade), whole=fsum(one.weight for one in dynamic))


def _mean(dimensions: list[Dimension], scores: Mapping[str, float | None], whole: float) -> float | None:
    parts = []
    for dimension in dimensions:
        score = scores[dimension.id]
        if score is None:
            return None
        parts.append(dimension.weight * score)
    return fsum(parts) / whole if parts else None
