"""A model that answers every kind of question from its prompt alone, the same each time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.server import Reply, Request, said

_FENCED = re.compile(r"<<<(\w+) (\w{16})\n(.*?)\n\2 \1>>>", re.DOTALL)


def grader(request: Request) -> Reply:
    """What it says to a call."""
    kind = request.body["response_format"]["json_schema"]["name"]
    return said(json.dumps(answer(kind, request.prompt), ensure_ascii=False))


def answer(kind: str, prompt: str) -> dict[str, Any]:
    """The reply of a kind to a prompt."""
    fenced = [(name, text) for name, _, text in _FENCED.findall(prompt)]
    return KINDS[kind](_FENCED.sub("", prompt), dict(fenced), [t for n, t in fenced if n == "passage"])


def _ids(pattern: str, text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(rf"(?m){pattern}", text)))


def _grade(name: str) -> int:
    return 4 + len(name) % 5


def _dimensions(_: str, fenced: dict[str, str], __: list[str]) -> dict[str, Any]:
    ids = [*_ids(r"^(\w+): ", fenced["dimensions"]), "d1"]
    return {
        "dynamic": [{"name": "Field", "definition": "Knows the field."}],
        "weights": [{"id": name, "weight": round(1 / len(ids), 4)} for name in ids],
    }


def _criteria(_: str, fenced: dict[str, str], __: list[str]) -> dict[str, Any]:
    ids = _ids(r"^(\w+)(?: \(dynamic\))?: ", fenced["dimensions"])
    made = [{"dimension": name, "text": f"On {name}", "explanation": "", "weight": 1} for name in ids]
    return {"criteria": made}


def _scores(_: str, fenced: dict[str, str], __: list[str]) -> dict[str, Any]:
    quote = fenced["report"].strip().splitlines()[0][:80]
    made = [
        {"criterion": name, "score": _grade(name), "reason": f"As {name} asks.", "quote": quote}
        for name in _ids(r"^([a-z]\w*\.c\d+): ", fenced["criteria"])
    ]
    return {"scores": made}


def _claims(_: str, fenced: dict[str, str], __: list[str]) -> dict[str, Any]:
    stated = re.split(r"(?<=[.。])\s|\n", fenced["segment"].strip())[0][:160].strip()
    made = [{"text": stated, "quote": stated, "kind": "event", "as_of": None}]
    return {"claims": made if len(stated) > 20 else []}


def _verdict(plain: str, _: dict[str, str], passages: list[str]) -> dict[str, Any]:
    ids = _ids(r"^(\w+), side \w+, from:", plain)
    quote = passages[0].strip().splitlines()[0][:120]
    evidence = [{"passage": ids[0], "quote": quote, "stance": "supports"}]
    return {
        "label": "RIGHT",
        "unknown": None,
        "evidence": evidence,
        "disclosed": False,
        "reasoning": "It says so.",
    }


def _structure(plain: str, _: dict[str, str], __: list[str]) -> dict[str, Any]:
    steps = [int(n) for n in _ids(r"^Step (\d+), kind", plain)]
    found = [{"text": f"Step {n} found something.", "steps": [n], "strength": 2} for n in steps[:2]]
    return {"actions": [{"step": n, "action": "read"} for n in steps], "findings": found}


def _ratings(plain: str, _: dict[str, str], __: list[str]) -> dict[str, Any]:
    ids = _ids(r"^(\w+):$", plain.split("The dimensions to rate:")[1])
    return {"ratings": [{"dimension": n, "score": _grade(n), "reason": "So so.", "steps": []} for n in ids]}


def _realised(plain: str, _: dict[str, str], __: list[str]) -> dict[str, Any]:
    ids = _ids(r"^(\w+):$", plain.split("The findings:")[1])
    return {"findings": [{"finding": n, "realised": False, "quote": "", "reason": "Not there."} for n in ids]}


def _supported(plain: str, _: dict[str, str], __: list[str]) -> dict[str, Any]:
    ids = _ids(r"^([\w.]+), (?:claim|conclusion):$", plain.split("The statements:")[1])
    made = [{"claim": n, "supported": False, "step": None, "quote": "", "reason": "Not there."} for n in ids]
    return {"claims": made}


KINDS: dict[str, Callable[[str, dict[str, str], list[str]], dict[str, Any]]] = {
    "KeyFactsReply": lambda *_: {"facts": []},
    "DimensionsReply": _dimensions,
    "CriteriaReply": _criteria,
    "ScoreReply": _scores,
    "ClaimsReply": _claims,
    "VerdictReply": _verdict,
    "FindingsReply": _structure,
    "RatingsReply": _ratings,
    "RealisedReply": _realised,
    "SupportedReply": _supported,
    "ContradictionsReply": lambda *_: {"contradictions": [], "consistency": 7, "reason": "It agrees."},
}
