from tests.report.test_pages import Reader
from triaudit.report.bars import bar, strip
from triaudit.report.radar import Spoke, radar
from triaudit.types import Estimate


def drawn(*values: float | None) -> str:
    return str(radar("heron", [Spoke(f"axis {n}", value, note=f"{value}") for n, value in enumerate(values)]))


def test_all_axes_measured_make_one_area():
    made = drawn(50, 60, 70, 0)
    assert made.count("<polygon") == 1
    assert made.count('class="dot"') == 4
    assert "hollow" not in made
    assert not Reader(made).open


def test_an_axis_that_was_not_measured_is_a_gap_and_no_zero():
    made = drawn(50, None, 70, 40)
    assert made.count('class="hollow"') == 1
    assert made.count('class="spoke none"') == 1
    assert made.count('class="dot"') == 3
    assert made.count('class="line"') == 2
    assert "200,155" in made  # the areas' corner in the centre, where no line runs
    assert 'x2="200" y2="155"' not in made


def test_a_single_measured_axis_among_others_is_a_point():
    made = drawn(None, 80, None)
    assert "<polygon" not in made
    assert made.count('class="dot"') == 1


def test_a_radar_is_heard_and_its_words_are_escaped():
    made = str(
        radar(
            "<b>",
            [Spoke("long axis title", 30.0, 20.0, 45.0, "30.0, 8 of 9"), Spoke("<i>", None), Spoke("c", 1)],
        )
    )
    assert "<title>&lt;b&gt;. long axis title 30.0, 8 of 9; &lt;i&gt; ; c </title>" in made
    assert made.count('class="whisker"') == 1
    assert "<i>" not in made


def test_a_bar_shows_value_and_interval_and_says_what_it_has_not():
    made = bar(Estimate(value=40, n=8, missing=0, low=30, high=55.5))
    assert 'width="40%"' in made
    assert 'x1="30%" x2="55.5%"' in made
    assert "not measured" in bar(Estimate(value=None, n=0, missing=8))


def test_a_strip_shares_its_width_by_counts():
    made = strip({"right": 3, "wrong": 1, "failed": 0})
    assert "<title>1 wrong, 3 right</title>" in made
    assert 'class="part right" x="25%" y="0" width="75%"' in made
    assert "failed" not in made
    assert "no claims" in strip({})
