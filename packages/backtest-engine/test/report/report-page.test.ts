/** The report page as a reader meets it: in a browser, light and dark, wide and narrow, on paper. */

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { rsi, sma } from "@bourse/indicators";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  faultsOf,
  isBrowserAbsent,
  listenTo,
  openBrowser,
  overflowOf,
} from "../../../../test/support/browser.ts";
import { backtest } from "../../src/index.ts";
import { report } from "../../src/report/index.ts";

const artifacts = fileURLToPath(new URL("../../../../artifacts/", import.meta.url));

describe.skipIf(isBrowserAbsent)("the report page", { timeout: 60_000 }, () => {
  let browser: Browser;
  let file: string;

  beforeAll(async () => {
    mkdirSync(artifacts, { recursive: true });
    file = `${artifacts}report.html`;
    writeFileSync(file, await examplePage());
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser.close());

  const looks = [
    { name: "light", colorScheme: "light", width: 1200 },
    { name: "dark", colorScheme: "dark", width: 1200 },
    { name: "narrow", colorScheme: "light", width: 320 },
  ] as const;

  test.each(looks)(
    "$name: no console message, no request, no serious fault for axe, nothing wider than the page",
    async ({ name, colorScheme, width }) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      const heard = listenTo(page);
      await page.goto(`file://${file}`);
      await page.screenshot({ path: `${artifacts}report-${name}.png`, fullPage: true });
      expect(await page.title()).toBe("ma crossover on BTCUSDT");
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(heard).toEqual([`file://${file}`]);
      expect(await faultsOf(page)).toEqual([]);
      await page.close();
    },
  );

  test("prints on paper without losing a column", async () => {
    const page = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await page.goto(`file://${file}`);
    const pdf = await page.pdf({ path: `${artifacts}report.pdf`, format: "A4", landscape: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 1123, height: 794 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.close();
  });
});

/** Seven months of simulated hours, with a sweep. */
async function examplePage(): Promise<string> {
  const { candles, warnings, source } = await createSimulatedProvider({ seed: 7 }).candles({
    symbol: "BTCUSDT",
    interval: "60",
    endTime: Date.UTC(2024, 6, 1),
    limit: 5000,
  });
  const run = (parameters: Record<string, number>): ReturnType<typeof backtest> =>
    backtest(candles, { strategy: "ma_crossover", symbol: "BTCUSDT", parameters });
  const points = [5, 10, 15, 20].flatMap((fast_period) =>
    [30, 60, 90].map((slow_period) => {
      const parameters = { fast_period, slow_period };
      return { parameters, value: run(parameters).sharpe };
    }),
  );
  const sweep = { metric: "sharpe", points };
  const indicators = [
    { name: "SMA 10", values: sma(candles.close, 10) },
    { name: "SMA 60", values: sma(candles.close, 60) },
    { name: "RSI 14", values: rsi(candles.close, 14), pane: "below" as const },
  ];
  const result = run({ fast_period: 10, slow_period: 60 });
  return report(result, { candles, source, warnings, sweep, indicators });
}
