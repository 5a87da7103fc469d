/** The example of a slider, built by Vite and dragged in Chromium: its results are those of Node.js. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";
import { build, preview, type PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { simulatedCandles } from "../examples/slider/candles.ts";
import { backtest } from "../packages/backtest-engine/src/index.ts";
import { resultHash } from "../packages/backtest-engine/src/research/index.ts";
import { isBrowserAbsent, openBrowser } from "./support/browser.ts";
import { look, visit } from "./support/visit.ts";
import { root } from "./support/workspace.ts";

const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
const place = join(root, "examples/slider");
const candles = simulatedCandles(100_000);

/** The hash of what Node.js computes for values of the sliders. */
function hashOf(fast: number, slow: number): string {
  const parameters = { fast_period: fast, slow_period: slow };
  const rules = { direction: "both", fee: 0.0001, slippage: 0.00005 } as const;
  return resultHash(backtest(candles, { strategy: "ma_crossover", parameters, ...rules }));
}

describe.skipIf(isBrowserAbsent)("the example of a slider", { timeout: 120_000 }, () => {
  const outDir = mkdtempSync(join(tmpdir(), "bourse-slider-"));
  const sites: PreviewServer[] = [];
  let browser: Browser;

  beforeAll(async () => {
    const conditions = ["@bourse/source", "module", "browser", "production"];
    await build({
      root: place,
      configFile: false,
      logLevel: "error",
      resolve: { conditions },
      build: { outDir },
    });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    for (const site of sites) await site.close();
    rmSync(outDir, { recursive: true, force: true });
  });

  async function open(headers: Readonly<Record<string, string>>): Promise<string> {
    const site = await preview({
      root: place,
      configFile: false,
      logLevel: "error",
      build: { outDir },
      preview: { host: "127.0.0.1", port: 0, headers },
    });
    sites.push(site);
    return site.resolvedUrls?.local[0] ?? "";
  }

  test.each([
    ["cross-origin isolated", ISOLATED, true],
    ["not isolated", {}, false],
  ])("gives the results of Node.js in a page that is %s", async (_, headers, isIsolated) => {
    const { page, faults } = await visit(browser, await open(headers));
    expect(await page.evaluate("crossOriginIsolated")).toBe(isIsolated);
    const shown = (): Promise<string | null> => page.textContent("#hash");
    await expect.poll(shown, { timeout: 60_000 }).toBe(hashOf(10, 150));
    // As one drags: many values, the last of which counts.
    await page.evaluate(`
      const slider = document.getElementById("fast");
      for (let value = 11; value <= 60; value++) {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
      }
    `);
    await expect.poll(shown, { timeout: 60_000 }).toBe(hashOf(60, 150));
    await page.focus("#slow");
    await page.keyboard.press("ArrowRight");
    await expect.poll(shown, { timeout: 60_000 }).toBe(hashOf(60, 151));
    expect(await page.textContent("#fault")).toBe("");
    if (isIsolated) await look(page, "slider");
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
