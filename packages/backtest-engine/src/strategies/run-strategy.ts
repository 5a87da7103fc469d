// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import type { Calendar } from "@bourse/indicators/calendar";
import { absentOr, anyFunction, objectOf } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { checkCanonicalInterval, type Interval } from "../candles/interval.ts";
import { calendarOption } from "../candles/place-options.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import { signalTermFaults } from "../simulation/signal-terms.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Decisions, IndicatorSource, Strategy } from "../strategy/strategy.ts";
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
  const decisions = strategy.decide(candles, resolveParameters(strategy, parameters), context);
  for (const fault of decisionFaults(decisions, candles.length)) {
    throw new EngineError("STRATEGY_INVALID", `Strategy ${strategy.name}: ${fault}.`, {
      details: { strategy: strategy.name, faults: [fault] },
    });
  }
  return decisions;
}

const SHAPES = {
  parameters: objectOf({}),
  indicators: absentOr(objectOf({ get: anyFunction })),
};

function* decisionFaults(decisions: Decisions | undefined, length: number): Generator<string> {
  if (typeof decisions !== "object" || decisions === null) {
    yield `decide must return { signals, warmUp }, found ${decisions === null ? "null" : typeof decisions}`;
    return;
  }
  if (typeof (decisions as { readonly then?: unknown }).then === "function") {
    yield "decide returned a Promise, and a decision has to be there when decide returns; remove async and await";
    return;
  }
  const { signals, warmUp, takeProfit, stopLoss } = decisions;
  if (!(signals instanceof Uint8Array) || signals.length !== length) {
    yield `decide must give a Uint8Array of ${length} signals, one a candle, found ${signalsFound(signals)}`;
    return;
  }
  if (!Number.isSafeInteger(warmUp) || warmUp < 0) {
    yield `warmUp must be a whole number of candles, found ${String(warmUp)}`;
    return;
  }
  for (let i = 0; i < Math.min(warmUp, length); i++) {
    if (signals[i]! !== 0) yield `candle ${i} has a signal inside the warm-up of ${warmUp}`;
  }
  if (takeProfit !== undefined && !(takeProfit > 0 && takeProfit < Infinity)) {
    yield `takeProfit must be a fraction above 0, found ${takeProfit}`;
  }
  if (stopLoss !== undefined && !(stopLoss > 0 && stopLoss < 1)) {
    yield `stopLoss must be a fraction above 0 and below 1, found ${stopLoss}`;
  }
  yield* signalTermFaults(decisions, length);
}

/** Names the value that was given in the place of signals, with the first NaN in it. */
function signalsFound(given: unknown): string {
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) {
    return given === null ? "null" : typeof given;
  }
  const values = given as ArrayLike<unknown>;
  const kind = Array.isArray(given) ? "array" : given.constructor.name;
  const nan = Array.from(values).findIndex((value) => Number.isNaN(value));
  const tail = nan < 0 ? "" : `, NaN at candle ${nan}: an indicator has no value in its warm-up`;
  return `${article(kind)} of ${values.length} values${tail}`;
}

function article(kind: string): string {
  return /^[AEIOUaeiou]/u.test(kind) ? `an ${kind}` : `a ${kind}`;
}
