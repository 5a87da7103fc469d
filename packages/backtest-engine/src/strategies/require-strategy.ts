import {
  absentOr,
  anyFunction,
  anyText,
  hasCode,
  objectOf,
  recordOf,
  trueOrFalse,
  type ArgumentRule,
} from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { oneOf } from "../require-arguments.ts";
import type { StrategyDescription } from "../strategy/strategy.ts";

/** The parts that are read before all faults of a definition are told at once. */
const DATA = {
  parameters: absentOr(recordOf(objectOf({}))),
  files: absentOr(recordOf(anyText)),
};

/** Accepts a strategy as its author may have left it: its faults are told by `checkStrategy`. */
export const anyDefinition: ArgumentRule = objectOf(DATA);

/** Accepts a number, or a function that gives one: `lookBackOf` checks the number. */
const anyLookBack: ArgumentRule = (path, value) => {
  if (typeof value !== "number") anyFunction(path, value);
};

const anyStrategy = objectOf({
  ...DATA,
  parameters: recordOf(objectOf({})),
  name: anyText,
  version: anyText,
  description: anyText,
  signalType: anyText,
  direction: oneOf(["long", "short", "both"]),
  rebalance: absentOr(oneOf(["month_end"])),
  lookBack: absentOr(anyLookBack),
  isLookBackExact: absentOr(trueOrFalse),
  check: absentOr(anyFunction),
  decide: absentOr(anyFunction),
  createTrader: absentOr(anyFunction),
  confidence: absentOr(anyFunction),
});

/** Strategies found sound before: every run of a sweep asks for its one. */
const sound = new WeakSet();

/**
 * Checks that a value has the shape of a strategy, or of its description: each part of its kind.
 *
 * @throws EngineError STRATEGY_INVALID
 */
export function requireStrategy(
  strategy: unknown,
  caller: string,
  rule: ArgumentRule = anyStrategy,
): asserts strategy is StrategyDescription {
  if (sound.has(strategy as object)) return;
  try {
    rule("strategy", strategy);
    if (rule === anyStrategy) sound.add(strategy as object);
  } catch (error) {
    if (!hasCode(error, "ARGUMENT_INVALID")) throw error;
    throw new EngineError("STRATEGY_INVALID", `${caller}: ${error.message}`, {
      details: { faults: [error.message] },
      cause: error,
    });
  }
}
