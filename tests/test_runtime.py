import asyncio

import pytest

from triaudit.runtime import Runtime, RuntimeSettings


async def test_results_keep_the_order_of_the_items_whatever_finishes_first() -> None:
    async def work(n: int) -> int:
        await asyncio.sleep(0.01 * (5 - n))
        return n * n

    assert await Runtime().each(range(5), work, "t", "items") == [0, 1, 4, 9, 16]


async def test_one_exception_stops_the_rest_and_is_raised() -> None:
    cancelled: list[int] = []

    async def work(n: int) -> None:
        if n == 1:
            raise ValueError("broken")
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            cancelled.append(n)
            raise

    with pytest.raises(ValueError, match="broken"):
        await Runtime().each([0, 1, 2], work, "t", "items")
    assert sorted(cancelled) == [0, 2]


async def test_an_exception_of_inner_work_is_raised_as_itself() -> None:
    async def broken() -> None:
        raise ValueError("broken")

    async def work(_: int) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(broken())

    with pytest.raises(ValueError, match="broken"):
        await Runtime().each([0, 1], work, "t", "items")


def test_a_message_holds_no_control_characters_and_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    Runtime().say("item \x1b[31mred\nnext sk-test-0123456789 " + "x" * 5000)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert "0123456789" not in said
    assert len(said) < 700


async def test_without_a_terminal_progress_is_plain_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("triaudit.runtime.PLAIN_SECONDS", 0.0)
    settings = RuntimeSettings(concurrency=1, offline=False, progress="auto")

    async def work(n: int) -> int:
        return n

    await Runtime(settings).each([1, 2], work, "quality harbor", "reports")
    assert capsys.readouterr().err == "quality harbor: 1 of 2 reports\nquality harbor: 2 of 2 reports\n"


async def test_no_items_are_no_work() -> None:
    async def work(n: int) -> int:
        return n

    assert await Runtime().each([], work, "t", "items") == []
