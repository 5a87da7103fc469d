import { expect, test } from "vitest";

import { buildPage, INLINE_OR_OUTSIDE } from "../../../test/support/built-page.ts";

test("the built page is within its weight and asks nobody but its own server", async () => {
  const built = await buildPage(import.meta.url);
  const { scriptBytes, laterBytes, laterPart, zippedStyleBytes, fontBytes, html } = built;
  expect(scriptBytes).toBeLessThanOrEqual(130 * 1024);
  expect(scriptBytes).toBeGreaterThan(30 * 1024);
  // The page of a run in its tabs, and the pages of sessions and of webhooks.
  expect(laterBytes).toBeGreaterThan(1024);
  const editorBytes = laterPart("source-page");
  expect(laterBytes - editorBytes).toBeLessThanOrEqual(72 * 1024);
  expect(editorBytes).toBeGreaterThan(30 * 1024);
  expect(editorBytes).toBeLessThanOrEqual(150 * 1024);
  expect(zippedStyleBytes).toBeLessThanOrEqual(14 * 1024);
  expect(zippedStyleBytes).toBeGreaterThan(1024);
  expect(fontBytes).toBeLessThanOrEqual(40 * 1024);
  expect(fontBytes).toBeGreaterThan(1024);
  expect(html).not.toMatch(INLINE_OR_OUTSIDE);
});
