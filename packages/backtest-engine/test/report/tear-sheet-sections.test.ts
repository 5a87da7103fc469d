/** The parts of a report that come from the tear sheet. */

import { sma } from "@bourse/indicators";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { backtest, type Candles } from "../../src/index.ts";
import { report } from "../../src/report/index.ts";
import { tearSheet } from "../../src/tear-sheet/index.ts";

const sectionOf = (page: string, title: string): string =>
  page.split(`<h2>${title}`)[1]?.split(/<h2>/u)[0] ?? "";
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

async function hours(limit: number, symbol = "BTCUSDT"): Promise<Candles> {
  const { candles } = await createSimulatedProvider({ seed: 7 }).candles({
    symbol,
    interval: "60",
    endTime: Date.UTC(2024, 6, 1),
    limit,
  });
  return candles;
}

describe("a report of seven months", async () => {
  const candles = await hours(5000);
  const run = backtest(candles, { strategy: "ma_crossover", symbol: "BTCUSDT" });
  const page = report(run, { candles });
  const sheet = tearSheet(run, { benchmark: candles });

  test("states the statistics of the tear sheet, those beside buy and hold included", () => {
    const text = sectionOf(page, "Statistics of daily returns");
    const { sharpeOfDays: sharpe, beta, days, consecutiveWins } = sheet.figures;
    expect(text).toContain(`Returns of ${days} calendar days`);
    const shown = (name: string): string =>
      new RegExp(`>${name}</th>\\s*<td>([^<]*)`, "u").exec(text)?.[1] ?? "";
    expect(shown("Sharpe of days")).toBe(sharpe!.toFixed(2).replace("-", "−"));
    expect(shown("Beta")).toBe(beta!.toFixed(2));
    expect(shown("Wins in a row")).toBe(String(consecutiveWins));
    expect(text).toContain("Beside buy and hold");
  });

  test("lists the ten deepest drawdowns, the deepest first, and shades five of them", () => {
    const text = sectionOf(page, "Deepest drawdowns");
    const depths = [...text.matchAll(/<td>([\d.]+) %<\/td>/gu)].map(([, depth]) => Number(depth));
    expect(depths).toHaveLength(Math.min(10, sheet.drawdowns.length));
    expect(depths).toEqual(depths.toSorted((a, b) => b - a));
    expect(depths[0]).toBeCloseTo(sheet.figures.maxDrawdownOfDays * 100, 2);
    expect(count(sectionOf(page, "Equity"), /class="shade"\s+d=/gu)).toBe(5);
  });

  test("draws rolling figures of a quarter, the distribution of the days, and a dot for every trade", () => {
    expect(page).toContain("Rolling Sharpe and Sortino ratio of 91 days");
    expect(page).toContain("Rolling volatility of 91 days");
    expect(page).toContain("Rolling beta of 91 days");
    const bars = [...sectionOf(page, "Distribution").matchAll(/: ([\d,]+) days/gu)];
    const moved = sheet.returns.filter((value) => value !== 0).length;
    expect(bars.reduce((sum, [, days]) => sum + Number(days), 0)).toBe(moved);
    const map = sectionOf(page, "Trades: return against duration");
    expect(count(map, /class="dot (?:rise|fall)"/gu)).toBe(run.totalTrades);
  });

  test("draws indicators over the price and below it, under their names", () => {
    const oscillator = candles.close.map((price, i) => (i < 9 ? NaN : price % 7));
    const indicators = [
      { name: "SMA 20", values: sma(candles.close, 20) },
      { name: "Rest <of 7>", values: oscillator, pane: "below" as const },
    ];
    const text = report(run, { candles, indicators });
    expect(sectionOf(text, "Price and trades")).toContain("SMA 20</li>");
    expect(count(sectionOf(text, "Price and trades"), /class="line line-0"\s+d="M/gu)).toBe(1);
    expect(text).toContain("<h2>Rest &lt;of 7&gt;</h2>");
    expect(text).not.toContain("NaN");
    const short = [{ name: "short", values: new Float64Array(3) }];
    expect(() => report(run, { candles, indicators: short })).toThrow(/values of each indicator/);
  });

  test("compares with another symbol under its name", async () => {
    const other = await hours(5000, "ETHUSDT");
    const text = report(run, { candles, benchmark: { name: "ETH & co", candles: other } });
    const { beta } = tearSheet(run, { benchmark: other }).figures;
    expect(text).toContain("Beside ETH &amp; co");
    expect(text).toContain(`<td>${beta!.toFixed(2).replace("-", "−")}</td>`);
  });
});

test("a report of a few candles leaves out what it has no days for", async () => {
  const candles = await hours(30);
  const page = report(backtest(candles, { strategy: "rsi" }), { candles });
  expect(page).toContain("Statistics of daily returns");
  for (const title of ["Rolling", "Distribution", "Trades: return", "Deepest drawdowns"]) {
    expect(page).not.toContain(`<h2>${title}`);
  }
});
