"""The objects and texts in a file or folder of outputs, read within bounds and never outside of it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from triaudit.files import inside
from triaudit.systems.deep_research_eval import is_conversation
from triaudit.systems.found import Found, Problem
from triaudit.traces.scan import scan_array

MAX_BYTES = 200_000_000
"""Larger files are refused: all the outputs of a benchmark's system are a few megabytes."""
MAX_FILES = 100_000

_TEXTS = frozenset({".md", ".markdown"})
_LINES = frozenset({".jsonl", ".ndjson"})
_JSON = _LINES | {".json"}
_TRACES = (".trace.json", ".trace.jsonl", ".trace.txt")
_NOT_UTF8 = re.compile(r"[\udc80-\udcff]")
_EXPECTED = "expected a list of objects with id and response, lines with id and article, or a conversation"


def walk(root: Path) -> Iterator[Found | Problem]:
    """All that is in a file, or in the files below a folder, in order of name."""
    home = root.resolve()
    files = [home] if home.is_file() else sorted(_files(home), key=lambda p: p.relative_to(home).as_posix())
    for path in files[:MAX_FILES]:
        shown = show(path.name if home.is_file() else path.relative_to(home).as_posix())
        suffix = path.suffix.lower()
        if inside(home, path) is None:
            yield Problem(f"{shown} is a link that leads outside of the folder: put the file itself there")
        elif path.name.lower().endswith(_TRACES) and home.is_dir():
            report = path.name[: path.name.rindex(".trace.")]
            if not any(path.with_name(report + ending).is_file() for ending in _TEXTS):
                yield Problem(f"{shown} has no report beside it: add {show(report)}.md or remove it")
        elif suffix in _TEXTS:
            yield from _report(path, shown, home)
        elif suffix in _JSON or home.is_file():
            text = read_text(path, shown)
            yield from [text] if isinstance(text, Problem) else objects(text, shown, path.stem, suffix)
        elif not path.name.lower().startswith("readme"):
            yield Problem(
                f"{shown} is of no known kind: reports are .md, results .json or .jsonl; or remove it"
            )
    if len(files) > MAX_FILES:
        yield Problem(f"more than {MAX_FILES} files, the rest was not read: name a smaller folder")


def objects(text: str, shown: str, stem: str, suffix: str) -> Iterator[Found | Problem]:
    """The items of a JSON file: a list, a list in a wrapper, one object, or one object a line."""
    if not text.strip():
        yield Problem(f"{shown} is empty: write the outputs again")
        return
    scanned = scan_array(text)
    if scanned is not None and (scanned.elements or not scanned.torn):
        yield from _items([value for value, _ in scanned.elements], shown, stem, suffix)
        if scanned.torn:
            yield Problem(f"{shown}: the list is {scanned.torn}; what follows is lost, write the file again")
        return
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        if suffix in _LINES or _is_lines(text):
            yield from _lines(text, shown, stem, suffix)
        else:
            yield Problem(f"{shown} is not JSON ({_short(error)}): write the file again")
        return
    if not isinstance(value, Mapping):
        yield Problem(f"{shown} holds {type(value).__name__}, not results: {_EXPECTED}")
    elif isinstance(value.get("entries"), list) and not is_conversation(value):
        yield from _items(value["entries"], shown, stem, suffix)
    else:
        yield Found(value, shown, stem, suffix, alone=True)


def show(name: str) -> str:
    """A file's name as it may be printed: one line, no control characters, not too long."""
    printable = "".join(char if char.isprintable() else "?" for char in name)
    return printable if len(printable) <= 120 else f"{printable[:60]}…{printable[-50:]}"


def read_text(path: Path, shown: str) -> str | Problem:
    """A file's text, or why there is none. Lines that are not UTF-8 keep a mark that `_lines` sees."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return Problem(f"{shown} is {size / 1e6:.0f} MB, more than {MAX_BYTES / 1e6:.0f}: split it")
        data = path.read_bytes()
    except OSError as error:
        return Problem(f"{shown} cannot be read ({error.strerror}): check its permissions")
    wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        if path.suffix.lower() in _LINES and not wide:
            return data.decode("utf-8-sig", "surrogateescape")
        return Problem(f"{shown} is not UTF-8 text (byte {error.start}): save it as UTF-8")


def _files(home: Path) -> Iterator[Path]:
    for folder, below, names in os.walk(home, followlinks=False):
        below[:] = sorted(name for name in below if not name.startswith("."))
        paths = (Path(folder) / name for name in names if not name.startswith("."))
        yield from (path for path in paths if path.is_file())


def _report(path: Path, shown: str, home: Path) -> Iterator[Found | Problem]:
    text = read_text(path, shown)
    if isinstance(text, Problem):
        yield text
        return
    trace = None
    for suffix in _TRACES if home.is_dir() else ():
        beside = path.with_name(path.stem + suffix)
        if beside.is_file() and inside(home, beside):
            read = read_text(beside, show(beside.relative_to(home).as_posix()))
            if isinstance(read, str):
                trace = read
                break
            yield read
    yield Found(text, shown, path.stem, path.suffix, alone=True, trace=trace)


def _items(values: list[object], shown: str, stem: str, suffix: str) -> Iterator[Found | Problem]:
    for number, value in enumerate(values, 1):
        where = f"{shown}, item {number}"
        if isinstance(value, Mapping):
            yield Found(value, where, stem, suffix, alone=len(values) == 1)
        else:
            yield Problem(f"{where} is {type(value).__name__}, not an object: {_EXPECTED}")


def _lines(text: str, shown: str, stem: str, suffix: str) -> Iterator[Found | Problem]:
    lines = text.split("\n")
    last = max(number for number, line in enumerate(lines, 1) if line.strip())
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{shown}, line {number}"
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            torn = "is torn off" if number == last else f"is not JSON ({_short(error)})"
            yield Problem(f"{where} {torn}: write this line again")
            continue
        if _NOT_UTF8.search(line):
            yield Problem(f"{where} is not UTF-8 text: write this line again")
        elif isinstance(value, Mapping):
            yield Found(value, where, stem, suffix, alone=False)
        else:
            yield Problem(f"{where} is {type(value).__name__}, not an object: {_EXPECTED}")


def _is_lines(text: str) -> bool:
    """Whether a file that is not JSON as a whole begins with a line that is."""
    first, _, rest = text.lstrip().partition("\n")
    if not rest.strip():
        return False
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _short(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error).split(" (char")[0]
