"""A world of a few lines for the tests of variants: a library, its workbook and what is said of both."""

from __future__ import annotations

from triaudit.search import Page
from triaudit.selftest.truth import Quote, Truth
from triaudit.selftest.world import World
from triaudit.types import Block, Document, File, Label, SystemOutput, Task

PAGE = "https://library.quillmere.example/report"
OTHER = "https://ledger.example/quillmere"
BOOK = "quillmere-costs.xlsx"
TEXT = (
    "The library lent 84,000 books in 2023. It has 400 seats. The new wing cost 6.2 million crowns. Another "
    "120,000 crowns went into heating."
)
SHEET = "Item | Unit | 2023\nHeating | thousand crowns | 135\nStaff | thousand crowns | 870"
REPORT = """# The library of Quillmere

The library of Quillmere lent 84,000 books in 2023. Its new wing cost 6.2 million crowns. It lost 310 books.

| Item | Value | Verdict |
|---|---|---|
| Seats | 450 | good |
| Heating | 120,000 crowns | good |

Nine readers won a prize. The tower is 31 metres high.
"""


def known(sentence: str, label: Label, *evidence: tuple[str, str], disclosed: bool = False) -> Truth:
    """What is known of a sentence of the report."""
    quotes = tuple(Quote(source=source, quote=quote) for source, quote in evidence)
    return Truth(
        system="clerk", task="library", sentence=sentence, label=label, evidence=quotes, disclosed=disclosed
    )


def library() -> World:
    """The world."""
    file = File(name=BOOK, path="files/costs.xlsx", digest="d")
    return World(
        name="library",
        tasks=(
            Task(
                id="library",
                query="How does the library of Quillmere do?",
                language="en",
                track="multimodal",
                files=(file,),
            ),
        ),
        documents=(
            Document(
                digest="d",
                name=BOOK,
                kind="xlsx",
                blocks=(
                    Block(
                        kind="table",
                        locator="sheet 1",
                        text=SHEET,
                    ),
                ),
            ),
        ),
        pages=(
            Page(
                url=PAGE,
                title="Quillmere library: report",
                text=TEXT,
                date="2024-02-01",
                language="en",
            ),
            Page(url=OTHER, title="Ledger", text="The tower is 24 metres high.", language="en"),
        ),
        outputs={"clerk": (SystemOutput(task="library", report=REPORT),)},
        truths=(
            known(
                "The library of Quillmere lent 84,000 books in 2023.",
                Label.RIGHT,
                (PAGE, "lent 84,000 books in 2023"),
            ),
            known(
                "Its new wing cost 6.2 million crowns.",
                Label.RIGHT,
                (PAGE, "new wing cost 6.2 million crowns"),
            ),
            known("It lost 310 books.", Label.UNKNOWN),
            known("| Seats | 450 | good |", Label.WRONG, (PAGE, "It has 400 seats")),
            known(
                "| Heating | 120,000 crowns | good |",
                Label.CONFLICT,
                (PAGE, "Another 120,000 crowns went into heating"),
                (BOOK, "Heating | thousand crowns | 135"),
            ),
            known("Nine readers won a prize.", Label.UNKNOWN),
            known("The tower is 31 metres high.", Label.WRONG, (OTHER, "tower is 24 metres high")),
        ),
    )


def unattached() -> World:
    """The same without its workbook and what rests on it."""
    world = library()
    task = world.tasks[0].model_copy(update={"files": (), "track": "text"})
    return world._replace(
        tasks=(task,), documents=(), truths=tuple(t for t in world.truths if t.label is not Label.CONFLICT)
    )
