/** Tags: the reasons of signals and orders, which trades carry on and nothing else depends on. */

import { tracedTrades } from "@bourse/trading-core";
import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { packRun } from "../../../trading-core/src/results/run-trace.ts";
import { backtest, backtestPortfolio } from "../../src/backtest/index.ts";
import { report } from "../../src/report/index.ts";
import {
  simulate,
  simulateOrders,
  type OrderRequest,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import { TagNames } from "../../src/simulation/tags.ts";
import { defineStrategy } from "../../src/strategies/define-strategy.ts";
import { Signal, type Decisions } from "../../src/strategy/strategy.ts";
import { walkForward } from "../../src/walk-forward/index.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { wander } from "../sweep/wander.ts";

const candles = wander(900);

/** Long for 10 candles out of 30, with a reason for each signal that tells its candle. */
const tagged = defineStrategy({
  name: "tagged",
  version: "1",
  description: "Long for some candles of every thirty.",
  signalType: "trend",
  direction: "long",
  parameters: {
    length: { type: "integer", default: 10, minimum: 2, maximum: 20, description: "Candles." },
  },
  decide({ length }, parameters) {
    const signals = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      if (i % 30 === 5) signals[i] = Signal.enterLong;
      if (i % 30 === 5 + parameters.length) signals[i] = Signal.exitLong;
    }
    const tags = Array.from(signals, (signal, i) => (signal === 0 ? undefined : `at ${i}`));
    return { signals, warmUp: 0, tags };
  },
});

const LENGTH = 60;
const SAID = [0, 0, Signal.enterLong, Signal.exitLong, Signal.enterShort, Signal.exitShort];
const runs = record({
  closes: array(integer({ min: 60, max: 140 }), { minLength: LENGTH, maxLength: LENGTH }),
  said: array(constantFrom<number>(...SAID), { minLength: LENGTH, maxLength: LENGTH }),
  named: array(constantFrom(undefined, "one", "two", "three"), {
    minLength: LENGTH,
    maxLength: LENGTH,
  }),
  options: record<SimulationOptions>({
    fill: constantFrom("next_open", "close"),
    direction: constantFrom("both", "long", "short"),
    stopLoss: constantFrom(null, 0.05),
    takeProfit: constantFrom(null, 0.1),
    pyramiding: integer({ min: 1, max: 3 }),
    compatibility: record({ signalOnExit: constantFrom("keep", "drop") }),
  }),
});

describe("tags of signals", () => {
  test("are those of the candles that a trade was decided on, and change nothing else", () => {
    assert(
      property(runs, ({ closes, said, named, options }) => {
        const series = candlesOf(closes.map((close) => [close, close + 3, close - 3, close]));
        const plain: Decisions = { signals: Uint8Array.from(said), warmUp: 0 };
        const { trades, ...result } = simulate(series, { ...plain, tags: named }, options);
        const { trades: untagged, ...expected } = simulate(series, plain, options);
        expect(result).toEqual(expected);
        const bare = trades.toArray().map((trade) => {
          return { ...trade, entryTag: undefined, exitTag: undefined };
        });
        expect(bare).toEqual(untagged.toArray());
        const delay = options.fill === "close" ? 0 : 1;
        for (const { entryIndex, exitIndex, exitReason, entryTag, exitTag } of trades) {
          expect(entryTag).toBe(named[entryIndex - delay]);
          expect(exitTag).toBe(exitReason === "signal" ? named[exitIndex - delay] : undefined);
        }
      }),
    );
  });

  test("pass through market orders that fill by a share of the volume", () => {
    const { trades } = backtest(candles, { strategy: tagged, slippage: { volumeShare: 0.5 } });
    expect(trades.length).toBeGreaterThan(10);
    for (const { entryTag, entryIndex, exitTag, exitReason } of trades) {
      const decided = Number(entryTag?.slice(3));
      expect(decided % 30).toBe(5);
      expect(decided).toBeLessThan(entryIndex);
      if (exitReason === "signal") expect(exitTag).toMatch(/^at \d+$/u);
    }
  });

  test("are those of the candles traded on after a training part", () => {
    const { trades } = backtest(candles, { strategy: tagged, trainSplit: 0.5 });
    const first = trades.at(0)!;
    expect(first.entryTag).toBe(`at ${first.entryIndex - 1 + 450}`);
  });

  test("come with portfolios and walk-forwards", async () => {
    const portfolio = backtestPortfolio(
      { A: candles, B: candles },
      { strategy: tagged, weights: { A: 0.5, B: 0.5 } },
    );
    expect(portfolio.trades.at(0)).toMatchObject({ symbol: "A", entryTag: "at 5" });
    const walked = await walkForward(candles, {
      strategy: tagged,
      parameters: { length: [5, 10] },
      trainCandles: 300,
      testCandles: 150,
    });
    expect(walked.trades.length).toBeGreaterThan(5);
    for (const { entryTag } of walked.trades) expect(entryTag).toMatch(/^at \d+$/u);
  });

  test("are refused in words: another length, an empty text, a line break, more than 64 characters", () => {
    const signals = new Uint8Array(LENGTH);
    const series = candlesOf(Array.from({ length: LENGTH }, () => [1, 1, 1, 1]));
    const run = (tags: unknown) => () =>
      simulate(series, { signals, warmUp: 0, tags } as Decisions);
    expect(run(["a"])).toThrow("tags must be an array of 60 texts, one a candle");
    expect(run("a".repeat(LENGTH))).toThrow("tags must be an array of 60 texts");
    for (const wrong of ["", "a\nb", "x".repeat(65), 7, null]) {
      expect(run(Array.from(signals, (_, i) => (i === 3 ? wrong : undefined)))).toThrow(
        `tags must be a text of 1 to 64 characters without control characters, or undefined; found ${JSON.stringify(wrong)} at candle 3`,
      );
    }
    expect(run(Array.from(signals, () => "x".repeat(64)))).not.toThrow();
  });

  test("are at most 1000 different ones in a run", () => {
    const names = new TagNames();
    for (let i = 0; i < 1000; i++) expect(names.codeOf(`tag ${i}`)).toBe(i + 1);
    expect(names.codeOf("tag 7")).toBe(8);
    expect(() => names.codeOf("one more")).toThrow('at most 1000 different tags; "one more"');
  });
});

describe("tags of orders", () => {
  const at: Readonly<Record<number, readonly OrderRequest[]>> = {
    2: [{ side: "buy", tag: "breakout", stopLoss: 0.5 }],
    6: [{ side: "buy", size: { units: 1 } }],
    10: [{ side: "sell", tag: "tired" }],
    14: [{ side: "sell", type: "limit", price: 1000, tag: "never" }],
    20: [{ side: "buy", reduceOnly: true, tag: "done" }],
    24: [{ side: "buy", tag: "again", stopLoss: 0.001 }],
  };

  test("are those of the order that entered and of the one that closed, a reversal's of both", () => {
    const { trades } = simulateOrders(
      { A: candles },
      {
        onCandle: ({ index }, broker) => {
          for (const order of at[index] ?? []) broker.submit(order);
        },
      },
      { direction: "both" },
    );
    const told = trades.toArray().map(({ side, entryTag, exitTag, exitReason }) => ({
      side,
      entryTag,
      exitTag,
      exitReason,
    }));
    expect(told.slice(0, 2)).toEqual([
      { side: "long", entryTag: "breakout", exitTag: "tired", exitReason: "signal" },
      { side: "short", entryTag: "tired", exitTag: "done", exitReason: "signal" },
    ]);
    expect(told[2]).toEqual({
      side: "long",
      entryTag: "again",
      exitTag: undefined,
      exitReason: "stop_loss",
    });
  });

  test("are checked", () => {
    const wrong = () =>
      simulateOrders(
        { A: candles },
        { onCandle: (_, broker) => void broker.submit({ side: "buy", tag: "" }) },
      );
    expect(wrong).toThrow("Order refused: tag: expected a text of 1 to 64 characters");
  });
});

describe("tags of a run", () => {
  const run = backtest(candles, { strategy: tagged, stopLoss: 0.01 });

  test("come back from a stored trace, and take no place in one without them", () => {
    const { trades, equity, time } = run;
    const back = tracedTrades(packRun(trades, equity, time, 10_000));
    expect(trades.toArray()).toMatchObject(back);
    const tagsOf = (list: readonly { entryTag?: string; exitTag?: string }[]) =>
      list.map(({ entryTag, exitTag }) => [entryTag, exitTag]);
    expect(tagsOf(back)).toEqual(tagsOf(trades.toArray()));
    expect(back.some(({ exitTag }) => exitTag === undefined)).toBe(true);
    const plain = backtest(candles, { strategy: "ma_crossover" });
    const trace = packRun(plain.trades, plain.equity, plain.time, 10_000);
    expect(trace).not.toHaveProperty("tags");
    expect(trace.trades[0]![1]).toBe(9);
  });

  test("stand in the report, counted and escaped, beside what else has closed", () => {
    const trades = run.trades.toArray().map((trade) => ({ ...trade, entryTag: "<b>up</b>" }));
    const page = report({ ...run, trades });
    const section = page.split("<h2>Trades by tag")[1]?.split("<h2>")[0] ?? "";
    expect(section).toContain("&lt;b&gt;up&lt;/b&gt;");
    expect(page).not.toContain("<b>up");
    expect(section).toMatch(new RegExp(`up&lt;/b&gt;</th>\\s*<td>${trades.length}</td>`, "u"));
    expect(section).toContain("stop loss");
    expect(page).toContain("Entry tag");
    const plain = report(backtest(candles, { strategy: "ma_crossover" }));
    expect(plain).not.toContain("Trades by tag");
    expect(plain).not.toContain("Entry tag");
  });
});
