/**
 * An account kept by hand, in whole numbers of 2^-40: cash moves by price × quantity with its sign, whatever the price.
 * Prices, quantities and rates are fractions of powers of two, so that the engine has no rounding either.
 */

import * as fc from "fast-check";

import type { Candles } from "../../src/data/index.ts";
import type { OrderRequest, Trader } from "../../src/simulation/index.ts";
import { fromBars, START, type Bar } from "../candles/make-candles.ts";

const BITS = 40n;

const exact = (value: number): bigint => BigInt(value * 2 ** 40);
const number = (value: bigint): number => Number(value) / 2 ** 40;
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

function times(one: bigint, other: bigint): bigint {
  const product = one * other;
  if (product % (1n << BITS) !== 0n) throw new Error("rounded");
  return product >> BITS;
}

export interface Costs {
  readonly capital: number;
  readonly fee: number;
  readonly makerFee: number;
  readonly fixedFee: number;
  /** A fraction of the price's amount, or half a spread. */
  readonly slippage: number | { readonly halfSpread: number };
}

/** Orders that are asked for at a close: an entry while nothing is held, exits while something is. */
export interface Step {
  readonly side: "buy" | "sell";
  readonly type: "market" | "limit" | "stop";
  readonly units: number;
  /** Distance of the price of an order from the close. */
  readonly away: number;
  readonly validCandles: number;
  readonly stopAway: number;
  readonly targetAway: number;
  readonly leaves: boolean;
}

interface HandTrade {
  readonly side: "long" | "short";
  readonly quantity: number;
  readonly entryIndex: number;
  readonly entryPrice: number;
  readonly exitIndex: number;
  readonly exitPrice: number;
  readonly pnl: number;
  readonly fees: number;
}

export interface HandRun {
  readonly trades: readonly HandTrade[];
  readonly equity: readonly number[];
  readonly feesPaid: number;
}

/** Orders of a step at this close. */
function ordersOf(step: Step, close: number, held: "long" | "short" | undefined): OrderRequest[] {
  if (held === undefined) {
    const { side, type, units, validCandles, away } = step;
    const entry = { side, size: { units } };
    if (type === "market") return [entry];
    const price = type === "limit" ? { price: close + away } : { stopPrice: close + away };
    return [{ ...entry, type, validCandles, ...price }];
  }
  const side = held === "long" ? "sell" : "buy";
  if (step.leaves) return [{ side, reduceOnly: true }];
  const sign = held === "long" ? 1 : -1;
  const both = { side, reduceOnly: true, group: "exit" } as const;
  return [
    { ...both, type: "stop", stopPrice: close - sign * step.stopAway },
    { ...both, type: "limit", price: close + sign * step.targetAway },
  ];
}

/** The trader of the steps: whatever waits for an exit stays, until it leaves at market. */
export function traderOf(steps: readonly Step[]): Trader {
  return {
    onCandle({ index, close }, broker) {
      const step = steps[index]!;
      const held = broker.position()?.side;
      const waiting = broker.orders();
      if (waiting.length > 0 && !(held !== undefined && step.leaves)) return;
      for (const { id } of waiting) broker.cancel(id);
      for (const order of ordersOf(step, close, held)) broker.submit(order);
    },
  };
}

interface Waiting {
  readonly order: OrderRequest;
  left: number;
}

/** The same steps by hand. */
export function playByHand(candles: Candles, steps: readonly Step[], costs: Costs): HandRun {
  const [fee, makerFee, fixed] = [costs.fee, costs.makerFee, costs.fixedFee].map(exact) as [
    bigint,
    bigint,
    bigint,
  ];
  let cash = exact(costs.capital);
  let paid = 0n;
  let held = 0n;
  let entry = { index: 0, price: 0n, fee: 0n };
  let waiting: Waiting[] = [];
  const trades: HandTrade[] = [];
  const equity: number[] = [];
  const slipped = (price: bigint, sign: bigint): bigint =>
    typeof costs.slippage === "number"
      ? price + sign * times(absolute(price), exact(costs.slippage))
      : price + sign * exact(costs.slippage.halfSpread);
  const fill = ({ order }: Waiting, at: number, index: number): void => {
    const sign = order.side === "buy" ? 1n : -1n;
    const isLimit = order.type === "limit";
    const price = isLimit ? exact(at) : slipped(exact(at), sign);
    const units = (order.size as { units: number } | undefined)?.units;
    const quantity = order.reduceOnly === true ? absolute(held) : exact(units!);
    const cost = times(times(quantity, absolute(price)), isLimit ? makerFee : fee) + fixed;
    cash -= sign * times(quantity, price) + cost;
    paid += cost;
    if (order.reduceOnly === true) {
      const side = held > 0n ? 1n : -1n;
      trades.push({
        side: held > 0n ? "long" : "short",
        quantity: number(quantity),
        entryIndex: entry.index,
        entryPrice: number(entry.price),
        exitIndex: index,
        exitPrice: number(price),
        pnl: number(side * times(quantity, price - entry.price) - entry.fee - cost),
        fees: number(entry.fee + cost),
      });
      held = 0n;
    } else {
      held = sign * quantity;
      entry = { index, price, fee: cost };
    }
    waiting = [];
  };
  for (let i = 0; i < candles.length; i++) {
    const [open, high, low, close] = [
      candles.open[i]!,
      candles.high[i]!,
      candles.low[i]!,
      candles.close[i]!,
    ];
    const found = firstFill(waiting, open, high, low);
    if (found !== undefined) fill(found.of, found.price, i);
    for (const one of waiting) one.left--;
    waiting = waiting.filter(({ left }) => left > 0);
    equity.push(number(cash + times(held, exact(close))));
    const side = held === 0n ? undefined : held > 0n ? "long" : "short";
    if (waiting.length > 0 && !(side !== undefined && steps[i]!.leaves)) continue;
    waiting = ordersOf(steps[i]!, close, side).map((order) => ({
      order,
      left: order.validCandles ?? Infinity,
    }));
  }
  if (held !== 0n) {
    const order = { side: held > 0n ? "sell" : "buy", reduceOnly: true } as const;
    fill({ order, left: 1 }, candles.close.at(-1)!, candles.length - 1);
    equity[equity.length - 1] = number(cash);
  }
  return { trades, equity, feesPaid: number(paid) };
}

/** The order that fills first on a candle: at the open in their order, then stops before limits. */
function firstFill(
  waiting: readonly Waiting[],
  open: number,
  high: number,
  low: number,
): { readonly of: Waiting; readonly price: number } | undefined {
  for (const one of waiting) {
    const { type = "market", side, price = NaN, stopPrice = NaN } = one.order;
    const isBuy = side === "buy";
    if (type === "market") return { of: one, price: open };
    if (type === "limit" && (isBuy ? open <= price : open >= price))
      return { of: one, price: open };
    if (type === "stop" && (isBuy ? open >= stopPrice : open <= stopPrice)) {
      return { of: one, price: open };
    }
  }
  for (const wanted of ["stop", "limit"] as const) {
    for (const one of waiting.filter(({ order }) => order.type === wanted)) {
      const at = one.order.price ?? one.order.stopPrice!;
      if (low <= at && at <= high) return { of: one, price: at };
    }
  }
  return undefined;
}

const eighths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 8 * min, max: 8 * max }).map((value) => value / 8);

/** Candles of eighths that wander over 0. */
export function candlesOver0(length: number): fc.Arbitrary<Candles> {
  const move = fc.tuple(eighths(-1, 1), eighths(-3, 3), eighths(0, 2), eighths(0, 2));
  return fc
    .tuple(eighths(-6, 12), fc.array(move, { minLength: length, maxLength: length }))
    .map(([start, moves]) => {
      let last = start;
      return fromBars(
        moves.map(([gap, change, above, below], i): Bar => {
          const open = last + gap;
          const drift = open > 8 ? -0.5 : open < -8 ? 0.5 : 0;
          last = open + change + drift;
          const [high, low] = [Math.max(open, last) + above, Math.min(open, last) - below];
          return [START + i * 3_600_000, open, high, low, last, 100];
        }),
      );
    });
}

export const anyStep: fc.Arbitrary<Step> = fc.record({
  side: fc.constantFrom("buy" as const, "sell" as const),
  type: fc.constantFrom("market" as const, "limit" as const, "stop" as const),
  units: fc.integer({ min: 1, max: 40 }).map((value) => value / 2),
  away: eighths(-3, 3),
  validCandles: fc.integer({ min: 1, max: 4 }),
  stopAway: eighths(1, 4),
  targetAway: eighths(1, 4),
  leaves: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
});

export const anyCosts: fc.Arbitrary<Costs> = fc.record({
  capital: fc.constant(1_048_576),
  fee: fc.constantFrom(0, 1 / 1024),
  makerFee: fc.constantFrom(0, 1 / 2048, -1 / 4096),
  fixedFee: fc.constantFrom(0, 0.5),
  slippage: fc.constantFrom(0, 1 / 256, { halfSpread: 1 / 16 }),
});
