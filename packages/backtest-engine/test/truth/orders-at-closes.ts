/**
 * Orders that fill at a candle's own close or open, in the order in which they are given: what vectorbt does.
 *
 * The engine fills orders at the next open. So after each candle (or before it) stand candles of one price, its close
 * (or its open), one for each order that may be given at it.
 */

import type { Candles } from "../../src/candles/candles.ts";
import {
  simulateOrders,
  type Broker,
  type OrderRequest,
  type OrderSimulationOptions,
} from "../../src/simulation/index.ts";

/** [series, index, size, price, 0 to buy or 1 to sell] */
type FoundOrder = readonly [number, number, number, number, number];

export interface FilledOrders {
  readonly orders: readonly FoundOrder[];
  /** One value for each candle, at its close. */
  readonly equity: Float64Array;
  readonly feesPaid: number;
}

/** Account and orders as the decisions see them. */
export interface Account {
  readonly broker: Broker;
  /** Units held of a series, negative for a short. */
  readonly held: (series: number) => number;
}

export interface Play {
  readonly at: "open" | "close";
  /** The orders to give at candle `index`, one after the other, each with the number of its series. */
  ordersAt(index: number, account: Account): readonly (readonly [number, OrderRequest])[];
  /** Orders that wait inside the next candle for a position that is held, and no longer. */
  guardsAt?(index: number, account: Account): readonly OrderRequest[];
}

/** Plays several series of as many candles each on one account. */
export function playAtPrices(
  series: readonly Candles[],
  play: Play,
  options: OrderSimulationOptions,
): FilledOrders {
  const count = series.length;
  const steps = count + 1;
  const lead = play.at === "open" ? 1 : 0;
  const { length } = series[0]!;
  const equity = new Float64Array(length);
  const found: FoundOrder[] = [];
  const signed = new Float64Array(count);
  const entry = new Float64Array(count);
  let queue: (readonly [number, OrderRequest])[] = [];

  const look = (broker: Broker, index: number): void => {
    for (let k = 0; k < count; k++) {
      const now = broker.position(String(k));
      const units = now === null ? 0 : now.side === "long" ? now.quantity : -now.quantity;
      const change = units - signed[k]!;
      if (change === 0) continue;
      const turned = signed[k]! * units <= 0;
      const price =
        now === null || Math.abs(units) < Math.abs(signed[k]!)
          ? NaN
          : turned
            ? now.entryPrice
            : (units * now.entryPrice - signed[k]! * entry[k]!) / change;
      found.push([k, index, Math.abs(change), price, change > 0 ? 0 : 1]);
      signed[k] = units;
      entry[k] = now?.entryPrice ?? 0;
    }
  };
  const account = (broker: Broker): Account => ({ broker, held: (k) => signed[k]! });
  const give = (broker: Broker): void => {
    const next = queue.shift();
    if (next !== undefined) broker.submit({ ...next[1], symbol: String(next[0]) });
  };

  const result = simulateOrders(
    Object.fromEntries(series.map((one, k) => [String(k), expand(one, steps, play.at)])),
    {
      onCandle({ symbol, index: expanded }, broker) {
        if (symbol !== String(count - 1)) return;
        const place = expanded - lead;
        const index = Math.floor(place / steps);
        const step = place - index * steps;
        look(broker, index);
        const isCandle = step === (lead === 1 ? count : 0);
        const isLast = step === count;
        if (isCandle || expanded < lead) {
          if (lead === 1 && index >= 0) equity[index] = broker.equity;
          for (let k = 0; k < count; k++) {
            for (const { id } of broker.orders(String(k))) broker.cancel(id);
          }
          const next = index + lead;
          queue = next < length ? [...play.ordersAt(next, account(broker))] : [];
        }
        if (lead === 0 && isLast) equity[index] = broker.equity;
        give(broker);
        if (lead === 0 && isLast) {
          for (const order of play.guardsAt?.(index, account(broker)) ?? []) {
            broker.submit({ ...order, symbol: "0" });
          }
        }
      },
    },
    { ...options, compatibility: "vectorbt" },
  );
  return {
    orders: withExits(found, result.trades, steps, lead),
    equity,
    feesPaid: result.feesPaid,
  };
}

/** Exits take their price from the trades that they closed. */
function withExits(
  found: readonly FoundOrder[],
  trades: Iterable<{ symbol?: string; exitIndex: number; exitPrice: number }>,
  steps: number,
  lead: number,
): FoundOrder[] {
  const prices = new Map<string, number>();
  for (const { symbol = "0", exitIndex, exitPrice } of trades) {
    prices.set(`${symbol} ${Math.floor((exitIndex - lead) / steps)}`, exitPrice);
  }
  return found.map(([k, index, size, price, side]) => [
    k,
    index,
    size,
    Number.isNaN(price) ? prices.get(`${k} ${index}`)! : price,
    side,
  ]);
}

function expand(candles: Candles, steps: number, at: "open" | "close"): Candles {
  const { length } = candles;
  const lead = at === "open" ? 1 : 0;
  const place = at === "open" ? steps - 1 : 0;
  const column = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: lead + steps * length }, (_, expanded) => {
      const index = Math.max(0, Math.floor((expanded - lead) / steps));
      const isCandle = expanded >= lead && (expanded - lead) % steps === place;
      return (isCandle ? values : candles[at])[index]!;
    });
  const open = column(candles.open);
  return {
    length: open.length,
    time: Float64Array.from(open, (_, expanded) => expanded * 60_000),
    open,
    high: column(candles.high),
    low: column(candles.low),
    close: column(candles.close),
    volume: open.map(() => 1),
  };
}
