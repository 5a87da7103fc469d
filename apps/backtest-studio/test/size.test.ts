import { expect, test } from "vitest";

import { buildPage, INLINE_OR_OUTSIDE } from "../../../test/support/built-page.ts";

test("the built page is within its weight and asks nobody but its own server", async () => {
  const { scriptBytes, zippedStyleBytes, html } = await buildPage(import.meta.url);
  expect(scriptBytes).toBeLessThanOrEqual(120 * 1024);
  expect(scriptBytes).toBeGreaterThan(30 * 1024);
  expect(zippedStyleBytes).toBeLessThanOrEqual(12 * 1024);
  expect(zippedStyleBytes).toBeGreaterThan(1024);
  expect(html).not.toMatch(INLINE_OR_OUTSIDE);
});
