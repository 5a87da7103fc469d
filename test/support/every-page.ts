/** Checks of every page of an app: its width on a phone, and its colours in each theme. */

import type { Page } from "playwright-core";
import { expect } from "vitest";

import { runAxe } from "./browser.ts";

const PHONE = { width: 390, height: 844 };

/** Boxes that are wider inside than they are shown, so that a reader would scroll sideways. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll("main, main .scroll, main .data")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((box) => \`\${box.getAttribute("aria-label") ?? box.localName}: \${box.scrollWidth} in \${box.clientWidth}\`)`;

const THEMES = [
  { colorScheme: "light", contrast: "no-preference", rule: "color-contrast" },
  { colorScheme: "dark", contrast: "no-preference", rule: "color-contrast" },
  { colorScheme: "light", contrast: "more", rule: "color-contrast-enhanced" },
  { colorScheme: "dark", contrast: "more", rule: "color-contrast-enhanced" },
] as const;

/**
 * Opens each place of an app, `#/place` of `url`, and waits until it has read what it shows. Grids of figures whose
 * label is like `grids` may be scrolled: they are no list.
 */
export async function expectEveryPageFits(
  page: Page,
  url: string,
  places: readonly string[],
  { grids = /^$/ }: { readonly grids?: RegExp } = {},
): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  for (const place of places) {
    await page.goto(`${url}/#/${place}`);
    await waitUntilRead(page);
    const wide = await page.evaluate<string[]>(TOO_WIDE);
    const faults = wide.filter((box) => !grids.test(box));
    expect.soft(faults, `${place}: wider than a phone`).toEqual([]);
    for (const { colorScheme, contrast, rule } of THEMES) {
      await page.emulateMedia({ colorScheme, contrast, reducedMotion: "reduce" });
      // The page hears of the contrast and sets it.
      const isMore = contrast === "more";
      await expect
        .poll(() => page.locator("html[data-contrast=more]").count())
        .toBe(isMore ? 1 : 0);
      const found = await runAxe(page, [rule]);
      const faint = found.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      expect.soft(faint, `${place}: ${rule}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  if (before !== null) await page.setViewportSize(before);
}

/** Waits until nothing of the page says that it is being read. */
async function waitUntilRead(page: Page): Promise<void> {
  await page.locator("main h1").waitFor();
  await expect.poll(() => page.locator("main .reading").count()).toBe(0);
}
