/** A page as it opens: what moves in it, and its width on every screen. */

import type { BrowserContext } from "playwright-core";
import { vi } from "vitest";

import { overflowOf } from "./browser.ts";
import { shiftsOf, watchShifts, type Shift } from "./measures.ts";

/** Widths from the narrowest phone to a 4K screen, in CSS pixels. */
const WIDTHS = [320, 480, 768, 1024, 1440, 2560, 3840];

/** Bound of the sum of a page's shifts: below it nothing moves that a reader could see. */
export const MOST_SHIFT = 0.01;

interface Opening {
  /** Sum of the layout shifts that no input caused, as Chromium scores them; 0 is a page in which nothing moves. */
  readonly shift: number;
  readonly shifts: readonly Shift[];
  /** Widths at which the page is wider than the screen. */
  readonly tooWide: readonly number[];
}

/** Opens `url` in a tab of the context, and measures it until no answer has come for {@link QUIET}. */
export async function openingOf(context: BrowserContext, url: string): Promise<Opening> {
  const page = await context.newPage();
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await watchShifts(page);
    await page.goto(url);
    await page.locator("main .card").first().waitFor();
    await vi.waitUntil(() => page.evaluate<boolean>(IS_QUIET), { timeout: 20_000, interval: 100 });
    const shifts = await shiftsOf(page);
    const tooWide: number[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: Math.max(600, Math.round((width * 9) / 16)) });
      if ((await overflowOf(page)) > 0) tooWide.push(width);
    }
    return { shift: shifts.reduce((sum, { value }) => sum + value, 0), shifts, tooWide };
  } finally {
    await page.close();
  }
}

/** Milliseconds without an answer after which a page has opened. */
const QUIET = 700;

const IS_QUIET = `
  performance.now() - Math.max(...performance.getEntriesByType("resource").map((one) => one.responseEnd)) > ${QUIET}
`;
