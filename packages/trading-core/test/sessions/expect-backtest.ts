/** The proof that a session is the backtest of its candles, trade by trade. */

import { backtest } from "@bourse/backtest-engine";
import { normaliseInterval, StreamingResampler } from "@bourse/backtest-engine/data";
import { resultHash } from "@bourse/backtest-engine/research";
import type { SimulationOptions, Trader } from "@bourse/backtest-engine/simulation";
import { defineTrader, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import type { Store } from "@bourse/kernel";
import { expect } from "vitest";

import { START } from "../../../../test/world/exchange/stream-world.ts";
import type { SessionRequest, StreamedCandle } from "../../src/session/index.ts";
import { sessionFills, sessionSteps } from "../../src/sessions/collections.ts";
import { allOf, findSession } from "../../src/sessions/read-session.ts";
import { rebuildSession } from "../../src/sessions/rebuild-session.ts";
import { columnsOf } from "../session/random-day.ts";
import { WALK } from "./recorded-day.ts";

/** Follows the last hour: a trader that is a class with a state of its own. */
export const hourly: AnyStrategy = defineTrader({
  name: "hourly",
  version: "1",
  description: "Follows the last hour.",
  signalType: "trend",
  direction: "both",
  parameters: {},
  createTrader: (_, { interval }) => new HourlyTrader(new StreamingResampler("60", { interval })),
}) as unknown as AnyStrategy;

class HourlyTrader implements Trader {
  readonly #hours: StreamingResampler;

  constructor(hours: StreamingResampler) {
    this.#hours = hours;
  }

  onCandle(...[candle, broker]: Parameters<Trader["onCandle"]>): void {
    for (const { open, close } of this.#hours.next(candle)) {
      broker.submit({ side: close > open ? "buy" : "sell", takeProfit: 0.01 });
    }
  }
}

/** A request for a session on the walk of the stand-in exchange. */
export const walkRequest = (
  { name: strategy }: AnyStrategy,
  options: SimulationOptions,
  more: Partial<SessionRequest> = {},
): SessionRequest => ({
  ...(options as Partial<SessionRequest>),
  strategy,
  symbol: WALK,
  interval: "1m",
  initialCapital: 10_000,
  startTime: START,
  warmUpCandles: 0,
  ...more,
});

/** Expects the store to hold the backtest of the candles: decisions, trades, equity and fills. */
export async function expectBacktest(
  store: Store,
  id: string,
  strategy: AnyStrategy,
  candles: readonly StreamedCandle[],
  options: SimulationOptions,
): Promise<void> {
  const { value } = await findSession(store, id);
  const whole = backtest(columnsOf(candles), {
    ...options,
    strategy,
    symbol: WALK,
    interval: normaliseInterval(value.interval),
    initialCapital: 10_000,
    compatibility: { finalPosition: "keep" },
  });
  const trades = whole.trades.toArray();
  // It throws where a decision is another than the one that is stored.
  const { kernel } = await rebuildSession(store, value, strategy);
  const equity: number[] = [];
  for await (const step of allOf(store, sessionSteps, id)) equity.push(step.equity);
  expect(value.lateCandles, strategy.name).toBe(0);
  expect(kernel.trades.toArray(), strategy.name).toEqual(trades);
  expect(
    resultHash({ equity: Float64Array.from(equity), trades: kernel.trades }),
    strategy.name,
  ).toBe(resultHash({ equity: whole.equity, trades: whole.trades }));
  const exits: unknown[] = [];
  for await (const { fill } of allOf(store, sessionFills, id)) {
    if (!fill.isEntry) exits.push([fill.time, fill.price, fill.quantity]);
  }
  expect(exits, strategy.name).toEqual(
    trades.map(({ exitTime, exitPrice, quantity }) => [exitTime, exitPrice, quantity]),
  );
}
