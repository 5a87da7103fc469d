import type { Calendar } from "@bourse/indicators/calendar";
import { absentOr, anyFunction, objectOf } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { checkCanonicalInterval, type Interval } from "../candles/interval.ts";
import { calendarOption } from "../candles/place-options.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Decisions, IndicatorSource, Strategy } from "../strategy/strategy.ts";
import { decisionsOf } from "./decisions-of.ts";
import { requireDecide } from "./require-decide.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import { contextOf } from "./strategy-context.ts";
import { isTraderStrategy } from "./trader-strategy.ts";

/**
 * The strategy's decisions on `candles`, checked: one byte per candle, none in the warm-up, distances within bounds.
 *
 * `parameters` must be resolved. `indicators` must belong to these very candles; default: a new cache. Default
 * `interval`: detected. Without `calendar` the context has no sessions.
 *
 * @throws EngineError STRATEGY_INVALID when a strategy breaks these rules; OPTIONS_INVALID for a calendar that is none;
 * errors that the strategy throws pass through
 */
export function runStrategy<P extends Parameters>(
  strategy: Strategy<P>,
  parameters: P,
  candles: Candles,
  indicators?: IndicatorSource,
  interval?: Interval,
  calendar?: Calendar,
): Decisions {
  requireDecide(strategy, "runStrategy", "simulateOrders");
  if (isTraderStrategy(strategy)) requireDecide({}, "runStrategy", "simulateOrders");
  requireCandles(candles, "runStrategy");
  requireArguments("runStrategy", { parameters, indicators }, SHAPES);
  if (interval !== undefined) checkCanonicalInterval(interval);
  if (calendar !== undefined) calendarOption(calendar);
  const context = contextOf(candles, { indicators, interval, calendar });
  return decisionsOf(strategy, resolveParameters(strategy, parameters), candles, context);
}

const SHAPES = {
  parameters: objectOf({}),
  indicators: absentOr(objectOf({ get: anyFunction })),
};
