"""What does not make a report better: length, repetition, empty words, any order, words to the judge."""

from __future__ import annotations

import random
import re
from math import fsum

import pytest

from tests.judge.test_rules_quality import (
    DE_GOOD,
    DE_QUERY,
    GOOD,
    QUERY,
    ZH_GOOD,
    ZH_QUERY,
    grade,
    real,
    scores,
)
from triaudit.judge.rules.layout import flowing
from triaudit.judge.rules.marks import idle
from triaudit.judge.rules.reading import read
from triaudit.judge.rules.rubric import criteria
from triaudit.questions import Criteria, NamedDimension
from triaudit.text import sentences
from triaudit.words import figures, term_set

INSTRUCTIONS = "instruction_following"
REPORTS = {"en": (QUERY, GOOD), "zh": (ZH_QUERY, ZH_GOOD), "de": (DE_QUERY, DE_GOOD)}
FILLER = {
    "en": (
        "It is important to note that many factors must be considered carefully. Overall, this is a complex "
        "topic that deserves attention from all perspectives. There are various aspects to this question, "
        "and each of them matters in its own way."
    ),
    "zh": "需要注意的是，这是一个非常重要的问题。总之，应当从多种角度综合考虑各种因素。"
    "总体来看，这方面值得关注。",
    "de": (
        "Insgesamt ist zu beachten, dass viele Faktoren eine wichtige Rolle spielen. Dieses Thema ist "
        "komplex und umfassend zu betrachten. Verschiedene Aspekte sind dabei von Bedeutung."
    ),
}


def total(query: str, report: str) -> float:
    return fsum(scores(query, report).values()) / 5


def shuffled(report: str, seed: int) -> str:
    """The report with its sentences in another order; headings and tables stay where they are."""
    lines, taken, held = report.split("\n"), [], []
    for line in lines:
        spans = [] if re.match(r"\s*(?:#|\||$)", line) else sentences(line)
        taken.append(len(spans))
        held += [line[span.start : span.end] for span in spans]
    random.Random(seed).shuffle(held)
    left = iter(held)
    return "\n".join(
        " ".join(next(left) for _ in range(n)) if n else line for n, line in zip(taken, lines, strict=True)
    )


@pytest.mark.parametrize("language", REPORTS)
@pytest.mark.parametrize("times", [1, 5, 20])
def test_empty_words_raise_no_score_of_any_dimension(language: str, times: int) -> None:
    query, report = REPORTS[language]
    before = scores(query, report)
    after = scores(query, f"{report}\n\n" + "\n\n".join([FILLER[language]] * times))
    assert [name for name in before if after[name] > before[name] + 0.01] == []
    assert after["clarity"] < before["clarity"]


@pytest.mark.parametrize("language", REPORTS)
def test_empty_words_among_the_others_raise_nothing(language: str) -> None:
    query, report = REPORTS[language]
    pieces = [FILLER[language][span.start : span.end] for span in sentences(FILLER[language])]
    paragraphs = report.split("\n\n")
    padded = "\n\n".join(
        part if part[:1] in "#|" else f"{part} {pieces[n % len(pieces)]}" for n, part in enumerate(paragraphs)
    )
    assert len(padded) > len(report) + 80
    assert total(query, padded) < total(query, report)


@pytest.mark.parametrize("language", REPORTS)
def test_a_report_said_twice_is_no_better(language: str) -> None:
    query, report = REPORTS[language]
    assert total(query, f"{report}\n\n{report}") < total(query, report) + 0.01
    assert scores(query, f"{report}\n\n{report}")["clarity"] < scores(query, report)["clarity"] - 1


def test_real_reports_gain_nothing_by_padding() -> None:
    for entry in real()[:12]:
        query, report = entry["rewritten_query"], entry["response"]
        language = "zh" if read(report).han else "en"
        once = total(query, report)
        assert total(query, f"{report}\n\n" + "\n\n".join([FILLER[language]] * 10)) < once
        assert total(query, f"{report}\n\n{report}") < once


@pytest.mark.parametrize(
    ("sentence", "empty"),
    [
        ("It is important to note that many factors must be considered.", True),
        ("Overall, this topic deserves careful attention.", True),
        ("值得注意的是，这个问题非常重要，需要综合考虑多种因素。", True),
        ("Insgesamt spielen viele Faktoren eine wichtige Rolle.", True),
        ("Overall, 12 factors matter.", False),
        ("We recommend ferries.", False),
        ("The ferry needs a second charger at the pier.", False),
        ("Overall, the yard in North Hull matters.", False),
        ("渡轮的电池容量决定了充电时间。", False),
        ("Die Fähre braucht am Anleger eine zweite Ladesäule.", False),
    ],
)
def test_a_sentence_without_a_subject_of_its_own_is_idle(sentence: str, empty: bool) -> None:
    assert idle(sentence, term_set(sentence), figures(sentence)) is empty


THREADS = {
    "en": """# The mill

## Water
The mill takes water from the brook. The brook falls two metres at the weir. The weir was rebuilt after the
flood. The flood had torn away its oak gates. Oak gates are cheap and rot within ten years.

## Flour
The stones grind rye flour for bakers. Bakers pay by the sack. A sack holds forty pounds of flour. Forty
pounds keep a bakery open for one morning. Each morning a cart carries sacks downhill.
""",
    "zh": """# 水磨坊

## 水源
磨坊从小溪引水。小溪在堰坝处落差两米。堰坝在洪灾后重新修筑。洪灾冲走了橡木闸门。橡木闸门便宜但容易腐烂。

## 面粉
石磨为面包师研磨黑麦。面包师按麻袋付款。每只麻袋装四十斤面粉。四十斤面粉够面包房用一早上。一早上马车往山下运麻袋。
""",
    "de": """# Die Mühle

## Wasser
Die Mühle nimmt Wasser vom Bach. Der Bach fällt am Wehr zwei Meter. Das Wehr entstand nach der Flut neu. Die
Flut hatte die Eichentore fortgerissen. Eichentore kosten wenig und faulen rasch.

## Mehl
Die Steine mahlen Roggen für Bäcker. Bäcker zahlen nach Säcken. Säcke fassen vierzig Pfund Mehl. Vierzig Pfund
reichen der Backstube einen Morgen. Jeden Morgen rollt ein Karren mit Säcken talwärts.
""",
}


@pytest.mark.parametrize("language", THREADS)
def test_sentences_in_any_order_are_less_clear(language: str) -> None:
    parts = THREADS[language].split("\n\n")
    joined = [part.split("\n", 1) if part.startswith("## ") else [part] for part in parts]
    report = "\n\n".join(
        "\n".join([head, *(body.replace("\n", " ") for body in rest)]) for head, *rest in joined
    )
    in_order = flowing(read(report))
    mixed = [flowing(read(shuffled(report, seed))).value for seed in range(10)]
    assert max(mixed) < in_order.value
    assert fsum(mixed) / 10 < in_order.value - 0.2
    assert "as by chance" in in_order.why


def test_real_reports_with_their_sentences_in_any_order_are_less_clear() -> None:
    for entry in real()[:12]:
        query, report = entry["rewritten_query"], entry["response"]
        assert scores(query, shuffled(report, 1))["clarity"] < scores(query, report)["clarity"] - 0.2


MET = [
    ("en", " Say how sure you are.", "We are fairly sure of the cost, less sure of the range."),
    ("zh", "请说明把握程度。", "成本有审计依据，把握较大；航程只有一个来源，把握较小。"),
    ("de", " Sagen Sie, wie sicher Sie sind.", "Sicher bin ich bei den Kosten, unsicher bei der Reichweite."),
    (
        "en",
        " Say where sources disagree.",
        "The sources contradict each other: a range of 30 and 34 km.",
    ),
    ("zh", "请说明各方数据在哪里不一致。", "航程数据不一致：登记册为30公里，媒体为34公里。"),
    (
        "de",
        " Prüfen Sie, wo die Quellen abweichen.",
        "Bei der Reichweite weicht die Presse ab: 34 km.",
    ),
]


@pytest.mark.parametrize(("language", "demand", "answer"), MET)
def test_a_demand_that_is_met_scores_more(language: str, demand: str, answer: str) -> None:
    query, report = REPORTS[language]
    named = (NamedDimension(id=INSTRUCTIONS, name=INSTRUCTIONS, definition="…", dynamic=False),)
    made = criteria(Criteria(query=query + demand, language=language, dimensions=named, facts=())).criteria
    (at,) = [n for n, draft in enumerate(made) if "how sure" in draft.text or "disagree" in draft.text]

    def met(text: str) -> float:
        return grade(query + demand, text)[INSTRUCTIONS][at].score

    assert met(f"{report}\n{answer}\n") > met(report) + 1
