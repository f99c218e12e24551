"""Replies made into verdicts: no label stands without a quote that is really there."""

from __future__ import annotations

import re
import unicodedata

from triaudit import injection
from triaudit.attachments.passages import cited
from triaudit.factcheck.look import Looked
from triaudit.questions import EvidenceDraft, Passage, VerdictReply
from triaudit.text import HAN, find_quote, fold
from triaudit.types import DESCRIPTION, Evidence, Label, Unanswered, UnknownReason, Verdict

LEAST = 8
"""Letters and digits that a quote needs to be evidence; a Chinese, Japanese or Korean one counts two."""
_DOUBLE = re.compile(f"[{HAN}]")


def verdict(claim: str, reply: VerdictReply | Unanswered, looked: Looked, attachments: bool) -> Verdict:
    """The verdict on the claim with this id.

    Evidence whose passage was not shown, whose quote is not in it or says too little is void. RIGHT then
    needs support, WRONG a contradiction, CONFLICT both, from the two sides, in a task with attachments;
    what lacks it is UNKNOWN.
    """
    if isinstance(reply, Unanswered):
        return Verdict(claim=claim, unanswered=reply, flags=looked.flags)
    known = {passage.id: passage for passage in looked.passages}
    checked = [_evidence(draft, known, looked) for draft in reply.evidence]
    evidence = tuple(item for item in checked if item is not None)
    flags = [*looked.flags]
    void = len(checked) - len(evidence)
    label, unknown = reply.label, reply.unknown
    if label is Label.CONFLICT and not attachments:
        label, unknown = Label.UNKNOWN, UnknownReason.SOURCES_DISAGREE
        flags.append("conflict_without_attachment")
    elif label is not Label.UNKNOWN and not _carried(label, evidence):
        flags.append(f"downgraded:{label.value}")
        label, unknown = Label.UNKNOWN, UnknownReason.NO_SURVIVING_QUOTE
    if label is Label.UNKNOWN and unknown in {None, UnknownReason.NO_EVIDENCE, UnknownReason.INSUFFICIENT}:
        unknown = looked.unknown or unknown or UnknownReason.INSUFFICIENT
    flags += [f"evidence_void:{void}"] if void else []
    flags += ["fuzzy_quote"] if any(item.found == "fuzzy" for item in evidence) else []
    flags += ["conflict_disclosed"] if reply.disclosed and label is Label.RIGHT else []
    if attachments and label in {Label.RIGHT, Label.WRONG}:
        sides = {item.side for item in evidence}
        flags += (
            ["attachment_alone"] if sides == {"attachment"} else ["web_alone"] if sides == {"web"} else []
        )
    own_word = any(item.side == "attachment" and item.locator == DESCRIPTION for item in evidence)
    flags += ["picture_by_its_own_description"] if own_word else []
    flags += ["repeats_disagree"] if len({*reply.repeats} - {None}) > 1 else []
    shown = {flag for passage in looked.passages for flag in injection.flags(passage.text)}
    flags += [f"source_{flag}" for flag in sorted(shown)]
    return Verdict(
        claim=claim,
        label=label,
        unknown=unknown if label is Label.UNKNOWN else None,
        evidence=evidence,
        reasoning=reply.reasoning,
        flags=tuple(flags),
        votes=reply.beside.votes.get("", ()),
        repeats=reply.repeats,
    )


def unsure(made: Verdict) -> Verdict:
    """A verdict where an attachment could not be read: what that says may uphold what the web denies."""
    if made.label is not Label.WRONG:
        return made
    flags = (*made.flags, f"attachment_unread:{made.label.value}")
    return made.model_copy(
        update={"label": Label.UNKNOWN, "unknown": UnknownReason.INSUFFICIENT, "flags": flags}
    )


def unseen(claim: str, looked: Looked) -> Verdict:
    """The verdict where there is nothing to ask a judge about."""
    if looked.unanswered is not None:
        return Verdict(claim=claim, unanswered=looked.unanswered, flags=looked.flags)
    return Verdict(
        claim=claim,
        label=Label.UNKNOWN,
        unknown=looked.unknown or UnknownReason.NO_EVIDENCE,
        reasoning="Nothing was found that could be read: no judge was asked.",
        flags=looked.flags,
    )


def _carried(label: Label, evidence: tuple[Evidence, ...]) -> bool:
    """Whether the surviving evidence can carry a label."""
    yes = {item.side for item in evidence if item.stance == "supports"}
    no = {item.side for item in evidence if item.stance == "contradicts"}
    if label is Label.RIGHT:
        return bool(yes)
    if label is Label.WRONG:
        return bool(no)
    return any(a != b for a in yes for b in no)


def telling(quote: str, text: str) -> bool:
    """Whether words of a text say enough to be evidence: LEAST characters, or a whole figure or cell.

    `In` stands in every page, and `12` in `2012`; `12 %` of a table is what a claim may turn on.
    """
    words = fold(quote)
    size = sum(1 + bool(_DOUBLE.match(char)) for char in words if unicodedata.category(char)[0] in "LMN")
    if size >= LEAST:
        return True
    whole = rf"(?<![^\W{HAN}])(?<!\d[.,]){re.escape(words)}(?![^\W{HAN}]|[.,]\d|[十百千万亿])"
    return any(char.isdecimal() for char in words) and re.search(whole, fold(text)) is not None


def _evidence(draft: EvidenceDraft, known: dict[str, Passage], looked: Looked) -> Evidence | None:
    passage = known.get(draft.passage)
    if passage is None:
        return None
    page = looked.texts[passage.id]
    found = find_quote(draft.quote, passage.text) or find_quote(draft.quote, page)
    if found is None or not (telling(draft.quote, passage.text) or telling(draft.quote, page)):
        return None
    return Evidence(
        side=passage.side,
        source=passage.source,
        locator=cited(passage.locator, passage.text, passage.rows, draft.quote),
        date=passage.date,
        quote=draft.quote,
        stance=draft.stance,
        found=found[0],
    )
