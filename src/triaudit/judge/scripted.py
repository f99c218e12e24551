"""A judge that answers from a script: for tests, rehearsals of outages, and trying a pipeline out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from triaudit import prompts
from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.judge import Judge
from triaudit.judge.rules import Rules
from triaudit.questions import Question
from triaudit.types import Record, Unanswered, UnansweredReason

R = TypeVar("R", bound=Record)


class Scripted:
    """Replies from a list; what the list does not know goes to the rules.

    Each reply is `{template, contains?, reply}` or `{template, contains?, unanswered: reason}`; the
    first one whose template matches and whose `contains` stands in the rendered prompt answers.
    """

    baseline = True

    def __init__(
        self,
        replies: Sequence[Mapping[str, Any]] | str | None = None,
        model: str = "scripted",
        journal: str | None = None,
        outage: str | None = None,
        seconds: float = 0.0,
    ) -> None:
        """Args:
        replies: The list, or the path of a JSONL file that holds it.
        model: A name; another name is another judge to the store.
        journal: A file that gets a line for every question that was put to this judge.
        outage: While this file exists, questions after as many as it says fail with provider_error.
        seconds: How long an answer takes.
        """
        if isinstance(replies, str):
            lines = Path(replies).read_text("utf-8").splitlines()
            replies = [json.loads(line) for line in lines if line.strip()]
        self.replies = list(replies or [])
        self.name = model
        self.identity: Mapping[str, object] = {
            "judge": "scripted",
            "model": model,
            "replies": digest(json.dumps(self.replies, ensure_ascii=False, sort_keys=True)),
        }
        self.journal, self.outage, self.seconds = journal, outage, seconds
        self.asked = 0
        self.otherwise: Judge = Rules()

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The scripted reply.

        Raises:
            TriauditError: A reply of the script does not fit its question.
        """
        prompt = prompts.render(question)
        if self._down():
            return Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="scripted outage")
        self.asked += 1
        if self.journal:
            _append(Path(self.journal), f"{self.name} {question.template} {digest(prompt)}")
        if self.seconds:
            await asyncio.sleep(self.seconds)
        for entry in self.replies:
            if entry["template"] != question.template or entry.get("contains", "") not in prompt:
                continue
            if "unanswered" in entry:
                return Unanswered(reason=UnansweredReason(entry["unanswered"]), detail="scripted")
            try:
                return cast("R", question.reply.model_validate(entry["reply"]))
            except ValidationError as error:
                raise TriauditError(f"scripted reply to {question.template} does not fit: {error}") from None
        return await self.otherwise.ask(question)

    def _down(self) -> bool:
        if not self.outage or not Path(self.outage).is_file():
            return False
        return self.asked >= int(Path(self.outage).read_text("utf-8").strip() or 0)


def _append(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
