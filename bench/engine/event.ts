/** The crossing of bench.c, decided in three other ways: by a strategy over arrays, by a class, and by grademark. */

import type { Candles } from "@bourse/backtest-engine";
import {
  simulate,
  simulateOrders,
  type Broker,
  type ClosedCandle,
  type Trader,
} from "@bourse/backtest-engine/simulation";
import { maCrossover, runStrategy, type Decisions } from "@bourse/backtest-engine/strategies";
import { StreamingSlidingMean } from "@bourse/indicators";
import { DataFrame } from "data-forge";
import { backtest as grademark, type IBar, type IStrategy } from "grademark";

const rules = { fee: 0.001, compatibility: "vectorbt" } as const;

/** Decisions from arrays, and their simulation. */
export function arrayCrossover(candles: Candles): Float64Array {
  return simulateDecisions(candles, crossoverDecisions(candles));
}

export function crossoverDecisions(candles: Candles): Decisions {
  return runStrategy(maCrossover, { fast_period: 10, slow_period: 50, ma_type: "sma" }, candles);
}

export function simulateDecisions(candles: Candles, decisions: Decisions): Float64Array {
  return simulate(candles, decisions, rules).equity;
}

/** A class that is told of each candle and answers with orders. */
export function classCrossover(candles: Candles): Float64Array {
  return simulateOrders({ X: candles }, new Crossover(), rules).equity;
}

class Crossover implements Trader {
  readonly #fast = new StreamingSlidingMean(10);
  readonly #slow = new StreamingSlidingMean(50);
  #before = 0;

  onCandle({ close }: ClosedCandle, broker: Broker): void {
    const fast = this.#fast.next(close);
    const slow = this.#slow.next(close);
    const side = fast > slow ? 1 : fast < slow ? -1 : 0;
    if (side === -this.#before) {
      if (side > 0) broker.submit({ side: "buy" });
      else if (side < 0) broker.submit({ side: "sell", reduceOnly: true });
    }
    this.#before = side;
  }
}

interface CrossingBar extends IBar {
  readonly crossed: number;
}

/**
 * The same by grademark, its frame made and its crossings known beforehand: only the walk over the bars is measured.
 * Gives how many trades it closed.
 */
export function grademarkCrossover(candles: Candles): () => number {
  const { signals } = crossoverDecisions(candles);
  const rows = Array.from(candles.close, (close, i) => ({
    time: new Date(candles.time[i] ?? 0),
    open: candles.open[i] ?? close,
    high: candles.high[i] ?? close,
    low: candles.low[i] ?? close,
    close,
    volume: candles.volume[i] ?? 0,
    crossed: (signals[i] ?? 0) & 3,
  }));
  const frame = new DataFrame<number, CrossingBar>(rows).bake();
  const strategy: IStrategy<CrossingBar, CrossingBar, object, number> = {
    entryRule(enter, { bar }) {
      if (bar.crossed === 1) enter();
    },
    exitRule(exit, { bar }) {
      if (bar.crossed === 2) exit();
    },
  };
  return () => grademark(strategy, frame).length;
}
