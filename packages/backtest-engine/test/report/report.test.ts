import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { reportScript } from "../../scripts/report-script.ts";
import { backtest } from "../../src/index.ts";
import { report, REPORT_POLICY, type SweptPoint } from "../../src/report/index.ts";
import { ZOOM_SCRIPT, ZOOM_SCRIPT_SOURCE, ZOOM_STYLE } from "../../src/report/zoom-script.ts";
import { builtInStrategies } from "../../src/strategies/index.ts";
import { candlesArbitrary, fromCloses } from "../candles/make-candles.ts";

const wave = fromCloses(Array.from({ length: 3000 }, (_, i) => 100 + 10 * Math.sin(i / 9)));
const run = backtest(wave, { strategy: "ma_crossover", symbol: "BTCUSDT" });
const page = report(run, { candles: wave });
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

describe("a report", () => {
  test("asks for nothing from anywhere and runs nothing but its own script", () => {
    const bare = bareOf(page);
    expect(bare).not.toMatch(/<script|<iframe|<object|@import|\son\w+=|javascript:/iu);
    expect(bare.match(/(?:src|href|url)\s*[=(]\s*["']?[^"')\s]+/giu)).toEqual(['href="data:,']);
    expect(bare).toContain("default-src 'none'");
    expect(ZOOM_SCRIPT).not.toMatch(
      /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|eval|importScripts|innerHTML)\b|https?:|<\/script/iu,
    );
  });

  test("states the candles that finer ones have simulated, and those without", () => {
    expect(report({ ...run, detail: { candles: 40, missing: 2 } })).toContain(
      "Detail: 40 candles simulated by their finer ones, 2 without a whole detail as they are.",
    );
    expect(page).not.toContain("Detail:");
  });

  test("has no script at all where there is nothing to zoom", () => {
    expect(report(run)).not.toContain("<script");
  });

  test("allows its script by the hash of what stands in the page", () => {
    const script = /<script>(.*)<\/script>/su.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(script).digest("base64");
    expect(page).toContain(`script-src 'sha256-${hash}'; style-src`);
    expect(REPORT_POLICY).toContain(`script-src 'sha256-${hash}'`);
  });

  test("stands in no frame where a server sends it; a file cannot say so", () => {
    expect(REPORT_POLICY).toMatch(/; frame-ancestors 'none'$/u);
    expect(page).toContain(REPORT_POLICY.replace("; frame-ancestors 'none'", ""));
    expect(page).not.toContain("frame-ancestors");
  });

  test("carries a script that is made of page/ and of uPlot, with its licence", async () => {
    const { script, source, style } = await reportScript();
    expect(ZOOM_SCRIPT === script).toBe(true);
    expect([ZOOM_SCRIPT_SOURCE, ZOOM_STYLE]).toEqual([source, style]);
    expect(ZOOM_SCRIPT).toContain("Copyright (c) 2022 Leon Sorokin");
  });

  test("carries the candles, lines and trades as data that no name can break out of", () => {
    const evil = "</script><script>alert(1)</script>";
    const values = wave.close.map((price, i) => (i < 5 ? NaN : price));
    const text = report(run, { candles: wave, indicators: [{ name: evil, values }] });
    expect(count(text, /<script/gu)).toBe(2);
    const data = JSON.parse(/id="price-data">(.*?)<\/script>/su.exec(text)?.[1] ?? "") as {
      readonly time: readonly number[];
      readonly close: readonly number[];
      readonly trades: readonly unknown[];
      readonly over: readonly { readonly name: string; readonly values: readonly unknown[] }[];
    };
    expect(data.time).toHaveLength(wave.length);
    expect(data.time.reduce((sum, step) => sum + step)).toBe(wave.time.at(-1)! / 1000);
    expect(data.close.at(-1)).toBeCloseTo(wave.close.at(-1)!, 4);
    expect(data.trades).toHaveLength(run.totalTrades);
    expect(data.over[0]!.name).toBe(evil);
    expect(data.over[0]!.values.slice(0, 6)).toEqual([
      null,
      null,
      null,
      null,
      null,
      expect.anything(),
    ]);
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
    const heat = /<table class="heat">.*?<\/table>/su.exec(text)?.[0] ?? "";
    expect(count(heat, /<th scope="row">/gu)).toBeGreaterThan(10);
    expect(count(heat, /<th scope="row">/gu)).toBeLessThanOrEqual(40);
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

  test("draws all candles of a run whose equity was thinned out, and its benchmark with them", () => {
    const rows = Float64Array.of(0, 700, 1400, 2999);
    const pick = (column: Float64Array): Float64Array => rows.map((row) => column[row]!);
    const thinned = { ...run, time: pick(run.time), equity: pick(run.equity) };
    const text = report(thinned, { candles: wave });
    expect(text).toContain("Price and trades");
    expect(text).toContain("buy and hold");
    const picture = (page: string): string =>
      page.slice(page.indexOf("Price and trades"), page.indexOf(">Equity<"));
    expect(picture(text)).toBe(picture(page));
    for (const wrong of [
      { ...thinned, time: rows.map((row) => wave.time[row + (row === 0 ? 1 : 0)]!) },
      { ...thinned, equity: thinned.equity.subarray(1) },
    ]) {
      expect(() => report(wrong, { candles: wave })).toThrow(
        expect.objectContaining({ code: "OPTIONS_INVALID" }),
      );
    }
    const values = Float64Array.of(1, 2, 3, 4);
    expect(() => report(thinned, { candles: wave, indicators: [{ name: "x", values }] })).toThrow(
      expect.objectContaining({ code: "OPTIONS_INVALID" }),
    );
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
          expect(bareOf(text)).not.toMatch(/NaN|Infinity|undefined|\[object/u);
          expect(text.endsWith("</html>")).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

/** The page without its data and its own script. */
function bareOf(text: string): string {
  return text
    .replace(/<script type="application\/json" id="price-data">.*?<\/script>/su, "")
    .replace(`<script>${ZOOM_SCRIPT}</script>`, "");
}

function grid(name: string): SweptPoint[] {
  return [1, 2].map((value) => ({ parameters: { [name]: value }, value }));
}
