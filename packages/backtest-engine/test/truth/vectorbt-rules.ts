/** The portfolios of the reference runs of vectorbt, played by the engine. */

import type { Candles } from "../../src/candles/candles.ts";
import type {
  OrderRequest,
  SimulationOptions,
  SimulationResult,
} from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategy/strategy.ts";
import { playAtPrices, type Account, type FilledOrders, type Play } from "./orders-at-closes.ts";

export interface ReferenceSet {
  readonly name: string;
  readonly series: string | readonly string[];
  readonly params: {
    readonly fees?: number;
    readonly fixed_fees?: number;
    readonly slippage?: number;
    readonly fill?: "open" | "close";
    readonly sl_stop?: number;
    readonly tp_stop?: number;
    readonly sl_trail?: boolean;
    readonly size?: number | "all";
    readonly size_type?: "value" | "percent" | "amount";
    readonly size_granularity?: number;
    readonly direction?: "short" | "both";
    readonly accumulate?: boolean | "addonly";
    readonly weights?: readonly number[];
    readonly every?: number;
  };
  readonly signals?: Readonly<Partial<Record<SignalKind, readonly number[] | readonly number[][]>>>;
}

type SignalKind = "entries" | "exits" | "short_entries" | "short_exits";

const BITS: Readonly<Record<SignalKind, number>> = {
  entries: Signal.enterLong,
  exits: Signal.exitLong,
  short_entries: Signal.enterShort,
  short_exits: Signal.exitShort,
};

/** The signals of one series as the engine takes them: at the close that decided. */
export function decisionsOf({ signals = {}, params }: ReferenceSet, length: number): Decisions {
  const bits = bitsOf(signals, length, params.fill === "open" ? 1 : 0);
  return { signals: bits, warmUp: 0 };
}

function bitsOf(
  signals: NonNullable<ReferenceSet["signals"]>,
  length: number,
  delay: number,
  k?: number,
): Uint8Array {
  const bits = new Uint8Array(length);
  for (const [kind, lists] of Object.entries(signals)) {
    const indices = (k === undefined ? lists : lists[k]) as readonly number[];
    for (const index of indices) bits[index - delay]! |= BITS[kind as SignalKind];
  }
  return bits;
}

/** Options with which `simulate` fills as this portfolio does. */
export function optionsOf({ params }: ReferenceSet): SimulationOptions {
  const { size, size_type, fees = 0, fixed_fees = 0, slippage = 0 } = params;
  const { sl_stop, sl_trail, tp_stop } = params;
  return {
    initialCapital: 10_000,
    direction: params.direction ?? "long",
    fill: params.fill === "open" ? "next_open" : "close",
    fee: fees,
    fixedFee: fixed_fees,
    slippage,
    positionSize: size_type === "percent" ? (size as number) : 1,
    lotSize: params.size_granularity ?? 0,
    ...(sl_trail === true
      ? { stopLoss: null, trailingStop: { distance: sl_stop! } }
      : { stopLoss: sl_stop ?? null }),
    takeProfit: tp_stop ?? null,
    compatibility: "vectorbt",
  };
}

/** The orders behind trades and the open position: an entry and an exit each; a reversal is one order. */
export function ordersOf(result: SimulationResult): number[][] {
  const fills: number[][] = [];
  const fill = (index: number, quantity: number, price: number, buys: boolean): void => {
    const last = fills.at(-1);
    const side = buys ? 0 : 1;
    if (last?.[1] === index && last[4] === side) last[2]! += quantity;
    else fills.push([0, index, quantity, price, side]);
  };
  for (const trade of result.trades) {
    fill(trade.entryIndex, trade.quantity, trade.entryPrice, trade.side === "long");
    fill(trade.exitIndex, trade.quantity, trade.exitPrice, trade.side === "short");
  }
  const open = result.openPosition;
  if (open !== null) fill(open.entryIndex, open.quantity, open.entryPrice, open.side === "long");
  return fills;
}

/**
 * True when one order per signal is enough. A portfolio that needs orders of its own is played by {@link playByOrders}.
 */
export function isPlayedBySignals({ params, signals, series }: ReferenceSet): boolean {
  const { size_type, accumulate } = params;
  const isSized = size_type === "value" || size_type === "amount" || accumulate !== undefined;
  return hasSignals(signals) && !isSized && typeof series === "string";
}

function hasSignals(signals: ReferenceSet["signals"]): boolean {
  return signals !== undefined && Object.keys(signals).length > 0;
}

/** Plays a set by orders at the closes or opens themselves. */
export function playByOrders(
  set: ReferenceSet,
  series: readonly Candles[],
  initialCapital = 10_000,
): FilledOrders {
  const { params } = set;
  const at = params.fill ?? "close";
  const { fill: _, stopLoss: __, takeProfit: ___, trailingStop: ____, ...options } = optionsOf(set);
  const play: Play =
    params.weights !== undefined
      ? { at, ordersAt: rebalance(params.weights, params.every!, series, at) }
      : !hasSignals(set.signals)
        ? { at, ordersAt: amounts }
        : bySignals(set, series);
  return playAtPrices(series, play, { ...options, initialCapital, direction: "both" });
}

const order = (units: number): OrderRequest => ({
  side: units > 0 ? "buy" : "sell",
  size: { units: Math.abs(units) },
});

/** The formula of the set: an order of -15 to 15 units on every thirteenth candle or so. */
function amounts(index: number): (readonly [number, OrderRequest])[] {
  const units = (index * 7919) % 13 === 0 ? (((index * 31) % 7) - 3) * 5 : 0;
  return units === 0 ? [] : [[0, order(units)]];
}

/** Every so many candles to the weights, by the account's value before any order; sales first. */
function rebalance(
  weights: readonly number[],
  every: number,
  series: readonly Candles[],
  at: "open" | "close",
): Play["ordersAt"] {
  return (index, { broker, held }) => {
    if (index % every !== 0) return [];
    const prices = series.map((candles) => candles[at][index]!);
    const marks = series.map(({ close }) => close[at === "open" ? Math.max(0, index - 1) : index]!);
    let value = broker.equity;
    for (const [k, price] of prices.entries()) value += held(k) * (price - marks[k]!);
    return weights
      .map((weight, k) => [k, (weight * value) / prices[k]! - held(k)] as const)
      .filter(([, units]) => Math.abs(units) >= 1e-8)
      .toSorted(([k, a], [l, b]) => a * prices[k]! - b * prices[l]!)
      .map(([k, units]) => [k, order(units)]);
  };
}

/** Entries and exits of each series, exits first, and stops that are looked at from the next candle on. */
function bySignals(set: ReferenceSet, series: readonly Candles[]): Play {
  const { params, signals = {} } = set;
  const { length, close, high, low } = series[0]!;
  const isSeveral = series.length > 1;
  const bits = series.map((_, k) => bitsOf(signals, length, 0, isSeveral ? k : undefined));
  let guarded = 0;
  let best = NaN;
  const levels = (): OrderRequest[] => {
    const { sl_stop, tp_stop, sl_trail } = params;
    const exit = { side: guarded > 0 ? "sell" : "buy", reduceOnly: true, group: "exit" } as const;
    const base = sl_trail === true ? best : entryClose;
    const stops: OrderRequest[] = [];
    if (sl_stop !== undefined) {
      stops.push({ ...exit, type: "stop", stopPrice: base * (1 - guarded * sl_stop) });
    }
    if (tp_stop !== undefined) {
      stops.push({ ...exit, type: "limit", price: entryClose * (1 + guarded * tp_stop) });
    }
    return stops;
  };
  let entryClose = NaN;
  return {
    at: "close",
    ordersAt(index, account) {
      if (guarded !== 0 && account.held(0) === 0) {
        guarded = 0; // a stop was hit: the signals of its candle are dropped
        return [];
      }
      const orders = bits.flatMap((column, k) => {
        const found = orderFor(set, column[index]!, close[index]!, account, k);
        return found === undefined ? [] : ([[k, found]] as const);
      });
      return orders.toSorted(([, a], [, b]) => Number(isExit(b)) - Number(isExit(a)));
    },
    guardsAt(index, account) {
      const side = Math.sign(account.held(0));
      if (params.sl_stop === undefined && params.tp_stop === undefined) return [];
      if (side === 0) guarded = 0;
      else if (guarded === 0) {
        guarded = side;
        entryClose = close[index]!;
        best = entryClose;
      } else best = guarded > 0 ? Math.max(best, high[index]!) : Math.min(best, low[index]!);
      return side === 0 ? [] : levels();
    },
  };
}

const isExit = ({ reduceOnly }: OrderRequest): boolean => reduceOnly === true;

function orderFor(
  { params }: ReferenceSet,
  signal: number,
  close: number,
  { held }: Account,
  k: number,
): OrderRequest | undefined {
  const { size, size_type, accumulate } = params;
  const units = held(k);
  const enters = signal & (Signal.enterLong | Signal.enterShort);
  const leaves = signal & (Signal.exitLong | Signal.exitShort);
  if (enters !== 0 && leaves !== 0) return undefined;
  if (leaves !== 0) {
    if (units === 0) return undefined;
    const part = accumulate === true ? { size: { units: (size as number) * Math.abs(units) } } : {};
    return { side: units > 0 ? "sell" : "buy", reduceOnly: true, ...part };
  }
  if (enters === 0) return undefined;
  const side = (enters & Signal.enterLong) !== 0 ? 1 : -1;
  if (units * side > 0 && accumulate === undefined) return undefined;
  const word = side > 0 ? "buy" : "sell";
  if (size_type === "value") {
    return { side: word, size: { units: Math.abs(units) + (size as number) / close } };
  }
  if (size_type === "amount") return { side: word, size: { units: size as number } };
  return { side: word, size: typeof size === "number" ? size : 1 };
}
