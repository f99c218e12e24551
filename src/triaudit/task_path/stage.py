"""Writes the candidates of every chosen path, with why each was kept or dropped."""

from __future__ import annotations

from triaudit.context import Context
from triaudit.files import to_json, write_text
from triaudit.task_path import Tools, chosen

KEYS = ("task_path", "inputs.task_path")

SUMMARY = "summary.json"


async def run(ctx: Context) -> None:
    """One file of candidates per option; a summary is written where none is chosen, too."""
    folder = ctx.out / ctx.stage
    for old in sorted(folder.glob("*.jsonl")):
        old.unlink()
    counts = {}
    for name, path in chosen(ctx.settings("task_path", object)).items():
        found = await path.candidates(Tools(ctx.root, ctx.judge))
        for candidate in found:
            if not candidate.kept:
                ctx.say(f"{name}: dropped: {candidate.origin}: {candidate.why}")
        ctx.write(found, name)
        kept = sum(candidate.kept for candidate in found)
        counts[name] = {"kept": kept, "dropped": len(found) - kept}
    write_text(folder / SUMMARY, to_json(counts, indent=2) + "\n")
