import { describe, expect, test } from "vitest";

import { simulate, type SimulationOptions, type Trade } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

const { enterLong, exitLong, enterShort, exitShort } = Signal;

/** Free of cost, so that prices can be read off. */
const FREE: SimulationOptions = { fee: 0, initialCapital: 1000 };

/** Rows of [open, high, low, close]; signals by candle, the rest none. */
function run(
  rows: readonly (readonly number[])[],
  said: Readonly<Record<number, number>>,
  options: SimulationOptions = {},
) {
  const signals = Uint8Array.from(rows, (_, i) => said[i] ?? 0);
  return simulate(candlesOf(rows), { signals, warmUp: 0 }, { ...FREE, ...options });
}

const fills = (trades: Iterable<Trade>) =>
  [...trades].map(({ side, entryIndex, entryPrice, exitIndex, exitPrice, exitReason }) => [
    side,
    entryIndex,
    entryPrice,
    exitIndex,
    exitPrice,
    exitReason,
  ]);

const still = (price: number): number[] => [price, price, price, price];

describe("when a signal is filled", () => {
  const rows = [still(10), [11, 13, 10, 12], [14, 16, 13, 15], [17, 19, 16, 18]];

  test("at the open of the next candle", () => {
    const { trades } = run(rows, { 0: enterLong, 2: exitLong });
    expect(fills(trades)).toEqual([["long", 1, 11, 3, 17, "signal"]]);
  });

  test("at its own close when asked", () => {
    const { trades } = run(rows, { 0: enterLong, 2: exitLong }, { fill: "close" });
    expect(fills(trades)).toEqual([["long", 0, 10, 2, 15, "signal"]]);
  });

  test("on the last candle not at all, for there is no next open", () => {
    expect(run(rows, { 3: enterLong })).toMatchObject({ openAtEnd: false, feesPaid: 0 });
  });

  test("never in the warm-up", () => {
    const signals = Uint8Array.of(enterLong, 0, enterLong, 0);
    const { trades } = simulate(candlesOf(rows), { signals, warmUp: 1 }, FREE);
    expect(fills(trades)).toEqual([["long", 3, 17, 3, 18, "end"]]);
  });
});

describe("what signals mean to a position", () => {
  const rows = [still(10), still(20), still(30), still(40), still(50)];

  test.each([
    ["entry and exit of one side on one candle cancel each other", { 0: enterLong | exitLong }, []],
    ["entries on both sides cancel each other", { 0: enterLong | enterShort }, []],
    [
      "an opposite entry reverses at the same fill",
      { 0: enterLong, 2: enterShort },
      [
        ["long", 1, 20, 3, 40, "signal"],
        ["short", 3, 40, 4, 50, "end"],
      ],
    ],
    [
      "an exit and an opposite entry on one candle reverse too",
      { 0: enterShort, 1: exitShort | enterLong },
      [
        ["short", 1, 20, 2, 30, "signal"],
        ["long", 2, 30, 4, 50, "end"],
      ],
    ],
    [
      "an entry while that side is held is ignored",
      { 0: enterLong, 1: enterLong },
      [["long", 1, 20, 4, 50, "end"]],
    ],
    ["an exit of the side that is not held does nothing", { 0: exitLong, 1: exitShort }, []],
  ] as const)("%s", (_, said, expected) => {
    expect(fills(run(rows, said, { direction: "both" }).trades)).toEqual(expected);
  });

  test("a repeated entry closes and opens again when asked", () => {
    const { trades } = run(
      rows,
      { 0: enterLong, 1: enterLong },
      { compatibility: { repeatedEntry: "reopen" } },
    );
    expect(fills(trades)).toEqual([
      ["long", 1, 20, 2, 30, "signal"],
      ["long", 2, 30, 4, 50, "end"],
    ]);
  });

  test("an entry on a side that may not be held closes the other", () => {
    expect(fills(run(rows, { 0: enterLong, 1: enterShort }).trades)).toEqual([
      ["long", 1, 20, 2, 30, "signal"],
    ]);
    const short = run(rows, { 0: enterShort, 1: enterLong }, { direction: "short" });
    expect(fills(short.trades)).toEqual([["short", 1, 20, 2, 30, "signal"]]);
  });
});

describe("stops and targets inside a candle", () => {
  const enter = { 0: enterLong };
  const guard = { stopLoss: 0.1, takeProfit: 0.2 };
  const first = still(100);
  const entry = [100, 105, 95, 100];

  test.each([
    ["the stop fills at its level", [100, 110, 85, 95], 90, "stop_loss"],
    ["the target fills at its level", [100, 125, 95, 95], 120, "take_profit"],
    ["the stop comes first when both are touched", [100, 125, 85, 100], 90, "stop_loss"],
    ["a gap below the stop fills at the open", [80, 95, 75, 90], 80, "stop_loss"],
    ["a gap above the target fills at the open", [130, 135, 125, 130], 130, "take_profit"],
    ["touching the level is enough", [100, 100, 90, 95], 90, "stop_loss"],
  ] as const)("%s", (_, bar, price, reason) => {
    const { trades } = run([first, entry, bar, first], enter, guard);
    expect(fills(trades)).toEqual([["long", 1, 100, 2, expect.closeTo(price, 9), reason]]);
  });

  test("the same for a short, upside down", () => {
    const bars = [first, entry, [100, 115, 75, 100], first];
    const short = { ...guard, direction: "short" } as const;
    expect(fills(run(bars, { 0: enterShort }, short).trades)).toEqual([
      ["short", 1, 100, 2, expect.closeTo(110, 9), "stop_loss"],
    ]);
    const target = { ...short, compatibility: { intrabar: "target_first" } } as const;
    expect(fills(run(bars, { 0: enterShort }, target).trades)).toEqual([
      ["short", 1, 100, 2, expect.closeTo(80, 9), "take_profit"],
    ]);
  });

  test("an entry at the open is guarded from its own candle on, one at the close from the next", () => {
    const bars = [first, [100, 100, 50, 100], first];
    expect(fills(run(bars, enter, guard).trades)).toEqual([
      ["long", 1, 100, 1, expect.closeTo(90, 9), "stop_loss"],
    ]);
    const atClose = run(bars, { 1: enterLong }, { ...guard, fill: "close" });
    expect(fills(atClose.trades)).toEqual([["long", 1, 100, 2, 100, "end"]]);
  });

  test("looking at closes only, a wick closes nothing", () => {
    const bars = [first, entry, [100, 200, 10, 100], [100, 100, 85, 85], first];
    const { trades } = run(bars, enter, { ...guard, compatibility: { intrabar: "close_only" } });
    expect(fills(trades)).toEqual([["long", 1, 100, 3, 85, "stop_loss"]]);
  });

  test("a candle that opens beyond the stop but trades at it fills there when asked", () => {
    const bars = [first, entry, [80, 95, 75, 90], first];
    const { trades } = run(bars, enter, { ...guard, compatibility: { gap: "level" } });
    expect(fills(trades)).toEqual([["long", 1, 100, 2, 90, "stop_loss"]]);
  });

  test("the strategy's own distances hold until the rules say otherwise, null takes them away", () => {
    const rows = [first, entry, [100, 125, 85, 100], first];
    const signals = Uint8Array.of(enterLong, 0, 0, 0);
    const decisions = { signals, warmUp: 0, stopLoss: 0.1, takeProfit: 0.2 };
    const reasonWith = (options: SimulationOptions): unknown =>
      simulate(candlesOf(rows), decisions, { ...FREE, ...options }).trades.at(0)?.exitReason;
    expect(reasonWith({})).toBe("stop_loss");
    expect(reasonWith({ stopLoss: 0.5 })).toBe("take_profit");
    expect(reasonWith({ stopLoss: null, takeProfit: null })).toBe("end");
  });

  test("a stop slips, a target does not", () => {
    const slip = { ...guard, slippage: 0.01 };
    const stop = run([first, entry, [100, 100, 85, 95], first], enter, slip).trades.at(0)!;
    expect(stop.entryPrice).toBeCloseTo(101, 9);
    expect(stop.exitPrice).toBeCloseTo(101 * 0.9 * 0.99, 9);
    const target = run([first, entry, [100, 130, 95, 95], first], enter, slip).trades.at(0)!;
    expect(target.exitPrice).toBeCloseTo(101 * 1.2, 9);
  });
});

describe("how much is traded and what it costs", () => {
  const rows = [still(30), still(30), still(30), still(33)];
  const first = (options: SimulationOptions): Trade | undefined =>
    run(rows, { 0: enterLong }, options).trades.at(0);

  test.each([
    ["all of the cash, fee included", { fee: 0.01 }, 1000 / (30 * 1.01)],
    ["a fraction of the cash", { positionSize: 0.25 }, 250 / 30],
    ["whole units, rounded down", { lotSize: 1 }, 33],
    ["lots of 0.1", { lotSize: 0.1, positionSize: { units: 0.3 } }, 0.3],
    ["a number of units", { positionSize: { units: 2.5 } }, 2.5],
    ["no more units than the cash affords", { positionSize: { units: 1e6 } }, 1000 / 30],
    ["an amount of cash", { positionSize: { cash: 60 } }, 2],
    ["what a stop may lose", { positionSize: { risk: 0.02 }, stopLoss: 0.1 }, 20 / 3],
    ["more than the cash with leverage", { leverage: 3 }, 100],
  ] as const)("%s", (_, options, quantity) => {
    expect(first(options)!.quantity).toBeCloseTo(quantity, 9);
  });

  test("an entry that is too small to make is not made", () => {
    expect(first({ positionSize: 0.001, minimumNotional: 5 })).toBeUndefined();
    expect(first({ lotSize: 50 })).toBeUndefined();
    expect(first({ fixedFee: 1000 })).toBeUndefined();
  });

  test("fees of both sides are in the trade, its profit and the account", () => {
    const result = run(
      rows,
      { 0: enterLong },
      { fee: 0.01, fixedFee: 2, positionSize: { units: 10 } },
    );
    const trade = result.trades.at(0)!;
    expect(trade.fees).toBeCloseTo(3 + 2 + 3.3 + 2, 9);
    expect(trade.pnl).toBeCloseTo(30 - trade.fees, 9);
    expect(trade.return).toBeCloseTo(trade.pnl / 300, 12);
    expect(result.finalCapital).toBeCloseTo(1000 + trade.pnl, 9);
    expect(result.feesPaid).toBeCloseTo(trade.fees, 12);
  });

  test("a target pays the maker's fee, a signal and a stop the taker's", () => {
    const bars = [still(100), still(100), [100, 120, 80, 100], still(100)];
    const feeOf = (options: SimulationOptions): number => {
      const rules = { fee: 0.01, makerFee: 0.001, positionSize: { units: 1 }, ...options };
      return run(bars, { 0: enterLong }, rules).trades.at(0)!.fees;
    };
    expect(feeOf({ takeProfit: 0.1 })).toBeCloseTo(1 + 0.11, 12);
    expect(feeOf({ stopLoss: 0.1 })).toBeCloseTo(1 + 0.9, 12);
    expect(feeOf({})).toBeCloseTo(2, 12);
  });

  test("a return is measured on the cash committed", () => {
    expect(first({ leverage: 2 })!.return).toBeCloseTo(0.2, 12);
  });
});

describe("the end of a run", () => {
  const rows = [still(10), [20, 30, 20, 25], [40, 60, 40, 50]];

  test.each([
    ["last_close", 50, "end"],
    ["last_open", 40, "end"],
  ] as const)("a held position is closed at the %s", (finalPosition, price, reason) => {
    const result = run(rows, { 0: enterLong }, { compatibility: { finalPosition } });
    expect(fills(result.trades)).toEqual([["long", 1, 20, 2, price, reason]]);
    expect(result).toMatchObject({ openAtEnd: true, openPosition: null, finalCapital: 50 * price });
  });

  test("or kept, marked at the last close", () => {
    const result = run(rows, { 0: enterLong }, { compatibility: { finalPosition: "keep" } });
    expect(result.trades).toHaveLength(0);
    expect(result).toMatchObject({ openAtEnd: true, finalCapital: 2500 });
    expect(result.openPosition).toEqual({
      side: "long",
      quantity: 50,
      entryIndex: 1,
      entryPrice: 20,
      fees: 0,
    });
  });

  test("an account that has lost everything is worth 0 and trades no more", () => {
    const bars = [still(10), still(10), still(30), still(5), still(5)];
    const result = run(
      bars,
      { 0: enterShort, 2: exitShort, 3: enterShort },
      { direction: "short" },
    );
    expect([...result.equity]).toEqual([1000, 1000, 0, 0, 0]);
    expect(fills(result.trades)).toEqual([["short", 1, 10, 2, 30, "liquidation"]]);
    expect(result.trades.at(0)!.pnl).toBe(-1000);
  });

  test("no candles, no equity", () => {
    const result = run([], {});
    expect(result).toMatchObject({ finalCapital: 1000, openAtEnd: false });
    expect(result.equity).toHaveLength(0);
  });
});

describe("rules that make no sense are refused by name", () => {
  const rows = [still(1)];

  test.each([
    [{ initialCapital: 0 }, /initialCapital/],
    [{ fee: 0.5 }, /fee/],
    [{ positionSize: 0 }, /positionSize/],
    [{ positionSize: { units: 1, cash: 2 } as never }, /positionSize/],
    [{ positionSize: { risk: 0.1 } }, /stopLoss/],
    [{ stopLoss: -0.1 }, /stopLoss/],
    [{ stopLoss: 5 }, /"stopLoss" must be a fraction above 0 and below 1 \(0.05 is 5 %\)/],
    [{ stopLoss: 1 }, /below 1/],
    [{ trailingStop: { distance: 2 } }, /trailingStop/],
    [
      {
        compatibility: {
          profitSteps: [
            { afterMinutes: 5, profit: 0 },
            { afterMinutes: 5, profit: 0 },
          ],
        },
      },
      /rising/,
    ],
    [{ stoploss: 0.1 } as SimulationOptions, /stopLoss/],
    [{ gap: "level" } as SimulationOptions, /no option "gap"/],
    [{ compatibility: "vectorBT" as never }, /unknown preset "vectorBT".* Did you mean "vectorbt"/],
    [{ compatibility: { preset: "zipline" as never } }, /backtestingPy, vectorbt, freqtrade/],
    [{ compatibility: { repeatEntry: "reopen" } as never }, /Did you mean "repeatedEntry"/],
    [{ compatibility: { gap: "close" as never } }, /"gap" must be one of "open", "level"/],
    [{ compatibility: 1 as never }, /compatibility/],
  ])("%j", (options, message) => {
    expect(() => run(rows, {}, options)).toThrow(message);
    expect(() => run(rows, {}, options)).toThrow(
      expect.objectContaining({ code: "OPTIONS_INVALID" }),
    );
  });

  test("a price to fill at that is none, with its candle", () => {
    const broken = [still(10), still(10), [NaN, 10, 10, 10]];
    expect(() => run(broken, {})).toThrow(/found NaN at candle 2/);
    expect(() => run(broken, {}, { stopLoss: 0.1 })).toThrow(/found NaN at candle 2/);
  });

  test("signals for another number of candles", () => {
    const decisions = { signals: new Uint8Array(2), warmUp: 0 };
    expect(() => simulate(candlesOf(rows), decisions)).toThrow(/one signal for each of 1 candles/);
  });
});
