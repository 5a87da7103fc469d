import {
  StreamingBollinger,
  StreamingEma,
  StreamingRsi,
  StreamingSlidingMean,
} from "@bourse/indicators";
import { assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import {
  simulate,
  simulateOrders,
  type Broker,
  type ClosedCandle,
  type CompatibilityOptions,
  type OrderSimulationOptions,
  type Trader,
} from "../../src/simulation/index.ts";
import {
  bollingerBands,
  maCrossover,
  rsiStrategy,
  runStrategy,
} from "../../src/strategies/index.ts";
import { wander } from "../sweep/wander.ts";

/** Long or out, as the built-in strategies decide it, from indicators fed candle by candle. */
abstract class LongTrader implements Trader {
  onCandle(candle: ClosedCandle, broker: Broker): void {
    const held = broker.position() !== null;
    const wish = this.wish(candle.close);
    if (wish > 0 && !held) broker.submit({ side: "buy" });
    if (wish < 0 && held) broker.submit({ side: "sell", reduceOnly: true });
  }

  /** 1 to be in, -1 to be out, 0 for neither. */
  protected abstract wish(close: number): number;
}

class Crossover extends LongTrader {
  readonly #fast;
  readonly #slow;
  #before = 0;

  constructor(kind: "sma" | "ema", fast: number, slow: number) {
    super();
    const Average = kind === "sma" ? StreamingSlidingMean : StreamingEma;
    this.#fast = new Average(fast);
    this.#slow = new Average(slow);
  }

  protected wish(close: number): number {
    const fast = this.#fast.next(close);
    const slow = this.#slow.next(close);
    const side = Number(fast > slow) - Number(fast < slow);
    const crossed = side === -this.#before ? side : 0;
    this.#before = side;
    return crossed;
  }
}

class Rsi extends LongTrader {
  readonly #rsi;
  #before = NaN;

  constructor(period: number) {
    super();
    this.#rsi = new StreamingRsi(period);
  }

  protected wish(close: number): number {
    const before = this.#before;
    const now = (this.#before = this.#rsi.next(close));
    if (now >= 60) return -1;
    return before < 40 && now >= 40 ? 1 : 0;
  }
}

class Reversion extends LongTrader {
  readonly #bands;
  #closeBefore = NaN;
  #lowerBefore = NaN;

  constructor(period: number) {
    super();
    this.#bands = new StreamingBollinger(period, 1.5);
  }

  protected wish(close: number): number {
    const [closeBefore, lowerBefore] = [this.#closeBefore, this.#lowerBefore];
    this.#bands.next(close);
    const { middle, lower } = this.#bands;
    this.#closeBefore = close;
    this.#lowerBefore = lower;
    if (close >= middle) return -1;
    return closeBefore < lowerBefore && close > lower ? 1 : 0;
  }
}

const rules = record<OrderSimulationOptions>({
  fee: constantFrom(0, 0.001),
  slippage: constantFrom<OrderSimulationOptions["slippage"] & {}>(0, 0.0005, { halfSpread: 2 }),
  stopLoss: constantFrom(null, 0.004),
  takeProfit: constantFrom(null, 0.006),
  positionSize: constantFrom<OrderSimulationOptions["positionSize"] & {}>(1, 0.3, { units: 0.1 }),
  compatibility: record<CompatibilityOptions>({
    intrabar: constantFrom("stop_first", "target_first", "ohlc_path"),
    finalPosition: constantFrom("last_close", "keep"),
  }),
});

describe("a class on streaming indicators trades as the built-in strategy does, bit for bit", () => {
  const cases: readonly [
    string,
    (candles: Candles) => ReturnType<typeof runStrategy>,
    () => Trader,
  ][] = [
    [
      "ma_crossover, sma",
      (candles) =>
        runStrategy(maCrossover, { fast_period: 4, slow_period: 11, ma_type: "sma" }, candles),
      () => new Crossover("sma", 4, 11),
    ],
    [
      "ma_crossover, ema",
      (candles) =>
        runStrategy(maCrossover, { fast_period: 4, slow_period: 11, ma_type: "ema" }, candles),
      () => new Crossover("ema", 4, 11),
    ],
    [
      "rsi",
      (candles) => runStrategy(rsiStrategy, { period: 6, oversold: 40, overbought: 60 }, candles),
      () => new Rsi(6),
    ],
    [
      "bollinger_bands",
      (candles) =>
        runStrategy(bollingerBands, { period: 9, std_dev: 1.5, mode: "reversion" }, candles),
      () => new Reversion(9),
    ],
  ];
  test.each(cases)("%s", (_, decide, trader) => {
    let traded = 0;
    assert(
      property(
        integer({ min: 1, max: 10_000 }),
        integer({ min: 1, max: 400 }),
        rules,
        (seed, length, rule) => {
          const candles = wander(length, seed);
          const bySignals = simulate(candles, decide(candles), rule);
          const byClass = simulateOrders({ X: candles }, trader(), rule);
          expect(byClass.equity).toEqual(bySignals.equity);
          expect(byClass.trades.toArray()).toEqual(bySignals.trades.toArray());
          traded += byClass.trades.length;
        },
      ),
      { numRuns: 150 },
    );
    expect(traded).toBeGreaterThan(0);
  });
});

test("the order in which symbols are named changes nothing", () => {
  const markets = { A: wander(200, 1), B: wander(150, 2), C: wander(200, 3) };
  const play = (names: readonly (keyof typeof markets)[]) => {
    const named = Object.fromEntries(names.map((name) => [name, markets[name]]));
    const traders = new Map(names.map((name) => [name as string, new Crossover("ema", 3, 8)]));
    const trader: Trader = {
      onCandle(candle, broker) {
        const { symbol } = candle;
        const only = {
          ...view(broker),
          submit: (order: object) => broker.submit({ ...order, symbol } as never),
          position: () => broker.position(symbol),
        };
        traders.get(symbol)!.onCandle(candle, only as Broker);
      },
    };
    return simulateOrders(named, trader, { positionSize: 0.4 });
  };
  const expected = play(["A", "B", "C"]);
  for (const names of [
    ["C", "B", "A"],
    ["B", "C", "A"],
  ] as const) {
    const result = play(names);
    expect(result.equity).toEqual(expected.equity);
    expect(result.trades.toArray()).toEqual(expected.trades.toArray());
  }
  expect(expected.trades.length).toBeGreaterThan(0);
});

function view(broker: Broker): Pick<Broker, "cash" | "equity"> {
  return { cash: broker.cash, equity: broker.equity };
}
