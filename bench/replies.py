"""What the made-up model replies, and what goes wrong in a storm: by a call's content alone."""

from __future__ import annotations

import hashlib
import json
import random
import re
from typing import Any, NamedTuple

_IDS = re.compile(r"^([a-z]\w*\.c\d+): ", re.MULTILINE)
_REPORT = re.compile(r"<<<report (?P<mark>[0-9a-f]{16})\n(?P<text>.*)\n(?P=mark) report>>>", re.DOTALL)
_NUMBER = re.compile(r"# Report (\d{5})")


def _draw(*seed: str) -> random.Random:
    return random.Random(hashlib.blake2b("\0".join(seed).encode(), digest_size=8).digest())


def number(prompt: str) -> str:
    """Which report a prompt is about."""
    found = _NUMBER.search(prompt)
    return found[1] if found else ""


def criteria(text: str) -> list[str]:
    """The ids of the criteria that a text asks about."""
    return _IDS.findall(text, text.rfind("\nIts criteria:"))


def answer(prompt: str) -> str:
    """Scores for every criterion at the prompt's end, with reasons, and quotes from the report in it.

    One quote in ten is not to the letter and one is empty, as with real models.
    """
    found = _REPORT.search(prompt)
    assert found, "a prompt without a report"
    lines = [line for line in found["text"].split("\n") if len(line) > 60]
    scores = []
    for name in criteria(prompt):
        draw = _draw(number(prompt), name)
        line = draw.choice(lines)
        at = draw.randrange(max(1, len(line) - 120))
        quote, kind = line[at : at + 120].strip(), draw.randrange(10)
        if kind == 0:
            quote = quote.upper().replace(" ", "  ")
        scores.append(
            {
                "criterion": name,
                "score": round(draw.uniform(0, 10), 1),
                "reason": f"It says {line[:90]!r} and names the drivers, but gives no figure for one.",
                "quote": "" if kind == 1 else quote,
            }
        )
    return json.dumps({"scores": scores}, ensure_ascii=False)


def completion(text: str | None, size: int, cached: int = 0, finish: str = "stop", **message: Any) -> Any:
    """The body of a chat completion; `size` and `cached` are bytes of the prompt."""
    usage = {
        "prompt_tokens": size // 4,
        "completion_tokens": len(text or "") // 4,
        "total_tokens": (size + len(text or "")) // 4,
        "prompt_tokens_details": {"cached_tokens": cached // 4},
    }
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    return {
        "id": "made",
        "object": "chat.completion",
        "created": 0,
        "model": "made-up",
        "choices": [choice],
        "usage": usage,
    }


class Fault(NamedTuple):
    """What a server does instead of replying well."""

    status: int
    body: Any
    headers: tuple[tuple[str, str], ...] = ()
    silent: bool = False
    """No answer at all."""


NEVER = {"refused": 40, "filtered": 40, "too_long": 40}
"""Calls that no asking again gets answered, by the reason that they must end with: one in so many."""


def never(prompt: str) -> str:
    """Why calls about a report and a dimension are never answered, however asked; empty for most."""
    name = next(iter(criteria(prompt)), "").split(".")[0]
    draw = _draw("never", number(prompt), name)
    for reason, share in NEVER.items():
        if draw.randrange(share) == 0:
            return reason
    return ""


def fault(prompt: str, raw: bytes, time: int) -> Fault | None:
    """What goes wrong with a call when it is made for the `time`-th time: one reply in three.

    Args:
        prompt: Everything that was said.
        raw: The request's body.
        time: 1 for the first.
    """
    size = len(raw)
    if reason := never(prompt):
        return {
            "refused": Fault(200, completion(None, size, refusal="I can't help with that.")),
            "filtered": Fault(200, completion("", size, finish="content_filter")),
            "too_long": Fault(
                400,
                {"error": {"message": "maximum context length is 8192", "code": "context_length_exceeded"}},
            ),
        }[reason]
    draw = _draw(hashlib.blake2b(raw).hexdigest(), str(time))
    if draw.randrange(3):
        return None
    text = answer(prompt)
    scores = json.loads(text)["scores"]
    soon = (("Retry-After-Ms", "20"),)
    busy = {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}
    return draw.choice(
        (
            Fault(429, busy, soon),
            Fault(500, {"error": {"message": "internal"}}, soon),
            Fault(503, "<html>overloaded</html>", soon),
            Fault(0, None, silent=True),
            Fault(200, {"error": {"message": "upstream failed", "code": 502}}),
            Fault(200, completion(text[: len(text) // 2], size, finish="length")),
            Fault(200, completion(text[: len(text) // 2], size)),
            Fault(200, completion("", size)),
            Fault(200, completion("The report is decent: I would give it 7/10 overall.", size)),
            Fault(200, completion(text.replace('"score": ', '"score": 1'), size)),
            Fault(200, completion(json.dumps({"scores": scores[1:]}), size)),
            Fault(200, completion("I'm sorry, but I can't grade this report.", size)),
            Fault(200, completion(None, size, refusal="I can't help with that.")),
        )
    )
