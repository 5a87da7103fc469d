import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { backtest } from "../../src/index.ts";
import { report, type SweptPoint } from "../../src/report/index.ts";
import { builtInStrategies } from "../../src/strategies/index.ts";
import { candlesArbitrary, fromCloses } from "../candles/make-candles.ts";

const wave = fromCloses(Array.from({ length: 3000 }, (_, i) => 100 + 10 * Math.sin(i / 9)));
const run = backtest(wave, { strategy: "ma_crossover", symbol: "BTCUSDT" });
const page = report(run, { candles: wave });
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

describe("a report", () => {
  test("asks for nothing from anywhere and runs nothing", () => {
    expect(page).not.toMatch(/<script|<iframe|<object|@import|\son\w+=|javascript:/iu);
    expect(page.match(/(?:src|href|url)\s*[=(]\s*["']?[^"')\s]+/giu)).toEqual(['href="data:,']);
    expect(page).toContain("default-src 'none'");
  });

  test("shows the figures, four charts or tables, and a row for every trade", () => {
    for (const title of ["Price and trades", "Equity", "Drawdown", "Monthly returns", "Trades"]) {
      expect(page).toContain(`<h2>${title}</h2>`);
    }
    expect(page).toContain("<h1>ma crossover on BTCUSDT</h1>");
    expect(page).toMatch(/<dt>Trades<\/dt>\s*<dd>\d+<\/dd>/u);
    expect(count(page, /<tr class="(?:won|lost)">/gu)).toBe(run.totalTrades);
    expect(count(page, /class="entry"\s+d="M/gu)).toBe(run.totalTrades);
  });

  test("leaves the price chart out where there are no candles, and says when no trade was made", () => {
    const idle = backtest(fromCloses([1, 1, 1]), { strategy: "rsi" });
    const text = report(idle);
    expect(text).not.toContain("Price and trades");
    expect(text).toContain("No trade was made.");
  });

  test("lists and draws a thousand trades at most, and says how many it left out", () => {
    const long = fromCloses(Array.from({ length: 30_000 }, (_, i) => 100 + 10 * Math.sin(i / 3)));
    const many = backtest(long, {
      strategy: "ma_crossover",
      parameters: { fast_period: 2, slow_period: 5 },
    });
    expect(many.totalTrades).toBeGreaterThan(1000);
    const text = report(many, { candles: long });
    expect(count(text, /<tr class="(?:won|lost)">/gu)).toBe(1000);
    expect(count(text, /class="entry"\s+d="M/gu)).toBe(1000);
    expect(text).toContain(`${many.totalTrades - 1000} later trades are not listed here.`);
  });

  test("shows every option that was in force, to compute the run again", () => {
    const { options } = run.configuration;
    const names = Object.keys(options).filter(
      (name) => !/^(?:parameters|compatibility)$/u.test(name),
    );
    const table = page.split("Configuration</h2>")[1] ?? "";
    for (const name of names) {
      const spelt = name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
      expect(table).toContain(`<th scope="row">${spelt}</th>`);
    }
    expect(table).toMatch(/parameters: fast period<\/th>\s*<td>10</u);
    expect(table).toMatch(/compatibility: gap<\/th>\s*<td>open</u);
  });

  test("escapes whatever came from outside", () => {
    const evil = `"><script>alert(1)</script>`;
    const text = report(
      { ...run, strategy: evil, symbol: evil, interval: evil, parameters: { [evil]: evil } },
      { title: evil, source: evil, warnings: [evil], sweep: { metric: evil, points: grid(evil) } },
    );
    expect(text).not.toContain("<script");
    expect(count(text, /&lt;script&gt;/gu)).toBeGreaterThan(5);
  });

  test("shows the best part of a sweep of any size", () => {
    const points = Array.from({ length: 300_000 }, (_, k): SweptPoint => {
      const [fast, slow] = [k % 600, Math.floor(k / 600)];
      return { parameters: { fast, slow }, value: -Math.abs(fast - 300) - Math.abs(slow - 250) };
    });
    const [text = ""] = report(run, { sweep: { metric: "sharpe", points } }).split(
      "Configuration</h2>",
    );
    expect(text).toContain("Best: fast 300, slow 250 with 0");
    expect(count(text, /<th scope="row">/gu)).toBeLessThanOrEqual(40 + 12);
  });

  test("shows a sweep as a table, with the best of what is not on an axis", () => {
    const points: SweptPoint[] = [
      { parameters: { fast: 5, slow: 10, kind: "a" }, value: 1 },
      { parameters: { fast: 5, slow: 10, kind: "b" }, value: 2.5 },
      { parameters: { fast: 5, slow: 20, kind: "a" }, value: null },
      { parameters: { fast: 10, slow: 20, kind: "a" }, value: -1 },
    ];
    const text = report(run, { sweep: { metric: "sharpe", points } });
    expect(text).toContain("Best: fast 5, slow 10, kind b with 2.50.");
    expect(text).toContain("Each cell shows the best over kind.");
    const heat = /<table class="heat">.*?<\/table>/su.exec(text)?.[0] ?? "";
    expect(
      heat.match(/<td[^>]*>([^<]*)/gu)?.map((cell) => cell.replace(/<[^>]*>/u, "").trim()),
    ).toEqual(["2.50", "–", "–", "−1.00"]);
  });

  test("refuses lengths that do not agree", () => {
    const short = { ...run, equity: run.equity.subarray(1) };
    expect(() => report(short)).toThrow(expect.objectContaining({ code: "OPTIONS_INVALID" }));
    const none = { ...run, time: new Float64Array(), equity: new Float64Array() };
    expect(() => report(none)).toThrow(expect.objectContaining({ code: "OPTIONS_INVALID" }));
  });

  test("is whole for any candles and any strategy: nothing undefined, no NaN, no Infinity", () => {
    fc.assert(
      fc.property(
        candlesArbitrary({ minLength: 1, maxLength: 200 }),
        fc.constantFrom(...builtInStrategies),
        (candles, strategy) => {
          const text = report(backtest(candles, { strategy }), { candles });
          expect(text).not.toMatch(/NaN|Infinity|undefined|\[object/u);
          expect(text.endsWith("</html>")).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

function grid(name: string): SweptPoint[] {
  return [1, 2].map((value) => ({ parameters: { [name]: value }, value }));
}
