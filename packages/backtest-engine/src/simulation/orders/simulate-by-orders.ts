// One signal a candle, so `!` only satisfies the type checker.

/** Signals played as market orders, where fills may take more than one candle. */

import type { Candles } from "../../candles/candles.ts";
import { EngineError } from "../../errors.ts";
import type { Decisions } from "../../strategy/strategy.ts";
import type { SimulationOptions, SimulationRules } from "../options.ts";
import { Action, signalActions } from "../signal-actions.ts";
import { taggedAt, termsAt, type SignalTerms } from "../signal-terms.ts";
import type { SimulationResult } from "../simulation-result.ts";
import { volumeShareOf } from "../slippage.ts";
import type { Trader } from "./broker.ts";
import { playOrders } from "./simulate-orders.ts";

/** @throws EngineError OPTIONS_INVALID for fills at the signal's own close */
export function simulateByOrders(
  candles: Candles,
  decisions: Decisions,
  rules: SimulationRules,
): SimulationResult {
  checkSignalFills(rules);
  const trader = createSignalTrader(decisions, rules);
  const {
    time: _,
    benchmark: __,
    openPositions: ___,
    ...result
  } = playOrders(["market"], { market: candles }, trader, rules);
  return result;
}

/**
 * Checks that signals can be filled as the rules say.
 *
 * @throws EngineError OPTIONS_INVALID, details {option}: slippage by a share of the volume, with fills at the signal's
 * own close
 */
export function checkSignalFills({
  fill,
  slippage,
}: Pick<SimulationOptions, "fill" | "slippage">): void {
  if (fill !== "close" || volumeShareOf(slippage ?? 0) === Infinity) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    'simulate: option "slippage" by volumeShare fills at the next opens; leave option "fill" at "next_open".',
    { details: { option: "slippage" } },
  );
}

/** Turns each candle's signal into market orders. A new signal takes back what an earlier one has left unfilled. */
export function createSignalTrader(
  { signals, tags }: Pick<Decisions, "signals" | "tags">,
  rules: Pick<SimulationRules, "direction" | "repeatedEntry" | "pyramiding" | "columns">,
): Trader {
  const actions = signalActions(rules);
  const { columns, pyramiding } = rules;
  let entries = 0;
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
      const tag = taggedAt(tags, index);
      const terms = { ...(columns !== undefined && termsAt(columns, index)), ...tag };
      // An entry on the side that is held, or waited for, adds to it.
      if (side !== 0 && (action & Action.close) === 0) {
        if (entries >= pyramiding) return;
        entries++;
        broker.submit({ ...terms, side: side > 0 ? "buy" : "sell" });
        return;
      }
      for (const { id } of waiting) if (id > 0) broker.cancel(id);
      const long = held?.side === "long";
      const opens = action & (Action.openLong | Action.openShort);
      // An entry on the other side is one order that closes the position and opens the other side.
      const reverses = held !== null && (opens === Action.openShort) === long && opens !== 0;
      if (held !== null && !reverses)
        broker.submit({ side: long ? "sell" : "buy", reduceOnly: true, ...tag });
      entries = opens === 0 ? 0 : 1;
      if (opens !== 0) {
        const side = opens === Action.openLong ? "buy" : "sell";
        broker.submit({ ...(reverses ? withHeld(terms, held.quantity) : terms), side });
      }
    },
  };
}

/** The terms of an order that closes what is held first: its units are those of both steps. */
function withHeld<Terms extends SignalTerms>(terms: Terms, held: number): Terms {
  const { size } = terms;
  const isUnits = typeof size === "object" && "units" in size;
  return isUnits ? { ...terms, size: { units: held + size.units } } : terms;
}

function sideOf(side: "buy" | "sell" | undefined): number {
  if (side === undefined) return 0;
  return side === "buy" ? 1 : -1;
}
