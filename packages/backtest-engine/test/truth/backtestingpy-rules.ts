/** The strategies of the reference runs of backtesting.py, played by the engine. */

import { crossings, sma, trueRange } from "@bourse/indicators";

import type { Candles } from "../../src/candles/candles.ts";
import {
  simulate,
  simulateOrders,
  type Broker,
  type ClosedCandle,
  type OrderRequest,
  type SimulationOptions,
  type SimulationResult,
  type Trader,
} from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategy/strategy.ts";

export interface ReferenceSet {
  readonly name: string;
  readonly series: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, number>>;
  readonly options: {
    readonly cash: number;
    readonly commission?: number | readonly [fixed: number, rate: number];
    readonly spread?: number;
    readonly margin?: number;
    readonly finalize_trades?: boolean;
    readonly trade_on_close?: boolean;
  };
  /** Units are counted in this part of a whole one. */
  readonly unit?: number;
  /** Indices of closes at which the averages crossed, negative for down. */
  readonly signals?: readonly number[];
}

/** 1 where the fast average crossed above the slow one, -1 below. */
export function crossingsOf(
  { close }: Candles,
  { fast, slow }: ReferenceSet["params"],
): ArrayLike<number> {
  return crossings(sma(close, fast!), sma(close, slow!));
}

/** The options that make the engine a broker of whole units as backtesting.py is. */
export function optionsOf({ options, unit = 1 }: ReferenceSet): SimulationOptions {
  const { cash, commission = 0, spread = 0, margin = 1 } = options;
  const [fixedFee, fee] = typeof commission === "number" ? [0, commission] : commission;
  return {
    direction: "both",
    lotSize: unit,
    initialCapital: cash,
    fee,
    fixedFee,
    slippage: spread,
    exitSlippage: 0,
    leverage: 1 / margin,
    fill: options.trade_on_close === true ? "close" : "next_open",
    compatibility:
      options.finalize_trades === true
        ? { preset: "backtestingPy", finalPosition: "last_open" }
        : "backtestingPy",
  };
}

/** Plays a set; signals where crossings alone decide, orders elsewhere. */
export function playSet(set: ReferenceSet, candles: Candles): SimulationResult {
  const decisions = decisionsOf(set, candles);
  if (decisions !== undefined) return simulate(candles, decisions, optionsOf(set));
  if (set.strategy === "Hedge") return playHedge(set, candles);
  const { fill: _, ...rules } = optionsOf(set);
  return simulateOrders({ X: candles }, traderOf(set, candles), rules);
}

/** The signals of a set that crossings alone decide; undefined for others. */
export function decisionsOf(set: ReferenceSet, candles: Candles): Decisions | undefined {
  const bySignals = SIGNALS[set.strategy];
  if (bySignals === undefined || isSizedByHand(set)) return undefined;
  const crossed = crossingsOf(candles, set.params);
  const signals = Uint8Array.from(crossed, (side) => bySignals[side + 1]!);
  const warmUp = set.params["slow"]!;
  return { signals, warmUp };
}

/** The trader of a set that sends orders on one market. */
export function traderOf(set: ReferenceSet, candles: Candles): Trader {
  return { onCandle: STRATEGIES[set.strategy]!(set, candles) };
}

/**
 * One rule of its size "all" differs from the engine's: a fixed commission counts once a unit. There the order names
 * the units.
 */
function isSizedByHand({ options: { commission = 0 } }: ReferenceSet): boolean {
  return typeof commission !== "number";
}

/** Signals for a crossing down, none, and up. */
const SIGNALS: Readonly<Record<string, readonly [number, number, number]>> = {
  Both: [Signal.enterShort, Signal.none, Signal.enterLong],
  LongOnly: [Signal.exitLong, Signal.none, Signal.enterLong],
  ShortOnly: [Signal.enterShort, Signal.none, Signal.exitShort],
};

type Decide = (candle: ClosedCandle, broker: Broker) => void;

const STRATEGIES: Readonly<Record<string, (set: ReferenceSet, candles: Candles) => Decide>> = {
  Both: unitsByHand,
  Bracket: (set, candles) =>
    bracket(set, candles, (close, side) => {
      const { sl, tp } = set.params;
      return { stop: close * (1 - side * sl!), target: tp! > 0 ? close * (1 + side * tp!) : null };
    }),
  TickBracket: (set, candles) =>
    bracket(set, candles, (close, side) => {
      const { sl, tp } = set.params;
      return { stop: toCent(close - side * sl!), target: toCent(close + side * tp!) };
    }),
  Trail: (set, candles) =>
    trail(set, candles, (close, side) => close * (1 - side * set.params["pct"]!)),
  AtrTrail: (set, candles) => {
    const { n_atr, periods } = set.params;
    const range = meanRange(candles, periods!);
    return trail(set, candles, (close, side, index) => close - side * n_atr! * range[index]!);
  },
  LimitIn: (set) =>
    enterNow(set, (close, side) => limit(side, close * (1 - side * set.params["off"]!))),
  TickLimit: (set) =>
    enterNow(set, (close, side) => limit(side, toCent(close - side * set.params["off"]!))),
  StopIn: (set) =>
    enterNow(set, (close, side) => {
      const { off, lim } = set.params;
      const order = stop(side, close * (1 + side * off!));
      if (lim === 0) return order;
      return { ...order, type: "stop_limit", price: order.stopPrice! * (1 - side * lim!) };
    }),
  TickStop: (set) =>
    enterNow(set, (close, side) => stop(side, toCent(close + side * set.params["off"]!))),
  Share: (set, candles) =>
    onCrossing(set, candles, (side, broker) => {
      broker.submit({ side: wordOf(side), size: set.params["share"]! });
    }),
  Units: (set, candles) =>
    onCrossing(set, candles, (side, broker) => {
      broker.submit({ side: wordOf(side), size: { units: set.params["units"]! } });
    }),
  Periodic:
    ({ params: { p, q, units } }) =>
    ({ index }, broker) => {
      const side = index === 0 ? 0 : index % p! === 0 ? 1 : index % q! === 0 ? -1 : 0;
      if (side !== 0) broker.submit({ side: wordOf(side), size: { units: units! } });
    },
  HoldAll:
    ({ params: { at } }) =>
    ({ index }, broker) => {
      if (index === at) broker.submit({ side: "buy" });
    },
  Halves: halves,
};

const wordOf = (side: number): "buy" | "sell" => (side > 0 ? "buy" : "sell");
const opposite = (side: number): "buy" | "sell" => wordOf(-side);
const toCent = (price: number): number => Math.floor(price * 100 + 0.5) / 100;
const limit = (side: number, price: number): OrderRequest => ({
  side: wordOf(side),
  type: "limit",
  price,
});
const stop = (side: number, stopPrice: number): OrderRequest => ({
  side: wordOf(side),
  type: "stop",
  stopPrice,
});

function cancelAll(broker: Broker): void {
  for (const { id } of broker.orders()) broker.cancel(id);
}

function onCrossing(
  { params }: ReferenceSet,
  candles: Candles,
  act: (side: number, broker: Broker, candle: ClosedCandle) => void,
): Decide {
  const crossed = crossingsOf(candles, params);
  return (candle, broker) => {
    const side = crossed[candle.index]!;
    if (side !== 0) act(side, broker, candle);
  };
}

/** Turns around at each crossing; stop and target are prices measured from the close that decided. */
function bracket(
  set: ReferenceSet,
  candles: Candles,
  levels: (close: number, side: number) => { stop: number; target: number | null },
): Decide {
  return onCrossing(set, candles, (side, broker, { close }) => {
    cancelAll(broker);
    const { stop: stopPrice, target } = levels(close, side);
    const exit = { reduceOnly: true, group: "bracket" } as const;
    broker.submit({ side: wordOf(side) });
    broker.submit({ ...stop(-side, stopPrice), ...exit });
    if (target !== null) broker.submit({ ...limit(-side, target), ...exit });
  });
}

/** Enters at a crossing while flat; the stop moves with each close and is the only exit. */
function trail(
  { params }: ReferenceSet,
  candles: Candles,
  levelAt: (close: number, side: number, index: number) => number,
): Decide {
  const crossed = crossingsOf(candles, params);
  let best = -Infinity;
  return ({ index, close }, broker) => {
    const held = broker.position();
    if (held === null) {
      cancelAll(broker);
      best = -Infinity;
      const side = crossed[index]!;
      if (side !== 0) broker.submit({ side: wordOf(side) });
      return;
    }
    const side = held.side === "long" ? 1 : -1;
    const level = side * levelAt(close, side, index);
    if (level <= best) return;
    best = level;
    cancelAll(broker);
    broker.submit({ ...stop(-side, side * level), reduceOnly: true });
  };
}

/** The plain mean of true ranges; candles before the first whole window take its value. */
function meanRange(candles: Candles, period: number): Float64Array {
  const range = trueRange(candles);
  range[0] = candles.high[0]! - candles.low[0]!;
  const mean = sma(range, period);
  return mean.fill(mean[period - 1]!, 0, period - 1);
}

/** Every so many candles while flat an order waits to enter, buying and selling in turn; out after `hold` candles. */
function enterNow(
  { params }: ReferenceSet,
  orderAt: (close: number, side: number) => OrderRequest,
): Decide {
  const { every, hold } = params;
  return ({ index, close }, broker) => {
    const held = broker.position();
    if (held === null) {
      if (index === 0 || index % every! !== 0) return;
      cancelAll(broker);
      broker.submit(orderAt(close, (index / every!) % 2 === 0 ? 1 : -1));
    } else if (index - held.entryIndex >= hold!) {
      broker.submit({ side: held.side === "long" ? "sell" : "buy", reduceOnly: true });
    }
  };
}

/** Nearly all in at a crossing up; half of it out after `first` candles, the rest at a crossing down. */
function halves({ params }: ReferenceSet, candles: Candles): Decide {
  const crossed = crossingsOf(candles, params);
  return ({ index }, broker) => {
    const held = broker.position();
    if (held === null) {
      if (crossed[index]! > 0) broker.submit({ side: "buy", size: 0.95 });
      return;
    }
    if (crossed[index]! < 0) broker.submit({ side: "sell", reduceOnly: true });
    else if (index - held.entryIndex === params["first"]) {
      broker.submit({
        side: "sell",
        reduceOnly: true,
        size: { units: halfToEven(held.quantity) },
      });
    }
  };
}

function halfToEven(quantity: number): number {
  const half = quantity / 2;
  const down = Math.floor(half);
  return half - down > 0.5 || (half - down === 0.5 && down % 2 === 1) ? down + 1 : down;
}

/** Turns around at each crossing with the units that the reference's own rule of size gives at the next open. */
function unitsByHand(set: ReferenceSet, candles: Candles): Decide {
  const { commission = 0 } = set.options;
  const [fixed, rate] = typeof commission === "number" ? [0, commission] : commission;
  return onCrossing(set, candles, (side, broker, { index }) => {
    const price = candles.open[index + 1]!;
    const held = broker.position();
    let cash = broker.equity;
    if (held !== null) {
      const sign = held.side === "long" ? 1 : -1;
      cash += sign * held.quantity * (price - candles.close[index]!);
      cash -= fixed + held.quantity * price * rate;
      broker.submit({ side: opposite(sign), reduceOnly: true });
    }
    const all = 1 - Number.EPSILON;
    const units = Math.floor(cash / (price * (1 + rate) + fixed / all));
    broker.submit({ side: wordOf(side), size: { units } });
  });
}

/** Both sides at once, which the engine holds as two markets with the same candles on one account. */
function playHedge(set: ReferenceSet, candles: Candles): SimulationResult {
  const { p, q, units, hold } = set.params;
  const { fill: _, ...rules } = optionsOf(set);
  const entered: Record<string, number[]> = { long: [], short: [] };
  return simulateOrders(
    { long: candles, short: candles },
    {
      onCandle({ symbol, index }, broker) {
        const [side, every] = symbol === "long" ? ([1, p!] as const) : ([-1, q!] as const);
        const entries = entered[symbol]!;
        for (const entry of entries.filter((one) => index - one === hold!)) {
          entries.splice(entries.indexOf(entry), 1);
          broker.submit({
            symbol,
            side: opposite(side),
            size: { units: units! },
            reduceOnly: true,
          });
        }
        if (index === 0 || index % every !== 0) return;
        entries.push(index + 1);
        broker.submit({ symbol, side: wordOf(side), size: { units: units! } });
      },
    },
    rules,
  );
}
