"""What is counted in a trace, by name.

| name | unit | meaning |
|---|---|---|
| `steps` | steps | length of the trace |
| `characters` | characters | text of all steps |
| `searches` | steps | steps that search |
| `queries` | queries | queries sent, repeats included |
| `distinct_queries` | queries | without those that repeat an earlier one, exactly or nearly |
| `near_duplicate_queries` | queries | repeats of an earlier one by words and digits alone (`similar`) |
| `distinct_domains` | domains | host names that searches returned and steps opened |
| `pages_opened` | pages | different addresses that read steps opened |
| `pages_reopened` | pages | openings of an address that was opened before |
| `results_logged` | share 0-1 | searches and reads whose results the trace holds; absent without either |
| `stale_searches` | steps | searches whose addresses were all seen before; absent as `dead_ends` |
| `dead_ends` | steps | searches that brought nothing; absent where results are not logged |
| `depth` | queries | follow-ups with a word first seen in an earlier result; absent where not logged |
| `refined_queries` | queries | distinct queries that keep words of an earlier one and add new ones |
| `backtracks` | steps | searches and reads that go back to an earlier query or page after another one |
| `cited_urls` | addresses | different addresses that the report cites |
| `cited_seen` | share 0-1 | cited addresses that the research opened or saw; absent where nothing is cited |
| `seconds` | seconds | from the first recorded time to the last; else what the outermost steps took; absent |
|  |  | where no time is recorded |
| `tokens` | tokens | what the steps say that they used, parts before wholes; absent where none says it |
"""

from __future__ import annotations

SIGNALS = {
    **dict.fromkeys(("steps", "characters", "searches", "queries", "distinct_queries"), 1),
    **dict.fromkeys(("near_duplicate_queries", "refined_queries", "distinct_domains"), 1),
    **dict.fromkeys(("pages_opened", "pages_reopened", "backtracks", "depth", "dead_ends"), 1),
    **dict.fromkeys(("stale_searches", "cited_urls", "seconds", "tokens"), 1),
    **dict.fromkeys(("results_logged", "cited_seen"), 100),
}
"""Every signal, and what it is multiplied by as a metric: shares become percent, counts stay counts."""
NEED_RESULTS = frozenset({"depth", "dead_ends", "stale_searches"})
"""Those that are absent where the trace logs no results."""
