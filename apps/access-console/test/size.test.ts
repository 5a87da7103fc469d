import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { buildPage, INLINE_OR_OUTSIDE } from "../../../test/support/built-page.ts";

test("the built page is at most 60 kB of compressed JavaScript and 12 kB of style sheet, without inline parts", async () => {
  const { scriptBytes, laterBytes, style, html } = await buildPage(import.meta.url);
  expect(scriptBytes).toBeLessThanOrEqual(60 * 1024);
  expect(scriptBytes).toBeGreaterThan(10 * 1024);
  // The set-up of second factors, with its QR code.
  expect(laterBytes).toBeGreaterThan(1024);
  expect(laterBytes).toBeLessThanOrEqual(10 * 1024);
  expect(Buffer.byteLength(style)).toBeLessThanOrEqual(12 * 1024);
  expect(Buffer.byteLength(style)).toBeGreaterThan(1024);
  expect(html).not.toMatch(INLINE_OR_OUTSIDE);
  const source = readFileSync(new URL("../page/index.html", import.meta.url), "utf8");
  expect(source).toContain('lang="en"');
});
