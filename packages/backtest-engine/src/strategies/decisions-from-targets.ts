// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

import { integerOption, numberOption, optional, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { onlyIf, requireArguments } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { Signal, type Decisions } from "../strategy/strategy.ts";

/** Options of decisions from target positions. */
export interface TargetOptions {
  /** Number of leading candles without a decision, whose targets must be 0. At least 0; default 0. */
  readonly warmUp?: number;
  /** Distance of the target from the entry price as a fraction of it, above 0. Default: no target. */
  readonly takeProfit?: number;
  /** Distance of the stop from the entry price as a fraction of it, above 0 and below 1. Default: no stop. */
  readonly stopLoss?: number;
}

/**
 * Decisions of a strategy that states the position it wants after each candle: 1 long, 0 none, -1 short.
 *
 * Only a change of the target is a signal: after a stop or target has closed a position, the same target position
 * does not open it again. A change from 1 to -1 exits and enters on one candle. O(n).
 *
 * @throws EngineError STRATEGY_INVALID for another value, naming the candle, and for a target inside the warm-up
 */
export function decisionsFromTargets(targets: Int8Array, options: TargetOptions = {}): Decisions {
  requireArguments("decisionsFromTargets", { targets }, SHAPES);
  const { warmUp, takeProfit, stopLoss } = resolveEngineOptions(
    "decisionsFromTargets",
    options,
    RULES,
  );
  const signals = new Uint8Array(targets.length);
  let held = 0;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    if (target === held) continue;
    if (target > 1 || target < -1 || i < warmUp) throw targetInvalid(i, target, warmUp);
    signals[i] = leaving(held) | entering(target);
    held = target;
  }
  return {
    signals,
    warmUp,
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
  };
}

const SHAPES = { targets: onlyIf("an Int8Array", (value) => value instanceof Int8Array) };

const RULES: OptionRules<
  Pick<Decisions, "warmUp"> & { [Key in "takeProfit" | "stopLoss"]: number | undefined }
> = {
  warmUp: integerOption({ min: 0, default: 0 }),
  takeProfit: optional(numberOption({ above: 0 })),
  stopLoss: optional(numberOption({ above: 0, below: 1 })),
};

function leaving(held: number): number {
  return held === 1 ? Signal.exitLong : held === -1 ? Signal.exitShort : Signal.none;
}

function entering(target: number): number {
  return target === 1 ? Signal.enterLong : target === -1 ? Signal.enterShort : Signal.none;
}

function targetInvalid(index: number, target: number, warmUp: number): EngineError {
  const expected = index < warmUp ? `0 in the ${warmUp} candles of warm-up` : "-1, 0 or 1";
  return new EngineError(
    "STRATEGY_INVALID",
    `Expected the target position of candle ${index} to be ${expected}, found ${target}.`,
    { details: { index, target } },
  );
}
