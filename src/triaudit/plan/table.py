"""A plan as tables for a terminal; pure."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from triaudit.plan import Plan, Precision, Range, Row

UNKNOWN = "unknown"
MEANT = (
    "± is half the expected 95 % interval of a system's right ratio, in points of 0-100; calls and money are "
    "those of all systems and axes. claims.max_per_report and benchmark.limit make the choice."
)


def table(plan: Plan) -> str:
    """The calls of each stage, what checking more or fewer claims and tasks costs, and notes."""
    what = plan.part or f"{plan.tasks} tasks"
    names = escape(", ".join(plan.systems))
    shown = Table(
        title=f"Plan for benchmark {escape(plan.benchmark)}, {what}, systems {names}", title_justify="left"
    )
    for title in ("Axis", "Stage", "Judge"):
        shown.add_column(title, overflow="fold")
    for title in ("Calls", "In store", "To ask", "Input tokens", "cacheable", "Output tokens", "Money"):
        shown.add_column(title, justify="right")
    if plan.total.searches.high:
        shown.add_column("Searches", justify="right")
    for row in plan.rows:
        shown.add_row(*_cells(row, bool(plan.total.searches.high)))
    shown.add_section()
    shown.add_row(*_cells(plan.total, bool(plan.total.searches.high)))
    parts = [_drawn(shown), *plan.notes]
    if plan.precision:
        parts += ["", _drawn(_choices(plan.precision)), *_explained(plan.precision)]
    return "\n".join(parts)


def _cells(row: Row, searches: bool) -> list[str]:
    figures = [
        *(_count(figure) for figure in (row.calls, row.in_store, row.to_ask)),
        *(_tokens(figure) for figure in (row.input, row.cacheable, row.output)),
        _money(row.usd),
        *([_count(row.searches)] if searches else []),
    ]
    return [*map(escape, (row.axis, row.stage, row.judge)), *figures]


def _choices(found: Precision) -> Table:
    tasks = sorted({row.tasks for row in found.rows})
    shown = Table(
        title="Fact-check: cost against precision, if nothing were in the store",
        title_justify="left",
        show_lines=True,
    )
    shown.add_column("Claims a report", justify="right")
    for count in tasks:
        shown.add_column(f"{count} tasks", justify="right")
    for claims in dict.fromkeys(row.claims for row in found.rows):
        name = f"all, about {_count(found.claims_per_report)}" if claims is None else str(claims)
        cells = [
            f"±{row.half_width:.1f}\n{_count(row.calls)} calls\n{_money(row.usd)}"
            for row in sorted((row for row in found.rows if row.claims == claims), key=lambda row: row.tasks)
        ]
        shown.add_row(name, *cells)
    return shown


def _explained(found: Precision) -> list[str]:
    return [
        MEANT,
        f"{found.formula}. Here b = {found.between**0.5:.3f}, w = {found.within:.3f}, from {found.source}.",
    ]


def _drawn(shown: Table) -> str:
    drawn = StringIO()
    Console(file=drawn, width=400, color_system=None, legacy_windows=False).print(shown)
    return "\n".join(line.rstrip() for line in drawn.getvalue().splitlines())


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low}-{high}"


def _count(figure: Range) -> str:
    return _between(f"{figure.low:,.0f}", f"{figure.high:,.0f}")


def _tokens(figure: Range) -> str:
    return _between(*(_short(value) for value in (figure.low, figure.high)))


def _short(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f}"


def _money(figure: Range | None) -> str:
    if figure is None:
        return UNKNOWN
    return _between(
        *(
            f"${value:.2f}" if value >= 0.1 or not value else f"${value:.2g}"
            for value in (figure.low, figure.high)
        )
    )
