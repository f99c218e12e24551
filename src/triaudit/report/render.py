"""The templates: everything in them is escaped, and what is not given is an error."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from triaudit.files import safe_name
from triaudit.report.bars import bar, strip
from triaudit.report.marked import REL
from triaudit.report.sentences import MEANING
from triaudit.report.states import noted
from triaudit.score.aggregate import AXES, words
from triaudit.score.judged import by_role
from triaudit.score.leaderboard import COLUMNS, MARK, interval, show
from triaudit.score.measure import COUNTS, SUMMED

BRIEF = {
    **{metric: COLUMNS[metric] for metric in AXES.values()},
    **{f"factcheck/{name}": name.capitalize() for name in COUNTS},
}
"""Columns of the per-task table and their titles; all figures are in the one below it."""


def system_page(system: str) -> str:
    """Where a system's page is, seen from the index."""
    return f"systems/{safe_name(system)}.html"


def report_page(system: str, task: str) -> str:
    """Where the page of a system's report on a task is, seen from the index."""
    return f"reports/{safe_name(system)}/{safe_name(task)}.html"


def source(address: str) -> Markup:
    """A source as a link where it is an address of the web, as text where it is not."""
    if address.lower().startswith(("http://", "https://")):
        return Markup('<a href="{}" rel="{}" target="_blank">{}</a>').format(address, REL, address)
    return Markup('<span class="source">{}</span>').format(address)


def spaced(word: str) -> str:
    """A word of a closed set as people read it: `no_trace` as `no trace`."""
    return str(word).replace("_", " ")


@cache
def environment() -> Environment:
    """The templates with what all of them use."""
    made = Environment(
        loader=PackageLoader("triaudit.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "by_role": by_role,
        "interval": interval,
        "noted": noted,
        "page": system_page,
        "show": show,
        "source": source,
        "spaced": spaced,
        "words": words,
    }
    made.globals |= {
        "AXES": AXES,
        "BRIEF": BRIEF,
        "COLUMNS": COLUMNS,
        "MARK": MARK,
        "MEANING": MEANING,
        "SUMMED": SUMMED,
        "bar": bar,
        "strip": strip,
        "report_page": report_page,
    }
    return made


def render(template: str, **values: object) -> str:
    """One page."""
    return environment().get_template(template).render(values)
