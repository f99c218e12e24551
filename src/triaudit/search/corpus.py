"""A folder of dated pages that serves as the web: BM25, no network, the same answer every time.

A page is a `*.md` or `*.txt` file, UTF-8, which may begin with front matter:

    ---
    url: https://example.org/report
    title: Annual report
    date: 2024-03-01
    language: en
    ---

Without a `url` it is `corpus://<relative path>`, without a `title` its first heading.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from triaudit import injection
from triaudit import text as words
from triaudit.bm25 import Index
from triaudit.errors import TriauditError
from triaudit.files import inside
from triaudit.markdown import is_fence
from triaudit.search import Hit, Page
from triaudit.types import Unanswered, UnansweredReason

TITLE_WEIGHT = 3
"""A word of the title counts as this many in the text."""
SNIPPET = 300
"""About how many characters a hit shows."""

_KEYS = ("url", "title", "date", "language")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
# Lines of Markdown that begin something of their own, and those that end with themselves.
_BLOCK = re.compile(r"\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||```|[-*_=]{3,}\s*$)|\t| {4}")
_WHOLE = re.compile(r"\s*(?:#{1,6}\s|\||```|[-*_=]{3,}\s*$)")
_FRONT = re.compile(r"---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|\Z)", re.DOTALL)


class Corpus:
    """Search and fetch over the pages of a folder."""

    available = True
    local = True

    def __init__(self, path: str) -> None:
        """`path` is relative to the working folder; it is read on first use, once per process."""
        self.path = path

    def check(self) -> None:
        """Read the pages now.

        Raises:
            TriauditError: The folder or a page in it can't be used; names it and the remedy.
        """
        _load(self.path, str(Path.cwd()))

    def pages(self) -> tuple[Page, ...]:
        """All pages, ordered by address."""
        return tuple(found.page for found in _load(self.path, str(Path.cwd())).found)

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        """Pages that share words with the query, best first, ties by address.

        `language` is a wish that web searches know; here the query's own words decide, so that a page in
        another language that has them is found too.
        """
        pages = _load(self.path, str(Path.cwd()))
        wanted = words.tokens(query)
        return tuple(
            Hit(
                url=found.page.url,
                title=found.page.title,
                snippet=found.snippet(wanted, pages.bm25.idf),
                date=found.page.date,
            )
            for found in (pages.found[number] for number, _ in pages.bm25.best(wanted, limit))
        )

    async def fetch(self, url: str) -> Page | Unanswered:
        """The page with this address; scheme, case of the host, `#…` and a last `/` make no difference."""
        found = _load(self.path, str(Path.cwd())).by_url.get(_address(url))
        if found is None:
            detail = f"{url} is not in the corpus {self.path}"
            return Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail=detail)
        return found.page


class Found:
    """A page with what snippets need, worked out when first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def _sentences(self) -> list[tuple[words.Span, set[str]]]:
        text = self.page.text
        return [(span, set(words.tokens(text[span.start : span.end]))) for span in words.sentences(text)]

    def snippet(self, wanted: Sequence[str], idf: Mapping[str, float]) -> str:
        """The run of whole sentences of about SNIPPET characters with the most of the query's words."""
        query = set(wanted)
        hits = [(span, tokens & query) for span, tokens in self._sentences]
        best, where = 0.0, words.Span(0, SNIPPET)
        for first, (start, found) in enumerate(hits):
            if not found:
                continue
            end, inside = start.end, found
            for span, more in hits[first + 1 :]:
                if span.end - start.start > SNIPPET:
                    break
                end, inside = span.end, inside | more
            score = math.fsum(idf.get(token, 0.0) for token in inside)
            if score > best:
                best, where = score, words.Span(start.start, min(end, start.start + 2 * SNIPPET))
        return self.page.text[where.start : where.end]


class Pages(NamedTuple):
    """All pages of a folder, by address."""

    found: list[Found]
    by_url: dict[str, Found]
    bm25: Index


@lru_cache(maxsize=8)
def _load(path: str, working_folder: str) -> Pages:
    """Read and index a folder once per process."""
    root = Path(working_folder, path)
    if not root.is_dir():
        raise TriauditError(
            f"search.path={path}: there is no such folder in {working_folder}; "
            "name a folder of *.md or *.txt pages, or choose search=none"
        )
    pages: dict[str, tuple[Page, str]] = {}
    for file in _files(root, path):
        name = file.relative_to(root).as_posix()
        page = read_page(file, name)
        twin = pages.setdefault(_address(page.url), (page, name))[1]
        if twin != name:
            raise TriauditError(
                f"search.path={path}: {twin} and {name} have the same url {page.url}; "
                "give one of them another"
            )
    if not pages:
        raise TriauditError(
            f"search.path={path}: the folder has no *.md or *.txt pages; "
            "put pages there or choose search=none"
        )
    found = [Found(page) for page, _ in sorted(pages.values(), key=lambda item: item[0].url)]
    index = Index(
        words.tokens(item.page.title) * TITLE_WEIGHT + words.tokens(injection.without(item.page.text))
        for item in found
    )
    return Pages(found, {_address(item.page.url): item for item in found}, index)


def _files(root: Path, path: str) -> list[Path]:
    """The pages' files; hidden ones are left out, a link that leads out of the folder is refused."""
    kept = []
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root)
        if any(part.startswith(".") for part in name.parts):
            continue
        if file.is_symlink() and inside(root, file) is None:
            raise TriauditError(
                f"search.path={path}: {name.as_posix()} is a link out of the folder; "
                "put the page itself there"
            )
        if file.suffix.lower() in {".md", ".txt"} and file.is_file():
            kept.append(file)
    return kept


def written(page: Page) -> str:
    """A page as the text of a file that `read_page` reads back."""
    said = {"url": page.url, "title": page.title, "date": page.date, "language": page.language}
    front = "".join(f"{key}: {value}\n" for key, value in said.items() if value)
    return f"---\n{front}---\n\n{page.text}\n"


def read_page(file: Path, name: str) -> Page:
    """A page from its file.

    Args:
        file: Where it is.
        name: Its path relative to the corpus.

    Raises:
        TriauditError: It is not UTF-8, or its date is none.
    """
    try:
        text = file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise TriauditError(f"corpus page {name}: not UTF-8 ({error.reason}); save it as UTF-8") from None
    said: dict[str, str] = {}
    front = _FRONT.match(text)
    if front:
        text = text[front.end() :]
        for line in front[1].splitlines():
            key, colon, value = line.partition(":")
            if colon and key.strip().lower() in _KEYS:
                said[key.strip().lower()] = value.strip().strip("\"'").strip()
    date = said.get("date") or None
    if date and not _DATE.fullmatch(date):
        raise TriauditError(
            f"corpus page {name}: date {date!r} is not YYYY-MM-DD, YYYY-MM or YYYY; write it so"
        )
    text = text.strip()
    if file.suffix.lower() == ".md":
        text = unwrapped(text)
    heading = re.search(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", text, re.MULTILINE)
    return Page(
        url=said.get("url") or f"corpus://{name}",
        title=said.get("title") or (heading[1] if heading else Path(name).stem),
        text=text,
        date=date,
        language=said.get("language") or "und",
    )


def unwrapped(markdown: str) -> str:
    """Markdown with each paragraph on one line, so that a wrapped line cuts no sentence."""
    lines: list[str] = []
    code = False
    for line in markdown.split("\n"):
        above = lines[-1] if lines else ""
        code ^= is_fence(line)
        if code or not above.strip() or not line.strip() or _BLOCK.match(line) or _WHOLE.match(above):
            lines.append(line)
        else:
            gap = "" if re.search(rf"[{words.HAN}，。；：、]$", above) else " "
            lines[-1] = above.rstrip() + gap + line.strip()
    return "\n".join(lines)


def _address(url: str) -> str:
    """An address as it is compared."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url.strip()
    if parts.scheme not in {"http", "https"}:
        return url.strip()
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}{query}"
