/** A signal within the scope of a step, and the strategies by signals that no step can be taken of. */

import { EngineError } from "../errors.ts";
import { Signal } from "../strategy/strategy.ts";
import type { StepScope } from "./scoped-broker.ts";

/** The columns of {@link LatestDecisions} have one candle, whose numbers no signal asks for. */
export const ONLY_CANDLE = {
  symbol: "",
  index: 0,
  time: 0,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  volume: 0,
} as const;

const ENTRIES = Signal.enterLong | Signal.enterShort;
const EXITS = Signal.exitLong | Signal.exitShort;

/** The part of a signal that a scope allows: an entry on one side still leaves the other. */
export function allowedSignal(
  signal: number,
  scope: StepScope,
): { readonly signal: number; readonly isLess: boolean } {
  if (scope === "all") return { signal, isLess: false };
  const isLess = (signal & ENTRIES) !== 0;
  if (scope === "none") return { signal: 0, isLess: isLess };
  const leavesShort = (signal & Signal.enterLong) === 0 ? 0 : Signal.exitShort;
  const leavesLong = (signal & Signal.enterShort) === 0 ? 0 : Signal.exitLong;
  return { signal: (signal & EXITS) | leavesShort | leavesLong, isLess };
}

/** The refusal of a strategy whose window has no bound. */
export function unboundedStrategy(strategy: string): EngineError {
  const fault = "it decides over arrays and declares no lookBack, so its window has no bound";
  return new EngineError("STRATEGY_INVALID", `Strategy ${strategy}: ${fault}.`, {
    details: { strategy, faults: [fault] },
  });
}

/** The refusal of a strategy whose answers have changed their form. */
export function unsteadyStrategy(strategy: string): EngineError {
  const fault =
    "its stop, its target or the columns of its decisions changed from candle to candle";
  return new EngineError("STRATEGY_INVALID", `Strategy ${strategy}: ${fault}.`, {
    details: { strategy, faults: [fault] },
  });
}
