"""What a claim is looked up by: few searches, every language, whole passages."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from triaudit.attachments.passages import passages
from triaudit.factcheck.look import Looked, Web, look
from triaudit.factcheck.queries import hinted, names_of, searches
from triaudit.search import Hit, Page
from triaudit.text import tokens
from triaudit.types import Block, Document, Unanswered, UnansweredReason

QUERY = "What did the cable car of Orlen Bay cost, and what does it do to nature and to the birds?"


class Words:
    """A web that finds the pages that share a word with the query; counts its searches."""

    available = True

    def __init__(self, pages: Mapping[str, tuple[str, str]]) -> None:
        self.pages, self.asked = pages, list[str]()

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        self.asked.append(query)
        wanted = set(tokens(query))
        found = [url for url, (_, text) in self.pages.items() if wanted & set(tokens(text))]
        return tuple(Hit(url=url, title="", snippet="") for url in found[:limit])

    async def fetch(self, url: str) -> Page | Unanswered:
        language, text = self.pages[url]
        return Page(url=url, title="", text=text, language=language)


PAGES = {
    "https://a.example/cost": ("en", "The Orlen Bay cable car cost 9 million."),
    "https://b.example/natur": ("de", "Die Seilbahn von Orlen: zwei Stützen stehen im Vogelschutzgebiet."),
    "https://c.example/fern": ("de", "Die Seilbahn von Tarn hat keine Stützen im Schutzgebiet der Vögel."),
}


async def looked(
    web: Words, claim: str, query: str = QUERY, language: str = "en", **more: Document
) -> Looked:
    return await look(
        claim, language, list(more.values()), Web(web, web), pages=5, passages=8, query=query, spoken=language
    )


async def test_a_page_in_another_language_is_found_by_the_tasks_names_and_known_words() -> None:
    found = await looked(Words(PAGES), "None of the pylons stands in the reserve.")
    assert "https://b.example/natur" in [passage.source for passage in found.passages]


async def test_a_foreign_page_without_the_tasks_names_is_not_shown() -> None:
    found = await looked(Words(PAGES), "None of the pylons stands in the reserve.")
    assert "https://c.example/fern" not in [passage.source for passage in found.passages]


async def test_a_task_is_searched_once_in_each_language_and_each_claim_once() -> None:
    web = Words(PAGES)
    shared = Web(web, web)
    for number in range(5):
        await look(
            f"It has {number} cabins.", "en", [], shared, pages=5, passages=8, query=QUERY, spoken="en"
        )
    assert len(web.asked) == 5 + 3


async def test_an_attachment_leaves_half_of_the_passages_to_the_web() -> None:
    blocks = tuple(
        Block(kind="text", locator=f"page {n}", text=f"The cable car has {n} cabins.") for n in range(9)
    )
    pages = {f"https://{n}.example": ("en", f"The Orlen Bay cable car has {n} cabins.") for n in range(9)}
    document = Document(digest="d", name="a.pdf", kind="pdf", blocks=blocks)
    found = await looked(Words(pages), "The cable car has 3 cabins.", document=document)
    sides = [passage.side for passage in found.passages]
    assert (sides.count("attachment"), sides.count("web")) == (4, 4)


async def test_an_outage_of_the_tasks_searches_is_an_outage_of_its_claims() -> None:
    class Broken(Words):
        async def search(
            self, query: str, language: str | None = None, limit: int = 10
        ) -> tuple[Hit, ...] | Unanswered:
            if language == "de":
                return Unanswered(reason=UnansweredReason.PROVIDER_ERROR)
            return await super().search(query, language, limit)

    assert (await looked(Broken(PAGES), "It cost 9 million.")).unanswered is not None


def test_a_short_attachment_is_shown_whole_and_a_long_one_where_it_fits() -> None:
    blocks = tuple(
        Block(kind="text", locator=str(n), text=text) for n, text in enumerate(["red", "blue", "green"])
    )
    document = Document(digest="d", name="a", kind="pdf", blocks=blocks)
    assert [passage.text for passage in passages(document, "blue", 8, whole=3)] == ["blue", "red", "green"]
    assert [passage.text for passage in passages(document, "blue", 8, whole=2)] == ["blue"]


@pytest.mark.parametrize(
    ("query", "language", "word", "tongue"),
    [
        ("岚溪市的大桥造价是多少，工期多长？", "zh", "Lanxi", "en"),
        (
            "Was kostete die Brücke in Orlen, und wer hat sie bezahlt, die Stadt oder das Land?",
            "de",
            "Orlen",
            "zh",
        ),
        ("What did the bridge of Orlen Bay cost the city council?", "en", "Brücke", "de"),
    ],
)
def test_a_task_is_asked_with_its_names_and_known_words(
    query: str, language: str, word: str, tongue: str
) -> None:
    asked = {spoken: words for words, spoken in searches(query, language)}
    assert word in asked[tongue].split()


def test_a_task_without_a_name_is_searched_claim_by_claim_alone() -> None:
    assert searches("what does a bridge cost a city, and how long is its life?", "en") == ()


def test_a_german_noun_is_no_name() -> None:
    assert names_of("Was kostet die Brücke in Orlen?", "de") == ("Orlen",)


def test_passages_are_chosen_by_other_words_of_the_same_meaning() -> None:
    assert {"employed", "mitarbeiter"} & set(hinted("Employees: 480", ""))
