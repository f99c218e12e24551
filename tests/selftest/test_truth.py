import json
from pathlib import Path

import pytest

from triaudit.errors import TriauditError
from triaudit.selftest.known import read_truth
from triaudit.selftest.report import row, table
from triaudit.selftest.truth import Told, Truth, agreement, place, together, told
from triaudit.types import Claim, ClaimKind, Label, Verdict

REPORT = (
    "The dam opened in 1932. It holds 2.1 cubic kilometres and cost 40 million crowns. We should keep it."
)


def truth(sentence: str, label: Label) -> Truth:
    return Truth(system="s", task="1", sentence=sentence, label=label)


def claim(name: str, text: str, kind: ClaimKind = ClaimKind.NUMBER) -> Claim:
    start = REPORT.index(text)
    end = start + len(text)
    return Claim(
        id=name, text=text, kind=kind, start=start, end=end, segment_start=0, segment_end=len(REPORT)
    )


def test_a_sentence_is_wrong_where_one_of_its_claims_is() -> None:
    assert together([Label.RIGHT, Label.WRONG]) is Label.WRONG
    assert together([Label.UNKNOWN, Label.CONFLICT]) is Label.CONFLICT
    assert together([Label.RIGHT, Label.UNKNOWN]) is Label.UNKNOWN
    assert together([Label.RIGHT, Label.RIGHT]) is Label.RIGHT
    assert together([None, Label.RIGHT]) is Label.RIGHT
    assert together([None]) is None
    assert together([]) is None


def test_a_sentence_takes_the_labels_of_the_claims_in_it_and_of_no_conclusion() -> None:
    claims = [
        claim("c1", "The dam opened in 1932."),
        claim("c2", "holds 2.1 cubic kilometres"),
        claim("c3", "cost 40 million crowns"),
        claim("c4", "We should keep it.", ClaimKind.CONCLUSION),
    ]
    labels = {"c1": Label.RIGHT, "c2": Label.RIGHT, "c3": Label.WRONG, "c4": Label.RIGHT}
    verdicts = {name: Verdict(claim=name, label=label) for name, label in labels.items()}

    def given(sentence: str) -> Label | None:
        return told(truth(sentence, Label.RIGHT), REPORT, claims, verdicts).label

    assert given("The dam opened in 1932.") is Label.RIGHT
    assert given("It holds 2.1 cubic kilometres and cost 40 million crowns.") is Label.WRONG
    assert given("We should keep it.") is None


def test_agreement_counts_misses_and_recall() -> None:
    found = agreement(
        [
            Told(truth("a", Label.RIGHT), Label.RIGHT),
            Told(truth("b", Label.RIGHT), None),
            Told(truth("c", Label.WRONG), Label.UNKNOWN),
            Told(truth("d", Label.RIGHT), Label.RIGHT),
        ]
    )
    assert (found.n, found.right, found.majority, found.unseen, found.share) == (4, 2, 3, 1, 0.5)
    assert found.recall[Label.RIGHT] == (2, 3)
    assert found.recall[Label.CONFLICT] == (0, 0)


def test_a_row_shows_what_always_the_most_frequent_label_would_get() -> None:
    told_of = [Told(truth(name, Label.RIGHT), Label.RIGHT if name < "c" else None) for name in "abcd"]
    told_of.append(Told(truth("e", Label.WRONG), Label.WRONG))
    line = table([row("a world", told_of)]).splitlines()[-1]
    figures = "5 60.0% none 80.0% 50.0% 100.0% none none 2"
    assert line.split() == ["a", "world", *figures.split()]


def test_an_interval_is_over_tasks() -> None:
    told_of = [
        Told(truth(name, Label.RIGHT).model_copy(update={"task": task}), Label.RIGHT if good else Label.WRONG)
        for task, good in (("1", True), ("2", False), ("3", True))
        for name in "abc"
    ]
    made = row("a world", told_of)
    assert (made.low, made.high) == (0.0, 1.0)


def test_a_sentence_that_is_not_once_in_its_report_is_refused() -> None:
    with pytest.raises(TriauditError, match="does not occur exactly once"):
        place("opened", "It opened. It opened.")
    assert place("opened", "It opened.") == (3, 9)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    good = {"kind": "claim", "system": "s", "task": "1", "sentence": "x", "label": "RIGHT", "why": "y"}
    path.write_text(json.dumps(good) + '\n{"kind": "finding", "text": "z"}\n')
    assert [t.label for t in read_truth(path)] == [Label.RIGHT]
    path.write_text(json.dumps({**good, "label": "MAYBE"}) + "\n")
    with pytest.raises(TriauditError, match=r"truth\.jsonl, line 1: .*RIGHT.*correct the line"):
        read_truth(path)
