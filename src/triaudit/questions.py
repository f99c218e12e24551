"""The questions that stages put to a judge: typed inputs, and the type of the reply.

A model judge renders `prompts/<template>.jinja` with the inputs and validates the reply; the rules
judge computes the reply from the same inputs. Items are named by short ids that we give, never by
text that a judge would have to echo.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Self, TypeVar

from pydantic import Field, PrivateAttr

from triaudit.types import (
    Action,
    Band,
    ClaimKind,
    Document,
    KeyFact,
    Label,
    Record,
    Slug,
    Step,
    UnknownReason,
    Vote,
)

R_co = TypeVar("R_co", bound=Record, covariant=True)


class Shown(Record):
    """What became of a picture or file that was to go with a question."""

    digest: str
    """Of the attachment."""
    locator: str = ""
    """The block that a picture is; empty for a whole file."""
    how: Literal["picture", "file", "text", "left out"]
    why: str = ""
    """Why it was not shown as planned."""


class Beside(NamedTuple):
    """What is known of a reply and is not part of it."""

    shown: tuple[Shown, ...] = ()
    votes: Mapping[str, tuple[Vote, ...]] = {}
    """Of a reply that several judges made together: what each decided, by the id of the thing."""


class Reply(Record):
    """What a judge answers. Fields with a default may be left out of it."""

    _beside: Beside = PrivateAttr(default=Beside())

    @property
    def beside(self) -> Beside:
        """What the judge's machinery noted of it; never read from a model's text."""
        return self._beside

    def noting(self, beside: Beside) -> Self:
        """The same reply with notes beside it."""
        made = self.model_copy()
        made._beside = beside
        return made

    @property
    def introduced(self) -> tuple[str, ...]:
        """Ids of things that the reply itself brings up and must answer for too."""
        return ()


class Pooled(Record):
    """What can stand for the answers to several repeats of one question."""

    _repeats: tuple[Any, ...] = PrivateAttr(default=())

    @property
    def repeats(self) -> tuple[Any, ...]:
        """What each repeat answered, None where one did not; empty where it was asked once.

        It is no field, so that no model is asked for it.
        """
        return self._repeats

    def standing_for(self, repeats: tuple[Any, ...], **changes: object) -> Self:
        """This answer, with what is changed of it, in the place of all repeats."""
        made = self.model_copy(update=changes)
        made._repeats = repeats
        return made


class Answer(Pooled):
    """An item of a reply that answers for the thing with one id."""

    key: ClassVar[str]
    """The field that holds the id."""
    measure: ClassVar[str] = ""
    """The field that repeats are averaged or voted over; without one the question is asked once."""
    several: ClassVar[bool] = False
    """Whether one thing may have several of them."""

    @property
    def about(self) -> str:
        """The id of the thing that it answers for."""
        return str(getattr(self, self.key)).strip()

    @property
    def decision(self) -> tuple[object, ...]:
        """Its numbers, labels and truth values: agreeing in them is being the same, whatever they say."""
        values = (getattr(self, name) for name in type(self).model_fields if name != self.key)
        return tuple(value for value in values if isinstance(value, Enum | int | float | None))


class Question(Record, Generic[R_co]):
    """One question to a judge; its fields are everything that the answer may depend on."""

    template: ClassVar[str]
    reply: ClassVar[type[Record]]
    asks: ClassVar[str] = ""
    """The field with the things, each with an `id`, that every one gets an answer; empty for none."""

    repeat: int = 0
    """0 for the first answer; further ones are asked for, and stored, apart."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """Attachments that a judge which takes pictures or files is shown as such."""
        return ()

    @property
    def asked(self) -> tuple[str, ...]:
        """The ids that the reply must answer for."""
        return tuple(one.id for one in getattr(self, self.asks)) if self.asks else ()

    def only(self, ids: Collection[str]) -> Self:
        """The same question about these ids alone; unchanged where it can't be asked in part."""
        if not self.asks:
            return self
        kept = tuple(one for one in getattr(self, self.asks) if one.id in ids)
        return self.model_copy(update={self.asks: kept}) if kept else self


# ---------------------------------------------------------------- rubric


class FactDraft(Record):
    """A key fact as a judge states it."""

    text: str
    locator: str
    importance: Literal[1, 2, 3]


class KeyFactsReply(Reply):
    """5-15 facts, fewer where the attachment has fewer."""

    facts: tuple[FactDraft, ...]


class KeyFacts(Question[KeyFactsReply]):
    """What must a good report take from this attachment?"""

    template: ClassVar[str] = "rubric/facts"
    reply: ClassVar[type[Record]] = KeyFactsReply

    query: str
    language: str
    document: Document

    @property
    def documents(self) -> tuple[Document, ...]:
        """The attachment."""
        return (self.document,)


class DimensionDraft(Record):
    """A dimension made for one task."""

    name: str
    definition: str


class FixedDimension(Record):
    """A dimension that every task shares."""

    id: Slug
    name: str
    definition: str


class Weight(Answer):
    """The weight of the thing with this id."""

    key: ClassVar[str] = "id"

    id: str
    weight: float = Field(ge=0)


class DimensionsReply(Reply):
    """Dynamic dimensions get the ids d1, d2, … in the order given; one weight per id, fixed ones included."""

    dynamic: tuple[DimensionDraft, ...]
    weights: tuple[Weight, ...]

    @property
    def introduced(self) -> tuple[str, ...]:
        """The ids of the dynamic dimensions."""
        return tuple(f"d{number}" for number in range(1, len(self.dynamic) + 1))


class Dimensions(Question[DimensionsReply]):
    """Which aspects does this task need beside the fixed ones, and what does each weigh?"""

    template: ClassVar[str] = "rubric/dimensions"
    reply: ClassVar[type[Record]] = DimensionsReply

    query: str
    language: str
    fixed: tuple[FixedDimension, ...]
    facts: tuple[KeyFact, ...]
    has_attachments: bool
    max_dynamic: int
    """0 for none."""

    @property
    def asked(self) -> tuple[str, ...]:
        """The fixed dimensions; the whole is asked again where one lacks its weight."""
        return tuple(one.id for one in self.fixed)


class CriterionDraft(Answer):
    """A criterion of the dimension with this id."""

    key: ClassVar[str] = "dimension"
    several: ClassVar[bool] = True

    dimension: str
    text: str
    explanation: str = ""
    weight: float = Field(ge=0)


class CriteriaReply(Reply):
    """1-10 criteria for every dimension."""

    criteria: tuple[CriterionDraft, ...]


class NamedDimension(Record):
    """A dimension that needs criteria."""

    id: str
    name: str
    definition: str
    dynamic: bool
    bands: tuple[Band, ...] = ()


class Criteria(Question[CriteriaReply]):
    """By which criteria is each dimension graded for this task?"""

    template: ClassVar[str] = "rubric/criteria"
    reply: ClassVar[type[Record]] = CriteriaReply
    asks: ClassVar[str] = "dimensions"

    query: str
    language: str
    dimensions: tuple[NamedDimension, ...]
    facts: tuple[KeyFact, ...]


# ---------------------------------------------------------------- quality


class GradedCriterion(Record):
    """A criterion to score."""

    id: str
    text: str
    explanation: str


class ScoreDraft(Answer):
    """A score with the report's own words that it rests on."""

    key: ClassVar[str] = "criterion"
    measure: ClassVar[str] = "score"

    criterion: str
    score: float = Field(ge=0, le=10)
    reason: str = ""
    quote: str = ""


class ScoreReply(Reply):
    """One score for every criterion asked about."""

    scores: tuple[ScoreDraft, ...]


class ScoreDimension(Question[ScoreReply]):
    """How well does this report do on one dimension's criteria, 0-10?"""

    template: ClassVar[str] = "quality/score"
    reply: ClassVar[type[Record]] = ScoreReply
    asks: ClassVar[str] = "criteria"

    query: str
    language: str
    report: str
    dimension: str
    """Its id, such as `coverage` or `d1`."""
    name: str
    definition: str
    criteria: tuple[GradedCriterion, ...]
    facts: tuple[KeyFact, ...]
    bands: tuple[Band, ...] = ()
    parts: int = 1
    """More than 1: `report` is what was noted and quoted from so many parts of a report that is too long."""


class PlacedCriterion(GradedCriterion):
    """A criterion among those of other dimensions."""

    dimension: str


class ScoreReport(Question[ScoreReply]):
    """How well does this report do on the criteria of all dimensions, 0-10, in one call?"""

    template: ClassVar[str] = "quality/report"
    reply: ClassVar[type[Record]] = ScoreReply
    asks: ClassVar[str] = "criteria"

    query: str
    language: str
    report: str
    dimensions: tuple[NamedDimension, ...]
    criteria: tuple[PlacedCriterion, ...]
    facts: tuple[KeyFact, ...]
    """For the dynamic dimensions."""
    parts: int = 1
    """As in ScoreDimension."""


# ---------------------------------------------------------------- claims


class ClaimDraft(Record):
    """A claim, with the segment's words that say it."""

    text: str
    quote: str
    """Occurs verbatim in the segment."""
    kind: ClaimKind
    as_of: str | None = None


class ClaimsReply(Reply):
    """Every claim and conclusion of one segment; empty where it has none."""

    claims: tuple[ClaimDraft, ...]


class ExtractClaims(Question[ClaimsReply]):
    """Which self-contained, checkable claims and which conclusions does this segment state?"""

    template: ClassVar[str] = "claims/extract"
    reply: ClassVar[type[Record]] = ClaimsReply

    query: str
    headings: tuple[str, ...]
    """Headings above the segment, outermost first."""
    before: str
    """What stands right before it, to resolve pronouns."""
    date: str | None = None
    """The report's own date, where it states one: `today` and `next year` count from it."""
    segment: str


# ---------------------------------------------------------------- factcheck


class Passage(Record):
    """A passage that may decide a claim."""

    id: str
    side: Literal["web", "attachment"]
    source: str
    locator: str = ""
    date: str | None = None
    text: str
    rows: tuple[int, ...] = ()
    """Of a table: which row each line of the text is."""


class EvidenceDraft(Record):
    """Words of a passage that decide."""

    passage: str
    quote: str
    stance: Literal["supports", "contradicts"]


class VerdictReply(Reply, Pooled):
    """A label with the evidence that carries it."""

    label: Label
    unknown: UnknownReason | None = None
    evidence: tuple[EvidenceDraft, ...] = ()
    disclosed: bool = False
    """Whether the claim itself reports that its sources disagree."""
    reasoning: str = ""


class CheckClaim(Question[VerdictReply]):
    """What do these passages say of this claim?"""

    template: ClassVar[str] = "factcheck/verdict"
    reply: ClassVar[type[Record]] = VerdictReply

    query: str
    claim: str
    segment: str
    as_of: str | None
    passages: tuple[Passage, ...]


# ---------------------------------------------------------------- audit


class FindingDraft(Record):
    """Something found out, with the steps that show it."""

    text: str
    steps: tuple[int, ...]
    strength: Literal[1, 2, 3]


class ActionDraft(Answer):
    """What a step does."""

    key: ClassVar[str] = "step"

    step: int
    action: Action
    depends_on: tuple[int, ...] = ()


class FindingsReply(Reply):
    """What each step of the window does, and what the window found out."""

    actions: tuple[ActionDraft, ...]
    findings: tuple[FindingDraft, ...]


class StructureTrace(Question[FindingsReply]):
    """What did the agent do in these steps, and what did it find out?"""

    template: ClassVar[str] = "audit/structure"
    reply: ClassVar[type[Record]] = FindingsReply

    query: str
    steps: tuple[Step, ...]

    @property
    def asked(self) -> tuple[str, ...]:
        """The steps, each once: a long one may come in parts. They are what is read, and stay together."""
        return tuple(dict.fromkeys(str(step.index) for step in self.steps))


class RatingDraft(Answer):
    """A rating 1-10 that cites steps."""

    key: ClassVar[str] = "dimension"
    measure: ClassVar[str] = "score"

    dimension: str
    score: float = Field(ge=1, le=10)
    reason: str = ""
    steps: tuple[int, ...]


class RatingsReply(Reply):
    """One rating for every dimension asked about."""

    ratings: tuple[RatingDraft, ...]


class MeasuredSignal(Record):
    """A counted fact about the trace."""

    name: str
    value: float


class RateProcess(Question[RatingsReply]):
    """How good is the research process by itself, 1-10 on each dimension?"""

    template: ClassVar[str] = "audit/intrinsic"
    reply: ClassVar[type[Record]] = RatingsReply
    asks: ClassVar[str] = "dimensions"

    query: str
    dimensions: tuple[FixedDimension, ...]
    steps: tuple[Step, ...]
    findings: tuple[FindingDraft, ...]
    measured: tuple[MeasuredSignal, ...]


class FindingRef(Record):
    """A finding by its id."""

    id: str
    text: str


class RealisedDraft(Answer):
    """Whether a finding is in the report, with the report's words where it is."""

    key: ClassVar[str] = "finding"
    measure: ClassVar[str] = "realised"

    finding: str
    realised: bool
    quote: str
    reason: str = ""


class RealisedReply(Reply):
    """One answer for every finding asked about."""

    findings: tuple[RealisedDraft, ...]


class FindingsToReport(Question[RealisedReply]):
    """Which findings of the trace does the report realise?"""

    template: ClassVar[str] = "audit/findings_to_report"
    reply: ClassVar[type[Record]] = RealisedReply
    asks: ClassVar[str] = "findings"

    query: str
    findings: tuple[FindingRef, ...]
    report: str


class ClaimRef(Record):
    """A claim or conclusion by its id."""

    id: str
    text: str
    conclusion: bool


class SupportedDraft(Answer):
    """Whether a step supports a claim, with the step's words where one does."""

    key: ClassVar[str] = "claim"
    measure: ClassVar[str] = "supported"

    claim: str
    supported: bool
    step: int | None
    quote: str
    reason: str = ""


class SupportedReply(Reply):
    """One answer for every claim asked about."""

    claims: tuple[SupportedDraft, ...]


class ReportToProcess(Question[SupportedReply]):
    """Which claims of the report does some step of the trace support?"""

    template: ClassVar[str] = "audit/report_to_process"
    reply: ClassVar[type[Record]] = SupportedReply
    asks: ClassVar[str] = "claims"

    query: str
    claims: tuple[ClaimRef, ...]
    steps: tuple[Step, ...]


class ContradictionDraft(Record):
    """Steps whose content disagrees."""

    steps: tuple[int, ...]
    what: str
    noticed: bool
    resolved: bool
    reason: str = ""


class ContradictionsReply(Reply):
    """Every place where the trace disagrees with itself, and how well report and process agree, 1-10.

    `consistency` is about what both speak of; None where these steps and the report share nothing.
    """

    contradictions: tuple[ContradictionDraft, ...]
    consistency: float | None = Field(default=None, ge=1, le=10)
    reason: str = ""


class FindContradictions(Question[ContradictionsReply]):
    """Where does what was found disagree, was it noticed and resolved, and does the report agree?"""

    template: ClassVar[str] = "audit/contradictions"
    reply: ClassVar[type[Record]] = ContradictionsReply

    query: str
    steps: tuple[Step, ...]
    report: str


class WindowReply(Reply):
    """What `FindingsReply`, `ContradictionsReply` and `SupportedReply` say, of one window."""

    claims: tuple[SupportedDraft, ...]
    actions: tuple[ActionDraft, ...]
    findings: tuple[FindingDraft, ...]
    contradictions: tuple[ContradictionDraft, ...]
    consistency: float | None = Field(default=None, ge=1, le=10)
    reason: str = ""


class ReadWindow(Question[WindowReply]):
    """All that is asked of the steps of one window, in one call."""

    template: ClassVar[str] = "audit/window"
    reply: ClassVar[type[Record]] = WindowReply
    asks: ClassVar[str] = "claims"

    query: str
    steps: tuple[Step, ...]
    report: str
    claims: tuple[ClaimRef, ...]


class RateAlignment(Question[RatingsReply]):
    """How well do the findings and the report fit together as wholes, 1-10 on each dimension?"""

    template: ClassVar[str] = "audit/alignment"
    reply: ClassVar[type[Record]] = RatingsReply
    asks: ClassVar[str] = "dimensions"

    query: str
    report: str
    findings: tuple[FindingDraft, ...]
    dimensions: tuple[FixedDimension, ...]
