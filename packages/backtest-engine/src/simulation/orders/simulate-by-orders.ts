// One signal a candle, so `!` only satisfies the type checker.

/** Signals played as market orders, where fills may take more than one candle. */

import type { Candles } from "../../candles/candles.ts";
import { EngineError } from "../../errors.ts";
import type { Decisions } from "../../strategies/strategy.ts";
import type { SimulationRules } from "../options.ts";
import { Action, signalActions } from "../signal-actions.ts";
import type { SimulationResult } from "../simulation-result.ts";
import type { Trader } from "./broker.ts";
import { playOrders } from "./simulate-orders.ts";

/** @throws EngineError OPTIONS_INVALID for fills at the signal's own close */
export function simulateByOrders(
  candles: Candles,
  decisions: Decisions,
  rules: SimulationRules,
): SimulationResult {
  if (rules.fill === "close") {
    throw new EngineError(
      "OPTIONS_INVALID",
      'simulate: slippage by volumeShare fills at the next opens; leave fill at "next_open".',
      { details: { option: "slippage" } },
    );
  }
  const trader = createSignalTrader(decisions, rules);
  const {
    time: _,
    benchmark: __,
    openPositions: ___,
    ...result
  } = playOrders(["market"], { market: candles }, trader, rules);
  return result;
}

/** Turns each candle's signal into market orders. A new signal takes back what an earlier one has left unfilled. */
function createSignalTrader(
  { signals }: Pick<Decisions, "signals">,
  rules: Pick<SimulationRules, "direction" | "repeatedEntry">,
): Trader {
  const actions = signalActions(rules);
  return {
    onCandle({ index }, broker) {
      const signal = signals[index]! & 15;
      if (signal === 0) return;
      const waiting = broker.orders();
      const entering = waiting.find((order) => order.reduceOnly !== true);
      const leaving = waiting.some((order) => order.reduceOnly === true);
      const held = broker.position();
      const side =
        held === null || leaving ? sideOf(entering?.side) : held.side === "long" ? 1 : -1;
      const action = actions[signal + 16 * (side + 1)]!;
      if (action === Action.none) return;
      for (const { id } of waiting) if (id > 0) broker.cancel(id);
      const long = held?.side === "long";
      const opens = action & (Action.openLong | Action.openShort);
      // An entry on the other side is one order that closes the position and opens the other side.
      const reverses = held !== null && (opens === Action.openShort) === long && opens !== 0;
      if (held !== null && !reverses)
        broker.submit({ side: long ? "sell" : "buy", reduceOnly: true });
      if (opens !== 0) broker.submit({ side: opens === Action.openLong ? "buy" : "sell" });
    },
  };
}

function sideOf(side: "buy" | "sell" | undefined): number {
  if (side === undefined) return 0;
  return side === "buy" ? 1 : -1;
}
