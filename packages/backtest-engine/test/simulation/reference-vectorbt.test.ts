import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import { crossings, sma } from "../../src/indicators/index.ts";
import {
  simulate,
  type SimulationOptions,
  type SimulationResult,
} from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategies/strategy.ts";
import {
  candlesOf,
  hasReferenceData,
  readCandles,
  readExpected,
} from "../indicators/reference-data.ts";

/** [bar, size, price, fees, 0 to buy or 1 to sell] */
type Order = readonly [number, number, number, number, number];

/** The orders behind the trades: an entry and an exit each; a reversal is one order. */
function ordersOf(result: SimulationResult, feesOf: (quantity: number, price: number) => number) {
  const fills: number[][] = [];
  const fill = (bar: number, quantity: number, price: number, buys: boolean): void => {
    const last = fills.at(-1);
    if (last?.[0] === bar && last[4] === (buys ? 0 : 1)) {
      last[1]! += quantity;
      last[3] = feesOf(last[1]!, price);
    } else {
      fills.push([bar, quantity, price, feesOf(quantity, price), buys ? 0 : 1]);
    }
  };
  for (const trade of result.trades) {
    fill(trade.entryIndex, trade.quantity, trade.entryPrice, trade.side === "long");
    fill(trade.exitIndex, trade.quantity, trade.exitPrice, trade.side === "short");
  }
  const open = result.openPosition;
  if (open !== null) fill(open.entryIndex, open.quantity, open.entryPrice, open.side === "long");
  return fills;
}

const near = (orders: readonly Order[]) =>
  orders.map((order) => order.map((value) => expect.closeTo(value, 9) as number));

interface Run {
  readonly orders: readonly {
    readonly bar: number;
    readonly size: number;
    readonly price: number;
    readonly fees: number;
    readonly side: "buy" | "sell";
  }[];
  readonly final_value: number;
  readonly value_every_100: readonly number[];
  readonly stats: Readonly<Record<string, number>>;
}

function crossed(candles: Candles, fast: number, slow: number): Decisions {
  const lines = crossings(sma(candles.close, fast), sma(candles.close, slow));
  const signals = Uint8Array.from(lines, (side) =>
    side > 0 ? Signal.enterLong : side < 0 ? Signal.exitLong : Signal.none,
  );
  return { signals, warmUp: slow };
}

describe.skipIf(!hasReferenceData)("vectorbt agrees order by order", () => {
  test.each([
    ["vbt_goog_sma10_50_close_f0.001.json", "btpy-GOOG-1d.csv", "close"],
    [
      "vbt_btcusdt1h_sma10_50_nextopen_f0.001.json",
      "binance-spot-BTCUSDT-1h-2020-11_2021-05.csv",
      "next_open",
    ],
  ] as const)("%s", (file, candleFile, fill) => {
    const reference = readExpected<Run>(file);
    const candles = readCandles(candleFile);
    const options = { fill, fee: 0.001, finalPosition: "keep" } as const;
    const result = simulate(candles, crossed(candles, 10, 50), options);
    expect(ordersOf(result, (quantity, price) => quantity * price * 0.001)).toEqual(
      near(
        reference.orders.map(({ bar, size, price, fees, side }) => [
          bar,
          size,
          price,
          fees,
          side === "buy" ? 0 : 1,
        ]),
      ),
    );
    const samples = reference.value_every_100.map((_, k) => result.equity[k * 100]!);
    const worst = samples.map((value, k) => Math.abs(value / reference.value_every_100[k]! - 1));
    expect(Math.max(...worst)).toBeLessThan(1e-11);
    expect(result.finalCapital).toBeCloseTo(reference.final_value, 7);
    expect(result.feesPaid).toBeCloseTo(reference.stats["Total Fees Paid"]!, 7);
  });
});

interface Vectors {
  readonly vectorbt: {
    readonly price: readonly number[];
    readonly entries: readonly number[];
    readonly exits: readonly number[];
    readonly cases: readonly {
      readonly direction: "longonly" | "shortonly" | "both";
      readonly size: number;
      readonly fees?: number;
      readonly fixed_fees?: number;
      readonly slippage?: number;
      readonly orders: readonly Order[];
    }[];
    readonly stops: readonly {
      readonly close: readonly number[];
      readonly ohlc?: boolean;
      readonly ohlc2?: boolean;
      readonly direction: "longonly" | "shortonly";
      readonly sl?: number;
      readonly tp?: number;
      readonly orders: readonly Order[];
    }[];
  };
}

const vectors = hasReferenceData
  ? readExpected<Vectors>("metrics_vectors.json").vectorbt
  : { price: [], entries: [], exits: [], cases: [], stops: [] };

const DIRECTION = { longonly: "long", shortonly: "short", both: "both" } as const;

describe.skipIf(!hasReferenceData)("vectorbt's published order records", () => {
  test.each(vectors.cases.map((given) => ({ given, name: JSON.stringify(given) })))(
    "$name",
    ({ given }) => {
      const { direction, size, fees = 0, fixed_fees: fixedFee = 0, slippage = 0 } = given;
      const entry = direction === "shortonly" ? Signal.enterShort : Signal.enterLong;
      const exit = {
        longonly: Signal.exitLong,
        shortonly: Signal.exitShort,
        both: Signal.enterShort,
      }[direction];
      const signals = Uint8Array.from(
        vectors.entries,
        (enters, i) => (enters ? entry : 0) | (vectors.exits[i] ? exit : 0),
      );
      const candles = candlesOf(vectors.price.map((price) => [price, price, price, price]));
      const options: SimulationOptions = {
        initialCapital: 100,
        fill: "close",
        direction: DIRECTION[direction],
        positionSize: { units: size },
        fee: fees,
        fixedFee,
        slippage,
        finalPosition: "keep",
      };
      const result = simulate(candles, { signals, warmUp: 0 }, options);
      const feesOf = (quantity: number, price: number): number =>
        quantity * price * fees + fixedFee;
      expect(ordersOf(result, feesOf)).toEqual(near(given.orders));
      const paid = given.orders.reduce((sum, order) => sum + order[3], 0);
      expect(result.feesPaid).toBeCloseTo(paid, 12);
    },
  );

  test.each(vectors.stops.map((given) => ({ given, name: JSON.stringify(given) })))(
    "stops: $name",
    ({ given }) => {
      const { direction, sl, tp } = given;
      const wick = given.ohlc === true || given.ohlc2 === true ? 0.5 : 0;
      const lead = given.ohlc === true ? 0.25 : given.ohlc2 === true ? -0.25 : 0;
      const candles = candlesOf(given.close.map((c) => [c + lead, c + wick, c - wick, c]));
      const signals = new Uint8Array(candles.length);
      signals[0] = direction === "longonly" ? Signal.enterLong : Signal.enterShort;
      const options: SimulationOptions = {
        initialCapital: 100,
        fee: 0,
        fill: "close",
        direction: DIRECTION[direction],
        stopLoss: sl ?? null,
        takeProfit: tp ?? null,
        finalPosition: "keep",
      };
      const result = simulate(candles, { signals, warmUp: 0 }, options);
      expect(ordersOf(result, () => 0)).toEqual(near(given.orders));
    },
  );
});
