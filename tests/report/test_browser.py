"""The report as a browser shows it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.report.made import QUOTE, site

pytestmark = pytest.mark.browser


@contextmanager
def opened(chromium: str, folder: Path, scheme: str = "light", width: int = 1280) -> Iterator[Any]:
    """The index in a browser; the pages must ask for nothing outside and complain of nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from playwright.sync_api import sync_playwright  # noqa: PLC0415

    for name, text in site().pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    requests: list[str] = []
    errors: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"dialog {dialog.message}"))
        page.goto((folder / "index.html").as_uri())
        yield page
        browser.close()
    assert errors == []
    assert all(url.startswith((folder.as_uri(), "data:")) for url in requests)
    assert len(requests) >= 2


def fits(page: Any) -> bool:
    """Whether nothing is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reader_gets_from_the_table_to_a_task_with_the_keyboard(chromium: str, tmp_path: Path, scheme: str):
    with opened(chromium, tmp_path, scheme) as page:
        assert page.title() == "triaudit"
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
        assert fits(page)
        bars = page.locator("rect.bar")
        assert bars.count() == 11
        assert all(bars.nth(n).bounding_box()["width"] > 10 for n in range(11))

        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        for _ in range(8):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "wren":
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/systems/wren.html")
        assert page.get_by_role("heading", name="Task by task").is_visible()
        assert page.get_by_text("<script>alert(1)</script>").first.is_visible()
        page.get_by_text("Every figure of every task").click()
        assert page.get_by_role("region", name="Every figure of every task").is_visible()
        page.set_viewport_size({"width": 400, "height": 800})
        assert fits(page)


@pytest.mark.parametrize("width", [1280, 400])
def test_the_evidence_for_a_claim_is_two_clicks_away(chromium: str, tmp_path: Path, width: int):
    with opened(chromium, tmp_path, width=width) as page:
        quote = page.get_by_text(QUOTE)
        page.get_by_role("link", name="heron on 1").click()
        assert page.url.endswith("/reports/heron/1.html")
        assert not quote.is_visible()
        page.locator("a.m", has_text="Sulmar grew").click()
        assert quote.is_visible()
        assert page.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight", quote.element_handle())
        assert fits(page)


def test_claims_are_filtered_and_led_to_with_the_keyboard(chromium: str, tmp_path: Path):
    with opened(chromium, tmp_path) as page:
        page.goto((tmp_path / "reports/heron/1.html").as_uri())
        claims = page.locator(".claim")
        assert claims.count() == 6
        page.get_by_role("radio", name="All").focus()
        page.keyboard.press("ArrowRight")
        assert [claims.nth(n).get_attribute("id") for n in range(6) if claims.nth(n).is_visible()] == ["c2"]
        page.get_by_role("link", name="U4").first.click()  # a claim that the filter hides
        assert page.locator("#c4 .body").is_visible()
        page.get_by_role("link", name="R1", exact=True).first.focus()
        page.keyboard.press("Enter")
        assert page.get_by_text(QUOTE).is_visible()
        page.locator("#c1").get_by_role("link", name="In the text").click()
        assert page.locator("#c1 .body").is_visible()
        page.locator("#c1").get_by_role("link", name="step 2").click()
        assert page.locator("#s2 mark").is_visible()
        assert page.locator("#s2").get_by_role("link", name="R1").is_visible()


def test_in_print_all_evidence_is_there(chromium: str, tmp_path: Path):
    with opened(chromium, tmp_path) as page:
        page.goto((tmp_path / "reports/heron/1.html").as_uri())
        page.emulate_media(media="print")
        assert page.get_by_text(QUOTE).is_visible()
        assert page.locator("nav").first.is_hidden()
