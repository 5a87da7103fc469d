/** Measures that a browser takes of a page by itself: the parts of it that move. */

import type { Page } from "playwright-core";

/** Notes from the page's start what moves without the reader's doing. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.className || node?.nodeName);
        if (!hadRecentInput) window.shifts.push({ value, moved: moved.join(" ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  `);
}

export interface Shift {
  /** Share of the window that moved, times the share of its height by which it did. */
  readonly value: number;
  /** Classes of what moved. */
  readonly moved: string;
}

/** The moves since {@link watchShifts}. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  // Two frames: the entries of the last one come behind it.
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  return page.evaluate<readonly Shift[]>("window.shifts");
}
