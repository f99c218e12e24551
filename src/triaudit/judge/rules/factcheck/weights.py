"""Every weight and threshold that verdicts rest on, each with what it stands for.

Scores are shares of a claim's weighted terms, 0-1, with bonuses and penalties added.
"""

from __future__ import annotations

# Where a term of a claim is found in a source.
CLAUSE = 1.0
"""In the figure's own clause, or in the labels of its cell."""
SENTENCE = 0.85
ELSEWHERE = 0.5
"""In the clause of another figure of the sentence."""
CONTEXT = 0.75
"""In the page's title, the sheet's name, the heading."""
BEFORE = 0.55
"""In the sentence before."""

# Where a term of a claim stands in it.
NEAR = 1.0
"""In the figure's own clause."""
FAR = 0.35
"""Elsewhere in the sentence."""
FAR_NEEDED = 0.7
"""Elsewhere, where the clause itself says too little."""
HEADING = 0.15
HEADING_NEEDED = 0.5
ENOUGH = 1
"""Telling terms with which a clause says enough."""

# What a term says.
LIGHT = 0.3
"""Words that narrow nothing down, such as `total`."""
SAYING = 0.12
"""Words of who says it, such as `report` or `authority`."""
VERB = 0.5
"""Verbs are paraphrased more than nouns."""
PAIR = 0.25
"""A pair of Chinese characters that no passage has: it often crosses two words."""
UNTRANSLATED = 0.15
"""A word without a listed meaning, in a source of another language."""
ABSENT = 0.8
"""A word that no passage has, on the scale of rarity 0-1."""
COMMON = 0.25
"""A word that every sentence has, on that scale."""
RELATED = 0.7
"""Words near in meaning: ferry and vessel, loan and debt, rider and ridership."""

# Whether an equal figure supports.
SUPPORT = 0.47
LEAST = 0.2
"""Share of terms below which an equal figure is a coincidence."""
LONG = 0.33
"""Of a figure that does not meet by chance: three digits with a unit, or four."""
LEAST_LONG = 0.1
"""The same for such a figure."""
DIGITS = {0: 0.0, 1: 0.0, 2: 0.14, 3: 0.28, 4: 0.36}
"""By telling digits: long figures don't meet by chance."""
UNSAID = 0.3
"""What an equal figure loses where its sentence lacks the claim's verdict: approved, refused, won, lost."""
DECIMAL = 0.06
UNIT = 0.05
DAY = 0.36
MONTH = 0.22

SMALL = 0.1
"""What a figure says that may go unstated beside others."""
SURE = 0.18
"""What one of those others must say."""

# Whether another figure contradicts.
CONTRADICTION = 0.5
ALIKE = 0.36
"""Share of terms that a contradiction needs whatever else speaks for it."""
OWN = 0.52
"""Share of the source's subject that the claim must know: else it is about something narrower."""
OWN_HEAD = 0.6
"""The same of the claim's subject in the source."""
BEST = 0.15
"""How far below the best fitting statement of its side one may lie and still contradict."""
NEWER = 45
"""Days after which a page supersedes another one on the same measure."""

ALIKE_DATE = 0.6
"""The same for a date: much may happen on other days."""
BETTER = 0.08
"""How much better another figure of the sentence must fit to be what the claim speaks of."""
BETTER_ROW = 0.2
"""The same for another row of the table."""
WORDED = 0.7
"""Share of terms that a fraction in words, such as `a third`, needs to be contradicted."""

# What else speaks for or against a pair of figures.
SAME_NOUN = 0.1
OTHER_NOUN = 0.5
SAME_TIME = 0.1
OTHER_TITLE_TIME = 0.15
SAME_KIND = 0.05
SAME_BASE = 0.35
"""Two differences from the same: both from the forecast, both from the budget."""
SAME_RATE = 0.1
"""Both per day, both per head."""
OTHER_KIND = 0.15
EARLIER = 0.08
"""What was before, as in `from 94 percent`, against a level of its own."""
OTHER_RATE = 0.1
"""An amount per day against one per nothing named."""
OTHER_PLAN = 0.4
NOT_YET = 0.9
"""A plan, where the claim says that it has come about."""
FOREIGN = 0.12
"""A source in another script, whose words mostly can't be compared."""
NO_NAME = 0.3
CONTRARY = 0.9
STOLEN = 0.8
TURNED = 0.3
"""Share of terms with which a change that starts from the claimed value contradicts one to it."""
ANCHOR = 0.15
"""Where the same sentence or its neighbour supports another figure of the claim."""
ANCHOR_PASSAGE = 0.08
"""The same for any sentence of the passage."""
CLOSE_SIZE = 0.12
NEAR_SIZE = 0.06
FAR_SIZE = 0.15
NEARLY = 1.06
"""The larger by the smaller of two figures that may be the same."""
ROUGHLY = 0.1
"""A figure that only may be the same."""

IDLE = 2.0
"""The larger by the smaller of a bound and a figure inside it that it may be a bound of."""

SHARED = 0.5
"""Share of terms with which one of a sentence's figures is a claimed share of the other."""

LEFT = 0.4
"""Share of terms that the one figure left over of a sentence needs to contradict."""

# Where one side has decided, and the other is read beside it.
ACROSS = 0.34
"""Share of terms, of the claim or of the source that decided, with which another value contradicts."""
ACROSS_SAME = 0.3
"""The same for the claim's own value to support."""
ACROSS_SIZE = 1.35
"""The larger by the smaller of two figures that sources give for one thing."""

# Claims without figures.
TOLD = 0.6
"""Share of terms with which a sentence confirms."""
SAID = 0.4
"""Share of what the claim says of its subject that such a sentence needs."""
OPPOSED = 0.42
"""Share of terms with which a sentence that points the other way contradicts."""
APART = 0.25
"""The same where words of one listed pair are so, such as `on schedule` and `delayed`."""
COUNTED = 0.2
"""Share of terms with which a sentence that counts the very thing contradicts one that says there is none."""
SOME = 0.5
"""Share of terms with which a sentence that counts some contradicts one that says there are none."""
PLAINLY = 0.6
"""Share of terms with which such a pair outweighs an equal figure."""
UNMOVED = 0.4
"""The same where one says that nothing changed."""
DENIED = 0.66
"""Share of terms with which a denied sentence contradicts an affirmed one."""

# What a second look sums up, by the marks of `second`: above 0 a pair decides.
SAME_WEIGHTS = {
    "start": -0.7,
    "clause": 1.8,
    "whole": 1.4,
    "telling": 2.3,
    "sentence": 0.8,
    "passage": 1.1,
    "time": 1.5,
    "another time": -0.7,
    "change": -1.1,
    "former": -2.2,
    "way": -1.0,
    "date": -1.1,
    "close": -1.8,
    "bound": -0.7,
    "attachment": 2.0,
    "better": -1.8,
}
"""Of an equal figure."""
OTHER_WEIGHTS = {
    "start": -2.1,
    "clause": 2.9,
    "whole": 3.1,
    "telling": 1.2,
    "time": 0.8,
    "noun": 0.9,
    "plan": -0.8,
    "size": -0.34,
    "foreign": -0.8,
    "cell": 0.6,
    "rate": -0.9,
    "unit": -0.8,
    "equal": -3.0,
}
"""Of another one."""
RIVAL = 1.0
"""How much more than an equal figure another one of its side needs."""
BESIDE = -1.5
"""What another figure needs where the other side states the claimed one."""
BARRED = -0.5
"""Where the bonuses of a pair come to this or less, it is of something else."""
