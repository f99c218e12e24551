import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report.test_pages import Reader
from triaudit.report.marked import Mark, Marked, marked


def mark(source: str, *words: str) -> Marked:
    """The source with each of these words of it marked, `1` the first."""
    found = []
    for number, word in enumerate(words, 1):
        start = source.index(word)
        found.append(
            Mark(
                start,
                start + len(word),
                f"k{number}",
                f"t{number}",
                f"#c{number}",
                "right",
                f"R{number}",
                f"Claim {number}",
                number,
            )
        )
    return marked(source, found)


def shown(made: Marked, number: int) -> str:
    """What a reader sees of a mark."""
    pieces = re.findall(rf'class="m [^"]*\bk{number}\b[^"]*"[^>]*>(.*?)</(?:a|span)>', made.html, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", "".join(pieces)))


@pytest.mark.parametrize(
    ("source", "words", "seen"),
    [
        ("The dam holds 2 litres.", "dam holds", "dam holds"),
        ("It **grew *fast* by** 4 percent.", "**grew *fast* by** 4", "grew fast by 4"),
        ("It is [in the\nbook](http://a.example/x 'in the book') and more.", "[in the\nbook]", "in thebook"),
        ("See [book](http://a.example/book)book.", "book)book", "book"),
        ("See [a][1] and b.\n\n[1]: http://a.example", "and b", "and b"),
        ("Use `x = 1` and ``a`b`` here.", "a`b", "a`b"),
        ("A \\*star\\* &amp; more", "star\\* &amp; m", "star*& m"),
        ("| a \\| b | c |\n|---|---|\n| 1 | 11 |\n| x | 1 |", "b | c", "a | bc"),
        ("| a | b |\n|---|---|\n| 11 | 1 |", " 1 |", "1"),
        ("> - one\n>   two\n> - three", "two", "two"),
        ("1. one\n\n   ```py\n   x = 1\n   ```\n", "x = 1", "x = 1"),
        ("Heading\n===\n\ntext", "Heading", "Heading"),
        ("## Costs ##\n\ntext", "Costs", "Costs"),
        ("a  \nb\\\nc", "b\\\nc", "bc"),
        ("一座水坝**建于1932年**。", "建于1932", "建于1932"),
        ("~~old~~ new <http://a.example/q> end", "new <http://a.example/q> e", "new http://a.example/q e"),
        ("![a b](x.png) c", "a b](x.png) c", "[image: a b] c"),
        ("see <b>bold</b> <!-- note --> here", "<!-- note -->", "<!-- note -->"),
        ("x\r\ny\r\nz words", "words", "words"),
        ("\ttabbed words", "words", "words"),
        ("    indented words", "words", "words"),
    ],
)
def test_a_mark_covers_the_words_that_stand_for_its_place_in_the_source(source: str, words: str, seen: str):
    made = mark(source, words)
    assert made.placed == {0}
    assert shown(made, 1) == seen
    assert '<span id="t1"></span>' in made.html
    assert made.html.count('href="#c1" title="Claim 1">R1</a>') == 1


def test_of_overlapping_marks_the_shortest_shows_and_all_are_there():
    made = mark("Cost 212 and 247 crowns", "Cost 212", "Cost 212 and 247")
    assert (
        '<a class="m right k1 k2" href="#c1" title="Claim 1; Claim 2" tabindex="-1">Cost 212</a>' in made.html
    )
    assert '<a class="m right k2" href="#c2" title="Claim 2" tabindex="-1"> and 247</a>' in made.html
    assert made.html.index("R1</a>") < made.html.index("R2</a>")


def test_in_a_link_nothing_else_is_a_link_and_badges_wait_for_its_end():
    made = mark("Read [the long book](https://a.example) now", "the long")
    assert (
        '<a href="https://a.example" rel="noopener noreferrer nofollow external" target="_blank">'
        in made.html
    )
    assert re.search(
        r'<span class="m right k1" title="Claim 1">the long</span> book</a><a class="badge', made.html
    )


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "a.html", "#c1"]
)
def test_a_link_that_leads_elsewhere_than_the_web_leads_nowhere(address: str):
    made = marked(f"[click]({address}) <javascript:alert(1)>", [])
    assert "<a " not in made.html
    assert "click" in made.html


def test_nothing_of_a_report_becomes_html_by_itself():
    source = "<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n![x](https://e.example/a.png)\n\n<b>x</b>"
    made = marked(source, [Mark(0, len(source), 'k"><i>', 't"><i>', '#"><i>', 's"><i>', "<i>", '"><i>')])
    assert set(Reader(str(made.html)).tags) <= {"p", "a", "span"}


def test_what_is_not_shown_is_told_with_the_block_before_it():
    source = "# Title\n\nText.\n\n[1]: http://a.example\n"
    made = mark(source, "http://a.example")
    assert made.placed == frozenset()
    assert made.blocks == {0: "b2"}
    assert '<p id="b2">Text.</p>' in made.html
    assert marked("", [Mark(0, 0, "k")]).blocks == {0: ""}


def test_a_paragraph_without_end_is_shown_as_it_is():
    source = "*a* " * 10_000 + "end"
    made = mark(source, "end")
    assert "<em>" not in made.html
    assert shown(made, 1) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        "![" * 60_000,
        "[a](" * 30_000,
        "*_" * 60_000,
        "`" * 60_000,
        "> " * 300 + "a",
        "<a@" * 40_000,
    ],
    ids=["brackets", "images", "links", "emphasis", "ticks", "quotes", "addresses"],
)
def test_hostile_markdown_takes_no_longer_than_any_other(text: str):
    started = time.process_time()
    marked(text, [Mark(n, n + 40, f"k{n}", href="#c") for n in range(0, 900, 3)])
    assert time.process_time() - started < 5


def test_an_address_that_is_named_without_end_does_not_make_the_page_grow_without_end():
    source = f"[a]: http://{'x' * 20_000}.example\n\n" + "[a] " * 2000
    made = marked(source, [])
    assert len(made.html) < 20 * len(source)
    assert made.html.count("<a ") > 5


PIECES = st.sampled_from(
    [
        "word ",
        "**b** ",
        "*i*",
        "`c` ",
        "\n",
        "\n\n",
        "- x ",
        "| a | b |\n",
        "|---|---|\n",
        "[l](http://x.example) ",
        "> q ",
        "# h ",
        "![i](y) ",
        "\\*",
        "&amp;",
        "```\n",
        "    ",
        "字。",
        "<b>",
        "[1]",
        "\r\n",
        "~~s~~",
        "1. ",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40), st.data())
def test_whatever_the_markdown_its_pages_are_well_formed_and_its_marks_are_told(
    pieces: list[str], data: st.DataObject
):
    source = "".join(pieces)
    edges = st.integers(0, len(source))
    spans = [sorted(span) for span in data.draw(st.lists(st.tuples(edges, edges), max_size=6))]
    made = marked(
        source, [Mark(a, b, f"k{n}", f"t{n}", f"#c{n}", "right", f"R{n}") for n, (a, b) in enumerate(spans)]
    )
    read = Reader(str(made.html))
    assert not read.open
    assert len(read.ids) == len(set(read.ids))
    for n in range(len(spans)):
        assert (n in made.placed) != (n in made.blocks)
        assert (f"t{n}" in read.ids) == (n in made.placed)
        assert not made.blocks.get(n) or made.blocks[n] in read.ids
