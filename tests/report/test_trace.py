from tests.report.made import AUDIT, TRACE
from triaudit.report.trace import LONGEST, quoted, steps
from triaudit.types import Step, Trace


def test_a_step_says_which_claims_and_findings_it_supports():
    plan, search = steps(TRACE, AUDIT, {"c1": 1, "c2": 2})
    assert (plan.action, plan.claims, plan.findings) == ("plan", (), ())
    assert (search.action, search.claims, search.findings) == ("search", (1,), (1, 2))
    assert "<mark>handled 4 percent more in 2021</mark>" in search.text
    assert "&lt;script&gt;" in plan.text


def test_overlapping_quotes_are_marked_once():
    assert (
        quoted("a <b> c d", ["<b> c", "c d", "", "not there"]) == "a <mark>&lt;b&gt; c</mark><mark> d</mark>"
    )


def test_a_step_that_is_too_long_is_cut_and_says_so():
    (view,) = steps(
        Trace(format="plain", steps=(Step(index=1, kind="read", text="x" * (LONGEST + 7)),)), None, {}
    )
    assert len(view.text) == LONGEST
    assert view.cut == 7
    assert steps(None, None, {}) == ()
