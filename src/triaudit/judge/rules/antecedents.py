"""Whom the pronouns of a sentence mean, and the sentence with what they mean in their place."""

from __future__ import annotations

import re

from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.subjects import DE_PRONOUN, EN_PRONOUN, ZH_PRONOUN, generic, names, subject
from triaudit.judge.rules.verbs import SURE, has_verb, is_verb, tongue
from triaudit.numbers import read
from triaudit.text import HAN

_EXPLETIVE = re.compile(
    r"^\W*It (?:is|was|has been|seems|appears|remains|will be)\s+(?:\w+ly )?\w+(?: \w+)? (?:that|to|whether"
    r"|for)\b",
    re.IGNORECASE,
)
_LED = re.compile(
    r"^\W*(?:In|By|At|On|Since|From|Until|Before|After|During|For|Per|With|Over|Under|Within|Without|Through|Among"
    r"|Two|Three|Four|Five|Ten|One)\b[^;:.]{0,60}?,?\s"
    r"(?P<word>it|they|he|she)(?=\s)(?! (?:is|was) \w+ (?:that|to)\b)",
)
"""A phrase of time or place before the pronoun that is the subject."""


def _led(sentence: str) -> re.Match[str] | None:
    """A pronoun that is the subject behind an opening phrase, and not that of a clause inside."""
    found = _LED.match(sentence)
    return found if found and not has_verb(sentence[: found.start("word")], "en") else None


_OPENING = re.compile(
    r"(?:In|On|At|By|For|Per|From|With|After|Before|Over|Under|During|Among|Without|Within|Of|Since|Until)\b"
)
"""How a phrase begins that stands before a subject."""
_NOT_BEFORE = frozenset(
    [
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "per",
        "from",
        "with",
        "to",
        "the",
        "a",
        "an",
        "near",
        "and",
        "between",
    ]
)
"""Words behind which a name belongs to the phrase."""
_THE_COMPANY = re.compile(
    r"\s(?:the|its) (?:company|firm|group|project|city|town|council|utility|country|supplier)(?:['’]s)?\b"
)


def antecedent(sentence: str, before: str, topic: str, under: str = "") -> str:
    """What a sentence's pronoun stands for: the subject before it where the number agrees, else the topic.

    A sentence on somebody else that speaks of `the company` leaves the company in mind.

    Args:
        sentence: The sentence.
        before: The one before it.
        topic: What this part of the report is about.
        under: The heading right above, where none of the sentences between has a subject.
    """
    found = under or _told(before)
    language = tongue(sentence)
    if language == "zh":
        match = ZH_PRONOUN.match(sentence)
        if match and match["word"] == "其中":
            return whole_of(before) or found or topic
        return (topic or found) if match and match["word"].startswith("该") else (found or topic)
    if language != "en":
        return found
    match = EN_PRONOUN.match(sentence) or _led(sentence)
    word = match["word"].split()[0].lower() if match else ""
    called = " " not in topic or topic.startswith(next(iter(names(topic)), " "))
    topic = _SLOGAN.split(topic)[0] if called else ""
    if match and match.groupdict().get("noun"):
        return topic or (found if names(found) else "")
    if found and word in {"it", "its"} and (_plural(found) or _THE_COMPANY.search(before[len(found) :])):
        return topic
    if word in {"they", "their"}:
        return found if found and (_plural(found) or names(found)) else ""
    return found or topic


_COUNTED = re.compile(
    rf"\d[\d.,]*[万千百亿]?[余多]?(?:个|座|家|台|辆|名|所|条|处|项|艘|栋|批|位|件|只|头|棵|口|套|间|份|对|人次|例)"
    rf"(?P<noun>[{HAN}]{{1,6}}?)(?=[，,。；、共已在被由有为是的全均都]|$)"
)
_MEASURED = re.compile(
    rf"(?P<noun>[{HAN}]{{2,12}}?)(?:不到|将近|接近|大约|超过|达到|约|近|超|达|共|仅|为|了)*(?=\d)"
)


def whole_of(before: str) -> str:
    """What a Chinese `其中` parts: what the last sentence or clause counts, else what it measures."""
    counted = [match["noun"] for match in _COUNTED.finditer(before)]
    if counted:
        return counted[-1]
    clause = next((part for part in reversed(re.split("[，,；;。]", before)) if re.search(r"\d", part)), "")
    measured = _MEASURED.search(clause)
    return measured["noun"] if measured and not re.match("[自从截到在比至年月日]", measured["noun"]) else ""


_REST = re.compile(
    r"\b(?:another|a further|further|the remaining|the rest of the|weitere|die (?:übrigen|restlichen))\s+$",
    re.IGNORECASE,
)
"""What stands before a count of what was spoken of before."""
_THINGS = re.compile(r"\s+(?P<noun>[^\W\d_]{3,}(?:\s(?:and|und)\s[^\W\d_]{3,})?)")


def things(text: str) -> str:
    """What the first count of a sentence counts; empty where it counts nothing by name."""
    told = next((f for f in read(text) if f.dimension == "count" and f.noun and not _bare(text, f.end)), None)
    found = _THINGS.match(text, told.end) if told else None
    return found["noun"] if found else ""


def counted(text: str, of: str) -> str:
    """A statement whose `another 71` names what it counts: `of`, which the text counted before."""
    for figure in reversed(read(text)) if of and tongue(text) != "zh" else ():
        if figure.dimension == "count" and _REST.search(text[: figure.start]) and _bare(text, figure.end):
            text = f"{text[: figure.end]} {of}{text[figure.end :]}"
    return text


_NO_NOUN_TEXT = """
of in on at by for from with to no and but or as than was were is are had have between since until per
"""
_NO_NOUN = frozenset(_NO_NOUN_TEXT.split())


def _bare(text: str, end: int) -> bool:
    """Whether the words behind a count, which ends there, say nothing of what it counts."""
    words = re.match(r"\s+([^\W\d_]+)(?:\s+([^\W\d_]+))?", text[end:])
    if not words:
        return True
    if tongue(text) == "de":
        return not any(word and word[:1].isupper() for word in words.groups())
    return words[1] in _NO_NOUN or words[1] in SURE


_SLOGAN = re.compile(r"\s(?:on|in|at|as|for|to|towards?|after|from|with|without|between|under|during)\s")
"""What a title says of its subject begins with these."""


def _told(before: str) -> str:
    """The subject of a sentence, without the phrase that opens it: `For each tray Norwash` is Norwash."""
    found = _WHEN.sub("", subject(before))
    if not _OPENING.match(found):
        return found
    last = next((name for name in reversed(names(found)) if found.endswith(f" {name}")), "")
    if last and found[: -len(last)].split()[-1].lower() not in _NOT_BEFORE:
        return last
    inner = re.search(r"\bthe (?=[^\W\d])", found)
    return f"The {found[inner.end() :]}" if inner and "," not in found[inner.end() :] else ""


def heads(heading: str) -> str:
    """The subject that a heading gives the sentences right below it; empty where it gives none."""
    words = heading.split()
    if generic(heading) or not 1 < len(words) <= MOST or re.search(r"[:：?？,，;；]", heading):
        return ""
    return heading if re.match(r"(?:The|Der|Die|Das) \w", heading) and not has_verb(heading, "en") else ""


MOST = 5
"""Words above which a heading is a slogan."""


_WHEN = re.compile(
    r"\s(?:in|of|during|for|since|by|im|seit)\s(?:the |dem )?(?:\w+ ){0,3}(?:years?|months?|half"
    r"|quarter|weeks?|jahr|\d{4})$",
    re.IGNORECASE,
)
"""A date behind a subject, which holds for its sentence alone."""


_COMMON = re.compile(r"\w+(?:ings|ions|ents|ers|ies|ves|ues|ures|ages|ates|osts|ales|ails|ills|oats)")


def _plural(about: str) -> bool:
    """Whether the main word of an English subject is plural, or there are several."""
    first = re.split(
        r"\s(?:of|in|on|at|for|from|to|along|between|per|by|with|during|since|within|that|who)\s", about
    )[0]
    word = first.split()[-1]
    several = re.search(r"\band\b", first) and not first.startswith(("The ", "A "))
    common = word == first and (_COMMON.fullmatch(word) or is_concept(min(ideas(word), default="")))
    proper = bool(names(first)) or (word[0].isupper() and not common)
    return bool(several) or (
        word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "’s")) and not proper
    )


def has_pronoun(sentence: str) -> bool:
    """Whether a sentence begins with a pronoun that stands for something outside it."""
    language = tongue(sentence)
    if language == "zh":
        return bool(ZH_PRONOUN.match(sentence))
    if language == "de":
        return bool(DE_PRONOUN.match(sentence))
    found = EN_PRONOUN.match(sentence)
    if not found and _led(sentence):
        return True
    if not found or _EXPLETIVE.match(sentence):
        return False
    if found["noun"] or found["word"] not in {"This", "That", "These", "Those"}:
        return True
    following = re.match(r"\W*([a-z]+)", sentence[found.end() :])
    if not following or not is_verb(following[1]):
        return False
    # `This permit lapses`: one thing does what ends in -s, so that a base form behind it is a noun
    return found["word"] in {"These", "Those"} or following[1] in SURE or following[1].endswith(("s", "ed"))


def resolve(sentence: str, about: str) -> str:
    """The sentence with its first pronoun replaced by what it is about; as it is where there is none."""
    if not about or not has_pronoun(sentence):
        return sentence
    language = tongue(sentence)
    pattern = {"zh": ZH_PRONOUN, "de": DE_PRONOUN, "en": EN_PRONOUN}[language]
    match = pattern.match(sentence)
    if match is None and language == "en" and (led := _led(sentence)):
        inside = (
            about if names(about) and not re.match(r"(?:The|A|An) ", about) else about[0].lower() + about[1:]
        )
        return f"{sentence[: led.start('word')]}{inside}{sentence[led.end('word') :]}"
    if match is None:
        return sentence
    word, rest = match["word"], sentence[match.end() :]
    if language == "zh" and word == "其中":
        return f"{about}：{sentence}"
    if language == "zh":
        joint = "的" if word == "其" and not re.match(r"(?:是|为|在|于|将|会|已)", rest) else ""
        return f"{about}{joint}{rest}"
    if language == "de":
        return f"{about}{rest}" if word in {"Sie", "Er", "Es"} else f"{about}: {sentence}"
    possessive = about + ("'" if about.endswith("s") else "'s")
    if word in {"Its", "Their", "His", "Her"}:
        return f"{possessive}{rest}"
    if word in {"It", "They", "He", "She"} or match["noun"]:
        return f"{about}{rest}"
    return f"{about}: {sentence}"
