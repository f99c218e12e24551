"""The frozen records that flow between the stages, and the closed sets of reasons for what is missing.

Every stage writes one record per task, ordered by task. A record that could not be made carries
`missing`, never a zero. Scores keep the scale they were given on (criteria 0-10, ratings 1-10);
`score` alone turns them into 0-100.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
"""A name that becomes a file name, a DVC stage name and a metric prefix."""

Track = Literal["text", "multimodal"]
"""`multimodal` tasks have attachments, `text` tasks have none."""


class Record(BaseModel):
    """A frozen value; unknown fields and non-finite numbers are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def _empty(value: object) -> bool:
    """Whether a field says nothing, so that it is not written."""
    return not value


# ---------------------------------------------------------------- what is missing, and why


class UnansweredReason(StrEnum):
    """Why a judge, a search or a page gave no answer."""

    REFUSED = "refused"
    TRUNCATED = "truncated"
    FILTERED = "filtered"
    UNPARSABLE = "unparsable"
    PROVIDER_ERROR = "provider_error"
    TOO_LONG = "too_long"
    BUDGET = "budget"
    NOT_IN_STORE = "not_in_store"


class Unanswered(Record):
    """A question without an answer: a value with its reason, never a score of 0."""

    reason: UnansweredReason
    detail: str = ""

    @property
    def retryable(self) -> bool:
        """Whether asking again later can succeed with nothing else changed."""
        return self.reason in {UnansweredReason.PROVIDER_ERROR, UnansweredReason.BUDGET}


class MissingReason(StrEnum):
    """Why something was not measured for a task."""

    OFF = "off"
    NO_OUTPUT = "no_output"
    NO_REPORT = "no_report"
    NO_TRACE = "no_trace"
    NO_CLAIMS = "no_claims"
    NO_FINDINGS = "no_findings"
    NO_SEARCH = "no_search"
    NO_CONFLICT = "no_conflict"
    NO_RESEARCH = "no_research"
    """A trace that holds nothing but the report's own drafts."""
    NOT_COMPARABLE = "not_comparable"
    """Report and trace speak of nothing in common."""
    NO_COMMON_AXIS = "no_common_axis"
    """The tracks were measured on different axes, so that there is nothing to average them over."""
    RESULTS_NOT_LOGGED = "results_not_logged"
    """A trace that says what was searched, and not what came back, can't show what a claim rests on."""
    TOO_FEW = "too_few"
    """Fewer than the figure needs to mean anything."""
    NOT_RECORDED = "not_recorded"
    """Something counted that the trace, or the report, holds nothing of."""
    NO_DYNAMIC_DIMENSION = "no_dynamic_dimension"
    TOO_MANY_FAILED = "too_many_failed"
    UNANSWERED = "unanswered"
    NO_RUBRIC = "no_rubric"
    ATTACHMENT_UNREADABLE = "attachment_unreadable"
    NOT_PUBLISHED = "not_published"
    """Others' measurements that are told without this one."""
    UPSTREAM = "upstream"


class Missing(Record):
    """Not measured: why, and for a person what would change it."""

    reason: MissingReason
    detail: str = ""
    unanswered: Unanswered | None = None
    """The failed question behind it, where there was one."""


class Vote(Record):
    """What one judge of several decided."""

    judge: str
    decision: bool | float | str | None = None
    """A score, a label, or yes or no; None where it gave none."""


Votes = Annotated[tuple[Vote, ...], Field(exclude_if=operator.not_)]
"""What each judge of a panel decided; not written where one judge is asked."""


class UnknownReason(StrEnum):
    """Why a checked claim could be called neither right nor wrong."""

    NO_EVIDENCE = "no_evidence"
    INSUFFICIENT = "insufficient"
    PARTLY = "partly"
    SOURCES_DISAGREE = "sources_disagree"
    NO_SURVIVING_QUOTE = "no_surviving_quote"
    UNREACHABLE = "unreachable"
    NOT_IN_STORE = "not_in_store"
    JUDGES_DISAGREE = "judges_disagree"
    """The judges of a panel, none of whose labels has more than half of them."""


class Answers(Record):
    """How many answers a model gave."""

    asked: str
    """The name that was asked for."""
    served: str = ""
    """The model that says it answered; empty where it does not say."""
    answers: int


Answered = Annotated[tuple[Answers, ...], Field(exclude_if=_empty)]
"""Which models answered the questions behind a record; not written where none was asked."""


# ---------------------------------------------------------------- tasks and what systems made of them


class File(Record):
    """An attachment of a task."""

    name: str
    """The name people see; it is data and is never used as a path."""
    path: str
    """Where the bytes are, relative to the benchmark version's folder."""
    digest: str
    """SHA-256 of the bytes, hexadecimal."""


class Task(Record):
    """One question of the benchmark."""

    id: str
    """Ids are compared as trimmed text, so that 7 and "7" are one task and "07" another."""
    query: str
    language: str
    track: Track
    files: tuple[File, ...] = ()
    domain: str | None = None
    annotation: Mapping[str, str] = Field(default_factory=dict)


class Step(Record):
    """One step of a trace."""

    index: int
    """1-based and consecutive; `step 7` in a justification means this number."""
    kind: str
    """plan, think, search, read, code, answer, or `other` for kinds that no reader knows."""
    text: str
    """Everything that the step says, results included; inline binary data is replaced by a mark."""
    label: str = ""
    """The kind as the trace itself called it."""
    queries: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    tool: str | None = None
    has_results: bool = False
    """Whether the trace holds what this search or read brought back."""
    start: int = 0
    end: int = 0
    """Characters `start:end` of the raw trace."""
    id: str = ""
    """What the trace itself calls this step: the id of a span, run, call or message."""
    parent: int | None = None
    """The step that this one happened in, such as the agent that called a tool."""
    at: float | None = None
    """Seconds from the first time that the trace records to the step's beginning."""
    seconds: float | None = None
    """How long the step took."""
    tokens: int | None = None
    """Tokens that the step itself says it used, in and out."""


class Trace(Record):
    """What a system did, step by step."""

    format: str
    """The reader that recognised it."""
    steps: tuple[Step, ...]
    incomplete: str = ""
    """What is damaged, where something is; the good part is in `steps`."""


class SystemOutput(Record):
    """What one system delivered for one task."""

    task: str
    report: str
    trace: Trace | None = None
    sources: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    """What was noticed on reading, such as `interface_text_removed`."""
    missing: Missing | None = None


# ---------------------------------------------------------------- attachments


DESCRIPTION = "description"
"""The locator of what a picture's file says of the picture: its author's word, not what is seen."""


class Block(Record):
    """A piece of an attachment that evidence can point at."""

    kind: Literal["text", "table", "image"]
    locator: str
    """Such as `page 3`, `page 3, table 2` or `sheet Costs, rows 1-20`."""
    text: str
    """A table is its rows as lines, the cells joined by ` | `; an image has none."""
    rows: tuple[int, ...] = ()
    """Of a table: which row each line of the text is, as people count them."""
    header: int = 0
    """Of a table: how many lines of the text, from the first on, name the columns."""


class Part(Record):
    """A page, sheet or slide of an attachment."""

    kind: Literal["page", "sheet", "slide"]
    number: int
    name: str = ""
    hidden: bool = False
    scanned: bool = False
    """A page that shows a picture and has no text layer."""


class Table(Record):
    """A table with its cells, of which blocks are runs of rows."""

    locator: str
    """Such as `page 3, table 2` or `sheet Costs`; a row of it is `page 3, table 2, row 5`."""
    part: int = 0
    """The number of the page, sheet or slide; 0 where the file has none."""
    caption: str = ""
    header: int = 0
    """How many of the rows, from the first on, name the columns."""
    numbers: tuple[int, ...]
    """What people call each row; rows without content are left out."""
    rows: tuple[tuple[str, ...], ...]
    """The cells as they are shown, as many in every row."""


class Picture(Record):
    """A picture in an attachment, or the attachment itself where it is one."""

    locator: str
    """Such as `slide 2, image 1`."""
    part: int = 0
    media_type: str
    width: int
    height: int
    """Pixels."""
    alt: str = ""
    """What the file says of it."""


class Document(Record):
    """One attachment, read once and used by every stage."""

    digest: str
    name: str
    kind: str
    """The type found in the content: pdf, xlsx, image, …"""
    blocks: tuple[Block, ...] = ()
    parts: tuple[Part, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    warnings: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """What it was read with, such as `pypdfium2 5.15.2`."""
    settings: tuple[str, ...] = ()
    """What it was read under, such as `max_pages=500`."""
    missing: Missing | None = None


# ---------------------------------------------------------------- quality


class KeyFact(Record):
    """A fact of an attachment that a good report must use."""

    id: str
    file: str
    """Digest of the attachment."""
    locator: str
    text: str
    importance: Literal[1, 2, 3]


class Criterion(Record):
    """One thing to grade, 0-10."""

    id: str
    text: str
    explanation: str = ""
    weight: float = Field(ge=0, le=1)
    """Within its dimension; a dimension's weights sum to 1."""


class Band(Record):
    """What scores stand for, from the band before it up to `to`."""

    to: float = Field(gt=0, le=10)
    means: str = Field(min_length=1)


class Dimension(Record):
    """One aspect of quality."""

    id: Slug
    name: str
    definition: str
    dynamic: bool
    """Made for this task, as opposed to the ones that every task shares."""
    weight: float = Field(ge=0, le=1)
    """Within the rubric; the weights sum to 1."""
    criteria: tuple[Criterion, ...]
    bands: tuple[Band, ...] = ()
    """What scores stand for in this dimension, the lowest first; empty for the scale's own words."""


class Rubric(Record):
    """How one task's reports are graded: one for all systems, frozen."""

    task: str
    dimensions: tuple[Dimension, ...] = ()
    facts: tuple[KeyFact, ...] = ()
    notes: tuple[str, ...] = ()
    """What was adjusted, such as weights that were normalised."""
    incomplete: tuple[str, ...] = ()
    """Attachments that could not be read, by name: nothing of them is in it."""
    digest: str = ""
    """SHA-256 over dimensions and facts."""
    query: str = ""
    """SHA-256 of the question that it was made for."""
    answered: Answered = ()
    missing: Missing | None = None


class CriterionScore(Record):
    """A judge's score on one criterion; of several repeats their mean, with the words of the nearest."""

    criterion: str
    score: float | None = Field(default=None, ge=0, le=10)
    reason: str = ""
    quote: str = ""
    """The report's words that the reason rests on."""
    quote_found: bool = False
    unanswered: Unanswered | None = None
    votes: Votes = ()
    repeats: tuple[float | None, ...] = Field(default=(), exclude_if=_empty)
    """What each repeat said where the question was asked several times; None: it was not answered."""


class Grade(Record):
    """One report graded by its task's rubric."""

    task: str
    rubric: str = ""
    """Digest of the rubric."""
    scores: tuple[CriterionScore, ...] = ()
    words: int = 0
    """Length of the report; Chinese, Japanese and Korean characters count 0.6 each."""
    flags: tuple[str, ...] = ()
    answered: Answered = ()
    missing: Missing | None = None


# ---------------------------------------------------------------- claims and their truth


class ClaimKind(StrEnum):
    """What a claim is about; conclusions are audited against the trace and never fact-checked."""

    NUMBER = "number"
    DATE = "date"
    EVENT = "event"
    PLACE = "place"
    PERSON = "person"
    OTHER = "other"
    CONCLUSION = "conclusion"


class Claim(Record):
    """A self-contained statement of a report."""

    id: str
    text: str
    kind: ClaimKind
    start: int
    end: int
    """Characters `start:end` of the report that say it."""
    segment_start: int
    segment_end: int
    """The part of the report around it."""
    sources: tuple[str, ...] = ()
    """URLs that the report cites for it."""
    as_of: str | None = None
    language: str = ""
    repeats: tuple[tuple[int, int], ...] = ()
    """Other places of the report that say the same."""


class ReportClaims(Record):
    """The frozen list of what a report states."""

    task: str
    report: str = ""
    """SHA-256 of the report."""
    claims: tuple[Claim, ...] = ()
    found: int = 0
    """How many there were before `claims.max_per_report` sampled."""
    failed_segments: tuple[Unanswered, ...] = ()
    segments: int = 0
    flags: tuple[str, ...] = ()
    answered: Answered = ()
    missing: Missing | None = None


class Label(StrEnum):
    """The four states of a checked claim."""

    RIGHT = "RIGHT"
    WRONG = "WRONG"
    CONFLICT = "CONFLICT"
    UNKNOWN = "UNKNOWN"


class Evidence(Record):
    """A passage that speaks for or against a claim."""

    side: Literal["web", "attachment"]
    source: str
    """URL, or the attachment's name."""
    locator: str = ""
    date: str | None = None
    quote: str
    stance: Literal["supports", "contradicts"]
    found: Literal["exact", "fuzzy"]
    """How the quote was found in the stored text; a quote that is not there is no evidence."""


class Verdict(Record):
    """What the evidence says of one claim."""

    claim: str
    label: Label | None = None
    unknown: UnknownReason | None = None
    """Set exactly where the label is UNKNOWN."""
    evidence: tuple[Evidence, ...] = ()
    reasoning: str = ""
    flags: tuple[str, ...] = ()
    unanswered: Unanswered | None = None
    """Set exactly where there is no label."""
    votes: Votes = ()
    repeats: tuple[Label | None, ...] = Field(default=(), exclude_if=_empty)
    """The judge's label in each repeat, before its evidence was checked."""


class FactCheck(Record):
    """The verdicts on one report's claims."""

    task: str
    verdicts: tuple[Verdict, ...] = ()
    incomplete: tuple[str, ...] = ()
    """Attachments that could not be read, by name: what they say of the claims is not known."""
    flags: tuple[str, ...] = ()
    answered: Answered = ()
    missing: Missing | None = None


# ---------------------------------------------------------------- process


class Action(StrEnum):
    """What a step does in the research."""

    PLAN = "plan"
    SEARCH = "search"
    READ = "read"
    ANALYZE = "analyze"
    SYNTHESIZE = "synthesize"
    VERIFY = "verify"
    REVISE = "revise"
    CORRECT = "correct"


class StepAction(Record):
    """A step of the trace and what it does."""

    step: int
    action: Action
    depends_on: tuple[int, ...] = ()
    """Earlier steps whose results it takes up, ascending."""


class Finding(Record):
    """Something that the research found out."""

    id: str
    text: str
    steps: tuple[int, ...]
    """The first one is where it was found."""
    strength: Literal[1, 2, 3]
    """3 strong, 2 moderate, 1 weak; the weight in findings_to_report."""


class Rating(Record):
    """A rating 1-10 of one quality of the process."""

    dimension: str
    score: float | None = Field(default=None, ge=1, le=10)
    reason: str = ""
    steps: tuple[int, ...] = ()
    unanswered: Unanswered | None = None
    votes: Votes = ()
    repeats: tuple[float | None, ...] = Field(default=(), exclude_if=_empty)


class Realised(Record):
    """Whether a finding reached the report."""

    finding: str
    realised: bool | None = None
    quote: str = ""
    start: int | None = None
    end: int | None = None
    reason: str = ""
    unanswered: Unanswered | None = None
    votes: Votes = ()
    repeats: tuple[bool | None, ...] = Field(default=(), exclude_if=_empty)


class Supported(Record):
    """Whether a claim or conclusion of the report rests on a step of the trace."""

    claim: str
    conclusion: bool = False
    """Conclusions are counted apart from claims."""
    supported: bool | None = None
    step: int | None = None
    quote: str = ""
    reason: str = ""
    unanswered: Unanswered | None = None
    votes: Votes = ()
    repeats: tuple[bool | None, ...] = Field(default=(), exclude_if=_empty)


class Contradiction(Record):
    """A place where what the trace found disagrees with itself."""

    steps: tuple[int, ...]
    what: str
    noticed: bool
    resolved: bool
    reason: str = ""


class Repeat(Record):
    """A search that asks in nearly the same words what an earlier one asked."""

    step: int
    of: int
    """The step that asked first."""
    query: str


class Parts(Record):
    """The parts of a text that a judge was asked about one by one."""

    asked: int = 0
    failed: int = 0
    """Those that it did not answer."""


class ProcessAudit(Record):
    """One trace audited, by itself and against the report."""

    task: str
    actions: tuple[StepAction, ...] = ()
    findings: tuple[Finding, ...] = ()
    intrinsic: tuple[Rating, ...] = ()
    realised: tuple[Realised, ...] = ()
    supported: tuple[Supported, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    """Told by words and digits alone, whoever judges: one in other words is not among them."""
    consistency: Rating | None = None
    holistic: tuple[Rating, ...] | None = None
    """Alignment rated as a whole and not item by item, where that was chosen."""
    measured: Mapping[str, float] = Field(default_factory=dict)
    """Counted signals such as `searches` and `distinct_queries`; units are in the audit package."""
    flags: tuple[str, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    """Questions about the whole trace that were not answered."""
    structure_parts: Parts = Parts()
    """Windows of the trace that were asked for findings."""
    conflict_parts: Parts = Parts()
    """Windows of the trace that were searched for contradictions, and the whole where there are several."""
    claims_parts: Parts = Parts()
    """Segments of the report that were asked for claims."""
    untraced: Missing | None = None
    """Why no claim was traced back to a step, where none could be asked about."""
    answered: Answered = ()
    missing: Missing | None = None


# ---------------------------------------------------------------- scores


class Estimate(Record):
    """A mean over tasks with what it stands on."""

    value: float | None
    """None where no task was measured."""
    n: int
    missing: int
    low: float | None = None
    high: float | None = None
    """95 % bootstrap interval over tasks; None below two tasks."""
    reasons: Mapping[str, int] = Field(default_factory=dict)
    """Why the missing ones are missing."""
    note: str = ""
    """What value and interval leave out, or why there is none, beyond single tasks."""


class TaskScore(Record):
    """One metric of one system on one task."""

    system: str
    task: str
    track: Track
    metric: str
    value: float | None = None
    missing: Missing | None = None


class Spread(Record):
    """How far the repeats of one axis's questions differ."""

    items: int
    """Scores and labels that were asked for several times."""
    asked: int
    """Repeats of all of them."""
    answered: int
    sd: float | None
    """Of the scores: root of the mean of their variances over repeats, on their scale of 0-10."""
    agreement: float | None
    """Of the labels: mean share (0-1) of a label's answered repeats that gave the most frequent one."""


class Pair(Record):
    """Two systems on the same ground: the tracks and axes that both were measured on."""

    metric: str
    """`overall`, or the metric that stands for an axis."""
    first: str
    second: str
    difference: float
    """The first less the second, in points of 0-100."""
    low: float | None = None
    high: float | None = None
    """95 % interval of the difference from resampling tasks for both alike."""
    p: float | None = None
    """Two-sided; None where too few tasks were measured to resample."""
    holm: float | None = None
    """`p` corrected for all pairs together."""
    detectable: float | None = None
    """The smallest difference that this many tasks would show with 80 % power at 5 %."""
    n: int = 0
    """Tasks on which both were measured on every axis in it."""
    axes: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()


class RankRange(Record):
    """Where a system stands in resamples of the tasks."""

    low: int
    high: int
    """95 % interval of its rank, 1 the best."""
    best: float
    """Share of the resamples in which no other system is as good."""
    of: int
    """How many systems were ranked together."""


class Scorecard(Record):
    """One system's metrics."""

    system: str
    judge: Mapping[str, str]
    """Role to judge name."""
    baseline: bool
    """Whether a rule-based judge gave any of it: not comparable with a model's."""
    metrics: Mapping[str, Estimate]
    overall_over: tuple[str, ...] = ()
    """The axes that `overall` was computed over."""
    answered: Annotated[Mapping[str, tuple[Answers, ...]], Field(exclude_if=_empty)] = Field(
        default_factory=dict
    )
    """Role to the models that answered it, over all tasks."""
    part: str = Field(default="", exclude_if=_empty)
    """What part of the benchmark it is of, such as `3 of 8 tasks (benchmark.limit=3)`; empty: all."""
    notes: tuple[str, ...] = ()
    repeats: Annotated[Mapping[str, Spread], Field(exclude_if=_empty)] = Field(default_factory=dict)
    """Axis to how far its repeats differ, where a judge was asked several times."""
