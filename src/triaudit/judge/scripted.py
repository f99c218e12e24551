"""A judge that answers from a script: for tests, rehearsals of outages, and trying a pipeline out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.judge import Judge
from triaudit.judge.endpoint import Call, Completion, Fault, Limits, Sampling
from triaudit.judge.exhibits import Show, Takes
from triaudit.judge.model import Model
from triaudit.judge.rules import Rules
from triaudit.types import Unanswered, UnansweredReason


class Script:
    """The endpoint: replies are JSON text, as a model's are."""

    baseline = True
    sampling: Sampling | None = None
    learnt: Callable[[str], None] | None = None
    takes: Takes | None = None
    show: Show | None = None

    def __init__(
        self,
        replies: Sequence[Mapping[str, Any]],
        model: str = "scripted",
        journal: str | None = None,
        outage: str | None = None,
        seconds: float = 0.0,
    ) -> None:
        """As `Scripted` has it."""
        self.replies, self.name = list(replies), model
        self.identity: Mapping[str, object] = {
            "judge": "scripted",
            "model": model,
            "replies": digest(json.dumps(self.replies, ensure_ascii=False, sort_keys=True)),
        }
        self.journal, self.outage, self.seconds = journal, outage, seconds
        self.limits = Limits()
        self.known: dict[str, Any] = {}
        self.asked = 0
        self.otherwise: Judge = Rules()

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The scripted reply.

        Raises:
            TriauditError: A reply of the script does not fit its question.
        """
        if self._down():
            return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail="scripted outage")
        self.asked += 1
        question, prompt = call.question, call.prompt.text
        if self.journal:
            _append(Path(self.journal), f"{self.name} {question.template} {digest(prompt)}")
        if self.seconds:
            await asyncio.sleep(self.seconds)
        for entry in self.replies:
            if entry["template"] != question.template or entry.get("contains", "") not in prompt:
                continue
            if "unanswered" in entry:
                return Unanswered(reason=UnansweredReason(entry["unanswered"]), detail="scripted")
            if "text" in entry:
                return Completion(text=entry["text"], finish=entry.get("finish", "stop"), requested=self.name)
            try:
                question.reply.model_validate(entry["reply"])
            except ValidationError as error:
                raise TriauditError(f"scripted reply to {question.template} does not fit: {error}") from None
            return Completion(text=json.dumps(entry["reply"], ensure_ascii=False), requested=self.name)
        answer = await self.otherwise.ask(question)
        if isinstance(answer, Unanswered):
            return answer
        return Completion(text=answer.model_dump_json(), requested=self.name)

    def _down(self) -> bool:
        if not self.outage or not Path(self.outage).is_file():
            return False
        return self.asked >= int(Path(self.outage).read_text("utf-8").strip() or 0)

    async def close(self) -> None:
        """Nothing is open."""


class Scripted(Model):
    """Replies from a list; what the list does not know goes to the rules.

    Each reply is `{template, contains?, reply}`, `{template, contains?, text, finish?}` with the raw text
    of a reply, or `{template, contains?, unanswered: reason}`; the first one whose template matches and
    whose `contains` stands in the rendered prompt answers.
    """

    adapter: Script

    def __init__(
        self,
        replies: Sequence[Mapping[str, Any]] | str | None = None,
        model: str = "scripted",
        journal: str | None = None,
        outage: str | None = None,
        seconds: float = 0.0,
        *,
        repeats: int = 1,
    ) -> None:
        """Args:
        replies: The list, or the path of a JSONL file that holds it.
        model: A name; another name is another judge to the store.
        journal: A file that gets a line for every call that was made.
        outage: While this file exists, calls after as many as it says fail with provider_error.
        seconds: How long an answer takes.
        repeats: How often a question is asked whose answer is scores or labels.
        """
        if isinstance(replies, str):
            lines = Path(replies).read_text("utf-8").splitlines()
            replies = [json.loads(line) for line in lines if line.strip()]
        super().__init__(Script(replies or [], model, journal, outage, seconds), repeats=repeats)

    @property
    def asked(self) -> int:
        """How many calls were made."""
        return self.adapter.asked


def _append(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
