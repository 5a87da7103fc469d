import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { SERIES, truthCandles } from "../../../indicators/test/truth/series.ts";
import type { Candles } from "../../src/candles/candles.ts";
import { simulate, type ProfitStep, type SimulationOptions } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesArbitrary } from "../candles/make-candles.ts";
import { playFreqtrade, type FreqtradeRules, type FreqtradeTrade } from "./freqtrade-rules.ts";

function optionsOf({
  side,
  fee,
  stoploss,
  minimalRoi,
  trailing,
}: FreqtradeRules): SimulationOptions {
  return {
    fee,
    direction: side,
    stopLoss: stoploss,
    compatibility: {
      preset: "freqtrade",
      profitSteps: minimalRoi.map(([afterMinutes, profit]): ProfitStep => ({
        afterMinutes,
        profit,
      })),
    },
    ...(trailing !== undefined && {
      trailingStop: {
        distance: stoploss,
        activation: trailing.positiveOffset,
        activeDistance: trailing.positive ?? stoploss,
        waitForActivation: trailing.onlyOffsetIsReached,
      },
    }),
  };
}

function expectSameTrades(
  candles: Candles,
  entries: readonly boolean[],
  exits: readonly boolean[],
  rules: FreqtradeRules,
): FreqtradeTrade[] {
  const expected = playFreqtrade(candles, entries, exits, rules);
  const [enter, leave] =
    rules.side === "long"
      ? [Signal.enterLong, Signal.exitLong]
      : [Signal.enterShort, Signal.exitShort];
  const signals = Uint8Array.from(
    entries,
    (isEntry, i) => (isEntry ? enter : 0) | (exits[i] === true ? leave : 0),
  );
  const result = simulate(candles, { signals, warmUp: 0 }, optionsOf(rules));
  const found = result.trades
    .toArray()
    .map((trade) => [trade.entryIndex, trade.exitIndex, trade.exitPrice, trade.exitReason]);
  expect(found).toEqual(
    expected.map(([entry, exit, price, reason]) => [entry, exit, near(price), reason]),
  );
  return expected;
}

const near = (price: number): number =>
  expect.closeTo(price, 8 - Math.ceil(Math.log10(1 + price))) as number;

const MINUTE = 60_000;
/** Stops, steps and trailing stops of one to a few typical candles of each series. */
const RULES: readonly (Omit<FreqtradeRules, "side"> & { readonly name: string })[] = [
  { name: "a stop alone", fee: 0.001, stoploss: 2, minimalRoi: [] },
  { name: "one profit", fee: 0, stoploss: 3, minimalRoi: [[0, 2]] },
  {
    name: "profits that fall with time",
    fee: 0.001,
    stoploss: 4,
    minimalRoi: [
      [0, 4],
      [3, 2],
      [7, 0.5],
    ],
  },
  {
    name: "out after a time at any profit",
    fee: 0.001,
    stoploss: 5,
    minimalRoi: [
      [0, 5],
      [6, -1],
    ],
  },
  {
    name: "a trailing stop",
    fee: 0.001,
    stoploss: 2,
    minimalRoi: [],
    trailing: { positiveOffset: 0, onlyOffsetIsReached: false },
  },
  {
    name: "a trailing stop and a profit",
    fee: 0,
    stoploss: 3,
    minimalRoi: [[0, 4]],
    trailing: { positive: 1, positiveOffset: 2, onlyOffsetIsReached: false },
  },
  {
    name: "a trailing stop that waits",
    fee: 0.001,
    stoploss: 3,
    minimalRoi: [[0, 2.5]],
    trailing: { positive: 1, positiveOffset: 2, onlyOffsetIsReached: true },
  },
];

describe.each(SERIES)("freqtrade's rules inside a candle, on the series %s", (name) => {
  test.each(RULES)("$name", async (scaled) => {
    const candles = await truthCandles(name);
    const span = typicalSpan(candles);
    const step = (candles.time[1]! - candles.time[0]!) / MINUTE;
    const { trailing } = scaled;
    const rules = {
      ...scaled,
      stoploss: scaled.stoploss * span,
      minimalRoi: scaled.minimalRoi.map(
        ([after, profit]) => [after * step, profit === -1 ? -1 : profit * span] as const,
      ),
      ...(trailing !== undefined && {
        trailing: {
          ...trailing,
          ...(trailing.positive !== undefined && { positive: trailing.positive * span }),
          positiveOffset: trailing.positiveOffset * span,
        },
      }),
    };
    const reasons = new Set<string>();
    for (const side of ["long", "short"] as const) {
      const entries = Array.from(candles.close, (_, i) => (i * 7919) % 5 === 0);
      const exits = Array.from(candles.close, (_, i) => (i * 104_729) % 23 === 0);
      for (const trade of expectSameTrades(candles, entries, exits, { ...rules, side })) {
        reasons.add(trade[3]);
      }
    }
    const expected = scaled.trailing === undefined ? "stop_loss" : "trailing_stop";
    expect(reasons).toContain(expected);
    expect(reasons).toContain("signal");
    expect(reasons.has("roi")).toBe(scaled.minimalRoi.length > 0);
  });
});

/** The mean range of a candle as a fraction of its close. */
function typicalSpan({ high, low, close, length }: Candles): number {
  return close.reduce((sum, price, i) => sum + (high[i]! - low[i]!) / price, 0) / length;
}

test("property: freqtrade's rules, on any candles and with any of its options", () => {
  const distance = fc.double({ min: 0.005, max: 0.2, noNaN: true });
  const steps = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.oneof(distance, fc.constant(-1))), {
      selector: ([minutes]) => minutes,
      maxLength: 3,
    })
    .map((pairs) => pairs.toSorted(([a], [b]) => a - b));
  const trailing = fc.record({
    positive: distance,
    positiveOffset: distance,
    onlyOffsetIsReached: fc.boolean(),
  });
  const rules = fc.record({
    side: fc.constantFrom("long", "short"),
    fee: fc.constantFrom(0, 0.001),
    stoploss: distance,
    minimalRoi: steps,
  });
  fc.assert(
    fc.property(
      candlesArbitrary({ minLength: 3, maxLength: 60 }),
      rules,
      fc.option(trailing, { nil: undefined }),
      fc.infiniteStream(fc.nat({ max: 19 })),
      (candles, plain, trailingStop, stream) => {
        const draws = [...stream.take(candles.length)];
        expectSameTrades(
          candles,
          draws.map((draw) => draw < 8),
          draws.map((draw) => draw === 7 || draw === 8),
          { ...plain, ...(trailingStop !== undefined && { trailing: trailingStop }) },
        );
      },
    ),
    { numRuns: 300 },
  );
});
