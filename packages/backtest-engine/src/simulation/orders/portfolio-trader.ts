/** Signals on several markets as the orders of one trader, sized by weights of the account's value. */

import type { Candles } from "../../candles/candles.ts";
import { datedTimes } from "../../candles/dated-times.ts";
import type { Decisions, Rebalance } from "../../strategy/strategy.ts";
import type { SimulationRules } from "../options.ts";
import { roundToLot } from "../position-size.ts";
import { Action, signalActions } from "../signal-actions.ts";
import { taggedAt, termsAt, type SignalColumns } from "../signal-terms.ts";
import type { Broker, Trader } from "./broker.ts";
import type { OrderRequest } from "./order.ts";

/** One market of a portfolio. */
export interface WeightedMarket {
  readonly candles: Candles;
  readonly decisions: Decisions;
  /** Own stops and targets of single signals; undefined without one. */
  readonly columns: SignalColumns | undefined;
  /** Stop and target of all signals, where no option of the run replaces them. */
  readonly exits: { readonly stopLoss?: number; readonly takeProfit?: number };
  /** Fraction of the account's value that a position of this market is worth. */
  readonly weight: number;
  /** Worth of one point of price, and the lot of a quantity, of a market with a contract; undefined for another. */
  readonly contract?: { readonly multiplier: number; readonly lotSize: number } | undefined;
}

/** Size of an entry that cannot be ordered. */
const NO_SIZE = { units: 0 };

/** Smallest change of a position that a rebalancing makes, in base units. */
const LEAST_UNITS = 1e-8;

/** A trader of a portfolio. */
export interface PortfolioTrader extends Trader {
  /** Entries that were not ordered: a weight of the account has no quantity at a close of 0 or below. */
  readonly rejected: number;
}

interface Said {
  readonly signal: number;
  readonly index: number;
  readonly close: number;
}

interface Planned {
  readonly order: OrderRequest;
  /** Value that the order adds to the positions; -Infinity for one that only reduces them. */
  readonly value: number;
}

/**
 * A trader that follows the signals of every market and, every so many moments or at the end of each month, brings the
 * positions that are held back to their weights. The orders of one moment are submitted together: exits and
 * sales before entries and purchases, the smaller purchase first. At a close of 0 or below a market is only left.
 */
export function createPortfolioTrader(
  markets: Readonly<Record<string, WeightedMarket>>,
  rules: Pick<SimulationRules, "direction" | "repeatedEntry" | "pyramiding">,
  rebalance: number | Rebalance | undefined,
  timeZone?: string,
): PortfolioTrader {
  const actions = signalActions(rules);
  const symbols = Object.keys(markets);
  const traded = tradedByTime(Object.values(markets).map(({ candles }) => candles));
  const isDueAt = dueMoments(rebalance, [...traded.keys()], timeZone);
  const last = new Map<string, Said>();
  let moment = 0;
  let seen = 0;
  let rejected = 0;
  return {
    get rejected() {
      return rejected;
    },
    onCandle({ symbol, index, time, close }, broker) {
      const signal = markets[symbol]!.decisions.signals[index]! & 15;
      last.set(symbol, { signal, index, close });
      if (++seen < traded.get(time)!) return;
      const isDue = isDueAt(moment, time);
      const planned = symbols.flatMap((name): Planned[] => {
        const said = last.get(name);
        if (said === undefined) return [];
        last.set(name, { ...said, signal: 0 });
        const planned = plan(name, markets[name]!, said, { actions, broker, isDue });
        rejected += planned.filter(({ order }) => order.size === NO_SIZE).length;
        return planned.filter(({ order }) => order.size !== NO_SIZE);
      });
      for (const { order } of planned.toSorted((one, other) => one.value - other.value)) {
        broker.submit(order);
      }
      moment++;
      seen = 0;
    },
  };
}

interface Moment {
  readonly actions: Uint8Array;
  readonly broker: Broker;
  /** True when positions are brought back to their weights. */
  readonly isDue: boolean;
}

/** The orders of one market at one moment. */
function plan(
  symbol: string,
  { weight, columns, exits, decisions, contract }: WeightedMarket,
  { signal, index, close }: Said,
  { actions, broker, isDue }: Moment,
): Planned[] {
  const position = broker.position(symbol);
  const side = position === null ? 0 : position.side === "long" ? 1 : -1;
  const held = position?.quantity ?? 0;
  const wanted = (weight * broker.equity) / close;
  const units =
    contract === undefined ? wanted : roundToLot(wanted / contract.multiplier, contract.lotSize);
  const action = actions[signal + 16 * (side + 1)]!;
  const enters = action & Action.openLong ? 1 : action & Action.openShort ? -1 : 0;
  const planned: Planned[] = [];
  const tag = taggedAt(decisions.tags, index);
  if (action & Action.close) planned.push(reduction(symbol, side, tag));
  const isBroke = units === 0; // nothing is left to enter with
  if (enters !== 0 && !isBroke) {
    const { size: _, ...terms } = columns === undefined ? {} : termsAt(columns, index);
    const size = close > 0 ? { units } : NO_SIZE;
    const order = { ...exits, ...terms, ...tag, symbol, side: wordOf(enters), size };
    planned.push({ order, value: units * close });
  } else if (isDue && close > 0 && side !== 0 && action === Action.none) {
    const change = units - held;
    if (change >= LEAST_UNITS) {
      const order = { ...exits, symbol, side: wordOf(side), size: { units: change } };
      planned.push({ order, value: change * close });
    } else if (-change >= LEAST_UNITS) planned.push(reduction(symbol, side, {}, -change));
  }
  return planned;
}

function reduction(
  symbol: string,
  held: number,
  tag: Pick<OrderRequest, "tag">,
  units?: number,
): Planned {
  const size = units === undefined ? {} : { size: { units } };
  const order = { symbol, side: wordOf(-held), reduceOnly: true, ...size, ...tag };
  return { order, value: -Infinity };
}

function wordOf(side: number): "buy" | "sell" {
  return side > 0 ? "buy" : "sell";
}

/** The number of series that have a candle at each time. */
function tradedByTime(series: readonly Candles[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { time } of series) {
    for (const moment of time) counts.set(moment, (counts.get(moment) ?? 0) + 1);
  }
  return counts;
}

const DAY = 86_400_000;

/** Tells whether the weights are restored at a moment, by its number and its time. */
function dueMoments(
  rebalance: number | Rebalance | undefined,
  times: readonly number[],
  timeZone: string | undefined,
): (moment: number, time: number) => boolean {
  if (rebalance === undefined) return () => false;
  if (typeof rebalance === "number") return (moment) => moment % rebalance === 0;
  const ends = monthEnds(Float64Array.from(times).toSorted(), timeZone);
  return (_, time) => ends.has(time);
}

/** The last of `times`, which rise, in each month of the time zone that another one follows. */
function monthEnds(times: Float64Array, timeZone: string | undefined): ReadonlySet<number> {
  const dates = datedTimes(times, timeZone);
  return new Set(
    times.filter((_, i) => {
      const [date, next] = [dates[i]!, dates[i + 1]]; // there are as many dates as times
      if (next === undefined || Math.floor(date / DAY) === Math.floor(next / DAY)) return false;
      return monthOf(date) !== monthOf(next);
    }),
  );
}

function monthOf(time: number): number {
  const date = new Date(time);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}
