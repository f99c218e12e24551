"""The report as a browser shows it."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from tests.report.made import site

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reader_gets_from_the_table_to_a_task_with_the_keyboard(chromium: str, tmp_path: Path, scheme: str):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from playwright.sync_api import sync_playwright  # noqa: PLC0415

    for name, page in site().items():
        (tmp_path / name).write_text(page, "utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
        requests: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"dialog {dialog.message}"))
        page.goto((tmp_path / "index.html").as_uri())
        assert page.title() == "triaudit"
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        bars = page.locator("rect.bar")
        assert bars.count() == 11
        assert all(bars.nth(n).bounding_box()["width"] > 10 for n in range(11))

        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        link = page.get_by_role("link", name="wren")
        for _ in range(8):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "wren":
                break
        assert link.evaluate("element => element === document.activeElement")
        page.keyboard.press("Enter")
        page.wait_for_url("**/system-wren.html")
        assert page.get_by_role("heading", name="Task by task").is_visible()
        assert page.get_by_text("<script>alert(1)</script>").first.is_visible()
        page.get_by_text("Every figure of every task").click()
        assert page.get_by_role("region", name="Every figure of every task").is_visible()
        page.set_viewport_size({"width": 400, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.close()
    assert errors == []
    assert all(url.startswith((tmp_path.as_uri(), "data:")) for url in requests)
    assert len(requests) >= 2
