from triaudit.rubric.stands import states
from triaudit.types import Block


def test_a_row_that_is_labelled_by_a_year_states_its_cells() -> None:
    years = Block(
        kind="table",
        locator="sheet A",
        text="Year | Riders | Cost (EUR)\n2023 | 700 | 120000\n2024 | 900 | 150000",
    )
    for fact in (
        "2023; Riders 700; Cost (EUR) 120000",
        "2024; Cost (EUR) 150000",
        "Cost (EUR) 120000 in 2023",
    ):
        assert states(fact, years), fact
    for wrong in ("2023; Cost (EUR) 150000", "2024; Riders 700", "Cost (EUR) 120000 in 2024"):
        assert not states(wrong, years), wrong
