"""Reports are cut by their own structure, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triaudit.claims.segments import SIZE, Segment, blocks, segments

CASES = Path(__file__).parents[1] / "cases"


def shown(report: str, size: int = SIZE) -> list[tuple[str, str]]:
    return [(part.kind, report[part.start : part.end]) for part in segments(report, size)]


def test_an_unclosed_fence_ends_at_the_first_blank_line() -> None:
    text = "~~~ py\nx\n\nAfter it.\n\n````\na\n```\n\nb\n````  \nProse here.\n\n```\nc\n~~~ d"
    found = [(block.kind, text[block.start : block.end]) for block in blocks(text)]
    assert found == [
        ("code", "~~~ py\nx\n\n"),
        ("paragraph", "After it.\n\n"),
        ("code", "````\na\n```\n\nb\n````  \n"),
        ("paragraph", "Prose here.\n\n"),
        ("code", "```\nc\n~~~ d"),
    ]


@pytest.mark.parametrize(
    "report",
    [
        *("```a\n\n" * 9_000, "~~~ a\n\n" * 8_000, "```\n\n~~~\n\n" * 5_000, f"```{' ' * 50_000}`x\n"),
        *(f"# {'#' * 50_000}a", f"a|b\n{' ' * 50_000}x|", f"{'- ' * 30_000}x", f"**{'a' * 50_000}"),
        *(
            "share and export " * 17 + "x\n\n",
            "- a\n\n" * 10_000,
            "|" * 50_000,
            "# a\n" * 12_000,
            "[1]: " * 10_000,
        ),
    ],
    ids=lambda report: report[:12],
)
def test_a_hostile_report_is_cut_in_little_time(report: str) -> None:
    start = process_time()
    assert whole(report, segments(report))
    assert process_time() - start < 2


def whole(report: str, parts: list[Segment]) -> bool:
    return "".join(report[part.start : part.end] for part in parts) == report


def test_segments_joined_are_the_report_for_every_case() -> None:
    for path in sorted(CASES.glob("*/*.md")):
        report = path.read_text("utf-8")
        assert whole(report, segments(report)), path.name


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "# A",
                "## B",
                "",
                "  ",
                "text. More text.",
                "- item",
                "  more",
                "1. one",
                "| a | b |",
                "|---|---|",
                "```py",
                "```",
                "~~~",
                "> said",
                "[1]: https://x.example",
                "References",
                "---",
                "===",
                "**Bold**",
                "\r",
                "中文。句子！",
                "\u2028x",
                "Share Export Copy",
                "a | b",
            ]
        ),
        max_size=25,
    ),
    st.sampled_from([1, 20, 60, SIZE]),
)
def test_segments_joined_are_the_report_whatever_it_holds(lines: list[str], size: int) -> None:
    for report in ("\n".join(lines), "\n".join(lines) + "\n"):
        assert whole(report, segments(report, size))


def test_code_references_and_interface_words_stand_alone() -> None:
    report = (
        "# Dams\n\nDam A stores 2.1 km3 [1].\n\n```sh\nrm x\n```\n\nDam B is empty.\n\n"
        "## References\n[1] Dams, https://x.example/a\n\nShare Export Copy\n"
    )
    assert [kind for kind, _ in shown(report)] == ["prose", "code", "prose", "references", "residue"] or [
        kind for kind, _ in shown(report)
    ] == ["prose", "code", "prose", "heading", "references", "residue"]


def test_sources_without_a_heading_are_references() -> None:
    report = "Port A moved 3 t.\n\nSources visited:\n- https://x.example/a\n- https://x.example/b\n"
    assert [kind for kind, _ in shown(report)] == ["prose", "references", "references"]


def test_a_section_called_sources_that_tells_something_is_prose() -> None:
    report = "## Sources\n\nThe river has two sources.\nOne lies at 2,100 m.\nIt dries up in summer.\n"
    assert [kind for kind, _ in shown(report)] == ["prose"]


def test_headings_stay_with_what_follows_and_are_known_below() -> None:
    report = "# City\n\n" + "Long text. " * 150 + "\n\n## Finance\n\nIts revenue was 4 billion.\n"
    last = segments(report)[-1]
    assert report[last.start :].startswith("## Finance")
    assert last.headings == ("City",)


def test_a_long_paragraph_is_cut_between_sentences_and_a_long_list_between_items() -> None:
    prose = "A sentence of some length stands here. " * 200
    items = "".join(f"- item {number} says a thing\n" for number in range(300))
    for report, begins in ((prose, "A sentence"), (items, "- item")):
        parts = segments(report)
        assert len(parts) > 3
        assert all(part.end - part.start <= SIZE for part in parts)
        assert all(report[part.start :].startswith(begins) for part in parts)


def test_a_long_table_keeps_its_header_as_context() -> None:
    report = "| City | Length |\n|---|---|\n" + "".join(f"| Town {n} | {n} |\n" for n in range(400))
    parts = segments(report)
    assert len(parts) > 2
    assert all(part.context.startswith("| City | Length |") for part in parts[1:])


def test_a_fence_that_is_never_closed_does_not_swallow_the_report() -> None:
    report = "```\nx = 1\n\nDam A stores 2.1 km3.\n"
    assert shown(report)[-1] == ("prose", "Dam A stores 2.1 km3.\n")


def test_a_report_wrapped_in_a_markdown_fence_is_read() -> None:
    report = "```markdown\n# Dams\nDam A stores 2.1 km3.\n```\n"
    assert ("prose", "# Dams\nDam A stores 2.1 km3.\n") in shown(report)


def test_published_reports_are_cut_without_loss(shared: Path) -> None:
    folder = shared / "data/miroeval/method_results"
    for path in sorted(folder.glob("*.json")):
        for item in json.loads(path.read_text("utf-8")):
            parts = segments(item["response"])
            assert whole(item["response"], parts)
            assert max(part.end - part.start for part in parts if part.kind == "prose") < 2 * SIZE
