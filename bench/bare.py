"""The yardstick: nothing but AsyncOpenAI behind a semaphore, sending calls that are ready to be sent.

python -m bench.bare URL CALLS FILE      CALLS: how many may be in flight
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from openai import AsyncOpenAI


async def main(url: str, calls: int, file: Path) -> None:
    """Make the calls, and read each reply's text."""
    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    room = asyncio.Semaphore(calls)
    with file.open(encoding="utf-8") as lines:
        reports: list[dict[str, Any]] = [json.loads(line) for line in lines]

    async def call(report: dict[str, Any], varying: str) -> str:
        async with room:
            messages = [
                {"role": "system", "content": report["rules"]},
                {"role": "user", "content": report["shared"] + varying},
            ]
            done = await client.chat.completions.create(messages=messages, **report["body"])
            return done.choices[0].message.content or ""

    texts = await asyncio.gather(*(call(one, varying) for one in reports for varying in one["varying"]))
    assert all(texts)
    await client.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
