"""What the readers share: steps, their kinds by name, addresses, and marks in place of binary data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from triaudit.files import clean
from triaudit.text import urls
from triaudit.types import Step, Trace

ACTIONS = frozenset({"search", "read", "code"})
"""Kinds of step that do something outside the model."""

_NAMES = {
    "plan": "plan planning research_plan launch_research agent_start stage todo outline"
    " 计划 规划 план planung",
    "think": "think thinking agent_think thought thoughts thinking_text reasoning reason reflect reflection"
    " analysis analyze synthesis critique verify 思考 分析 推理 анализ überlegung 考察",
    "search": "搜索 检索 查询 查找 поиск suche 検索 검색",
    "read": "data_files analyze_image view_image document 阅读 浏览 访问 读取 чтение lesen 閲覧",
    "code": "代码 运行 执行 код",
    "answer": "answer final final_answer final_report report response response_summary tldr complete_task"
    " conclusion finish 回答 结论 总结 报告 ответ antwort fazit",
    "message": "content message assistant ai model text output_text",
}
_WORDS = {
    "search": "search searching google bing duckduckgo tavily serper serp query retrieve retrieval retriever"
    " lookup wikipedia arxiv scholar pubmed",
    "code": "code python bash shell terminal command cmd run execute exec sandbox notebook jupyter"
    " interpreter calculator compute sql",
    "read": "read reading reader scrape scraping fetch crawl visit visited browse browser open opened click"
    " navigate download extract extraction reparse view",
}
_BY_NAME = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_BY_WORD = {word: kind for kind, words in _WORDS.items() for word in words.split()}

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_MIXED = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])")
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.=+-]+)*;base64,[A-Za-z0-9+/_%-]*={0,2}")
_BLOB = re.compile(
    r"(?<![A-Za-z0-9+/])(?:(?:[A-Za-z0-9+/]{60,}\r?\n){4,}[A-Za-z0-9+/]*|[A-Za-z0-9+/]{512,})={0,2}"
)


def kind_of(label: str, tool: str | None = None) -> str:
    """The kind of a step by the name that the trace gives it, or by the tool it calls.

    `message` stands for what a model says between its actions; `traced` settles it. Names that say
    nothing known are `other`.
    """
    for name in (label, tool or ""):
        words = [w for w in re.split(r"[\W_]+", _CAMEL.sub("_", name).casefold()) if w]
        known = _BY_NAME.get("_".join(words))
        if known:
            return known
        kinds = {_BY_WORD[word] for word in words if word in _BY_WORD}
        for kind in _WORDS:
            if kind in kinds:
                return kind
    return "other"


def make(
    kind: str,
    text: str,
    start: int,
    end: int,
    *,
    label: str = "",
    queries: Iterable[str] = (),
    links: Iterable[str] = (),
    tool: str | None = None,
    has_results: bool = False,
    name: str = "",
    at: float | None = None,
    seconds: float | None = None,
    tokens: int | None = None,
) -> Step:
    """A step before its number is known: text without binary data, addresses collected from it.

    `name` is the id that the trace gives it, `at` seconds since 1970.
    """
    shown = without_blobs(clean(text)).strip("\n").rstrip()
    return Step(
        index=0,
        kind=kind,
        text=shown or clean(label) or kind,
        label=clean(label)[:80],
        queries=_distinct(" ".join(clean(q).split()) for q in queries),
        urls=_distinct([*(clean(link) for link in links), *addresses(shown)]),
        tool=clean(tool)[:80] if tool else None,
        has_results=has_results,
        start=start,
        end=end,
        id=clean(name)[:80],
        at=at,
        seconds=seconds,
        tokens=tokens,
    )


def traced(form: str, steps: Sequence[Step], incomplete: str = "") -> Trace:
    """Numbered steps; what the model said last, after all its actions, is the answer.

    Steps that have numbers already are parents by these, and get new ones; times become seconds after
    the first.
    """
    last = len(steps)
    for index in range(len(steps) - 1, -1, -1):
        if steps[index].kind in {*ACTIONS, "answer"}:
            break
        if steps[index].kind == "message":
            last = index
            break
    numbers = {step.index: number for number, step in enumerate(steps, 1) if step.index}
    first = min((step.at for step in steps if step.at is not None), default=0.0)
    numbered = []
    for index, step in enumerate(steps):
        kind = step.kind if step.kind != "message" else "answer" if index == last else "think"
        update: dict[str, object] = {"index": index + 1, "kind": kind}
        if step.parent is not None:
            update["parent"] = numbers.get(step.parent)
        if step.at is not None:
            update["at"] = step.at - first
        numbered.append(step.model_copy(update=update))
    return Trace(format=form, steps=tuple(numbered), incomplete=incomplete)


def logged(rest: str) -> bool:
    """Whether what follows the first line of a prose step is long enough to be what it brought back."""
    return len(rest.strip()) >= 40


def without_blobs(text: str) -> str:
    """Text with inline base64 replaced by `[image]` or `[data, N characters]`.

    Without a `data:` before it, base64 is a long run with capitals, small letters and digits in it, so
    that sequences of bases or amino acids stay.
    """
    if ";base64," in text:
        text = _DATA_URL.sub(
            lambda m: "[image]" if (m[1] or "").startswith("image/") else f"[data, {len(m[0])} characters]",
            text,
        )
    return _BLOB.sub(lambda m: f"[data, {len(m[0])} characters]" if _MIXED.match(m[0]) else m[0], text)


def addresses(text: str) -> list[str]:
    """The web addresses in a text, in order."""
    return [url for _, url in urls(text)] if "://" in text else []


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
