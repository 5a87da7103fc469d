import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { buildPage, INLINE_OR_OUTSIDE } from "../../../test/support/built-page.ts";

test("the page is at most 65 kB of compressed JavaScript and 14 kB of CSS, and asks only its own server", async () => {
  const { scriptBytes, laterBytes, style, zippedStyleBytes, fontBytes, html } = await buildPage(
    import.meta.url,
  );
  expect(scriptBytes).toBeLessThanOrEqual(65 * 1024);
  expect(scriptBytes).toBeGreaterThan(10 * 1024);
  // The own account, the set-up of second factors with its QR code, wallets, and the pages of admins and webhooks.
  expect(laterBytes).toBeGreaterThan(1024);
  expect(laterBytes).toBeLessThanOrEqual(35 * 1024);
  expect(zippedStyleBytes).toBeLessThanOrEqual(14 * 1024);
  expect(style).toContain("--ground");
  expect(fontBytes).toBeLessThanOrEqual(40 * 1024);
  expect(fontBytes).toBeGreaterThan(1024);
  expect(html).not.toMatch(INLINE_OR_OUTSIDE);
  const source = readFileSync(new URL("../page/index.html", import.meta.url), "utf8");
  expect(source).toContain('lang="en"');
});
