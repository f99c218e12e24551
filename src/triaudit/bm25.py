"""BM25 over token lists: which of a few thousand short texts answers a query best.

Own code instead of bm25s: that package imports scipy (a second per process, several times what a whole
index of a small corpus costs), scores in single precision and fails on an empty query.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence


class Index:
    """An inverted index with the weights computed once, so that a query only adds numbers up.

    Formula: Robertson & Zaragoza, "The Probabilistic Relevance Framework" (2009), with the idf
    `log(1 + (N - n + 0.5) / (n + 0.5))`, which is never negative.
    """

    def __init__(self, texts: Iterable[Sequence[str]], k1: float = 1.2, b: float = 0.75) -> None:
        """`texts` as tokens; `k1` bounds what repetition adds, `b` (0-1) how much length counts against."""
        counts = [Counter(tokens) for tokens in texts]
        lengths = [count.total() for count in counts]
        mean = max(1.0, sum(lengths) / max(1, len(lengths)))
        found: dict[str, list[int]] = defaultdict(list)
        for number, count in enumerate(counts):
            for token in count:
                found[token].append(number)
        total = len(counts)
        self.idf = {
            token: math.log1p((total - len(numbers) + 0.5) / (len(numbers) + 0.5))
            for token, numbers in found.items()
        }
        norm = [k1 * (1 - b + b * length / mean) for length in lengths]
        self._weights = {
            token: [
                (
                    number,
                    self.idf[token]
                    * (k1 + 1)
                    * counts[number][token]
                    / (counts[number][token] + norm[number]),
                )
                for number in numbers
            ]
            for token, numbers in found.items()
        }

    def best(self, query: Iterable[str], limit: int) -> list[tuple[int, float]]:
        """Number and score (above 0) of at most `limit` texts, best first, ties in the texts' order.

        A token counts once however often the query has it, and the order of the query does not matter.
        """
        scores: dict[int, float] = defaultdict(float)
        for token in sorted(set(query)):
            for number, weight in self._weights.get(token, ()):
                scores[number] += weight
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return ranked[: max(0, limit)]
