import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { buildPage, INLINE_OR_OUTSIDE } from "../../../test/support/built-page.ts";

test("the page is at most 60 kB of compressed JavaScript and 13 kB of CSS, and asks only its own server", async () => {
  const { scriptBytes, laterBytes, style, html } = await buildPage(import.meta.url);
  expect(scriptBytes).toBeLessThanOrEqual(60 * 1024);
  expect(scriptBytes).toBeGreaterThan(10 * 1024);
  // The set-up of second factors, with its QR code.
  expect(laterBytes).toBeGreaterThan(1024);
  expect(laterBytes).toBeLessThanOrEqual(10 * 1024);
  expect(style.length).toBeLessThanOrEqual(13 * 1024);
  expect(style).toContain("--ground");
  expect(html).not.toMatch(INLINE_OR_OUTSIDE);
  const source = readFileSync(new URL("../page/index.html", import.meta.url), "utf8");
  expect(source).toContain('lang="en"');
});
