// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import type { Calendar } from "@bourse/indicators/calendar";

import { traderOf } from "../backtest/run-trader.ts";
import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { calendarOption } from "../candles/place-options.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { requireOptions } from "../require-arguments.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { isTraderStrategy, type TraderStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import { Signal, type Decisions, type Strategy } from "../strategy/strategy.ts";
import { auditTraderLookAhead } from "./audit-trader.ts";
import {
  auditCuts,
  lookAheadInForce,
  type LookAheadAudit,
  type LookAheadAuditOptions,
  type LookAheadFault,
} from "./look-ahead-audit.ts";

/** Options of {@link auditLookAhead}. */
export interface StrategyAuditOptions extends LookAheadAuditOptions {
  /** Calendar of the market, for strategies that read the `session` of their context. Default: none. */
  readonly calendar?: Calendar;
}

/**
 * Checks that a strategy decides from the past alone: it runs again on shortened series, and every decision before
 * the cut must stay the same. Compared are the signals with their own sizes, stops and targets, the warm-up, and the
 * distances of target and stop.
 *
 * The shortened series are spread evenly over the candles, those of the warm-up included, with the last three lengths
 * among them. The audit also finds strategies that keep state between runs. Of a strategy by orders the orders and
 * cancellations are compared; a trader without a strategy, or on several markets, is audited by
 * {@link auditTraderLookAhead}.
 *
 * @throws EngineError STRATEGY_INVALID when `strategy` has neither `decide` nor `createTrader`; PARAMETERS_INVALID,
 * OPTIONS_INVALID; errors that the strategy throws pass through
 */
export function auditLookAhead<P extends Parameters>(
  strategy: Strategy<P> | TraderStrategy<P>,
  parameters: unknown,
  candles: Candles,
  options: StrategyAuditOptions = {},
): LookAheadAudit {
  requireDecide(strategy, "auditLookAhead", "auditTraderLookAhead");
  requireCandles(candles, "auditLookAhead");
  requireOptions("auditLookAhead", options);
  const { calendar, ...own } = options;
  lookAheadInForce(own);
  if (calendar !== undefined) calendarOption(calendar);
  const resolved = resolveParameters<P>(strategy, parameters);
  // A shortened series may be too short to tell its interval.
  const interval = detectInterval(candles);
  if (isTraderStrategy(strategy)) {
    return auditTraderLookAhead(
      ({ market }) => traderOf(strategy, resolved, { candles: market!, interval }, calendar),
      { market: candles },
      { ...own, simulation: { direction: strategy.direction } },
    );
  }
  const bySignals = strategy as Strategy<P>; // the kind without createTrader
  const decide = (part: Candles): Decisions =>
    runStrategy(bySignals, resolved, part, undefined, interval, calendar);
  const whole = decide(candles);
  return auditCuts(candles.length, whole.warmUp, own, (cut) => {
    const part = decide(sliceCandles(candles, 0, cut));
    const found = firstDifference(whole, part, cut);
    return found && { candles: cut, time: candles.time[found.index]!, ...found };
  });
}

type Difference = Omit<LookAheadFault, "candles" | "time">;

/** The first decision before the cut that is not the same in both. */
function firstDifference(whole: Decisions, part: Decisions, cut: number): Difference | undefined {
  const begin = Math.min(whole.warmUp, cut);
  if (begin !== Math.min(part.warmUp, cut)) {
    const index = Math.min(whole.warmUp, part.warmUp);
    const [withFuture, withoutFuture] = [whole.warmUp, part.warmUp];
    return { index, decision: "warmUp", withFuture, withoutFuture };
  }
  for (const decision of ["takeProfit", "stopLoss"] as const) {
    const [all, fewer] = [whole[decision] ?? null, part[decision] ?? null];
    // Without a signal there is no position that the distance could close.
    if (all === fewer || begin === cut) continue;
    return { index: begin, decision, withFuture: all, withoutFuture: fewer };
  }
  for (let index = 0; index < cut; index++) {
    const [all, fewer] = [whole.signals[index]!, part.signals[index]!];
    if (all !== fewer) return { index, decision: "signal", withFuture: all, withoutFuture: fewer };
    // Without a signal nothing is entered on these terms.
    if (all === Signal.none) continue;
    for (const decision of ["sizes", "stopLosses", "takeProfits"] as const) {
      const [withFuture, withoutFuture] = [whole[decision]?.[index], part[decision]?.[index]];
      if (Object.is(withFuture, withoutFuture)) continue;
      return {
        index,
        decision,
        withFuture: withFuture ?? null,
        withoutFuture: withoutFuture ?? null,
      };
    }
  }
  return undefined;
}
