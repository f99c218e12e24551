from __future__ import annotations

from pathlib import Path

import pytest

from triaudit.errors import TriauditError
from triaudit.search import Fetch, Hit, Page, Search
from triaudit.search.corpus import Corpus, unwrapped
from triaudit.types import Unanswered, UnansweredReason

TRAM = """---
url: https://transit.example/tram/2024
title: "Tram: passengers 2024"
date: 2025-02-10
language: en
note: none
---

# Passengers

The tram carried 18,900 passengers per weekday
in 2024. """
CABLE = """---
url: https://cable.example/zh
title: 缆车报告
date: 2025-06
---
缆车每年因大风停运三十一天。客运量没有公布。
"""
FERRY = "---\nurl: https://harbour.example/ferry\ntitle: Ferry\n---\nThe ferry carried 398,000 passengers.\n"
PAGES = {
    "tram.md": TRAM + "Nothing else of note happened on the quay that year. " * 20,
    "ferry.txt": FERRY,
    "plain/wind.md": "# Wind over the sound\n\nStorms stop the ferry on 31 days a year.\n",
    "缆车.md": CABLE,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


async def hits(folder: Path, query: str, limit: int = 10) -> tuple[Hit, ...]:
    found = await Corpus(str(folder)).search(query, limit=limit)
    assert not isinstance(found, Unanswered)
    return found


async def page(folder: Path, url: str) -> Page:
    found = await Corpus(str(folder)).fetch(url)
    assert isinstance(found, Page)
    return found


async def test_the_corpus_is_a_search_that_opens_pages(folder: Path) -> None:
    corpus = Corpus(str(folder))
    assert isinstance(corpus, Search)
    assert isinstance(corpus, Fetch)
    assert corpus.available


async def test_the_best_page_comes_first_with_its_date_and_best_passage(folder: Path) -> None:
    first, *others = await hits(folder, "How many passengers per weekday did the tram carry in 2024?")
    assert (first.url, first.date, first.title) == (
        "https://transit.example/tram/2024",
        "2025-02-10",
        "Tram: passengers 2024",
    )
    assert "18,900 passengers per weekday in 2024." in first.snippet
    assert len(first.snippet) <= 350
    assert "https://harbour.example/ferry" in [hit.url for hit in others]


async def test_chinese_pages_are_found_by_chinese_words(folder: Path) -> None:
    (hit,) = await hits(folder, "缆车停运几天")
    assert (hit.url, hit.date) == ("https://cable.example/zh", "2025-06")
    assert "缆车每年因大风停运三十一天。" in hit.snippet


async def test_a_word_in_the_title_weighs_more(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntitle: Harbour\n---\nSome words about a funicular there.")
    (tmp_path / "b.md").write_text("---\ntitle: Funicular\n---\nSome words about a harbour there.")
    assert [hit.url for hit in await hits(tmp_path, "funicular")] == ["corpus://b.md", "corpus://a.md"]


async def test_ties_are_ranked_by_address_and_the_limit_holds(tmp_path: Path) -> None:
    for name in ("c", "a", "b"):
        (tmp_path / f"{name}.md").write_text(f"---\nurl: https://x.example/{name}\ntitle: t\n---\nsame words")
    found = await hits(tmp_path, "words")
    assert [hit.url for hit in found] == [f"https://x.example/{name}" for name in "abc"]
    assert await hits(tmp_path, "words", limit=2) == found[:2]


async def test_no_shared_word_is_no_hit(folder: Path) -> None:
    assert await hits(folder, "zeppelin") == ()
    assert await hits(folder, "") == ()


async def test_a_page_without_front_matter_has_its_path_for_address_and_its_heading_for_title(
    folder: Path,
) -> None:
    found = await page(folder, "corpus://plain/wind.md")
    assert found == Page(
        url="corpus://plain/wind.md",
        title="Wind over the sound",
        text="# Wind over the sound\n\nStorms stop the ferry on 31 days a year.",
    )


@pytest.mark.parametrize(
    "url",
    ["https://transit.example/tram/2024", "http://Transit.Example/tram/2024/#top"],
)
async def test_an_address_may_be_written_in_its_usual_ways(folder: Path, url: str) -> None:
    found = await page(folder, url)
    assert (found.title, found.date, found.language) == ("Tram: passengers 2024", "2025-02-10", "en")
    assert "---" not in found.text
    assert "18,900 passengers per weekday in 2024." in found.text


@pytest.mark.parametrize(
    "url", ["https://nowhere.example/", "file:///etc/passwd", "corpus://../x", "http://[::1"]
)
async def test_what_is_not_in_the_corpus_is_not_in_store(folder: Path, url: str) -> None:
    found = await Corpus(str(folder)).fetch(url)
    assert isinstance(found, Unanswered)
    assert found.reason is UnansweredReason.NOT_IN_STORE
    assert not found.retryable


async def test_a_missing_folder_names_the_setting_and_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(TriauditError, match=r"search\.path=.*no such folder.*search=none"):
        await Corpus(str(tmp_path / "gone")).search("x")


async def test_a_folder_without_pages_names_the_setting_and_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("a,b")
    (tmp_path / ".hidden.md").write_text("hidden")
    with pytest.raises(TriauditError, match=r"search\.path=.*no \*\.md or \*\.txt pages"):
        Corpus(str(tmp_path)).check()


def test_the_path_is_relative_to_the_working_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    Corpus(folder.name).check()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, what: str) -> None:
    corpus, outside = tmp_path / "corpus", tmp_path / "outside"
    corpus.mkdir()
    outside.mkdir()
    (corpus / "a.md").write_text("page")
    (outside / "secret.md").write_text("secret")
    (corpus / "link.md").symlink_to(outside if what == "folder" else outside / "secret.md")
    with pytest.raises(TriauditError, match=r"link\.md is a link out of the folder"):
        Corpus(str(corpus)).check()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"---\ndate: 3 May 2024\n---\nx", r"page b\.md: date '3 May 2024' is not YYYY-MM-DD"),
        ("Gebühr".encode("cp1252"), r"page b\.md: not UTF-8"),
        (b"---\nurl: corpus://a.md\n---\nx", r"a\.md and b\.md have the same url corpus://a\.md"),
    ],
)
def test_a_bad_page_is_named_with_what_is_wrong(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "a.md").write_text("page")
    (tmp_path / "b.md").write_bytes(data)
    with pytest.raises(TriauditError, match=said):
        Corpus(str(tmp_path)).check()


def test_wrapped_lines_are_joined_and_lists_tables_and_code_are_not() -> None:
    kept = "- item\n\n| a | b |\n| 1 | 2 |\n\n```\nx\ny\n```\n"
    text = f"# Head\nOne line\nand more.\n\n- item\n  goes on\n{kept}中文一行\n接着一行"
    assert unwrapped(text) == f"# Head\nOne line and more.\n\n- item goes on\n{kept}中文一行接着一行"
