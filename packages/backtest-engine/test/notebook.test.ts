import { describe, expect, test } from "vitest";

import { backtest, defineStrategy, sweep } from "../src/index.ts";
import { tearSheet } from "../src/tear-sheet/tear-sheet.ts";
import { fromCloses } from "./candles/make-candles.ts";

const candles = fromCloses(Array.from({ length: 2000 }, (_, i) => 100 + 10 * Math.sin(i / 40)));

/** Views of a value, as Deno's Jupyter kernel asks for them. */
function viewsOf(value: object): Readonly<Record<string, string>> {
  const show = (value as Record<symbol, unknown>)[Symbol.for("Jupyter.display")];
  if (typeof show !== "function") throw new Error("the value has no view");
  return show.call(value) as Readonly<Record<string, string>>;
}

describe("in a notebook", () => {
  const run = backtest(candles, { strategy: "ma_crossover", symbol: '<b>&"X"' });

  test("a run shows its figures and its equity, and its names are text", () => {
    const { "text/plain": plain, "text/html": html } = viewsOf(run);
    expect(plain).toContain(`Total return: ${(run.totalReturn * 100).toFixed(2)} %`);
    expect(plain).toContain(`Trades: ${run.totalTrades}`);
    expect(html).toContain("&lt;b&gt;&amp;&quot;X&quot;");
    expect(html).not.toContain("<b>&");
    const points = /points="([^"]+)"/u.exec(html!)?.[1]?.split(" ") ?? [];
    expect(points).toHaveLength(2 * 640);
    for (const point of points) expect(point).toMatch(/^\d+\.\d,\d+\.\d$/u);
  });

  test("a sweep shows its best rows, best first", async () => {
    const result = await sweep(candles, {
      strategy: "ma_crossover",
      parameters: { fast_period: [5, 10, 20], slow_period: [50, 100] },
      metric: "maxDrawdown",
    });
    const [title, head, ...rows] = viewsOf(result)["text/plain"]!.split("\n");
    expect(title).toContain("6 combinations");
    expect(head).toContain("fast_period  slow_period");
    expect(rows).toHaveLength(6);
    const depths = rows.map((row) => Number(/([\d.]+) %  \d+$/u.exec(row)?.[1]));
    expect(depths).toEqual(depths.toSorted((a, b) => a - b));
  });

  test("a tear sheet shows every figure", () => {
    const sheet = tearSheet(run);
    const shown = viewsOf(sheet)["text/plain"]!.split("\n");
    expect(shown).toHaveLength(1 + Object.keys(sheet.figures).length);
    expect(viewsOf(sheet)["text/html"]).toContain("<svg");
  });

  test("a run without trades or a second candle has a view, too", () => {
    const never = defineStrategy({
      name: "never",
      version: "1",
      description: "Never trades.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: ({ length }) => ({ signals: new Uint8Array(length), warmUp: 0 }),
    });
    const html = viewsOf(backtest(fromCloses([1]), { strategy: never }))["text/html"]!;
    expect(html).not.toMatch(/NaN|Infinity|undefined|null/u);
  });

  test("copies and messages have the result without its view", () => {
    expect(Object.keys(run)).not.toContain("Jupyter.display");
    expect(Object.getOwnPropertySymbols({ ...run })).toEqual([]);
    expect(
      structuredClone({ ...run, trades: run.trades.toArray(), configuration: {} }).equity,
    ).toEqual(run.equity);
  });
});
