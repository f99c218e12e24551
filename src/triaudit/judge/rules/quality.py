"""Scores by rule: each criterion is measured by what its words ask for, 0-10 with a reason and a quote.

A report that hardly speaks of the task's terms is scaled towards 0 on every criterion. Rules see words,
figures and layout; whether what is said is true or new they cannot tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from triaudit.excerpts import ReadPart
from triaudit.judge.rules.asks import LABELS, Demand, demands
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.excerpts import read_part
from triaudit.judge.rules.grounding import built_on, grounded
from triaudit.judge.rules.layout import flowing, framed, fresh, readable, structure
from triaudit.judge.rules.marks import Mark
from triaudit.judge.rules.met import met
from triaudit.judge.rules.points import parts, points
from triaudit.judge.rules.reading import Reading, read
from triaudit.judge.rules.rubric import Recipe, recipe
from triaudit.judge.rules.signals import (
    Signal,
    answered,
    holders,
    interpreted,
    mean,
    reasons,
    specifics,
    treated,
)
from triaudit.questions import GradedCriterion, Question, ScoreDimension, ScoreDraft, ScoreReply, ScoreReport
from triaudit.text import HAN, fold
from triaudit.types import KeyFact, Record
from triaudit.words import main_terms, term_set

NEAR, ON = 0.1, 0.35
"""Shares of the task's terms in a report at which it counts as off topic, and as on topic."""

FEWEST, OTHER_SCRIPT = 3, 0.5
"""Shared names needed to tell the topic of a report in another script, and the factor without them."""

ELSEWHERE = 0.6
"""What reasoning counts that stands in sentences which do not name the subject."""

_HAN = re.compile(f"[{HAN}]")
_QUOTED = re.compile(r"“([^”]+)”|„([^“]+)“|\"([^\"]+)\"|「([^」]+)」|『([^』]+)』")
_FACTS = re.compile(r"\bfacts?\b|\battachments?\b|附件|key data|\banhang\w*|\bf\d+\b")
_BUILT = re.compile(r"reason|instead of listing|interpret|infer|推理|推断|而非罗列|schlussfolger|begründ")
_MARKS: tuple[tuple[Mark, re.Pattern[str]], ...] = (
    (
        "cause",
        re.compile(
            r"cause|mechanism|explain|consequence|\bwhy\b|原因|机制|解释|因果|ursache|erklär|mechanism"
        ),
    ),
    (
        "contrast",
        re.compile(r"compar|trade-?off|alternative|\bweigh|contrast|对比|比较|权衡|取舍|vergleich|abwäg"),
    ),
    (
        "limit",
        re.compile(r"limit|uncertain|\brisk|assumption|caveat|局限|不确定|风险|假设|grenzen|risiken|annahme"),
    ),
    (
        "advice",
        re.compile(r"practical|recommend|actionable|decision|next step|建议|可操作|决策|empfehl|handlung"),
    ),
)
_FIGURES = re.compile(r"figure|quantif|numbers?\b|statistic|数据|量化|数字|zahlen|quantifi")
_LAYOUT: tuple[tuple[re.Pattern[str], Callable[[Reading], Signal]], ...] = (
    (re.compile(r"structur|heading|organi[sz]|layout|结构|层次|标题|gliederung|aufbau"), structure),
    (
        re.compile(
            r"readab|reads well|sentence|concise|language|wording|可读|简洁|流畅|表达|lesbar|verständlich"
        ),
        readable,
    ),
    (re.compile(r"\bopens\b|\bcloses\b|summary|conclusion|摘要|总结|结论|zusammenfassung|fazit"), framed),
    (re.compile(r"repet|redundan|\bonce\b|重复|冗余|wiederhol"), fresh),
    (re.compile(r"\bthread\b|coheren|\bflow|\border of|连贯|逻辑顺序|roter faden|zusammenh"), flowing),
)
_BREADTH = re.compile(r"breadth|all the points|comprehensive|全面|广度|umfassend")
_SPECIFIC = re.compile(r"specific|references|citation|具体|来源|belege|quellen")


def score_dimension(question: ScoreDimension) -> ScoreReply:
    """A score for every criterion of one dimension."""
    reading = read(question.report)
    gate, off = relevance(question.query, reading)
    dynamic = re.fullmatch(r"d\d+", question.dimension) is not None
    kind = recipe(question.dimension, question.name, dynamic, bool(question.facts))
    scores = []
    for criterion in question.criteria:
        signal = measure(criterion, kind, question, reading)
        value = min(1.0, max(0.0, signal.value)) * gate
        scores.append(
            ScoreDraft(
                criterion=criterion.id,
                score=round(10 * value, 2),
                reason=f"By rule: {'; '.join(filter(None, (signal.why, off)))}.",
                quote=signal.quote,
            )
        )
    return ScoreReply(scores=tuple(scores))


def relevance(query: str, reading: Reading) -> tuple[float, str]:
    """The factor 0-1 for how far a report speaks of the task, and the reason where it is below 1.

    In a report that is written in another script than the task, only names and such can be met.
    """
    wanted = main_terms(query, 40)
    if not reading.sentences:
        return 0.0, "the report says nothing"
    foreign = sum(_HAN.match(term) is not None for term in wanted) * 2 > len(wanted)
    other = bool(wanted) and foreign != reading.han
    if other:
        wanted = [term for term in wanted if (_HAN.match(term) is not None) == reading.han]
        if len(wanted) < FEWEST:
            return (
                OTHER_SCRIPT,
                "the report is in another script than the task, so that rules can match little",
            )
    if not wanted:
        return 1.0, ""
    share = sum(bool(reading.find(term)) for term in wanted) / len(wanted)
    gate = min(1.0, max(0.0, (share - NEAR) / (ON - NEAR)))
    what = "the names that it could share with the task" if other else "the task's terms"
    return gate, "" if gate == 1 else f"the report has {share:.0%} of {what}, so it counts as off topic"


def measure(criterion: GradedCriterion, kind: Recipe, question: ScoreDimension, reading: Reading) -> Signal:
    """The signal that a criterion's words ask for; the dimension's own where they ask for none known here."""
    text = fold(criterion.text)
    named = [next(filter(None, groups)).rstrip("…") for groups in _QUOTED.findall(criterion.text)]
    plain = fold(_QUOTED.sub(" ", criterion.text))
    if question.facts and _FACTS.search(plain):
        facts = _chosen(text, question.facts)
        return built_on(reading, facts) if _BUILT.search(plain) else grounded(reading, facts)
    if kind == "instruction_following":
        return _followed(named or [criterion.text], plain, reading)
    signals = [make(reading) for cue, make in _LAYOUT if kind == "clarity" and cue.search(plain)]
    if signals:
        return mean(signals, "the layout")
    where = _about(named, reading)
    signals = [_reasons(reading, mark, where) for mark, cue in _MARKS if cue.search(plain)]
    if _FIGURES.search(plain) and kind != "coverage":
        signals.append(interpreted(reading, where))
    if signals:
        own = term_set(plain) & term_set(question.query)
        if not named and len(own) >= 2:
            signals.append(answered(reading, plain))
        return mean(signals, "the reasoning")
    if named:
        return mean([treated(reading, ideas(name), name) for name in named], "the subjects")
    if _BREADTH.search(plain):
        return mean([answered(reading, part) for part in _asked(question.query)], "the points")
    if _SPECIFIC.search(plain):
        return specifics(reading)
    return _default(criterion, kind, question, reading)


def _asked(query: str) -> list[str]:
    """What the task asks for, thing by thing."""
    return [part for point in points(query)[:8] for part in parts(point) if ideas(part)][:24]


def _chosen(text: str, facts: Sequence[KeyFact]) -> Sequence[KeyFact]:
    """The facts that a criterion names by id, else all."""
    named = set(re.findall(r"\bf\d+\b", text))
    return [fact for fact in facts if fact.id in named] or facts


def _followed(named: Sequence[str], plain: str, reading: Reading) -> Signal:
    """The demands on form that a criterion speaks of, else how far what it quotes is answered."""
    forms = [form for form, label in LABELS.items() if f"demand for {label}" in plain]
    if forms:
        text = ", ".join(named)
        found = [demand for demand in demands(f"Please: {text}") if demand.form in forms]
        return mean([met(reading, demand) for demand in found or [Demand(forms[0], text)]], "the demand")
    if "answer" not in plain and (found := list(demands(plain))):
        return mean([met(reading, demand) for demand in found], "the demand")
    return mean([answered(reading, text) for text in named], "the request")


def _about(named: Sequence[str], reading: Reading) -> Collection[int] | None:
    """Sentences about what is named, and their neighbours; None where nothing is named."""
    if not named:
        return None
    at = {index for name in named for index in holders(reading, ideas(name))}
    return {i for index in at for i in (index - 1, index, index + 1) if 0 <= i < len(reading.sentences)}


def _reasons(reading: Reading, mark: Mark, where: Collection[int] | None) -> Signal:
    """How much the sentences on a subject reason in one way; what the others do counts in part."""
    whole = reasons(reading, mark)
    if where is None:
        return whole
    near, far = reasons(reading, mark, where), whole._replace(value=ELSEWHERE * whole.value)
    return near if near.value >= far.value else far._replace(why=f"{near.why} on it, {whole.why} in all")


def _default(criterion: GradedCriterion, kind: Recipe, question: ScoreDimension, reading: Reading) -> Signal:
    """For a criterion in free words: what it names, and what its dimension stands for."""
    signals = [answered(reading, f"{criterion.text} {criterion.explanation}")]
    match kind:
        case "clarity":
            signals = [structure(reading), readable(reading)]
        case "insight" | "domain" | "grounding":
            signals += [reasons(reading, "cause"), reasons(reading, "contrast")]
        case "coverage":
            signals += [answered(reading, point) for point in points(question.query)[:4]]
        case "instruction_following":
            pass
    return mean(signals, "the criterion")


def score_report(question: ScoreReport) -> ScoreReply:
    """Every dimension scored as by itself."""
    scores: list[ScoreDraft] = []
    for one in question.dimensions:
        criteria = tuple(criterion for criterion in question.criteria if criterion.dimension == one.id)
        alone = ScoreDimension(
            query=question.query,
            language=question.language,
            report=question.report,
            dimension=one.id,
            name=one.name,
            definition=one.definition,
            criteria=criteria,
            facts=question.facts if one.dynamic else (),
        )
        scores += score_dimension(alone).scores if criteria else ()
    return ScoreReply(scores=tuple(scores))


ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {
    ScoreDimension: score_dimension,
    ScoreReport: score_report,
    ReadPart: read_part,
}
