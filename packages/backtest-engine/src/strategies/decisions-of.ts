// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

/** The decisions of a strategy, checked. */

import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import { signalTermFaults } from "../simulation/signal-terms.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Decisions, Strategy, StrategyContext } from "../strategy/strategy.ts";

/** Lets a strategy decide with resolved parameters. @throws EngineError STRATEGY_INVALID for decisions that are none */
export function decisionsOf<P extends Parameters>(
  strategy: Strategy<P>,
  parameters: P,
  candles: Candles,
  context: StrategyContext,
): Decisions {
  const decisions = strategy.decide(candles, parameters, context);
  for (const fault of decisionFaults(decisions, candles.length)) {
    throw new EngineError("STRATEGY_INVALID", `Strategy ${strategy.name}: ${fault}.`, {
      details: { strategy: strategy.name, faults: [fault] },
    });
  }
  return decisions;
}

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
